// Quaternions with the scalar part first, in flat arrays, as the server sends them.

import type { Quaternion, Vector } from '../api/model';

type Numbers = ArrayLike<number>;

/**
 * Shoemake's spherical interpolation between the quaternions at `a` and `b` of two arrays, along
 * the shorter arc, written to `out` at `at`. Nearly equal ones are interpolated linearly, where
 * the sine in the denominator vanishes.
 */
export function slerp(
  from: Numbers, a: number, to: Numbers, b: number, share: number, out: Float64Array, at: number,
): void {
  let dot = 0;
  for (let i = 0; i < 4; i++) dot += from[a + i] * to[b + i];
  const sign = dot < 0 ? -1 : 1;
  dot = Math.min(1, Math.abs(dot));
  let weightFrom = 1 - share;
  let weightTo = share;
  if (dot < 0.9995) {
    const angle = Math.acos(dot);
    const sine = Math.sin(angle);
    weightFrom = Math.sin((1 - share) * angle) / sine;
    weightTo = Math.sin(share * angle) / sine;
  }
  let norm = 0;
  for (let i = 0; i < 4; i++) {
    const value = weightFrom * from[a + i] + sign * weightTo * to[b + i];
    out[at + i] = value;
    norm += value * value;
  }
  norm = Math.sqrt(norm) || 1;
  for (let i = 0; i < 4; i++) out[at + i] /= norm;
}

/** The vector turned by the quaternion. */
export function rotated([w, x, y, z]: Quaternion, [a, b, c]: Vector): Vector {
  // v + 2 q × (q × v + w v)
  const tx = y * c - z * b + w * a;
  const ty = z * a - x * c + w * b;
  const tz = x * b - y * a + w * c;
  return [
    a + 2 * (y * tz - z * ty),
    b + 2 * (z * tx - x * tz),
    c + 2 * (x * ty - y * tx),
  ];
}

/**
 * The axis of the body (one of ±x, ±y, ±z) that points up most nearly at an attitude. Body frames
 * differ: a rover's z is up, a lander's is often forward or down.
 */
export function upAxis(attitude: Quaternion, gravity: Vector): Vector {
  const axes = [0, 1, 2].flatMap((axis) => [1, -1].map((sign) =>
    [0, 1, 2].map((i) => (i === axis ? sign : 0)) as Vector));
  return axes.reduce((best, axis) =>
    (tilt(attitude, gravity, axis) < tilt(attitude, gravity, best) - 1e-9 ? axis : best), [0, 0, 1]);
}

/** The angle between an axis of the body and the direction against gravity, in radians. */
export function tilt(attitude: Quaternion, gravity: Vector, axis: Vector = [0, 0, 1]): number {
  const up = rotated(attitude, axis);
  const size = Math.hypot(...gravity);
  if (size === 0) return Math.acos(Math.max(-1, Math.min(1, up[2])));
  const cosine = -(up[0] * gravity[0] + up[1] * gravity[1] + up[2] * gravity[2]) / size;
  return Math.acos(Math.max(-1, Math.min(1, cosine)));
}
