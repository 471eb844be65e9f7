// A running simulation and the viewer: new records move the scene and lengthen plots and tracks, a click on
// the ground is a goal, the sun lights what it shines on.

import type { Status, Sun } from '../api/live';
import type { RunEvent } from '../api/model';
import type { PlotPanel } from '../plots/panel';
import type { Run } from '../run';
import { riggingColumns, riggingOf } from '../scene/rigging';
import type { World } from '../scene/world';
import { isAbort } from '../api/client';
import type { LiveSession } from './session';
import { sunVector } from './sun';

/** Tracks, paths and plots are made anew no oftener than this. */
const GROW_MS = 1000;
const PLOT_MS = 250;
const RUTS_MS = 1500;
/** The ground is painted for another sun once that rests. */
const PAINT_MS = 150;
/** A pointer that moves less than this has clicked. */
const CLICK_PX = 4;
const READOUT = ['com.vx_m_per_s', 'com.vy_m_per_s', 'com.vz_m_per_s', 'com.height_m'];

export interface Shown {
  world: World | null;
  run: Run;
  plots: PlotPanel;
  canvas: HTMLElement;
  /** More has happened. */
  happened(events: RunEvent[]): void;
  /** What is shown at the present time has changed. */
  refresh(): void;
  /** Time has gone by. */
  lengthened(): void;
  /** Lengths of arrows, ruts or tracks have changed. */
  changed(): void;
  failed(cause: unknown): void;
}

export class Coupling {
  private readonly session: LiveSession;
  private readonly shown: Shown;
  private stale = false;
  private staleCurves = false;
  private rutRecords = -1;
  private painting: ReturnType<typeof setTimeout> | null = null;

  constructor(session: LiveSession, shown: Shown) {
    this.session = session;
    this.shown = shown;
    this.takeClicks();
  }

  async start(): Promise<void> {
    const { client } = this.session;
    const { scene } = this.shown.run;
    const prefixes = scene?.vehicles.map(({ prefix }) => prefix) ?? [''];
    const wanted = client.want(['phase', ...prefixes.flatMap((prefix) => READOUT.map((name) => prefix + name)),
      ...(scene === null ? [] : riggingColumns(scene)), ...this.session.panel.columns]);
    // Lengths in the legend may depend on them.
    void wanted.then(() => {
      this.valued();
      this.shown.changed();
    });
    this.session.listen({
      grown: () => this.grown(),
      valued: () => this.valued(),
      status: (status) => this.status(status),
      happened: (events) => this.shown.happened(events),
      lit: (sun) => this.lit(sun),
    });
    this.grown();
    setInterval(() => this.lengthen(), GROW_MS);
    setInterval(() => void this.drawPlots(), PLOT_MS);
    setInterval(() => void this.takeRuts(), RUTS_MS);
    await this.takeRuts();
  }

  private grown(): void {
    const { run } = this.shown;
    run.track?.setOverview(this.session.client.poseRecords.block);
    this.stale = true;
  }

  /** Tensions and thrusts are drawn, numbers are read, curves are longer. */
  private valued(): void {
    const { run, world } = this.shown;
    const actor = world?.actors.get(run);
    if (actor !== undefined && run.scene !== null && riggingColumns(run.scene).length > 0) {
      actor.setRigging(riggingOf(run.scene, (name) => this.session.client.column(name)));
    }
    this.staleCurves = true;
    this.shown.refresh();
  }

  private status({ goal, goal_distance_m, ended }: Status): void {
    this.shown.world?.setGoal(ended === null ? goal : null, goal_distance_m);
  }

  private lengthen(): void {
    const { world, run } = this.shown;
    if (!this.stale) return;
    this.stale = false;
    if (world?.actors.get(run)?.grow(this.session.client.events)) this.shown.changed();
    this.shown.lengthened();
    world?.touch();
  }

  private async drawPlots(): Promise<void> {
    const { plots } = this.shown;
    if (!this.staleCurves || !plots.visible) return;
    this.staleCurves = false;
    await plots.refresh();
  }

  private async takeRuts(): Promise<void> {
    const { session, shown: { world, run } } = this;
    const soil = session.live.description.columns.some(({ name }) => name.endsWith('.footprint_m2'));
    if (!soil || !session.connected) return;
    if (session.status.records === this.rutRecords) return;
    this.rutRecords = session.status.records;
    try {
      const block = await session.client.ruts();
      if (block === null || block.tiles.length === 0) return;
      world?.setRuts(run, block, 0.2);
      this.shown.changed();
    } catch (cause) {
      // That there is no connection is shown already.
      if (session.connected && !isAbort(cause)) this.shown.failed(cause);
    }
  }

  private lit(sun: Sun): void {
    const direction = sunVector(sun);
    this.shown.world?.setSun(direction, false);
    if (this.painting !== null) clearTimeout(this.painting);
    this.painting = setTimeout(() => this.shown.world?.setSun(direction, true), PAINT_MS);
  }

  private takeClicks(): void {
    const { canvas } = this.shown;
    let pressed: { x: number; y: number } | null = null;
    canvas.addEventListener('pointerdown', ({ button, clientX, clientY, isPrimary }) => {
      pressed = button === 0 && isPrimary ? { x: clientX, y: clientY } : null;
    });
    canvas.addEventListener('pointerup', ({ clientX, clientY }) => {
      const from = pressed;
      pressed = null;
      if (from === null || Math.hypot(clientX - from.x, clientY - from.y) >= CLICK_PX) return;
      this.goTo(clientX, clientY);
    });
  }

  private goTo(x: number, y: number): void {
    const { session, shown: { world } } = this;
    if (!session.live.description.can.goal || session.status.ended !== null) return;
    const at = world?.groundAt(x, y) ?? null;
    if (at !== null) session.order({ do: 'goal', at_m: [at[0], at[1]] });
  }
}
