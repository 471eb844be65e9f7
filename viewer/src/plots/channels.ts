// What can be plotted: every recorded column, and the sinkage of each contactor, which is how far
// its lowest point is under the ground: minus the gap, and nothing while it is apart.

import type { ColumnInfo } from '../api/model';
import type { Points } from '../api/wire';
import { capitalised, entityOf, quantityOf, shortNames, words } from '../page/text';

export interface Channel {
  /** Name of the channel: the column's, or the derived one's. */
  name: string;
  /** The recorded column that it is made of. */
  source: string;
  unit: string;
  description: string;
  derived: boolean;
}

const GAP = '.gap_m';

/** All channels that some columns offer, the derived ones last. */
export function channelsOf(columns: ColumnInfo[]): Channel[] {
  const recorded = columns
    .filter((column) => column.name !== 'time_s')
    .map(({ name, unit, description }) => ({
      name, source: name, unit, description, derived: false,
    }));
  const sinkage = columns
    .filter((column) => column.name.endsWith(GAP))
    .map(({ name }) => ({
      name: `${name.slice(0, -GAP.length)}.sinkage_m`,
      source: name,
      unit: 'm',
      description: 'Depth below the ground, minus the gap, 0 while apart',
      derived: true,
    }));
  return [...recorded, ...sinkage];
}

/** The channel's values from those of its column. */
export function channelPoints(channel: Channel, points: Points): Points {
  if (!channel.derived) return points;
  return { times: points.times, values: points.values.map((value) => channelValue(channel, value)) };
}

/** One value of a channel from that of its column. */
export function channelValue(channel: Channel, value: number): number {
  return channel.derived ? Math.max(0, -value) : value;
}

/** The plots that every run begins with, as far as it has their columns. */
export function defaultPlots(channels: Channel[]): Channel[][] {
  const ending = (tail: string): Channel[] => channels.filter(({ name }) => name.endsWith(tail));
  const energy = channels.filter(({ name }) => /(^|\.)energy\.\w+_j$/.test(name));
  return [ending('.tension_n'), ending('.thrust_n'), ending('.normal_force_n'), ending('.slip_speed_m_per_s'), ending('.sinkage_m'), energy]
    .filter((plot) => plot.length > 0);
}

/** What a plot of these channels is called: their common quantity, else their entity. */
export function plotTitle(channels: Channel[]): string {
  if (channels.length === 0) return 'Empty plot';
  const quantities = new Set(channels.map(({ name, unit }) => quantityOf(name, unit)));
  const entities = new Set(channels.map(({ name }) => entityOf(name)));
  if (channels.length === 1) {
    return capitalised(words(`${[...entities][0]} ${[...quantities][0]}`).trim());
  }
  if (quantities.size === 1) return capitalised([...quantities][0]);
  if (entities.size === 1 && !entities.has('')) return capitalised(words([...entities][0]));
  return capitalised([...quantities].slice(0, 2).join(', ')) + (quantities.size > 2 ? ' …' : '');
}

/** Short labels for the legend: what distinguishes the channels of one plot. */
export function plotLabels(channels: Channel[]): string[] {
  const quantities = channels.map(({ name, unit }) => quantityOf(name, unit));
  const entities = channels.map(({ name }) => entityOf(name));
  if (new Set(quantities).size === 1 && channels.length > 1) return shortNames(entities);
  if (new Set(entities).size === 1) return quantities;
  return channels.map((_, i) => words(`${entities[i]} ${quantities[i]}`).trim());
}

/** The common unit, or nothing where they differ. */
export function plotUnit(channels: Channel[]): string {
  const units = new Set(channels.map(({ unit }) => unit));
  return units.size === 1 ? [...units][0] : '';
}

/** Channels whose name or description has all words of the search, in any order. */
export function search(channels: Channel[], text: string): Channel[] {
  const wanted = text.toLowerCase().split(/\s+/).filter((word) => word !== '');
  return channels.filter(({ name, description }) => {
    const hay = `${name} ${words(name)} ${description}`.toLowerCase();
    return wanted.every((word) => hay.includes(word));
  });
}
