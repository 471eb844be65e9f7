// Frames that grow while the simulation runs: one block of poses, as a finished run has it. When it is
// full, every second frame of its older half goes.

import { STRIDE, type PoseBlock } from '../api/wire';

const MOST_FRAMES = 6000;

export class GrowingPoses {
  private readonly most: number;
  private links = 0;
  private contactors = 0;
  private origin: PoseBlock['origin'] = [0, 0, 0];
  private times = new Float64Array(256);
  private values = new Float32Array();
  private count = 0;

  constructor(most = MOST_FRAMES) {
    this.most = most;
  }

  /** All frames, as a view that holds until more are added. */
  get block(): PoseBlock {
    const { links, contactors, origin } = this;
    return {
      links, contactors, origin,
      times: this.times.subarray(0, this.count), values: this.values.subarray(0, this.count * this.stride),
    };
  }

  /** Begins anew with these frames. */
  replace(block: PoseBlock): void {
    this.links = block.links;
    this.contactors = block.contactors;
    this.origin = block.origin;
    this.values = new Float32Array(this.times.length * this.stride);
    this.count = 0;
    this.append(block);
  }

  append(block: PoseBlock): void {
    if (block.links !== this.links || block.contactors !== this.contactors) return;
    const { stride } = this;
    // Each block has an origin of its own.
    const shift = block.origin.map((place, axis) => place - this.origin[axis]);
    for (let frame = 0; frame < block.times.length; frame++) {
      if (this.count > 0 && block.times[frame] <= this.times[this.count - 1]) continue;
      if (this.count === this.most) this.thin();
      if (this.count === this.times.length) this.enlarge();
      const at = this.count * stride;
      this.values.set(block.values.subarray(frame * stride, (frame + 1) * stride), at);
      for (let place = 0; place < stride; place += STRIDE) {
        for (let axis = 0; axis < 3; axis++) this.values[at + place + axis] += shift[axis];
      }
      this.times[this.count++] = block.times[frame];
    }
  }

  private get stride(): number {
    return (this.links + this.contactors) * STRIDE;
  }

  private thin(): void {
    const { stride } = this;
    let kept = 0;
    for (let frame = 0; frame < this.count; frame++) {
      if (frame < this.count / 2 && frame % 2 === 1) continue;
      this.times[kept] = this.times[frame];
      this.values.copyWithin(kept * stride, frame * stride, (frame + 1) * stride);
      kept++;
    }
    this.count = kept;
  }

  private enlarge(): void {
    const capacity = Math.min(this.most, 2 * this.times.length);
    const times = new Float64Array(capacity);
    const values = new Float32Array(capacity * this.stride);
    times.set(this.times);
    values.set(this.values);
    this.times = times;
    this.values = values;
  }
}
