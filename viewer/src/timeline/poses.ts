// Where everything is at any time: frames of a whole run (overview) and of a window in full
// detail, with positions interpolated linearly and rotations along the shorter arc. Forces are those of the
// record at or before the time.

import { STRIDE, type PoseBlock } from '../api/wire';
import type { TimeRange } from '../api/client';
import { slerp } from '../math/rotation';

/** The state at one time, site axes; positions absolute, in double precision. */
export interface PoseSample {
  /** x y z qw qx qy qz of each link. */
  links: Float64Array;
  /** Point x y z, force x y z and regime of each contactor. */
  contactors: Float64Array;
  /** Time of the record whose forces and regimes these are. */
  record: number;
}

export class PoseTrack {
  private whole: PoseBlock;
  private fine: PoseBlock | null = null;

  constructor(overview: PoseBlock) {
    this.whole = overview;
  }

  /** Frames of the whole run. */
  get overview(): PoseBlock { return this.whole; }

  /** Takes more frames of a run that goes on. */
  setOverview(block: PoseBlock): void {
    if (block.links === this.whole.links && block.contactors === this.whole.contactors) this.whole = block;
  }

  /** Takes a window in full detail, in place of the one before. */
  setFine(block: PoseBlock | null): void {
    const { links, contactors } = this.overview;
    const fits = block !== null && block.links === links && block.contactors === contactors;
    this.fine = fits && block.times.length > 1 ? block : null;
  }

  get fineRange(): TimeRange | null {
    return this.fine === null ? null : rangeOf(this.fine);
  }

  emptySample(): PoseSample {
    return {
      links: new Float64Array(this.overview.links * STRIDE),
      contactors: new Float64Array(this.overview.contactors * STRIDE),
      record: NaN,
    };
  }

  sample(time: number, out: PoseSample): void {
    sampleBlock(this.blockAt(time), time, out);
  }

  private blockAt(time: number): PoseBlock {
    if (this.fine === null) return this.overview;
    const { from, to } = rangeOf(this.fine);
    return from <= time && time <= to ? this.fine : this.overview;
  }
}

/** The last index whose time is at or before `time`, at least 0. */
export function indexAt(times: Float64Array, time: number): number {
  let low = 0;
  let high = times.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (times[middle] <= time) low = middle;
    else high = middle - 1;
  }
  return low;
}

export function sampleBlock(block: PoseBlock, time: number, out: PoseSample): void {
  const { times, values, origin, links, contactors } = block;
  if (times.length === 0) return;
  const first = indexAt(times, time);
  const second = Math.min(times.length - 1, first + 1);
  const gap = times[second] - times[first];
  const share = gap > 0 ? Math.min(1, Math.max(0, (time - times[first]) / gap)) : 0;
  const held = share < 1 ? first : second;
  const stride = (links + contactors) * STRIDE;
  const lerp = (i: number): number => {
    const a = values[first * stride + i];
    return a + share * (values[second * stride + i] - a);
  };
  for (let link = 0; link < links; link++) {
    const at = link * STRIDE;
    for (let axis = 0; axis < 3; axis++) out.links[at + axis] = origin[axis] + lerp(at + axis);
    slerp(values, first * stride + at + 3, values, second * stride + at + 3, share,
      out.links, at + 3);
  }
  for (let contactor = 0; contactor < contactors; contactor++) {
    const at = contactor * STRIDE;
    const from = (links + contactor) * STRIDE;
    for (let i = 0; i < 3; i++) out.contactors[at + i] = origin[i] + lerp(from + i);
    // A regime is a name, not a quantity: it holds until the next frame, and the force with it. Between a
    // record that is apart and one that bears nothing shows when it touched.
    for (let i = 3; i < STRIDE; i++) out.contactors[at + i] = values[held * stride + from + i];
  }
  out.record = times[held];
}

function rangeOf(block: PoseBlock): TimeRange {
  return { from: block.times[0], to: block.times[block.times.length - 1] };
}
