// The page: what happens when something is pressed, and what follows the time.

import { type Client, isAbort, messageOf } from './api/client';
import type { Row, RunEvent, Vector } from './api/model';
import { offer } from './hook';
import { Coupling } from './live/coupling';
import { keepKeysFree } from './live/focus';
import type { LiveSession } from './live/session';
import { download, h } from './page/dom';
import { EventList } from './page/eventlist';
import { Header, type Shown } from './page/header';
import { Keyboard } from './page/keyboard';
import { Legend } from './page/legend';
import type { Messages } from './page/messages';
import { Panel } from './page/panel';
import { PicturePanel } from './page/pictures';
import { Readout } from './page/readout';
import { results } from './page/results';
import { ThemeSwitch } from './page/theme';
import { TimeBar } from './page/timebar';
import { pngOf } from './plots/export';
import { PlotPanel } from './plots/panel';
import type { Run } from './run';
import type { RunActor } from './scene/actor';
import type { CameraMode } from './scene/cameras';
import { COLOURINGS, type Colouring } from './scene/colouring';
import { massPath, sinkage, type Sinkage } from './scene/extras';
import { FootprintReader } from './scene/footprints';
import { GrainReader } from './scene/grains';
import { rigging } from './scene/rigging';
import { World } from './scene/world';
import { bindings } from './shortcuts';
import { Clock } from './timeline/clock';
import { DetailLoader } from './timeline/detail';
import { neighbour } from './timeline/events';
import { RowReader } from './timeline/rows';

/** A picture that took longer than this does not make the time leap. */
const LONGEST_TICK_S = 0.5;

export class App {
  readonly clock: Clock;
  /** The simulation, where it still runs. */
  readonly live: LiveSession | null;
  readonly plots: PlotPanel;
  private readonly client: Client;
  private readonly runs: Run[];
  private readonly messages: Messages;
  private readonly world: World | null;
  private readonly header: Header;
  private readonly timebar: TimeBar;
  private readonly readout = new Readout();
  private readonly legend = new Legend();
  private readonly events: EventList;
  private readonly panel: Panel;
  private readonly keyboard: Keyboard;
  private readonly theme: ThemeSwitch;
  private readonly rows: RowReader;
  private readonly details: DetailLoader[];
  private readonly grains: GrainReader[];
  private readonly footprints: FootprintReader[];
  private readonly sinkages = new Map<Run, Sinkage>();
  private focus: Run;
  private colouring: Colouring = 'hillshade';
  private exaggeration = 1;
  private arrows = 1;
  private readonly overlays = new Map<Shown, boolean>();
  private ready = false;
  private pictures = 0;

