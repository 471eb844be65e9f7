// A synthetic run in closed form for tests of the page: a six-wheeled rover rolls along an arc over
// gentle waves, its wheels turning without slip but for a stretch in the middle.

import type { Meta, Quaternion, Scene, Vector } from '../src/api/model';
import { MockRun, terrainOf, unitOf, type MockOptions } from './run';

const RADIUS = 0.25;
const ARC = 18;
const WHEELS = ['front', 'middle', 'rear'].flatMap((place, i) =>
  ['left', 'right'].map((side, j) => ({
    name: `wheel_${place}_${side}`,
    at: [1.1 - 1.1 * i, j === 0 ? 1 : -1, RADIUS] as Vector,
  })));
const WHEEL_COLUMNS = ['gap_m', 'normal_force_n', 'slip_speed_m_per_s', 'regime'];

export class RoverRun extends MockRun {
  readonly columns: string[];
  private readonly speed: number;

  constructor(options: MockOptions & { speed: number }) {
    super(options);
    this.speed = options.speed;
    this.columns = [
      'time_s', 'phase', 'com.x_m', 'com.y_m', 'com.z_m',
      'com.vx_m_per_s', 'com.vy_m_per_s', 'com.vz_m_per_s',
      ...['x_m', 'y_m', 'z_m', 'qw', 'qx', 'qy', 'qz'].map((name) => `body.${name}`),
      ...WHEELS.flatMap(({ name }) => WHEEL_COLUMNS.map((quantity) => `${name}.${quantity}`)),
      ...['kinetic', 'potential', 'unexplained'].map((name) => `energy.${name}_j`),
    ];
  }

  meta(): Meta {
    const at = (share: number): number => this.timeOf(Math.round(share * (this.rows - 1)));
    return {
      label: this.label, scenario: 'mock', outcome: 'completed', failure: null,
      rows: this.rows, time_start_s: 0, time_end_s: this.end,
      columns: this.columns.map((name) => ({ name, unit: unitOf(name), description: '' })),
      events: [
        { time_s: 0, kind: 'phase', entity: 'run', message: 'phase drive begins' },
        { time_s: at(0.4), kind: 'contact', entity: 'wheel_front_left', message: 'slips' },
        { time_s: at(0.5), kind: 'phase', entity: 'run', message: 'phase climb begins' },
        { time_s: this.end, kind: 'end', entity: 'run', message: 'the run ends' },
      ],
      metrics: { 'com.final_x_m': this.pose(this.end).position[0], 'missing_s': null },
      meanings: { 'com.final_x_m': 'centre of mass at the end, east' },
      expect: [
        { metric: 'com.final_x_m', value: 1, expected: 1, tolerance: 0.1, pass: true, kind: 'closed_form', source: 'mock' },
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
      terrain: terrainOf(-20, -15, 0.25, 161, 121, height),
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

  private pose(time: number): { position: Vector; heading: number } {
    const angle = (this.speed * time) / ARC;
    const x = ARC * Math.sin(angle) - 8;
    const y = ARC * (1 - Math.cos(angle)) - 6;
    return { position: [x, y, height(x, y)], heading: angle };
  }

  protected frame(time: number): number[] {
    const { position, heading } = this.pose(time);
    const cos = Math.cos(heading);
    const sin = Math.sin(heading);
    const spin = (this.speed * time) / RADIUS;
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

  protected value(name: string, t: number): number {
    const { position, heading } = this.pose(t);
    const slips = t > 0.4 * this.end && t < 0.45 * this.end;
    const wheel = WHEELS.findIndex((entry) => name.startsWith(`${entry.name}.`));
    switch (name.slice(name.indexOf('.') + 1)) {
      case 'time_s': return t;
      case 'phase': return t < 0.5 * this.end ? 0 : 1;
      case 'x_m': return position[0];
      case 'y_m': return position[1];
      case 'z_m': return position[2] + (name.startsWith('com') ? 0.7 : 0);
      case 'vx_m_per_s': return this.speed * Math.cos(heading);
      case 'vy_m_per_s': return this.speed * Math.sin(heading);
      case 'qw': return Math.cos(heading / 2);
      case 'qz': return Math.sin(heading / 2);
      case 'gap_m': return -0.01 - 0.004 * Math.sin(0.7 * t + wheel);
      case 'normal_force_n': return 550 + 120 * Math.sin(0.9 * t + wheel);
      case 'slip_speed_m_per_s': return slips && wheel === 0 ? 0.08 : 0.002;
      case 'regime': return slips && wheel === 0 ? 2 : 1;
      case 'kinetic_j': return 450 * this.speed ** 2;
      case 'potential_j': return 3338 * position[2];
      default: return 0;
    }
  }
}

function height(x: number, y: number): number {
  return 0.25 * Math.sin(0.5 * x) * Math.cos(0.4 * y) + 0.05 * Math.sin(1.9 * x + 0.7 * y);
}
