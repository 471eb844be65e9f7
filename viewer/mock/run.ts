// A synthetic run in closed form for tests of the page: a six-wheeled rover rolls along an arc over
// gentle waves, its wheels turning without slip but for a stretch in the middle. Nothing here is
// physics: it only has the shapes of what the server sends.

import type { Meta, Quaternion, Row, Scene, Vector } from '../src/api/model';
import { STRIDE, type Points, type PoseBlock } from '../src/api/wire';

const RADIUS = 0.25;
const ARC = 18;
const WHEELS = ['front', 'middle', 'rear'].flatMap((place, i) =>
  ['left', 'right'].map((side, j) => ({
    name: `wheel_${place}_${side}`,
    at: [1.1 - 1.1 * i, j === 0 ? 1 : -1, RADIUS] as Vector,
  })));
const WHEEL_COLUMNS = ['gap_m', 'normal_force_n', 'slip_speed_m_per_s', 'regime'];

export interface MockOptions {
  label: string;
  speed: number;
  rows: number;
  period: number;
}

export class MockRun {
  readonly options: MockOptions;
  readonly columns: string[];

  constructor(options: MockOptions) {
    this.options = options;
    this.columns = [
      'time_s', 'phase', 'com.x_m', 'com.y_m', 'com.z_m',
      'com.vx_m_per_s', 'com.vy_m_per_s', 'com.vz_m_per_s',
      ...['x_m', 'y_m', 'z_m', 'qw', 'qx', 'qy', 'qz'].map((name) => `body.${name}`),
      ...WHEELS.flatMap(({ name }) => WHEEL_COLUMNS.map((quantity) => `${name}.${quantity}`)),
      ...['kinetic', 'potential', 'unexplained'].map((name) => `energy.${name}_j`),
    ];
  }

  get end(): number {
    return (this.options.rows - 1) * this.options.period;
  }

  meta(): Meta {
    const at = (share: number): number => this.timeOf(Math.round(share * (this.options.rows - 1)));
    return {
      label: this.options.label, scenario: 'mock', outcome: 'completed', failure: null,
      rows: this.options.rows, time_start_s: 0, time_end_s: this.end,
      columns: this.columns.map((name) => ({ name, unit: unitOf(name), description: '' })),
      events: [
        { time_s: 0, kind: 'phase', entity: 'run', message: 'phase drive begins' },
        { time_s: at(0.4), kind: 'contact', entity: 'wheel_front_left', message: 'slips' },
        { time_s: at(0.5), kind: 'phase', entity: 'run', message: 'phase climb begins' },
        { time_s: this.end, kind: 'end', entity: 'run', message: 'the run ends' },
      ],
      metrics: { 'com.final_x_m': this.pose(this.end).position[0], 'missing_s': null },
      expect: [
        { metric: 'com.final_x_m', value: 1, expected: 1, tolerance: 0.1, pass: true, source: 'mock' },
      ],
      warnings: ['a warning of the mock'], phases: ['drive', 'climb'], problems: [],
      compares: [{ label: 'measured', columns: [{ name: 'com.z_m', label: 'altimeter' }] }],
    };
  }

  scene(): Scene {
    const identity: Quaternion = [1, 0, 0, 0];
    const sideways: Quaternion = [Math.SQRT1_2, Math.SQRT1_2, 0, 0];
    const shape = (colour: Vector): { position_m: Vector; rotation_wxyz: Quaternion;
      colour: [number, number, number, number]; origin: 'visual' } =>
      ({ position_m: [0, 0, 0], rotation_wxyz: identity, colour: [...colour, 1], origin: 'visual' });
    return {
      format: 1, gravity_m_per_s2: [0, 0, -3.7132], sun_direction: [-0.5, 0.5, Math.SQRT1_2],
      terrain: terrain(),
      vehicles: [{
        name: 'rover', prefix: '',
        links: [
          { name: 'body', parent: null, shapes: [
            { ...shape([0.85, 0.85, 0.82]), position_m: [0, 0, 0.8], kind: 'box', size_m: [2, 1.2, 0.5] }] },
          ...WHEELS.map(({ name }) => ({ name, parent: 0, shapes: [
            { ...shape([0.2, 0.2, 0.22]), rotation_wxyz: sideways, kind: 'cylinder' as const,
              radius_m: RADIUS, length_m: 0.4 }] })),
        ],
        contactors: WHEELS.map(({ name }, i) => ({
          name, link: i + 1, kind: 'wheel' as const, position_m: [0, 0, 0] as Vector,
          axis: [0, 1, 0] as Vector, radius_m: RADIUS, width_m: 0.4,
        })),
      }],
    };
  }

  poses(from: number, to: number, n: number): PoseBlock {
    const rows = this.rowsBetween(from, to, n);
    const links = WHEELS.length + 1;
    const stride = (links + WHEELS.length) * STRIDE;
    const values = new Float32Array(rows.length * stride);
    rows.forEach((row, frame) => values.set(this.frame(this.timeOf(row)), frame * stride));
    return {
      links, contactors: WHEELS.length, origin: [0, 0, 0],
      times: Float64Array.from(rows, (row) => this.timeOf(row)), values,
    };
  }