  constructor(
    client: Client, runs: Run[], scene: HTMLElement, messages: Messages, plain: boolean, live: LiveSession | null = null,
  ) {
    this.client = client;
    this.runs = runs;
    this.messages = messages;
    this.live = live;
    const readable = runs.filter((run) => run.readable);
    this.focus = readable[0];
    this.clock = live?.clock ?? new Clock();
    if (live === null) {
      this.clock.setRange(
        Math.min(...readable.map((run) => run.meta!.time_start_s)),
        Math.max(...readable.map((run) => run.meta!.time_end_s)));
    } else {
      keepKeysFree();
      byId('canvas').classList.toggle('aims', live.live.description.can.goal);
    }
    this.world = this.makeWorld(plain);
    this.header = new Header(byId('header'), this.headerActions(), live !== null);
    this.timebar = new TimeBar(byId('timebar'), this.clock, this, live === null ? 'space' : 'K');
    this.events = new EventList((time) => this.seek(time), () => this.eventsChanged());
    this.plots = new PlotPanel(client, runs, this.clock, messages);
    const seen = new PicturePanel(client, readable.map(({ id, label, meta }) => ({ id, label, cameras: meta?.cameras ?? [] })));
    this.panel = new Panel(byId('panel'), [
      ...(live === null ? [] : [{ name: 'Control', page: live.panel.element }]),
      { name: 'Plots', page: this.plots.element }, { name: 'Events', page: this.events.element },
      ...(live === null ? [{ name: 'Results', page: results(runs) }] : []),
      ...(seen.empty ? [] : [{ name: 'Cameras', page: seen.element }])]);
    this.clock.listen(() => seen.follow(this.clock.time));
    seen.follow(this.clock.time);
    this.keyboard = new Keyboard(bindings(this));
    this.rows = new RowReader(client, (row) => this.recordFound(row), (cause) => this.failed(cause));
    this.grains = readable.map((run) => new GrainReader(client, run, (block) => {
      this.world?.actors.get(run)?.setGrains(block);
      this.world?.touch();
    }, (cause) => this.failed(cause)));
    this.footprints = readable.map((run) => new FootprintReader(client, run, (block) => {
      const prints = this.world?.actors.get(run)?.footprints;
      const known = prints?.usual ?? 0;
      this.world?.actors.get(run)?.setFootprints(block);
      // The legend and the switch wait until it is known that there is anything to show.
      if (known !== block.usual) this.pressureFound();
      this.world?.touch();
    }, (cause) => this.failed(cause)));
    this.details = readable.map((run) => new DetailLoader(client, run, () => this.follow(), (cause) => this.failed(cause)));
    scene.append(this.world?.labels.element ?? '', this.readout.element, this.legend.element, this.world?.compass.element ?? '');
    this.theme = new ThemeSwitch((dark) => this.themed(dark));
    this.header.setTheme(this.theme.theme);
    this.header.setCamera('follow');
    this.setFocus(this.focus);
    this.clock.listen(() => this.follow());
    this.world?.reset();
    offer(this.hook());
  }

  /** Draws from now on, and loads what the first picture does not need. */
  async start(): Promise<void> {
    this.follow();
    let before = performance.now();
    const tick = (now: number): void => {
      this.clock.advance(Math.min(LONGEST_TICK_S, Math.max(0, (now - before) / 1000)));
      before = now;
      this.draw();
      requestAnimationFrame(tick);
    };
    requestAnimationFrame(tick);
    if (this.live !== null) await this.couple(this.live);
    else await this.loadRest();
    this.ready = true;
  }

  /** What the first picture of a finished run does not need. */
  private async loadRest(): Promise<void> {
    await Promise.all([this.plots.refresh(), this.loadRuts(), ...this.runs.flatMap((run) => [this.loadTrails(run), this.loadRigging(run)])]);
  }

  private async couple(live: LiveSession): Promise<void> {
    const coupling = new Coupling(live, {
      world: this.world, run: this.focus, plots: this.plots, canvas: byId('canvas'),
      happened: (events) => {
        this.events.addEvents(events);
        this.eventsChanged();
      },
      refresh: () => this.follow(),
      lengthened: () => this.timebar.setEvents(this.events.shown),
      changed: () => {
        this.vehicleChanged();
        this.updateLegend();
        this.follow();
        if (this.colouring === 'sinkage' && this.world?.ruts === null) {
          this.sinkages.clear();
          void this.setColouring('sinkage');
        }
      },
      failed: (cause) => this.failed(cause),
    });
    await coupling.start();
    await this.plots.refresh();
  }

  seek(time: number): void {
    this.clock.pause();
    this.clock.seek(time);
  }

  /** To the record before or after. */
  step(direction: 1 | -1): void {
    // Where nothing newer is known, one on is one step of the simulation.
    if (this.live !== null && direction > 0 && this.clock.following) {
      this.live.order({ do: 'step', ticks: 1 });
      return;
    }
    this.clock.pause();
    this.rows.neighbour(this.clock.time, direction).then((time) => {
      if (time !== null) this.clock.seek(time);
    }, (cause) => this.failed(cause));
  }

  /** To the event before or after. */
  jump(direction: 1 | -1): void {
    const time = neighbour(this.events.shown, this.clock.time, direction);
    if (time !== null) this.seek(time);
  }

  setCamera(mode: CameraMode): void {
    this.world?.setCamera(mode);
    this.header.setCamera(mode);
  }

  nextWheel(): void {
    this.world?.nextWheel();
    this.header.setCamera(this.world?.rig.mode ?? 'orbit');
  }

