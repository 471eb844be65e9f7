// The state of a session in words.

import type { Status } from '../api/live';
import { fixed, significant, words } from '../page/text';

export interface Stand {
  kind: 'running' | 'paused' | 'behind' | 'ended' | 'lost';
  title: string;
  detail: string;
}

const MODES: Record<Status['mode'], string> = {
  idle: 'the vehicle waits', manual: 'driven by hand', goal: 'on the way to the goal', own: 'under its own control',
};

/** How it stands: what matters most comes first. */
export function stand(status: Status, connected: boolean, actual: number | null): Stand {
  const wanted = status.speed === null ? 'as fast as it can' : `${significant(status.speed, 3)}×`;
  const real = actual === null ? '' : `${significant(actual, 2)}×`;
  if (!connected) {
    return { kind: 'lost', title: 'No connection', detail: 'The simulation does not answer. Trying again; the vehicle has been stopped.' };
  }
  if (status.ended !== null) {
    const message = status.message === null || status.message === '' ? '' : `: ${status.message}`;
    return { kind: 'ended', title: 'Ended', detail: `${words(status.ended)} at ${fixed(status.time_s, 2)} s${message}` };
  }
  if (status.paused) return { kind: 'paused', title: 'Paused', detail: MODES[status.mode] };
  if (status.behind) {
    return { kind: 'behind', title: 'Behind', detail: `it makes ${real || 'less'} of ${wanted}; ${MODES[status.mode]}` };
  }
  const pace = status.speed === null && real !== '' ? real : wanted;
  return { kind: 'running', title: 'Running', detail: `${pace}, ${MODES[status.mode]}` };
}
