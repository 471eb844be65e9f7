// The questions that the page asks of a finished run, answered by what a running simulation has sent so
// far: plots, readout and scene need not know which of the two they show.

import { Client, type TimeRange } from '../api/client';
import type { Description, Live } from '../api/live';
import type { Meta, Row, RunEntry, RunEvent, Scene } from '../api/model';
import type { FootprintBlock, Points, PoseBlock, RutBlock } from '../api/wire';
import { indexAt } from '../timeline/poses';
import { extremes, GrowingColumn, within } from './columns';
import { GrowingPoses } from './frames';

/** Columns that are wanted within this time are asked for together. */
const GATHER_MS = 20;

interface Waiting {
  watch: number;
  done: () => void;
}

export class LiveClient extends Client {
  readonly poseRecords = new GrowingPoses();
  readonly events: RunEvent[] = [];
  private readonly session: Live;
  private readonly known: Set<string>;
  private readonly columns = new Map<string, GrowingColumn>();
  private send: (order: { do: 'watch'; number: number; columns: string[] }) => boolean = () => false;
  /** The last list of columns that was sent, and its number. */
  private watch = 0;
  private list: string[] = [];
  private filled = -1;
  private timer: ReturnType<typeof setTimeout> | null = null;
  private waiting: Waiting[] = [];
  private fresh = true;
  private begun: () => void = () => undefined;
  private readonly beginning: Promise<void>;

  constructor(live: Live, base = '') {
    super(base);
    this.session = live;
    this.known = new Set(live.description.columns.map(({ name }) => name));
    this.beginning = new Promise((resolve) => { this.begun = resolve; });
  }

  get description(): Description { return this.session.description; }

  /** The connection is open: asks for all that is watched, from the beginning. */
  attach(send: typeof this.send): void {
    this.send = send;
    this.fresh = true;
    this.ask();
  }

  takePoses(block: PoseBlock): void {
    if (this.fresh) this.poseRecords.replace(block);
    else this.poseRecords.append(block);
    this.fresh = false;
    if (block.times.length > 0) this.begun();
  }

  takeSeries(watch: number, found: Points[]): void {
    // Columns of a list that has been replaced meanwhile.
    if (watch !== this.watch || found.length !== this.list.length) return;
    const first = this.filled !== watch;
    this.list.forEach((name, i) => {
      const column = this.columns.get(name);
      if (first) column?.clear();
      column?.append(found[i]);
    });
    this.filled = watch;
    for (const { done } of this.waiting.filter((one) => one.watch <= watch)) done();
    this.waiting = this.waiting.filter((one) => one.watch > watch);
  }

  /** What a column holds now, without waiting; null where it is not watched. */
  column(name: string): Points | null {
    return this.columns.get(name)?.points ?? null;
  }

  /** Watches columns from now on. */
  async want(names: string[]): Promise<void> {
    const missing = names.filter((name) => this.known.has(name) && !this.columns.has(name));
    for (const name of missing) this.columns.set(name, new GrowingColumn());
    if (missing.length > 0) {
      this.watch++;
      this.timer ??= setTimeout(() => this.ask(), GATHER_MS);
    }
    if (this.filled < this.watch) {
      const { watch } = this;
      await new Promise<void>((done) => this.waiting.push({ watch, done }));
    }
  }

  override runs(): Promise<RunEntry[]> {
    return Promise.resolve([{ id: 0, label: this.description.scenario, error: null }]);
  }

  override meta(): Promise<Meta> {
    const { scenario, columns } = this.description;
    const { time_s } = this.session.status;
    return Promise.resolve({
      label: scenario, scenario, outcome: 'running', failure: null, rows: 0,
      time_start_s: 0, time_end_s: time_s, columns, events: this.events,
      metrics: {}, meanings: {}, expect: [], warnings: [], phases: [], problems: [], compares: [],
    });
  }

  override scene(): Promise<Scene> {
    return this.sceneAt('/api/live/scene');
  }

  override async poses(): Promise<PoseBlock> {
    await this.beginning;
    return this.poseRecords.block;
  }

  override ruts(): Promise<RutBlock | null> {
    return this.rutsAt('/api/live/ruts');
  }

  /** Pressure is in the saved run. */
  override footprints(): Promise<FootprintBlock | null> {
    return Promise.resolve(null);
  }

  override async series(_run: number, names: string[], range: TimeRange, n: number): Promise<Points[]> {
    await this.want(names);
    return names.map((name) => extremes(within(this.column(name) ?? none(), range.from, range.to), n));
  }

  override compare(): Promise<Points[]> {
    return Promise.resolve([]);
  }

  /** The record at or before a time, as far as its columns are watched. */
  override row(_run: number, time: number): Promise<Row> {
    const { times } = this.poseRecords.block;
    const row = indexAt(times, time);
    const values: Row['values'] = {};
    for (const [name, column] of this.columns) {
      const { times: own, values: all } = column.points;
      const value = own.length === 0 ? NaN : all[indexAt(own, time)];
      values[name] = Number.isNaN(value) ? null : value;
    }
    return Promise.resolve({
      time_s: times[row] ?? 0, row,
      previous_time_s: times[row - 1] ?? null, next_time_s: times[row + 1] ?? null, values,
    });
  }

  private ask(): void {
    this.timer = null;
    if (this.fresh) this.watch++;
    this.list = [...this.columns.keys()];
    this.send({ do: 'watch', number: this.watch, columns: this.list });
  }
}

function none(): Points {
  return { times: new Float64Array(), values: new Float64Array() };
}

