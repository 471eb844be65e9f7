// Which part of a run is worth having in full detail. The whole run is there as an overview of
// some thousand frames; a window around the shown time is fetched besides, wide enough for a few
// seconds of watching, and the next one is asked for before the time leaves it.

import type { TimeRange } from '../api/client';

export const OVERVIEW_FRAMES = 2000;
export const WINDOW_FRAMES = 1024;

/** Seconds of the user's time that a window lasts while it plays. */
const WATCHED_S = 8;
/** Share of a window behind the shown time while it plays. */
const BEHIND = 0.2;
/** How near the shown time may come to the window's end, as a share of it. */
const MARGIN = 0.3;

export interface WindowQuestion {
  time: number;
  speed: number;
  playing: boolean;
  start: number;
  end: number;
  /** Records of the whole run. */
  rows: number;
}

/** The window to fetch now, or nothing where the overview or the present window will do. */
export function wantedWindow(question: WindowQuestion, present: TimeRange | null): TimeRange | null {
  const { time, playing, start, end, rows } = question;
  const length = end - start;
  if (rows <= OVERVIEW_FRAMES || length <= 0) return null;
  const width = windowWidth(question);
  // A window far wider than wanted has too few frames, a far narrower one is left too soon.
  const fits = present !== null && ratio(present.to - present.from, width) < 3;
  if (fits && covers(present, time, playing, end)) return null;
  const behind = playing ? BEHIND : 0.5;
  const from = Math.max(start, Math.min(time - behind * width, end - width));
  return { from, to: Math.min(end, from + width) };
}

/** As wide as every record can be in it, and as watching needs. */
function windowWidth({ speed, playing, start, end, rows }: WindowQuestion): number {
  const length = end - start;
  const detailed = (length / rows) * (WINDOW_FRAMES - 2);
  const watched = playing ? speed * WATCHED_S : 0;
  return Math.min(length, Math.max(detailed, watched));
}

function covers(present: TimeRange, time: number, playing: boolean, end: number): boolean {
  const spare = playing && present.to < end ? MARGIN * (present.to - present.from) : 0;
  return present.from <= time && time <= present.to - spare;
}

function ratio(a: number, b: number): number {
  return a > b ? a / b : b / a;
}
