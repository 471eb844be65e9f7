// What cables carry and engines give, from columns of the history. The poses know nothing of them.

import type { Client } from '../api/client';
import type { Scene } from '../api/model';
import type { Points } from '../api/wire';
import type { Run } from '../run';
import { indexAt } from '../timeline/poses';

const POINTS = 4096;

export interface CableState {
  tension_n: number;
  cut: boolean;
}

export class Rigging {
  /** The greatest tension of any cable in the whole run, newtons. */
  readonly greatest: number;
  private readonly tensions: (Points | null)[];
  private readonly lengths: (Points | null)[];
  private readonly thrusts: (Points | null)[];

  /** Columns by cable of the scene, and by engine of all its vehicles; null where there is none. */
  constructor(tensions: (Points | null)[], lengths: (Points | null)[], thrusts: (Points | null)[]) {
    this.tensions = tensions;
    this.lengths = lengths;
    this.thrusts = thrusts;
    let greatest = 0;
    for (const points of tensions) for (const value of points?.values ?? []) if (value > greatest) greatest = value;
    this.greatest = greatest;
  }

  cable(index: number, time: number): CableState {
    const length = this.lengths[index];
    const tension = recordedAt(this.tensions[index], time);
    return {
      tension_n: Number.isFinite(tension) ? tension : 0,
      // A run without the column does not know of cuts.
      cut: length != null && Number.isNaN(recordedAt(length, time)),
    };
  }

  /** Newtons; nothing where it was not recorded. */
  thrust(index: number, time: number): number {
    const found = recordedAt(this.thrusts[index], time);
    return Number.isFinite(found) ? found : 0;
  }
}

/** Reads the columns that there are; nothing for a scene without cables and engines. */
export async function rigging(client: Client, run: Run): Promise<Rigging | null> {
  const { meta, scene } = run;
  if (meta === null || scene === null) return null;
  const names = riggingColumns(scene);
  if (names.length === 0) return null;
  const recorded = new Set(meta.columns.map(({ name }) => name));
  const wanted = names.filter((name) => recorded.has(name));
  const range = { from: meta.time_start_s, to: meta.time_end_s };
  const found = await client.series(run.id, wanted, range, POINTS);
  const byName = new Map(wanted.map((name, i) => [name, found[i]]));
  return riggingOf(scene, (name) => byName.get(name) ?? null);
}

/** Columns of all cables and engines: tensions, lengths, thrusts. */
export function riggingColumns(scene: Scene): string[] {
  const cables = (scene.cables ?? []).map(({ name }) => name);
  const engines = scene.vehicles.flatMap(({ prefix, engines: own }) =>
    (own ?? []).map(({ name }) => prefix + name));
  return [
    ...cables.map((name) => `${name}.tension_n`), ...cables.map((name) => `${name}.length_m`),
    ...engines.map((name) => `${name}.thrust_n`),
  ];
}

/** What the columns say, as far as they are known. */
export function riggingOf(scene: Scene, column: (name: string) => Points | null): Rigging {
  const columns = riggingColumns(scene).map(column);
  const count = scene.cables?.length ?? 0;
  return new Rigging(columns.slice(0, count), columns.slice(count, 2 * count), columns.slice(2 * count));
}

/**
 * The value at a time: linear between numbers, held up to a gap and from the run's ends outwards.
 * Not a number in a gap.
 */
export function recordedAt(points: Points | null | undefined, time: number): number {
  if (points == null || points.times.length === 0) return NaN;
  const { times, values } = points;
  const first = indexAt(times, time);
  const second = Math.min(times.length - 1, first + 1);
  const gap = times[second] - times[first];
  if (!(gap > 0) || Number.isNaN(values[second])) return values[first];
  const share = Math.min(1, Math.max(0, (time - times[first]) / gap));
  return values[first] + share * (values[second] - values[first]);
}
