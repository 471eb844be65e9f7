// A synthetic landing in closed form for tests of the page: a stage with eight engines carries a rover
// down, lets it go, lowers it on three bridles and an umbilical, sets it down, cuts them and flies away
// over a hundred metres high and three hundred far.

import type { Meta, Quaternion, Scene, Vector } from '../src/api/model';
import { MockRun, terrainOf, unitOf, type MockOptions } from './run';

export const TIMES = { separation: 10, slung: 17, contact: 28, cut: 29.5, pitch: 31, burn: 35, ballistic: 40, impact: 55 };

const SPEED = 0.75;
const STOWED = 1.1;
const SLUNG = 8.6;
const GRAVITY = 3.7132;
const WEIGHT = 3338.8;
const FULL = 3603;
const STAGE = 'descent_stage';
const TO_STAGE = `${STAGE}.`;
const WHEELS = [1, 0, -1].flatMap((x) => [1, -1].map((y) => [1.1 * x, 1.2 * y, -0.9] as Vector));
const FEET = [1, -1].flatMap((x) => [1, -1].map((y) => [1.2 * x, 1.2 * y, -0.5] as Vector));
const ENGINES = [1, -1].flatMap((x) => [1, -1].flatMap((y) => [0, 1].map((i) => ({
  name: `mle_${4 * (x > 0 ? 0 : 1) + 2 * (y > 0 ? 0 : 1) + i + 1}`, link: 0,
  position_m: [x * (1.5 - 0.4 * i), y * (1.1 + 0.4 * i), -0.45] as Vector,
  // Canted outwards, so that the exhaust misses the rover.
  direction: unit([-0.38 * x, -0.12 * y, 0.9]), max_thrust_n: FULL,
}))));
const BRIDLES = ['bridle_1', 'bridle_2', 'bridle_3'];
const CABLES = [...BRIDLES, 'umbilical'];
const POSE = ['x_m', 'y_m', 'z_m', 'qw', 'qx', 'qy', 'qz'];
const CONTACT = ['gap_m', 'normal_force_n', 'slip_speed_m_per_s', 'regime'];

export class CraneRun extends MockRun {
  readonly columns: string[];

  constructor(options: MockOptions) {
    super(options);
    const vehicle = (prefix: string, contactors: string[]): string[] => [
      ...POSE.slice(0, 3).map((name) => `${prefix}com.${name}`), ...POSE.map((name) => `${prefix}body.${name}`),
      ...contactors.flatMap((name) => CONTACT.map((quantity) => `${prefix}${name}.${quantity}`)),
    ];
    this.columns = [
      'time_s', 'phase', ...vehicle('', WHEELS.map((_, i) => `wheel_${i + 1}`)),
      ...vehicle(TO_STAGE, FEET.map((_, i) => `foot_${i + 1}`)),
      ...CABLES.flatMap((name) => ['tension_n', 'length_m', 'stretch_m'].map((end) => `${name}.${end}`)),
      'bridles.tension_n',
      ...ENGINES.flatMap(({ name }) => [`${TO_STAGE}${name}.thrust_n`, `${TO_STAGE}${name}.command_n`]),
      'energy.kinetic_j',
    ];
  }

  meta(): Meta {
    const mode = (time_s: number, word: string): Meta['events'][number] =>
      ({ time_s, kind: 'mode', entity: 'flight_software', message: `flight_software goes to ${word}` });
    return {
      label: this.label, scenario: 'mock', outcome: 'landed', failure: null,
      rows: this.rows, time_start_s: 0, time_end_s: this.end,
      columns: this.columns.map((name) => ({ name, unit: unitOf(name), description: '' })),
      events: [
        mode(0, 'descent'),
        { time_s: TIMES.separation, kind: 'separation', entity: 'rover', message: 'rover leaves descent_stage' },
        mode(TIMES.separation, 'pay_out'), mode(TIMES.slung, 'slung'),
        { time_s: TIMES.contact, kind: 'contact', entity: 'wheel_1', message: 'wheel_1 touches the ground' },
        ...CABLES.map((entity) => ({ time_s: TIMES.cut, kind: 'cut', entity, message: `${entity} is cut` })),
        mode(TIMES.cut, 'hover'), mode(TIMES.pitch, 'pitch'), mode(TIMES.burn, 'burn'),
        { time_s: 36, kind: 'fault', entity: `${TO_STAGE}mle_8`, message: '' },
        mode(TIMES.ballistic, 'ballistic'),
        { time_s: this.end, kind: 'end', entity: null, message: 'the run ends' },
      ],
      metrics: {}, meanings: {}, expect: [], warnings: [], phases: ['descent'], problems: [], compares: [],
    };
  }

