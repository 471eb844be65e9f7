// The binary answers of the server, written: the other side of `src/api/wire.ts`.

import type { Points, PoseBlock } from '../src/api/wire';

export function encodePoses(block: PoseBlock): ArrayBuffer {
  const { times, values, origin } = block;
  const out = new ArrayBuffer(40 + times.byteLength + values.byteLength);
  const view = new DataView(out);
  [0x50464c50, times.length, block.links, block.contactors]
    .forEach((word, i) => view.setUint32(4 * i, word, true));
  origin.forEach((value, i) => view.setFloat64(16 + 8 * i, value, true));
  new Float64Array(out, 40, times.length).set(times);
  new Float32Array(out, 40 + times.byteLength, values.length).set(values);
  return out;
}

export function encodeSeries(columns: Points[]): ArrayBuffer {
  const points = Math.max(0, ...columns.map(({ times }) => times.length));
  const out = new ArrayBuffer(16 + columns.length * points * 16);
  const view = new DataView(out);
  [0x50464c53, columns.length, points, 0].forEach((word, i) => view.setUint32(4 * i, word, true));
  columns.forEach(({ times, values }, column) => {
    const all = new Float64Array(out, 16 + column * points * 16, 2 * points).fill(NaN);
    all.set(times);
    all.set(values, points);
  });
  return out;
}