  /** Follows a vehicle of the focused run, or frames all. */
  setVehicle(vehicle: number | null): void {
    this.world?.setVehicle(vehicle);
    this.header.setCamera(this.world?.rig.mode ?? 'orbit');
    this.vehicleChanged();
    this.follow();
  }

  nextVehicle(): void {
    const count = this.world?.focusActor?.vehicles.length ?? 0;
    if (this.world === null || count < 2) return;
    const { vehicle } = this.world;
    this.setVehicle(vehicle === null ? 0 : vehicle + 1 < count ? vehicle + 1 : null);
  }

  turnCamera(around: number, up: number, zoom: number): void {
    this.world?.rig.turn(around, up, zoom);
  }

  overview(): void {
    this.world?.overview();
    this.header.setCamera(this.world?.rig.mode ?? 'orbit');
  }

  nextColouring(): void {
    const at = COLOURINGS.findIndex(({ kind }) => kind === this.colouring);
    void this.setColouring(COLOURINGS[(at + 1) % COLOURINGS.length].kind);
  }

  toggleOverlay(overlay: Shown): void {
    this.setOverlay(overlay, !(this.overlays.get(overlay) ?? true));
  }

  togglePanel(): void { this.panel.toggle(); }
  toggleTheme(): void {
    this.theme.next();
    this.header.setTheme(this.theme.theme);
  }

  help(): void { this.keyboard.help(); }

  private async setColouring(kind: Colouring): Promise<void> {
    this.colouring = kind;
    this.header.setColouring(kind);
    this.world?.setColouring(kind);
    if (kind === 'sinkage') await this.loadSinkage();
    for (const [run, actor] of this.world?.actors ?? []) {
      const known = this.colouring === 'sinkage' ? this.sinkages.get(run) : undefined;
      actor.tracks.colour(known?.at ?? null, this.deepest);
    }
    this.updateLegend();
    this.world?.touch();
  }

  private get deepest(): number {
    return this.world?.ruts?.deepest ?? Math.max(0, ...[...this.sinkages.values()].map(({ deepest }) => deepest));
  }

  private setOverlay(overlay: Shown, on: boolean): void {
    this.overlays.set(overlay, on);
    this.header.setOverlay(overlay, on);
    if (overlay === 'grid') this.world?.setGrid(on);
    else if (overlay === 'labels') this.world?.setLabels(on);
    else this.world?.setOverlay(overlay, on);
    this.updateLegend();
  }

  private setFocus(run: Run): void {
    this.focus = run;
    this.world?.setFocus(run);
    this.vehicleChanged();
    this.header.setRuns(this.runs, run);
    this.rows.setRun(run.id);
    this.events.setEvents(run.meta?.events ?? []);
    this.eventsChanged();
    this.updateLegend();
    this.follow();
  }

  /** Another vehicle, or those of another run. */
  private vehicleChanged(): void {
    const actor = this.world?.actors.get(this.focus) ?? null;
    const followed = this.world?.vehicle ?? null;
    const names = (actor?.vehicles ?? []).map(({ name }) => name);
    this.readout.setRun(this.focus, actor, this.runs.length > 1, followed);
    this.header.setVehicles(names, followed);
    const actors = [...this.world?.actors.values() ?? []];
    this.header.offer('cables', actors.some(({ cables }) => cables.count > 0));
    this.header.offer('thrust', actors.some(({ plumes }) => plumes.count > 0));
    this.header.offer('pressure', actors.some(({ footprints }) => footprints.usual > 0));
    this.header.offer('labels', names.length > 1);
  }

  private setVisible(run: Run, on: boolean): void {
    run.visible = on;
    this.world?.setVisible(run, on);
    this.follow();
    void this.plots.refresh();
  }

  /** Everything that shows the time. */
  private follow(): void {
    const { time } = this.clock;
    this.world?.update(time);
    this.readout.update(time, this.focus, this.world?.actors.get(this.focus) ?? null);
    this.rows.want(time);
    this.events.setTime(time);
    for (const detail of this.details) detail.follow(this.clock);
    for (const reader of this.grains) reader.want(time);
    for (const reader of this.footprints) reader.want(time);
  }

