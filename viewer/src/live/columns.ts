// Columns that grow while the simulation runs. Each keeps a bounded number of points: when it is full,
// its older half is thinned so that every extreme stays, so a whole session is there, its beginning
// coarser than its end.

import type { Points } from '../api/wire';
import { indexAt } from '../timeline/poses';

const MOST_POINTS = 8192;

export class GrowingColumn {
  private times = new Float64Array(256);
  private values = new Float64Array(256);
  private count = 0;
  private readonly most: number;

  constructor(most = MOST_POINTS) {
    this.most = most;
  }

  /** All points, as a view that holds until more are added. */
  get points(): Points {
    return { times: this.times.subarray(0, this.count), values: this.values.subarray(0, this.count) };
  }

  clear(): void {
    this.count = 0;
  }

  append({ times, values }: Points): void {
    for (let i = 0; i < times.length; i++) {
      // The server may say a record again after the connection was lost.
      if (this.count > 0 && times[i] <= this.times[this.count - 1]) continue;
      if (this.count === this.most) this.thin();
      if (this.count === this.times.length) this.enlarge();
      this.times[this.count] = times[i];
      this.values[this.count++] = values[i];
    }
  }

  private thin(): void {
    const half = this.count >> 1;
    const { times, values } = this.points;
    const kept = extremes({ times: times.slice(0, half), values: values.slice(0, half) }, half >> 1);
    this.times.set(kept.times);
    this.values.set(kept.values);
    this.times.copyWithin(kept.times.length, half, this.count);
    this.values.copyWithin(kept.values.length, half, this.count);
    this.count += kept.times.length - half;
  }

  private enlarge(): void {
    const longer = (from: Float64Array): Float64Array<ArrayBuffer> => {
      const made = new Float64Array(Math.min(this.most, 2 * from.length));
      made.set(from);
      return made;
    };
    this.times = longer(this.times);
    this.values = longer(this.values);
  }
}

/** Some of the points: the least, the greatest and a gap of every few, in the order of time. */
export function extremes(points: Points, most: number): Points {
  const count = points.times.length;
  if (count <= Math.max(4, most)) return points;
  const groups = Math.max(1, most >> 1);
  const kept: number[] = [];
  for (let group = 0; group < groups; group++) {
    const [from, to] = [Math.floor((group * count) / groups), Math.floor(((group + 1) * count) / groups)];
    let [low, high, gap] = [-1, -1, -1];
    for (let i = from; i < to; i++) {
      const value = points.values[i];
      // A line must break where there is no number.
      if (Number.isNaN(value)) gap = i;
      else if (low < 0 || value < points.values[low]) low = i;
      if (!Number.isNaN(value) && (high < 0 || value > points.values[high])) high = i;
    }
    kept.push(...[...new Set([low, high, gap])].filter((i) => i >= 0).sort((a, b) => a - b));
  }
  return {
    times: Float64Array.from(kept, (i) => points.times[i]),
    values: Float64Array.from(kept, (i) => points.values[i]),
  };
}

/** The points of a span, with the one before and the one after it. */
export function within({ times, values }: Points, from: number, to: number): Points {
  if (times.length === 0) return { times, values };
  const first = indexAt(times, from);
  const last = Math.min(times.length, indexAt(times, to) + 2);
  return { times: times.subarray(first, last), values: values.subarray(first, last) };
}