  scene(): Scene {
    const solid = { rotation_wxyz: [1, 0, 0, 0] as Quaternion, origin: 'visual' as const, kind: 'box' as const };
    const box = (position_m: Vector, size_m: Vector, colour: Vector): Scene['vehicles'][0]['links'][0]['shapes'][0] =>
      ({ ...solid, position_m, size_m, colour: [...colour, 1] });
    const markers = (name: string, points: Vector[]): Scene['vehicles'][0]['contactors'] => points.map((position_m, i) => ({
      name: `${name}_${i + 1}`, link: 0, kind: 'marker', position_m, axis: null, radius_m: null, width_m: null,
    }));
    const cables = CABLES.map((name, i) => ({
      name,
      from: { vehicle: 1, link: 0, point_m: ringed(i, 0.35, -0.5) },
      to: { vehicle: 0, link: 0, point_m: ringed(i, 0.8, 0.45) },
    }));
    return {
      format: 1, gravity_m_per_s2: [0, 0, -GRAVITY], sun_direction: [-0.5, 0.5, Math.SQRT1_2],
      terrain: terrainOf(-60, -60, 4, 41, 131, height), cables,
      vehicles: [{
        name: 'rover', prefix: '', carrier: { vehicle: 1 }, contactors: markers('wheel', WHEELS),
        links: [{ name: 'body', parent: null, shapes: [
          box([0, 0, 0.1], [2, 1.3, 0.6], [0.9, 0.88, 0.84]),
          ...WHEELS.map(([x, y, z]) => box([x, y, z + 0.25], [0.5, 0.35, 0.5], [0.2, 0.2, 0.22]))] }],
      }, {
        name: STAGE, prefix: TO_STAGE, contactors: markers('foot', FEET), engines: ENGINES,
        links: [{ name: 'body', parent: null, shapes: [
          box([0, 0, 0], [2.4, 2.4, 0.7], [0.75, 0.6, 0.3]),
          ...ENGINES.map(({ position_m }) => box(position_m, [0.25, 0.25, 0.4], [0.3, 0.3, 0.32]))] }],
      }],
    };
  }

  protected frame(time: number): number[] {
    const { rover, stage, tilt } = this.places(time);
    const standing = time >= TIMES.contact;
    const half = tilt / 2;
    return [
      ...rover, 1, 0, 0, 0,
      ...stage, Math.cos(half), -Math.sin(half), 0, 0,
      ...WHEELS.flatMap(([x, y, z]) => [
        rover[0] + x, rover[1] + y, rover[2] + z, 0, 0, standing ? WEIGHT / 6 : 0, standing ? 1 : 0]),
      ...FEET.flatMap(([x, y, z]) => [stage[0] + x, stage[1] + y, stage[2] + z, 0, 0, 0, 0]),
    ];
  }

  protected value(name: string, t: number): number {
    const { rover, stage, tilt } = this.places(t);
    const own = name.startsWith(TO_STAGE) ? stage : rover;
    const wheel = name.startsWith('wheel_');
    switch (name.slice(name.lastIndexOf('.') + 1)) {
      case 'time_s': return t;
      case 'x_m': return own[0];
      case 'y_m': return own[1];
      case 'z_m': return own[2];
      case 'qw': return own === stage ? Math.cos(tilt / 2) : 1;
      case 'qx': return own === stage ? -Math.sin(tilt / 2) : 0;
      case 'gap_m': return wheel ? Math.max(0, rover[2] - 0.9 - height(rover[0], rover[1])) : stage[2];
      case 'normal_force_n': return wheel && t >= TIMES.contact ? WEIGHT / 6 : 0;
      case 'regime': return wheel && t >= TIMES.contact ? 1 : 0;
      case 'tension_n': return tension(name, t);
      case 'length_m': return t >= TIMES.cut ? NaN : hung(t);
      case 'stretch_m': return t >= TIMES.cut ? NaN : 0.001;
      case 'thrust_n': case 'command_n': return FULL * throttle(name, t);
      default: return 0;
    }
  }

  /** Positions of both roots, and how far the stage has pitched northwards, radians. */
  private places(t: number): { rover: Vector; stage: Vector; tilt: number } {
    const ground = height(0, 0) + 0.9;
    const rover: Vector = [0, 0, ground + SPEED * Math.max(0, TIMES.contact - t)];
    // It sinks on until the cables are cut; they hang slack then.
    const sunk = SPEED * Math.max(0, Math.min(t, TIMES.cut) - TIMES.contact);
    const tilt = t < TIMES.ballistic ? 0.8 * ease((t - TIMES.pitch) / 4) : 0.8;
    const hover = rover[2] + hung(t) - sunk;
    if (t < TIMES.burn) return { rover, stage: [0, 0, hover], tilt };
    const s = Math.min(t, TIMES.impact) - TIMES.burn;
    const rise = 17.5;
    const y = 17 * s;
    const z = Math.max(hover + rise * s * Math.min(1, s / 4) - 0.5 * GRAVITY * Math.max(0, s - 5) ** 2, height(0, y) + 0.5);
    return { rover, stage: [0, y, z], tilt };
  }
}

function hung(t: number): number {
  return STOWED + (SLUNG - STOWED) * ease((t - TIMES.separation) / (TIMES.slung - TIMES.separation));
}

function tension(name: string, t: number): number {
  if (t < TIMES.separation || t >= TIMES.cut || name.startsWith('umbilical')) return 0;
  const share = t < TIMES.contact ? 1 : Math.max(0, 1 - (t - TIMES.contact));
  const paying = 0.4 + 0.6 * ease((t - TIMES.separation) / 7);
  return (share * paying * WEIGHT) / (name.startsWith('bridles') ? 1 : 3);
}

function throttle(name: string, t: number): number {
  if (t >= TIMES.ballistic) return 0;
  if (name.includes('mle_8') && t >= 36) return 0;
  if (t >= TIMES.burn) return 1;
  return t < TIMES.contact ? 0.5 : 0.32;
}

function ease(share: number): number {
  const s = Math.min(1, Math.max(0, share));
  return s * s * (3 - 2 * s);
}

function ringed(i: number, radius: number, z: number): Vector {
  const angle = (2 * Math.PI * i) / 3;
  return i < 3 ? [radius * Math.cos(angle), radius * Math.sin(angle), z] : [0, 0, z];
}

function unit(v: Vector): Vector {
  const size = Math.hypot(...v);
  return v.map((part) => part / size) as Vector;
}

function height(x: number, y: number): number {
  return 1.5 * Math.sin(0.03 * x) * Math.cos(0.022 * y) + 0.4 * Math.sin(0.11 * x + 0.09 * y);
}
