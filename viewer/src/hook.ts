// What tests of the page may read: `window.planetfall`, frozen, without any way to change things.

import type { Status } from './api/live';
import type { Vector } from './api/model';

export interface LiveView extends Status {
  readonly session: string;
  readonly actual: number | null;
  readonly connected: boolean;
  readonly following: boolean;
  readonly saved: { run: number; folder: string } | null;
  /** The goal that is drawn. */
  readonly marker: [number, number] | null;
  /** Where the light comes from. */
  readonly sunDirection: Vector | null;
}

export interface Hook {
  readonly loaded: boolean;
  readonly time: number;
  readonly end: number;
  readonly playing: boolean;
  readonly speed: number;
  readonly camera: string;
  readonly colouring: string;
  readonly position: Vector | null;
  readonly runs: { label: string; visible: boolean; position: Vector | null; detail: boolean }[];
  readonly playheads: number[];
  readonly range: { from: number; to: number };
  readonly pictures: number;
  /** Name of the vehicle that is followed, or `all`. */
  readonly followed: string;
  readonly vehicles: { name: string; position: Vector }[];
  /** Cables and plumes that are drawn now. */
  readonly cables: number;
  readonly plumes: number;
  /** Contact forces: the time of their record, and which have an arrow. */
  readonly forces: { record: number; arrows: boolean[] } | null;
  /** Pressure on the soil: nodes that bear at the shown time, the greatest there, and the end of the scale. */
  readonly pressure: { nodes: number; shown_pa: number; usual_pa: number; visible: boolean } | null;
  /** The simulation that is shown while it runs. */
  readonly live: LiveView | null;
  /** Moved soil: tiles, greatest drop, and the share of it that has moved until the shown time. */
  readonly ruts: { tiles: number; deepest_m: number; moved: number } | null;
}

declare global {
  interface Window {
    planetfall?: Hook;
  }
}

export function offer(hook: Hook): void {
  Object.defineProperty(window, 'planetfall', { value: Object.freeze(hook), writable: false });
}