  series(columns: string[], from: number, to: number, n: number): Points[] {
    const rows = this.rowsBetween(from, to, n);
    const times = Float64Array.from(rows, (row) => this.timeOf(row));
    return columns.map((name) => ({ times, values: times.map((t) => this.value(name, t)) }));
  }

  row(time: number): Row {
    const row = Math.min(this.options.rows - 1, Math.max(0, Math.floor(time / this.options.period + 1e-6)));
    const t = this.timeOf(row);
    return {
      time_s: t, row,
      previous_time_s: row > 0 ? this.timeOf(row - 1) : null,
      next_time_s: row + 1 < this.options.rows ? this.timeOf(row + 1) : null,
      values: Object.fromEntries(this.columns.map((name) => [name, this.value(name, t)])),
    };
  }

  private timeOf(row: number): number {
    return row * this.options.period;
  }

  private rowsBetween(from: number, to: number, n: number): number[] {
    const { period, rows } = this.options;
    const first = Math.max(0, Math.floor(from / period + 1e-6));
    const last = Math.min(rows - 1, Math.ceil(to / period - 1e-6));
    const count = Math.max(1, Math.min(n, last - first + 1));
    return Array.from({ length: count }, (_, i) =>
      count === 1 ? first : Math.round(first + (i * (last - first)) / (count - 1)));
  }

  private pose(time: number): { position: Vector; heading: number } {
    const angle = (this.options.speed * time) / ARC;
    const x = ARC * Math.sin(angle) - 8;
    const y = ARC * (1 - Math.cos(angle)) - 6;
    return { position: [x, y, height(x, y)], heading: angle };
  }

  private frame(time: number): number[] {
    const { position, heading } = this.pose(time);
    const cos = Math.cos(heading);
    const sin = Math.sin(heading);
    const spin = (this.options.speed * time) / RADIUS;
    const wheels = WHEELS.map(({ at }): Vector => {
      const x = position[0] + cos * at[0] - sin * at[1];
      const y = position[1] + sin * at[0] + cos * at[1];
      return [x, y, height(x, y) + RADIUS - 0.01];
    });
    const body = [...position, Math.cos(heading / 2), 0, 0, Math.sin(heading / 2)];
    const [cz, sz] = [Math.cos(heading / 2), Math.sin(heading / 2)];
    const [cy, sy] = [Math.cos(spin / 2), Math.sin(spin / 2)];
    const turned = [cz * cy, -sz * sy, cz * sy, sz * cy];
    const slipping = this.value(`${WHEELS[0].name}.regime`, time);
    return [
      ...body,
      ...wheels.flatMap((centre) => [...centre, ...turned]),
      ...wheels.flatMap(([x, y, z], i) => {
        const load = this.value(`${WHEELS[i].name}.normal_force_n`, time);
        return [x, y, z - RADIUS, -0.2 * load * cos, -0.2 * load * sin, load, i === 0 ? slipping : 1];
      }),
    ];
  }

  private value(name: string, t: number): number {
    const { position, heading } = this.pose(t);
    const slips = t > 0.4 * this.end && t < 0.45 * this.end;
    const wheel = WHEELS.findIndex((entry) => name.startsWith(`${entry.name}.`));
    switch (name.slice(name.indexOf('.') + 1)) {
      case 'time_s': return t;
      case 'phase': return t < 0.5 * this.end ? 0 : 1;
      case 'x_m': return position[0];
      case 'y_m': return position[1];
      case 'z_m': return position[2] + (name.startsWith('com') ? 0.7 : 0);
      case 'vx_m_per_s': return this.options.speed * Math.cos(heading);
      case 'vy_m_per_s': return this.options.speed * Math.sin(heading);
      case 'qw': return Math.cos(heading / 2);
      case 'qz': return Math.sin(heading / 2);
      case 'gap_m': return -0.01 - 0.004 * Math.sin(0.7 * t + wheel);
      case 'normal_force_n': return 550 + 120 * Math.sin(0.9 * t + wheel);
      case 'slip_speed_m_per_s': return slips && wheel === 0 ? 0.08 : 0.002;
      case 'regime': return slips && wheel === 0 ? 2 : 1;
      case 'kinetic_j': return 450 * this.options.speed ** 2;
      case 'potential_j': return 3338 * position[2];
      default: return 0;
    }
  }
}

function height(x: number, y: number): number {
  return 0.25 * Math.sin(0.5 * x) * Math.cos(0.4 * y) + 0.05 * Math.sin(1.9 * x + 0.7 * y);
}

function terrain(): Scene['terrain'] {
  const [columns, rows, cell] = [161, 121, 0.25];
  const grid = { x0_m: -20, y0_m: -15, cell_m: cell, columns, rows };
  const heights = Float32Array.from({ length: columns * rows }, (_, i) =>
    height(grid.x0_m + cell * (i % columns), grid.y0_m + cell * Math.floor(i / columns)));
  return { ...grid, heights_f32: Buffer.from(heights.buffer).toString('base64') };
}

function unitOf(name: string): string {
  if (name.endsWith('_m_per_s')) return 'm/s';
  if (name.endsWith('_m')) return 'm';
  if (name.endsWith('_n')) return 'N';
  if (name.endsWith('_j')) return 'J';
  return name.endsWith('_s') ? 's' : '';
}
