// Events of a run: which kinds are shown, and jumping from one to the next.

import type { RunEvent } from '../api/model';

/** More events of one kind than this are chatter: not shown until asked for. */
const CHATTER = 100;

export interface EventKind {
  kind: string;
  count: number;
  shown: boolean;
}

/** Kinds whose word in the file is not the best one for a reader. */
const NAMES: Record<string, string> = { mode: 'flight mode' };

/** A kind of events in words. */
export function kindName(kind: string): string {
  return NAMES[kind] ?? kind.replaceAll('_', ' ');
}

/** An event as a sentence: its own, or what its kind and entity say. */
export function eventText({ kind, entity, message }: RunEvent): string {
  if (message !== '') return message;
  return entity === null || entity === '' ? kindName(kind) : `${kindName(kind)}: ${entity.replaceAll(/[_.]+/g, ' ')}`;
}

/** The kinds in the order of their first event. */
export function kindsOf(events: RunEvent[]): EventKind[] {
  const counts = new Map<string, number>();
  for (const { kind } of events) counts.set(kind, (counts.get(kind) ?? 0) + 1);
  return [...counts].map(([kind, count]) => ({ kind, count, shown: count <= CHATTER }));
}

/** The time of the next event after `time`, or of the last one before it. */
export function neighbour(events: RunEvent[], time: number, direction: 1 | -1): number | null {
  const apart = 1e-9;
  const times = events.map((event) => event.time_s);
  const beyond = direction > 0
    ? times.filter((t) => t > time + apart)
    : times.filter((t) => t < time - apart);
  if (beyond.length === 0) return null;
  return beyond.reduce((best, t) => ((t - best) * direction < 0 ? t : best));
}
