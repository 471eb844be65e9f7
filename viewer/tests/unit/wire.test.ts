import { expect, test } from 'vitest';
import { decodeFootprints, decodePoses, decodeRuts, decodeSeries, floatsFromBase64 } from '../../src/api/wire';
import { encodePoses, encodeSeries } from '../../mock/encode';

const block = {
  links: 1,
  contactors: 1,
  origin: [1e6, -2e6, 3] as [number, number, number],
  times: Float64Array.of(0, 0.5),
  values: Float32Array.from({ length: 28 }, (_, i) => i),
};

test('poses come back as they were sent', () => {
  expect(decodePoses(encodePoses(block))).toEqual(block);
});

test('padding of shorter columns is cut off', () => {
  const long = { times: Float64Array.of(0, 1, 2), values: Float64Array.of(5, 6, NaN) };
  const short = { times: Float64Array.of(0), values: Float64Array.of(7) };
  const found = decodeSeries(encodeSeries([long, short]));
  expect([...found[0].times]).toEqual([0, 1, 2]);
  expect([...found[0].values]).toEqual([5, 6, NaN]);
  expect([...found[1].values]).toEqual([7]);
});

test('a cut or foreign answer is an error with a sentence', () => {
  const sent = encodePoses(block);
  expect(() => decodePoses(sent.slice(0, 10))).toThrow(/ended after 10 bytes/);
  expect(() => decodePoses(sent.slice(0, sent.byteLength - 4))).toThrow(/header says/);
  expect(() => decodeSeries(sent)).toThrow(/does not know/);
});

test('base64 holds little-endian floats', () => {
  const text = Buffer.from(Float32Array.of(1.5, NaN, -2).buffer).toString('base64');
  expect([...floatsFromBase64(text)]).toEqual([1.5, NaN, -2]);
});

test('ruts are tiles of heights before and after, and times', () => {
  const posts = 4;
  const buffer = new ArrayBuffer(28 + 8 + 12 * posts);
  const view = new DataView(buffer);
  [0x54524650, 1, 1].forEach((word, i) => view.setUint32(4 * i, word, true));
  view.setFloat64(12, 0.5, true);
  view.setFloat64(20, -3, true);
  view.setInt32(28, -2, true);
  view.setInt32(32, 7, true);
  for (let i = 0; i < 3 * posts; i++) view.setFloat32(36 + 4 * i, i, true);
  const { spacing, base, side, tiles: [tile] } = decodeRuts(buffer);
  expect([spacing, base, side, tile.row, tile.column]).toEqual([0.5, -3, 1, -2, 7]);
  expect([...tile.after]).toEqual([4, 5, 6, 7]);
  expect([...tile.time]).toEqual([8, 9, 10, 11]);
  expect(() => decodeRuts(buffer.slice(0, 60))).toThrow(/header says/);
});

test('footprints are nodes with their place and pressure', () => {
  const buffer = new ArrayBuffer(36 + 24 + 16);
  const view = new DataView(buffer);
  [0.02, 100, 5000, 1.5].forEach((number, i) => view.setFloat64(8 * i, number, true));
  [1, 4, 2].forEach((word, i) => view.setUint32(32 + 4 * i, word, true));
  view.setInt32(44, -3, true);
  view.setInt32(48, 10, true);
  view.setFloat32(52, 0.5, true);
  view.setFloat32(56, 4000, true);
  [0, 0, 65535, 0, 1, 2, 32768, 65533].forEach((word, i) => view.setUint16(60 + 2 * i, word, true));
  const { time, spacing, usual, parts: [part] } = decodeFootprints(buffer);
  expect([time, spacing, usual, part.contactor]).toEqual([1.5, 0.02, 5000, 4]);
  [0.2, -0.06, 100.5, 0.24, -0.04, 100.4997].forEach((value, i) => expect(part.places[i]).toBeCloseTo(value, 9));
  expect(part.pressures[0]).toBe(4000);
  expect(part.pressures[1]).toBeCloseTo(2000, 1);
  expect(() => decodeFootprints(buffer.slice(0, 70))).toThrow(/damaged/);
  expect(() => decodeFootprints(buffer.slice(0, 20))).toThrow(/damaged/);
});
