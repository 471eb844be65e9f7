// What a running simulation says of itself, and what it can be ordered: see docs/live.md.

import type { ColumnInfo, RunEvent } from './model';

/** Where the sun stands, degrees; azimuth from north, clockwise. */
export interface Sun {
  azimuth_deg: number;
  elevation_deg: number;
}

/** What a session is started with; null is what the scenario has. */
export interface Choice {
  scenario: string;
  vehicle: string | null;
  terrain: string | null;
  ground: string | null;
}

export interface Offer {
  name: string;
  title: string;
}

export interface Offers {
  scenarios: Offer[];
  vehicles: Offer[];
  terrains: Offer[];
  grounds: Offer[];
}

/** A joint that a slider can move. */
export interface LiveJoint {
  name: string;
  /** The lever that has it hold a position. */
  position: string;
  /** The column that says where it is. */
  column: string;
  unit: string;
  min: number;
  max: number;
  /** It turns or steers a wheel, which driving commands as well. */
  drives: boolean;
}

export interface LiveFault {
  name: string;
  title: string;
}

export interface Description {
  scenario: string;
  title: string;
  folder: string;
  kind: 'rover' | 'lander' | 'other';
  vehicle: string;
  columns: ColumnInfo[];
  joints: LiveJoint[];
  faults: LiveFault[];
  /** What can be let go: names of levers that end in `.separate` or `.cut`. */
  releases: string[];
  can: { drive: boolean; sideways: boolean; goal: boolean; fly: boolean; auto: boolean };
  /** The fastest that a rover is driven by hand. */
  top_speed_m_per_s: number | null;
  /** Throttle at which a lander hovers as it starts. */
  hover_throttle: number | null;
  /** Why something cannot be done, and what was assumed. */
  notes: string[];
}

export interface Status {
  time_s: number;
  paused: boolean;
  /** Seconds of the simulation in one of ours; null is as fast as it can. */
  speed: number | null;
  /** It cannot keep that pace. */
  behind: boolean;
  records: number;
  mode: 'idle' | 'manual' | 'goal' | 'own';
  goal: [number, number] | null;
  goal_distance_m: number | null;
  /** The outcome, once the run has ended. */
  ended: string | null;
  message: string | null;
  events: number;
  sun: Sun;
  /** Names of the faults that hold. */
  faults: string[];
}

/** A session and what may be chosen in its place. */
export interface Live {
  session: string;
  status: Status;
  description: Description;
  /** What it was started with. */
  choice: Choice;
  offers: Offers;
  /** Earlier sessions that have become runs. */
  kept: Kept[];
}

/** A session that has become a run. */
export interface Kept {
  run: number;
  folder: string;
}

export type Order =
  | { do: 'pause' | 'go' | 'stop' | 'auto' | 'save' }
  | { do: 'step'; ticks: number }
  | { do: 'speed'; factor: number | null }
  | { do: 'drive'; forward: number; turn: number; sideways: number }
  | { do: 'goal'; at_m: [number, number] }
  | { do: 'joint'; lever: string; value: number }
  | { do: 'fly'; throttle: number; roll: number; pitch: number; yaw: number }
  | { do: 'release'; what: string }
  | ({ do: 'sun' } & Sun)
  | { do: 'strike' | 'mend'; fault: string }
  | { do: 'restart'; choice: Choice };

/** What the stream says in words. */
export type Word =
  | { session: string }
  | { status: Status; actual_speed: number | null; events?: RunEvent[] }
  | { refused: string; do: string }
  | { saved: Kept };
