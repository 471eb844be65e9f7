// What the server says, as types. The server is the `planetfall-view` crate; the shapes are those
// of its HTTP interface and of a run's `scene.json`.

export type Vector = [number, number, number];
/** Scalar part first. */
export type Quaternion = [number, number, number, number];

export interface RunEntry {
  id: number;
  label: string;
  error: string | null;
}

export interface ColumnInfo {
  name: string;
  unit: string;
  description: string;
}

export interface RunEvent {
  time_s: number;
  kind: string;
  /** To whom; nothing for what concerns the whole run. */
  entity: string | null;
  message: string;
}

export interface Expectation {
  metric: string;
  value: number | null;
  expected?: number | null;
  tolerance?: number | null;
  min?: number | null;
  max?: number | null;
  pass: boolean;
  /** What stands behind the value; runs of before do not say. */
  kind?: string | null;
  source?: string | null;
  /** Why the value is not reproduced, where that is known. */
  known_miss?: string | null;
}

/** Measured values of some recorded columns, from a file that the scenario names. */
export interface Comparison {
  label: string;
  columns: { name: string; label: string }[];
}

export interface Meta {
  label: string;
  scenario: string;
  outcome: string;
  failure: string | null;
  rows: number;
  time_start_s: number;
  time_end_s: number;
  columns: ColumnInfo[];
  events: RunEvent[];
  metrics: Record<string, number | null>;
  /** What metrics are; runs of before do not say. */
  meanings: Record<string, string>;
  expect: Expectation[];
  warnings: string[];
  phases: string[];
  problems: string[];
  compares: Comparison[];
  cameras?: CameraInfo[];
}

/** A camera whose pictures are in the run's folder. */
export interface CameraInfo {
  name: string;
  width_px: number;
  height_px: number;
  /** Pictures of a sample: none where it measures depth only. */
  eyes: number;
  depth: boolean;
}

export interface Row {
  time_s: number;
  row: number;
  previous_time_s: number | null;
  next_time_s: number | null;
  values: Record<string, number | null>;
}

interface Placed {
  position_m: Vector;
  rotation_wxyz: Quaternion;
  colour: [number, number, number, number];
  origin: 'visual' | 'contactor';
}

export type Shape = Placed &
  (
    | { kind: 'box'; size_m: Vector }
    | { kind: 'cylinder'; radius_m: number; length_m: number }
    | { kind: 'sphere'; radius_m: number }
    | { kind: 'mesh'; triangles_f32: string }
  );

export interface Link {
  name: string;
  parent: number | null;
  shapes: Shape[];
}

export interface Contactor {
  name: string;
  link: number;
  kind: 'marker' | 'wheel' | 'sphere' | 'mesh';
  position_m: Vector;
  axis: Vector | null;
  radius_m: number | null;
  width_m: number | null;
}

/** Its thrust is the column `prefix + name + '.thrust_n'`. */
export interface Engine {
  name: string;
  link: number;
  position_m: Vector;
  /** Unit vector of its force on the vehicle; the exhaust goes the other way. */
  direction: Vector;
  max_thrust_n: number;
}

export interface Vehicle {
  name: string;
  prefix: string;
  links: Link[];
  contactors: Contactor[];
  engines?: Engine[];
  /** What carries it at the start, where it starts attached. */
  carrier?: { vehicle: number };
}

export interface CableEnd {
  vehicle: number;
  link: number;
  point_m: Vector;
}

/** Its columns are `name + '.tension_n'` and `name + '.length_m'`, which is no number once it was cut. */
export interface Cable {
  name: string;
  from: CableEnd;
  to: CableEnd;
}

export interface TerrainGrid {
  x0_m: number;
  y0_m: number;
  cell_m: number;
  columns: number;
  rows: number;
  heights_f32: string;
}

export interface Scene {
  format: number;
  gravity_m_per_s2: Vector;
  sun_direction: Vector;
  terrain: TerrainGrid | null;
  vehicles: Vehicle[];
  cables?: Cable[];
}