  private pressureFound(): void {
    this.vehicleChanged();
    this.updateLegend();
  }

  private recordFound(row: Row): void {
    const actor = this.world?.actors.get(this.focus) ?? null;
    if (actor?.setRecord(row) === true) this.world?.touch();
    this.readout.update(this.clock.time, this.focus, actor);
    this.readout.updateRow(row, this.focus);
    this.plots.setRecord(this.focus, row);
  }

  private eventsChanged(): void {
    const wanted = (event: RunEvent): boolean => this.events.wanted(event);
    this.timebar.setEvents(this.events.shown);
    for (const [run, actor] of this.world?.actors ?? []) {
      actor.showEvents(run === this.focus ? wanted : () => false);
    }
    this.world?.touch();
  }

  private draw(): void {
    if (this.world === null || !this.world.draw()) return;
    this.pictures++;
    const { bar, grid } = this.world.scale;
    this.legend.setScale(bar, bar / this.world.metresPerPixel, grid, this.exaggeration);
  }

  private updateLegend(): void {
    const actor = this.world?.actors.get(this.focus);
    const shown = (overlay: Shown): boolean => this.overlays.get(overlay) ?? true;
    this.legend.update({
      colouring: this.colouring, elevation: this.world?.ground?.range ?? null, deepest_m: this.deepest,
      forces: shown('forces'), arrow: (actor?.arrows.scale ?? 0) * this.arrows,
      pressure: shown('pressure') && (actor?.footprints.usual ?? 0) > 0 ? actor!.footprints.usual : null,
      tension: shown('cables') ? actor?.greatestTension ?? null : null,
      plume: shown('thrust') ? (actor?.plumes.longest ?? 0) * this.arrows : 0,
    });
  }

  private themed(dark: boolean): void {
    this.world?.setTheme(dark);
    if (this.ready) this.plots.themed();
  }

  private makeWorld(plain: boolean): World | null {
    const canvas = byId('canvas') as HTMLCanvasElement;
    if (!this.runs.some((run) => run.scene !== null && run.track !== null)) {
      canvas.hidden = true;
      const problems = this.runs.flatMap((run) => run.problems);
      this.messages.card('There is no scene to show', [...problems, 'The plots show what was recorded.']);
      return null;
    }
    try {
      return new World(canvas, this.runs, plain, (vehicle) => this.setVehicle(vehicle));
    } catch (cause) {
      canvas.hidden = true;
      this.messages.card('The scene cannot be drawn', [messageOf(cause),
        'It needs WebGL 2. The plots work without it.']);
      return null;
    }
  }

  private async loadTrails(run: Run): Promise<void> {
    const actor = this.world?.actors.get(run);
    if (actor === undefined) return;
    try {
      await Promise.all(actor.vehicles.map(async ({ prefix }, vehicle) => {
        const path = await massPath(this.client, run, prefix);
        if (path !== null) actor.setTrail(vehicle, path);
      }));
      this.follow();
    } catch (cause) {
      this.failed(cause);
    }
  }

  /** The soil of the first run that moved any: all runs are drawn on one ground. */
  private async loadRuts(): Promise<void> {
    for (const run of this.runs) {
      if (!run.meta?.columns.some(({ name }) => name.endsWith('.footprint_m2'))) continue;
      try {
        const block = await this.client.ruts(run.id);
        if (block === null) continue;
        const { time_start_s: from, time_end_s: to, rows } = run.meta;
        this.world?.setRuts(run, block, (2 * (to - from)) / Math.max(1, rows - 1));
        this.updateLegend();
        return;
      } catch (cause) {
        this.failed(cause);
      }
    }
  }

  private async loadRigging(run: Run): Promise<void> {
    const actor = this.world?.actors.get(run);
    if (actor === undefined) return;
    try {
      const found = await rigging(this.client, run);
      if (found === null) return;
      actor.setRigging(found);
      this.updateLegend();
      this.follow();
    } catch (cause) {
      this.failed(cause);
    }
  }

  private async loadSinkage(): Promise<void> {
    await Promise.all([...this.world?.actors ?? []].map(async ([run, actor]) => {
      if (this.sinkages.has(run)) return;
      try {
        const found = await sinkage(this.client, run, actor);
        if (found !== null) this.sinkages.set(run, found);
      } catch (cause) {
        this.failed(cause);
      }
    }));
  }

