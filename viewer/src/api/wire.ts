// The binary answers of the server: little-endian headers of 32-bit words, then arrays. A word or
// a length that does not fit is an error with a sentence, never a wrong picture.

import type { Vector } from './model';

export const POSES = 0x50464c50;
export const SERIES = 0x50464c53;
const RUTS = 0x54524650;

/** Numbers of one link (x y z qw qx qy qz) and of one contactor (point, force, regime). */
export const STRIDE = 7;

export class WireError extends Error {}

/** Poses of all links and touches of all contactors at some recorded times. */
export interface PoseBlock {
  links: number;
  contactors: number;
  /** Positions of links and points of contactors are relative to this. */
  origin: Vector;
  times: Float64Array;
  /** Frame by frame: `links * 7` numbers, then `contactors * 7`. */
  values: Float32Array;
}

/** One column's points, in the order of time. */
export interface Points {
  times: Float64Array;
  values: Float64Array;
}

export function decodePoses(buffer: ArrayBuffer): PoseBlock {
  const header = 16 + 24;
  const view = headerOf(buffer, header, POSES, 'poses');
  const frames = view.getUint32(4, true);
  const links = view.getUint32(8, true);
  const contactors = view.getUint32(12, true);
  const count = frames * (links + contactors) * STRIDE;
  expectLength(buffer, header + frames * 8 + count * 4, 'poses');
  return {
    links,
    contactors,
    origin: [view.getFloat64(16, true), view.getFloat64(24, true), view.getFloat64(32, true)],
    times: new Float64Array(buffer, header, frames),
    values: new Float32Array(buffer, header + frames * 8, count),
  };
}

export function decodeSeries(buffer: ArrayBuffer): Points[] {
  const header = 16;
  const view = headerOf(buffer, header, SERIES, 'series');
  const columns = view.getUint32(4, true);
  const points = view.getUint32(8, true);
  expectLength(buffer, header + columns * points * 16, 'series');
  return Array.from({ length: columns }, (_, column) => {
    const start = header + column * points * 16;
    return withoutPadding(
      new Float64Array(buffer, start, points),
      new Float64Array(buffer, start + points * 8, points),
    );
  });
}

/** What kind of answer this is, for where several come through one connection. */
export function magicOf(buffer: ArrayBuffer): number {
  return buffer.byteLength >= 4 ? new DataView(buffer).getUint32(0, true) : 0;
}

/** The number of the question that columns of a running simulation answer; 0 in other answers. */
export function seriesNumber(buffer: ArrayBuffer): number {
  return headerOf(buffer, 16, SERIES, 'series').getUint32(12, true);
}

/** Little-endian floats from base64, as `scene.json` holds them. */
export function floatsFromBase64(text: string): Float32Array {
  const binary = atob(text);
  const bytes = new Uint8Array(binary.length - (binary.length % 4));
  for (let i = 0; i < bytes.length; i++) bytes[i] = binary.charCodeAt(i);
  return new Float32Array(bytes.buffer);
}

function headerOf(buffer: ArrayBuffer, length: number, magic: number, what: string): DataView {
  if (buffer.byteLength < length) {
    throw new WireError(`The server's ${what} ended after ${buffer.byteLength} bytes.`);
  }
  const view = new DataView(buffer);
  const found = view.getUint32(0, true);
  if (found !== magic) {
    throw new WireError(`The server's ${what} begin with 0x${found.toString(16)}, which this page
 does not know: reload it, it may be older than the program.`.replace('\n', ''));
  }
  return view;
}

function expectLength(buffer: ArrayBuffer, expected: number, what: string): void {
  if (buffer.byteLength !== expected) {
    throw new WireError(
      `The server's ${what} have ${buffer.byteLength} bytes where their header says ${expected}.`,
    );
  }
}

/** Shorter columns are padded with times that are not a number. */
function withoutPadding(times: Float64Array, values: Float64Array): Points {
  let length = times.length;
  while (length > 0 && Number.isNaN(times[length - 1])) length--;
  return { times: times.subarray(0, length), values: values.subarray(0, length) };
}

