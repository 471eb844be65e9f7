// The path of a centre of mass: faint for what is to come, strong for what has been.

import { Group } from 'three';
import { Line2 } from 'three/examples/jsm/lines/Line2.js';
import { LineGeometry } from 'three/examples/jsm/lines/LineGeometry.js';
import { LineMaterial } from 'three/examples/jsm/lines/LineMaterial.js';
import { indexAt } from '../timeline/poses';
import type { Anchor } from './anchor';

export class Trail {
  readonly group = new Group();
  private readonly times: Float64Array;
  private readonly past: Line2;

  /** `points` holds x y z for each time. */
  constructor(times: Float64Array, points: Float64Array, anchor: Anchor, colour: string) {
    this.times = times;
    const near = new Float32Array(points.length);
    for (let i = 0; i < points.length; i += 3) {
      near[i] = anchor.x(points[i]);
      near[i + 1] = anchor.y(points[i + 1]);
      near[i + 2] = anchor.z(points[i + 2]);
    }
    const whole = line(near, colour, 1.5, 0.3);
    this.past = line(near, colour, 2.5, 1);
    this.group.add(whole, this.past);
  }

  update(time: number): void {
    this.past.geometry.instanceCount = indexAt(this.times, time);
  }
}

/** Frees what the graphics card holds of a trail. */
export function disposeTrail({ group }: Trail): void {
  for (const child of group.children as Line2[]) {
    child.geometry.dispose();
    child.material.dispose();
  }
}

function line(points: Float32Array, color: string, linewidth: number, opacity: number): Line2 {
  const geometry = new LineGeometry();
  // A line of one point is drawn as one of no length.
  geometry.setPositions(points.length >= 6 ? points : [...points, ...points]);
  const material = new LineMaterial({ color, linewidth, transparent: true, opacity, fog: false });
  const made = new Line2(geometry, material);
  made.frustumCulled = false;
  made.renderOrder = 5;
  return made;
}