  private async savePicture(): Promise<void> {
    if (this.world === null) return;
    // A canvas holds its picture only until the browser has shown it.
    this.world.touch();
    this.draw();
    try {
      download(`${this.focus.label}-${this.clock.time.toFixed(3)}s.png`, await pngOf(this.world.stage.renderer.domElement));
    } catch (cause) {
      this.failed(cause);
    }
  }

  private failed(cause: unknown): void {
    if (!isAbort(cause)) this.messages.show(messageOf(cause));
  }

  private headerActions(): ConstructorParameters<typeof Header>[1] {
    return {
      camera: (mode) => this.setCamera(mode),
      colouring: (kind) => void this.setColouring(kind),
      exaggeration: (factor) => {
        this.exaggeration = factor;
        this.world?.setExaggeration(factor);
      },
      arrows: (factor) => {
        this.arrows = factor;
        for (const actor of this.world?.actors.values() ?? []) {
          actor.arrows.setFactor(factor);
          actor.plumes.setFactor(factor);
        }
        this.updateLegend();
        this.follow();
      },
      overlay: (overlay, on) => this.setOverlay(overlay, on),
      picture: () => void this.savePicture(),
      panel: () => this.togglePanel(),
      theme: () => this.toggleTheme(),
      help: () => this.help(),
      visible: (run, on) => this.setVisible(run, on),
      focus: (run) => this.setFocus(run),
      vehicle: (index) => this.setVehicle(index),
    };
  }

  private hook(): Parameters<typeof offer>[0] {
    const app = this;
    const place = (run: Run): Vector | null => app.world?.actors.get(run)?.position() ?? null;
    const actor = (): RunActor | null => app.world?.focusActor ?? null;
    return {
      get loaded() { return app.ready && (app.world === null || app.pictures > 0); },
      get time() { return app.clock.time; },
      get end() { return app.clock.end; },
      get playing() { return app.clock.playing; },
      get speed() { return app.clock.speed; },
      get camera() { return app.world?.rig.mode ?? 'none'; },
      get colouring() { return app.colouring; },
      get position() { return place(app.focus); },
      get runs() {
        return app.runs.map((run) => ({
          label: run.label, visible: run.visible, position: place(run),
          detail: run.track?.fineRange !== null && run.track !== null,
        }));
      },
      get playheads() { return app.plots.playheads; },
      get range() { return app.plots.range; },
      get pictures() { return app.pictures; },
      get followed() {
        const vehicle = app.world?.vehicle ?? null;
        return vehicle === null ? 'all' : actor()?.vehicles[vehicle]?.name ?? '';
      },
      get vehicles() {
        return (actor()?.vehicles ?? []).map(({ name }, i) => ({ name, position: actor()!.position(i) }));
      },
      get cables() { return actor()?.cables.shown ?? 0; },
      get plumes() { return actor()?.plumes.shown ?? 0; },
      get forces() {
        const shown = actor();
        return shown === null ? null : { record: shown.sample.record, arrows: shown.arrows.drawn };
      },
      get pressure() {
        const prints = actor()?.footprints;
        if (prints === undefined || prints.usual === 0) return null;
        return { nodes: prints.nodes, shown_pa: prints.pressure, usual_pa: prints.usual, visible: prints.group.visible };
      },
      get live() {
        const { live } = app;
        if (live === null) return null;
        const { status, actual, connected, saved, clock } = live;
        return {
          ...status, actual, connected, saved, following: clock.following, session: live.live.session,
          marker: app.world?.goal?.shown ?? null, sunDirection: app.world?.stage.sunVector ?? null,
        };
      },
      get ruts() {
        const ruts = app.world?.ruts ?? null;
        return ruts === null ? null : { tiles: ruts.tiles, deepest_m: ruts.deepest, moved: ruts.moved };
      },
    };
  }
}

/** An element that `index.html` has. */
export function byId(id: string): HTMLElement {
  return document.getElementById(id) ?? h('div', { id });
}
