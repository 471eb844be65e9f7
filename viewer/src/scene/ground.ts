// The ground as a grid of heights: what is asked of it by everything that lies on it. Rows go from
// south to north; a post that is no number is a hole.

import type { TerrainGrid } from '../api/model';
import { floatsFromBase64 } from '../api/wire';

export class Ground {
  readonly columns: number;
  readonly rows: number;
  readonly cell: number;
  readonly x0: number;
  readonly y0: number;
  readonly heights: Float32Array;

  constructor(grid: TerrainGrid) {
    this.columns = grid.columns;
    this.rows = grid.rows;
    this.cell = grid.cell_m;
    this.x0 = grid.x0_m;
    this.y0 = grid.y0_m;
    this.heights = floatsFromBase64(grid.heights_f32);
    if (this.heights.length !== this.columns * this.rows || !(this.cell > 0)) {
      throw new Error(
        `scene.json: the ground has ${this.heights.length} heights where its size is `
        + `${this.columns} × ${this.rows}.`,
      );
    }
  }

  get range(): [number, number] {
    let low = Infinity;
    let high = -Infinity;
    for (const height of this.heights) {
      if (height < low) low = height;
      if (height > high) high = height;
    }
    return low <= high ? [low, high] : [0, 0];
  }

  at(column: number, row: number): number {
    return this.heights[row * this.columns + column];
  }

  /** The height of the drawn surface, whose cells are cut from south-west to north-east. */
  heightAt(x: number, y: number): number {
    const u = (x - this.x0) / this.cell;
    const v = (y - this.y0) / this.cell;
    const column = Math.min(this.columns - 2, Math.floor(u));
    const row = Math.min(this.rows - 2, Math.floor(v));
    if (!(column >= 0 && row >= 0 && u <= this.columns - 1 && v <= this.rows - 1)) return NaN;
    const a = u - column;
    const b = v - row;
    const southWest = this.at(column, row);
    const northEast = this.at(column + 1, row + 1);
    if (a >= b) {
      const southEast = this.at(column + 1, row);
      return southWest + a * (southEast - southWest) + b * (northEast - southEast);
    }
    const northWest = this.at(column, row + 1);
    return southWest + b * (northWest - southWest) + a * (northEast - northWest);
  }

  /** Slope at a post by central differences, as (dz/dx, dz/dy); one-sided at edges and holes. */
  gradient(column: number, row: number): [number, number] {
    const slope = (before: number, here: number, after: number): number => {
      if (Number.isNaN(before)) return Number.isNaN(after) ? 0 : (after - here) / this.cell;
      return Number.isNaN(after) ? (here - before) / this.cell : (after - before) / (2 * this.cell);
    };
    const post = (c: number, r: number): number =>
      c < 0 || r < 0 || c >= this.columns || r >= this.rows ? NaN : this.at(c, r);
    const here = this.at(column, row);
    return [
      slope(post(column - 1, row), here, post(column + 1, row)),
      slope(post(column, row - 1), here, post(column, row + 1)),
    ];
  }

  /** Corners of the triangles, without those that touch a hole. */
  triangles(): Uint32Array {
    const out = new Uint32Array(6 * (this.columns - 1) * (this.rows - 1));
    let count = 0;
    const push = (a: number, b: number, c: number): void => {
      const sum = this.heights[a] + this.heights[b] + this.heights[c];
      if (Number.isNaN(sum)) return;
      out[count++] = a;
      out[count++] = b;
      out[count++] = c;
    };
    for (let row = 0; row + 1 < this.rows; row++) {
      for (let column = 0; column + 1 < this.columns; column++) {
        const sw = row * this.columns + column;
        const nw = sw + this.columns;
        push(sw, sw + 1, nw + 1);
        push(sw, nw + 1, nw);
      }
    }
    return out.subarray(0, count);
  }
}
