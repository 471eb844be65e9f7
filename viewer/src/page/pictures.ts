// What the cameras of the runs last saw at the shown time.

import { type Client, isAbort } from '../api/client';
import type { CameraInfo } from '../api/model';
import { h } from './dom';

const PAUSE_MS = 80;

/** One camera of one run: asks for the newest sample, one question at a time. */
class Viewfinder {
  readonly element: HTMLElement;
  private readonly images: HTMLImageElement[];
  private readonly caption = h('figcaption', {});
  private readonly client: Client;
  private readonly run: number;
  private readonly camera: CameraInfo;
  private shown: number | null = null;
  private wanted: number | null = null;
  private busy = false;

  constructor(client: Client, run: number, label: string, camera: CameraInfo) {
    this.client = client;
    this.run = run;
    this.camera = camera;
    const eyes = camera.eyes === 2 ? ['left', 'right'] : camera.eyes === 1 ? ['picture'] : [];
    this.images = eyes.map((eye) => h('img', {
      alt: `${camera.name}, ${eye}`, width: camera.width_px, height: camera.height_px, hidden: true,
    }));
    const note = eyes.length > 0 ? null
      : h('p', { class: 'quiet' }, `Depths only: the files are in images/${camera.name}.`);
    this.element = h('figure', { class: 'viewfinder' },
      h('h3', {}, label === '' ? camera.name : `${camera.name} (${label})`),
      h('div', { class: 'eyes' }, ...this.images), note, this.caption);
  }

  want(time: number): void {
    this.wanted = time;
    if (!this.busy) void this.work();
  }

  private async work(): Promise<void> {
    this.busy = true;
    while (this.wanted !== null) {
      const time = this.wanted;
      this.wanted = null;
      try {
        await this.show(time);
      } catch (cause) {
        if (!isAbort(cause)) this.caption.textContent = cause instanceof Error ? cause.message : String(cause);
      }
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
    }
    this.busy = false;
  }

  private async show(time: number): Promise<void> {
    const sample = await this.client.sample(this.run, this.camera.name, time);
    if (sample === null) {
      this.shown = null;
      for (const image of this.images) image.hidden = true;
      this.caption.textContent = 'No picture yet.';
      return;
    }
    if (sample.number === this.shown) return;
    this.shown = sample.number;
    this.images.forEach((image, eye) => {
      image.src = this.client.pictureAddress(this.run, this.camera.name, sample.number, eye);
      image.hidden = false;
    });
    this.caption.textContent = `number ${sample.number}, at ${Number(sample.time_s.toFixed(6))} s`;
  }
}

/** The page of all cameras. */
export class PicturePanel {
  readonly element = h('div', { class: 'pictures' });
  private readonly finders: Viewfinder[];

  constructor(client: Client, runs: { id: number; label: string; cameras: CameraInfo[] }[]) {
    const several = runs.length > 1;
    this.finders = runs.flatMap((run) => run.cameras.map(
      (camera) => new Viewfinder(client, run.id, several ? run.label : '', camera)));
    this.element.append(...this.finders.map((finder) => finder.element));
  }

  get empty(): boolean { return this.finders.length === 0; }

  /** Shows what was seen last at this time. */
  follow(time: number): void {
    for (const finder of this.finders) finder.want(time);
  }
}
