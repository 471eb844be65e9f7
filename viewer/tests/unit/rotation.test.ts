import { expect, test } from 'vitest';
import { rotated, slerp, tilt, upAxis } from '../../src/math/rotation';
import type { Quaternion } from '../../src/api/model';

const about = (axis: number, angle: number): Quaternion => {
  const q: Quaternion = [Math.cos(angle / 2), 0, 0, 0];
  q[1 + axis] = Math.sin(angle / 2);
  return q;
};
const between = (a: Quaternion, b: Quaternion, share: number): number[] => {
  const out = new Float64Array(4);
  slerp(a, 0, b, 0, share, out, 0);
  return [...out];
};
const near = (found: number[], expected: number[]): void =>
  found.forEach((value, i) => expect(value).toBeCloseTo(expected[i], 12));

test('a quaternion half way between two turns about one axis is the mean turn', () => {
  near(between(about(2, 0.2), about(2, 1.4), 0.5), about(2, 0.8));
  near(between(about(0, 0), about(0, 2), 0.25), about(0, 0.5));
});

test('interpolation takes the shorter arc, whichever sign a quaternion has', () => {
  const b = about(1, 0.6).map((x) => -x) as Quaternion;
  const [w, , y] = between(about(1, 0.2), b, 0.5);
  expect(y / w).toBeCloseTo(Math.tan(0.2), 12);
});

test('nearly equal quaternions give a unit quaternion', () => {
  const q = between(about(0, 0.1), about(0, 0.1 + 1e-9), 0.3);
  expect(Math.hypot(...q)).toBeCloseTo(1, 14);
});

test('a quarter turn about z takes east to north', () => {
  near(rotated(about(2, Math.PI / 2), [1, 0, 0]), [0, 1, 0]);
  near(rotated(about(0, Math.PI / 2), [0, 1, 0]), [0, 0, 1]);
});

test('tilt is the angle from the vertical, however the body is turned about it', () => {
  expect(tilt(about(2, 2.1), [0, 0, -3.7])).toBeCloseTo(0, 7);
  expect(tilt(about(0, 0.4), [0, 0, -3.7])).toBeCloseTo(0.4, 12);
  expect(tilt(about(1, 0.4), [-3.7 * Math.sin(0.4), 0, -3.7 * Math.cos(0.4)])).toBeCloseTo(0, 6);
});

test('the axis that is up at the start is the one that tilt is of', () => {
  expect(upAxis(about(0, 0.3), [0, 0, -3.7])).toEqual([0, 0, 1]);
  const nose = about(1, -Math.PI / 2 + 0.3);
  const axis = upAxis(nose, [0, 0, -3.7]);
  expect(axis).toEqual([1, 0, 0]);
  expect(tilt(nose, [0, 0, -3.7], axis)).toBeCloseTo(0.3, 12);
  expect(upAxis(about(0, Math.PI), [0, 0, -3.7])).toEqual([0, 0, -1]);
});