/** A square of soil: heights as found and at the end over the block's base, and when each post moved. */
export interface RutTile {
  row: number;
  column: number;
  before: Float32Array;
  after: Float32Array;
  time: Float32Array;
}

/** Soil before and after a run, in tiles of `side` cells. */
export interface RutBlock {
  spacing: number;
  base: number;
  side: number;
  tiles: RutTile[];
}

export function decodeRuts(buffer: ArrayBuffer): RutBlock {
  const header = 28;
  const view = headerOf(buffer, header, RUTS, 'ruts');
  const count = view.getUint32(4, true);
  const side = view.getUint32(8, true);
  const posts = (side + 1) ** 2;
  const size = 8 + 12 * posts;
  expectLength(buffer, header + count * size, 'ruts');
  const tiles = Array.from({ length: count }, (_, index): RutTile => {
    const at = header + index * size;
    const list = (which: number): Float32Array => new Float32Array(buffer, at + 8 + 4 * which * posts, posts);
    return {
      row: view.getInt32(at, true), column: view.getInt32(at + 4, true),
      before: list(0), after: list(1), time: list(2),
    };
  });
  return { spacing: view.getFloat64(12, true), base: view.getFloat64(20, true), side, tiles };
}

/** Pressure of one contactor on the soil, node by node: places from the site's origin in metres. */
export interface FootprintPart {
  contactor: number;
  /** x, y, z of each node. */
  places: Float64Array;
  /** Pa. */
  pressures: Float32Array;
}

/** Pressure on the soil at one record. */
export interface FootprintBlock {
  time: number;
  /** Distance of the soil's nodes, metres. */
  spacing: number;
  /** What most records of the run stay below, Pa: the end of the scale. */
  usual: number;
  parts: FootprintPart[];
}

export function decodeFootprints(buffer: ArrayBuffer): FootprintBlock {
  const view = new DataView(buffer);
  const damaged = (): WireError => new WireError('The answer with the footprints is damaged.');
  if (buffer.byteLength < 36) throw damaged();
  const real = (at: number): number => view.getFloat64(at, true);
  const [spacing, base, usual, time] = [0, 8, 16, 24].map(real);
  const parts: FootprintPart[] = [];
  let at = 36;
  for (let left = view.getUint32(32, true); left > 0; left--) {
    if (at + 24 > buffer.byteLength) throw damaged();
    const nodes = view.getUint32(at + 4, true);
    if (at + 24 + 8 * nodes > buffer.byteLength) throw damaged();
    const [row, column] = [view.getInt32(at + 8, true), view.getInt32(at + 12, true)];
    const height = base + view.getFloat32(at + 16, true);
    const most = view.getFloat32(at + 20, true);
    const part = { contactor: view.getUint32(at, true), places: new Float64Array(3 * nodes), pressures: new Float32Array(nodes) };
    at += 24;
    for (let node = 0; node < nodes; node++, at += 8) {
      part.places.set([
        (column + view.getUint16(at + 2, true)) * spacing, (row + view.getUint16(at, true)) * spacing,
        height + 1e-4 * view.getInt16(at + 6, true)], 3 * node);
      part.pressures[node] = (most * view.getUint16(at + 4, true)) / 65535;
    }
    parts.push(part);
  }
  if (at !== buffer.byteLength) throw damaged();
  return { time, spacing, usual, parts };
}

/** Grains at one record: x, y, z of each in `positions`, metres. */
export interface GrainBlock {
  radii: Float32Array;
  positions: Float32Array;
}

export function decodeGrains(bytes: ArrayBuffer): GrainBlock {
  const count = bytes.byteLength >= 4 ? new DataView(bytes).getUint32(0, true) : 0;
  if (bytes.byteLength !== 4 + 16 * count) throw new Error('The answer with the grains is damaged.');
  return { radii: new Float32Array(bytes, 4, count), positions: new Float32Array(bytes, 4 + 4 * count, 3 * count) };
}
