// A run as the page holds it: what the server sent, what is drawn, whether it is shown.

import { Client, messageOf } from './api/client';
import type { Meta, RunEntry, Scene } from './api/model';
import { OVERVIEW_FRAMES } from './timeline/window';
import { PoseTrack } from './timeline/poses';

/** Colours of runs in comparisons; the first run is drawn in its own colours in the scene. */
const COLOURS = ['#2f6fde', '#d8612c', '#2a9d78', '#a44fb0', '#b8901e', '#3d8fa8'];

export class Run {
  readonly entry: RunEntry;
  readonly index: number;
  readonly colour: string;
  visible = true;
  meta: Meta | null = null;
  scene: Scene | null = null;
  track: PoseTrack | null = null;
  /** Sentences about what is broken or missing. */
  problems: string[] = [];

  constructor(entry: RunEntry, index: number) {
    this.entry = entry;
    this.index = index;
    this.colour = COLOURS[index % COLOURS.length];
  }

  get id(): number { return this.entry.id; }
  get label(): string { return this.meta?.label ?? this.entry.label; }

  /** Whether there is anything to show of it. */
  get readable(): boolean { return this.meta !== null; }

  /** Loads all that the first picture needs. What fails becomes a sentence, not an exception. */
  async load(client: Client): Promise<void> {
    if (this.entry.error !== null) {
      this.problems.push(this.entry.error);
      return;
    }
    const scene = client.scene(this.id).catch((cause) => this.failed(messageOf(cause)));
    try {
      this.meta = await client.meta(this.id);
    } catch (cause) {
      this.failed(messageOf(cause));
      return;
    }
    this.problems.push(...this.meta.problems);
    const range = { from: this.meta.time_start_s, to: this.meta.time_end_s };
    const poses = client.poses(this.id, range, OVERVIEW_FRAMES)
      .catch((cause) => this.failed(messageOf(cause)));
    const [foundScene, block] = await Promise.all([scene, poses]);
    this.scene = foundScene;
    if (block !== null && block.times.length > 0) this.track = new PoseTrack(block);
    this.checkAgreement();
  }

  private failed(message: string): null {
    if (!this.problems.includes(message)) this.problems.push(message);
    return null;
  }

  /** Poses and scene must speak of the same links. */
  private checkAgreement(): void {
    if (this.scene === null || this.track === null) return;
    const links = this.scene.vehicles.reduce((sum, vehicle) => sum + vehicle.links.length, 0);
    const contactors = this.scene.vehicles.reduce((sum, vehicle) => sum + vehicle.contactors.length, 0);
    const { overview } = this.track;
    if (overview.links === links && overview.contactors === contactors) return;
    this.failed(`scene.json has ${links} links and ${contactors} contactors, the history `
      + `${overview.links} and ${overview.contactors}: they are not of the same run.`);
    this.track = null;
  }
}
