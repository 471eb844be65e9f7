// Graphics cards reckon in single precision, sites are hundreds of kilometres wide: everything is
// drawn relative to an anchor near the motion, subtracted in double precision.

import type { Vector } from '../api/model';

export class Anchor {
  readonly at: Vector;

  constructor(near: Vector) {
    // A round number, so that lines of the grid stay where the site's coordinates are round.
    this.at = near.map((value) => Math.round(value / 100) * 100) as Vector;
  }

  x(value: number): number { return value - this.at[0]; }
  y(value: number): number { return value - this.at[1]; }
  z(value: number): number { return value - this.at[2]; }

  /** Where in the site a drawn point is. */
  site({ x, y, z }: { x: number; y: number; z: number }): Vector {
    return [x + this.at[0], y + this.at[1], z + this.at[2]];
  }
}
