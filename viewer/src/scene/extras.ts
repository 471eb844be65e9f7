// What the scene draws besides poses, from columns of the history: the path of the centre of mass
// and how deep each contactor was in the ground.

import type { Client } from '../api/client';
import type { Run } from '../run';
import { valueAt } from '../plots/table';
import type { RunActor } from './actor';

const POINTS = 4096;

/** The centre of mass of a vehicle at the overview's times, or nothing; its columns have the prefix. */
export async function massPath(client: Client, run: Run, prefix: string): Promise<Float64Array | null> {
  const { meta, track } = run;
  if (meta === null || track === null) return null;
  const names = ['x', 'y', 'z'].map((axis) => `${prefix}com.${axis}_m`);
  if (!names.every((name) => meta.columns.some((column) => column.name === name))) return null;
  const range = { from: meta.time_start_s, to: meta.time_end_s };
  const found = await client.series(run.id, names, range, POINTS);
  const { times } = track.overview;
  const path = new Float64Array(3 * times.length);
  found.forEach((points, axis) => {
    const curve = { label: '', ...points };
    times.forEach((time, i) => { path[3 * i + axis] = valueAt(curve, time); });
  });
  return path.every(Number.isFinite) ? path : null;
}

export interface Sinkage {
  /** Metres below the ground of a contactor (in the actor's order) at a time. */
  at: (contactor: number, time: number) => number;
  deepest: number;
}

export async function sinkage(client: Client, run: Run, actor: RunActor): Promise<Sinkage | null> {
  const { meta } = run;
  if (meta === null) return null;
  const names = actor.contactors.map(({ prefix, contactor }) => `${prefix}${contactor.name}.gap_m`);
  if (!names.every((name) => meta.columns.some((column) => column.name === name))) return null;
  const range = { from: meta.time_start_s, to: meta.time_end_s };
  const found = await client.series(run.id, names, range, POINTS);
  const curves = found.map((points) => ({ label: '', ...points }));
  let deepest = 0;
  for (const { values } of curves) for (const gap of values) if (-gap > deepest) deepest = -gap;
  return {
    at: (contactor, time) => Math.max(0, -valueAt(curves[contactor], time)),
    deepest,
  };
}
