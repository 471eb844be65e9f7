import { PerspectiveCamera, Vector3 } from 'three';
import { describe, expect, test } from 'vitest';
import { apart, spotOf } from '../../src/scene/labels';
import { around, company } from '../../src/scene/vehicles';

const ball = (x: number, radius: number): { centre: Vector3; radius: number } =>
  ({ centre: new Vector3(x, 0, 0), radius });

describe('spheres', () => {
  test('the sphere around one vehicle is its own, and around two holds both', () => {
    expect(around([ball(3, 2)])).toEqual({ centre: new Vector3(3, 0, 0), radius: 2 });
    const both = around([ball(0, 1), ball(300, 3)]);
    expect(both.centre.x).toBeCloseTo(151, 9);
    expect(both.radius).toBeCloseTo(152, 9);
  });

  test('a vehicle without a place does not spoil the picture of the others', () => {
    expect(around([ball(NaN, 1), ball(5, 2)])).toEqual({ centre: new Vector3(5, 0, 0), radius: 2 });
    expect(around([])).toEqual({ centre: new Vector3(), radius: 0 });
  });

  test('a vehicle has the company of those a few sizes away', () => {
    const [one, near, far] = [ball(0, 2), ball(9, 1), ball(300, 2)];
    expect(company([one, near, far], one)).toEqual([one, near]);
  });
});

describe('labels', () => {
  const camera = new PerspectiveCamera(90, 2, 0.1, 1000);
  camera.updateMatrixWorld();
  const spot = (x: number, y: number, z: number): ReturnType<typeof spotOf> =>
    spotOf(new Vector3(x, y, z), camera, 800, 400);

  test('what is looked at stands in the middle', () => {
    expect(spot(0, 0, -10)).toEqual({ x: 400, y: 200, outside: false });
    const right = spot(5, 0, -10);
    expect(right.x).toBeCloseTo(500, 9);
    expect(right.outside).toBe(false);
  });

  test('what is outside stands at the edge, on its side', () => {
    const right = spot(900, 0, -10);
    expect(right).toMatchObject({ outside: true, y: 200 });
    expect(right.x).toBeGreaterThan(750);
    expect(right.x).toBeLessThan(800);
    const above = spot(0, 50, -10);
    expect(above).toMatchObject({ outside: true, x: 400 });
    expect(above.y).toBeLessThan(60);
  });

  test('what is behind the camera stands at the edge where one would turn to', () => {
    const behind = spot(5, 0, 10);
    expect(behind.outside).toBe(true);
    expect(behind.x).toBeGreaterThan(750);
  });

  test('names that would cover each other are stacked, others stay', () => {
    const at = (x: number, y: number): { x: number; y: number; outside: boolean } => ({ x, y, outside: false });
    const [a, b, c] = apart([at(100, 100), at(110, 95), at(400, 95)]);
    expect(a).toEqual(at(100, 100));
    expect(b.y).toBeLessThanOrEqual(80);
    expect(c).toEqual(at(400, 95));
  });
});
