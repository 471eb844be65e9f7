// Curves of a plot from the server: each shown run's decimated columns, and measured values that a
// scenario compares with.

import { Client, type TimeRange } from '../api/client';
import type { Run } from '../run';
import { channelPoints, channelsOf, plotLabels, type Channel } from './channels';
import type { Curve } from './table';

const PALETTE = [
  '#3b7dd8', '#d9762b', '#2c9c79', '#b0529f', '#c29a1e', '#6470d6', '#a0563f', '#5f8a99', '#7a9a2e',
  '#cf4f62',
];
const DASHES: number[][] = [[], [7, 4], [2, 3], [9, 3, 2, 3]];

export interface PlotCurve extends Curve {
  /** The label without the run's name: curves of one channel share it. */
  short: string;
  run: Run;
  channel: Channel;
  colour: string;
  dash: number[];
  /** Points of a measurement, not joined by lines. */
  measured: boolean;
}

/** All curves of these channels. Runs without a column are left out of it. */
export async function loadCurves(
  client: Client, runs: Run[], channels: Channel[], range: TimeRange, n: number, signal?: AbortSignal,
): Promise<PlotCurve[]> {
  const labels = plotLabels(channels);
  const several = runs.length > 1;
  const parts = await Promise.all(runs.map(async (run) => {
    const mine = available(run, channels);
    const styled = (channel: Channel): Omit<PlotCurve, 'times' | 'values' | 'measured'> => {
      const at = channels.indexOf(channel);
      return {
        run, channel,
        short: labels[at],
        label: several ? `${labels[at]} · ${run.label}` : labels[at],
        colour: several && channels.length === 1 ? run.colour : PALETTE[at % PALETTE.length],
        dash: DASHES[run.index % DASHES.length],
      };
    };
    const found = await client.series(run.id, mine.map(({ source }) => source), range, n, signal);
    const curves = mine.map((channel, i): PlotCurve => ({
      ...styled(channel), ...channelPoints(channel, found[i]), measured: false,
    }));
    return [...curves, ...await measured(client, run, mine, styled, signal)];
  }));
  return parts.flat();
}

async function measured(
  client: Client, run: Run, channels: Channel[],
  styled: (channel: Channel) => Omit<PlotCurve, 'times' | 'values' | 'measured'>, signal?: AbortSignal,
): Promise<PlotCurve[]> {
  const all = await Promise.all((run.meta?.compares ?? []).map(async (comparison, index) => {
    const wanted = channels.filter(({ derived, name }) =>
      !derived && comparison.columns.some((column) => column.name === name));
    const found = await client.compare(run.id, index, wanted.map(({ name }) => name), signal);
    return wanted.map((channel, i): PlotCurve => {
      const column = comparison.columns.find(({ name }) => name === channel.name);
      const label = column?.label ?? channel.name;
      const named = `${label} · ${comparison.label}`;
      return { ...styled(channel), ...found[i], label: named, short: named, measured: true };
    });
  }));
  return all.flat();
}

function available(run: Run, channels: Channel[]): Channel[] {
  const known = new Set(channelsOf(run.meta?.columns ?? []).map(({ name }) => name));
  return channels.filter(({ name }) => known.has(name));
}
