// What synthetic runs have in common: records at a fixed period, answered as the server does. Nothing
// of them is physics: they only have the shapes of what the server sends.

import type { Meta, Row, Scene } from '../src/api/model';
import type { Points, PoseBlock } from '../src/api/wire';
import { STRIDE } from '../src/api/wire';

export interface MockOptions {
  label: string;
  rows: number;
  period: number;
}

export abstract class MockRun {
  readonly label: string;
  protected readonly rows: number;
  private readonly period: number;

  constructor({ label, rows, period }: MockOptions) {
    this.label = label;
    this.rows = rows;
    this.period = period;
  }

  abstract readonly columns: string[];
  abstract meta(): Meta;
  abstract scene(): Scene;
  /** Numbers of all links and contactors, in the order of the wire. */
  protected abstract frame(time: number): number[];
  protected abstract value(name: string, time: number): number;

  get end(): number {
    return (this.rows - 1) * this.period;
  }

  poses(from: number, to: number, n: number): PoseBlock {
    const { vehicles } = this.scene();
    const links = vehicles.reduce((sum, vehicle) => sum + vehicle.links.length, 0);
    const contactors = vehicles.reduce((sum, vehicle) => sum + vehicle.contactors.length, 0);
    const rows = this.rowsBetween(from, to, n);
    const stride = (links + contactors) * STRIDE;
    const values = new Float32Array(rows.length * stride);
    rows.forEach((row, frame) => values.set(this.frame(this.timeOf(row)), frame * stride));
    return {
      links, contactors, origin: [0, 0, 0],
      times: Float64Array.from(rows, (row) => this.timeOf(row)), values,
    };
  }

  series(columns: string[], from: number, to: number, n: number): Points[] {
    const rows = this.rowsBetween(from, to, n);
    const times = Float64Array.from(rows, (row) => this.timeOf(row));
    return columns.map((name) => ({ times, values: times.map((t) => this.value(name, t)) }));
  }

  row(time: number): Row {
    const row = Math.min(this.rows - 1, Math.max(0, Math.floor(time / this.period + 1e-6)));
    const t = this.timeOf(row);
    return {
      time_s: t, row,
      previous_time_s: row > 0 ? this.timeOf(row - 1) : null,
      next_time_s: row + 1 < this.rows ? this.timeOf(row + 1) : null,
      values: Object.fromEntries(this.columns.map((name) => [name, this.value(name, t)])),
    };
  }

  protected timeOf(row: number): number {
    return row * this.period;
  }

  private rowsBetween(from: number, to: number, n: number): number[] {
    const { period, rows } = this;
    const first = Math.max(0, Math.floor(from / period + 1e-6));
    const last = Math.min(rows - 1, Math.ceil(to / period - 1e-6));
    const count = Math.max(1, Math.min(n, last - first + 1));
    return Array.from({ length: count }, (_, i) =>
      count === 1 ? first : Math.round(first + (i * (last - first)) / (count - 1)));
  }
}

/** A grid of heights. */
export function terrainOf(
  x0_m: number, y0_m: number, cell_m: number, columns: number, rows: number,
  height: (x: number, y: number) => number,
): Scene['terrain'] {
  const heights = Float32Array.from({ length: columns * rows }, (_, i) =>
    height(x0_m + cell_m * (i % columns), y0_m + cell_m * Math.floor(i / columns)));
  return { x0_m, y0_m, cell_m, columns, rows, heights_f32: Buffer.from(heights.buffer).toString('base64') };
}

export function unitOf(name: string): string {
  if (name.endsWith('_m_per_s')) return 'm/s';
  if (name.endsWith('_m')) return 'm';
  if (name.endsWith('_n')) return 'N';
  if (name.endsWith('_j')) return 'J';
  return name.endsWith('_s') ? 's' : '';
}
