import { expect, test } from 'vitest';
import { decodePoses, decodeSeries, floatsFromBase64 } from '../../src/api/wire';
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
