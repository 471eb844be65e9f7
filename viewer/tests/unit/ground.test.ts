import { expect, test } from 'vitest';
import { Ground } from '../../src/scene/ground';
import { lengthText, linear, rampColour, roundLength, shade } from '../../src/scene/colouring';

const ground = (columns: number, rows: number, height: (c: number, r: number) => number): Ground =>
  new Ground({
    x0_m: 10, y0_m: 20, cell_m: 0.5, columns, rows,
    heights_f32: Buffer.from(Float32Array.from({ length: columns * rows },
      (_, i) => height(i % columns, Math.floor(i / columns))).buffer).toString('base64'),
  });

test('on a plane every height and gradient is the plane’s', () => {
  const plane = ground(4, 3, (c, r) => 1 + 0.5 * c - 0.25 * r);
  expect(plane.heightAt(10.6, 20.3)).toBeCloseTo(1 + 0.6 - 0.15, 6);
  expect(plane.heightAt(11.5, 21)).toBeCloseTo(1 + 1.5 - 0.5, 6);
  expect(plane.gradient(0, 0)).toEqual([1, -0.5]);
  expect(plane.gradient(2, 1)).toEqual([1, -0.5]);
});

test('outside the ground there is no height', () => {
  const plane = ground(3, 3, () => 0);
  expect(plane.heightAt(9.99, 20)).toBeNaN();
  expect(plane.heightAt(10, 21.01)).toBeNaN();
});

test('triangles that touch a hole are left out', () => {
  expect(ground(3, 3, () => 0).triangles().length).toBe(8 * 3);
  expect(ground(3, 3, (c, r) => (c === 1 && r === 1 ? NaN : 0)).triangles().length).toBe(2 * 3);
});

test('heights that do not fill the grid are an error', () => {
  expect(() => new Ground({ x0_m: 0, y0_m: 0, cell_m: 1, columns: 2, rows: 2, heights_f32: '' }))
    .toThrow(/0 heights where its size is 2 × 2/);
});

test('level ground has the sine of the sun’s elevation as its shade', () => {
  const elevation = 0.6;
  const sun: [number, number, number] = [0, Math.cos(elevation), Math.sin(elevation)];
  expect(shade([0, 0], sun, 1)).toBeCloseTo(Math.sin(elevation), 12);
  expect(shade([0, -Math.tan(Math.PI / 2 - elevation)], sun, 1)).toBeCloseTo(1, 12);
});

test('ramps begin and end with their stops', () => {
  expect(rampColour(['#000000', '#ff0000'], 1)).toEqual([1, 0, 0]);
  expect(rampColour(['#102030', '#ff0000'], NaN)).toEqual(linear('#102030'));
});

test('scale bars are 1, 2 or 5 times a power of ten', () => {
  expect([0.3, 1, 4.9, 5, 99, 2000].map(roundLength)).toEqual([0.2, 1, 2, 5, 50, 2000]);
  expect([0.005, 0.2, 50, 2000].map(lengthText)).toEqual(['5 mm', '20 cm', '50 m', '2 km']);
});
