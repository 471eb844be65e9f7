// The whole scene: ground, the runs on it, the camera. It draws only when something changed.

import { Raycaster, Vector2, Vector3 } from 'three';
import type { Vector } from '../api/model';
import type { RutBlock } from '../api/wire';
import type { Run } from '../run';
import { RunActor, outward, type Overlay, type PlacedContactor } from './actor';
import { Anchor } from './anchor';
import { CameraRig, type CameraMode } from './cameras';
import { roundLength, type Colouring } from './colouring';
import { Compass } from './compass';
import { Goal } from './goal';
import { Ground } from './ground';
import { Labels, type Labelled } from './labels';
import { Ruts } from './ruts';
import { Stage } from './stage';
import { Terrain } from './terrain';
import { around, type Ball, company } from './vehicles';

/** Pixels that the longest scale bar may have, and that lines of the grid are apart. */
const BAR_PX = 150;
const GRID_PX = 110;
/** Distance of the camera from which a sphere fills the picture, in its radii. */
const FRAMING = 3.3;

export class World {
  readonly stage: Stage;
  readonly rig: CameraRig;
  readonly compass: Compass;
  readonly ground: Ground | null = null;
  readonly terrain: Terrain | null = null;
  /** Soil that was moved, of the first run that moved any. */
  ruts: Ruts | null = null;
  readonly actors = new Map<Run, RunActor>();
  readonly labels: Labels;
  goal: Goal | null = null;
  wheel = 0;
  /** The followed vehicle of the focused run; null is all of them. */
  private followed: number | null = 0;
  /** Radius of what was framed when all were followed last, metres. */
  private framed = 0;
  private lastTime = 0;
  private readonly anchor: Anchor;
  private focused: Run | null = null;
  private stale = true;
  private dark = false;
  private grid = true;
  private colouring: Colouring = 'hillshade';
  private readonly scratch = new Vector3();

  constructor(canvas: HTMLCanvasElement, runs: Run[], plain: boolean, follow: (vehicle: number) => void) {
    this.labels = new Labels(follow);
    this.stage = new Stage(canvas, plain);
    this.rig = new CameraRig(this.stage.camera, canvas, () => this.touch());
    const drawable = runs.filter((run) => run.scene !== null && run.track !== null);
    const first = drawable[0];
    const scene = first?.scene ?? null;
    const gravity: Vector = scene?.gravity_m_per_s2 ?? [0, 0, 0];
    const sun: Vector = scene?.sun_direction ?? [-0.5, 0.5, Math.SQRT1_2];
    this.stage.setSun(sun);
    this.compass = new Compass(gravity, sun);
    if (scene?.terrain) this.ground = new Ground(scene.terrain);
    this.anchor = new Anchor(nearOf(first, this.ground));
    if (this.ground !== null) {
      this.terrain = new Terrain(this.ground, this.anchor, sun, gravity);
      this.stage.content.add(this.terrain.group);
    }
    for (const run of drawable) this.add(run);
    this.focused = first ?? null;
  }

  /** Shows the soil as a run left it, and when, or leaves it so far; its tracks are then in the soil itself. */
  setRuts(run: Run, block: RutBlock, pace: number): void {
    if (this.terrain === null || block.tiles.length === 0) return;
    const visible = this.ruts?.mesh.visible ?? true;
    this.ruts?.mesh.removeFromParent();
    this.ruts?.dispose();
    this.ruts = new Ruts(block, this.anchor, this.terrain, pace);
    this.terrain.setHoles(block);
    this.terrain.showHoles(visible);
    this.ruts.mesh.visible = visible;
    this.stage.content.add(this.ruts.mesh);
    const actor = this.actors.get(run);
    if (actor !== undefined) actor.tracks.group.removeFromParent();
    this.ruts.colour(this.colouring);
    this.update(this.lastTime);
  }

  /** Another sun: its light at once, relief and ruts painted anew where `paint` says so. */
  setSun(sun: Vector, paint: boolean): void {
    this.stage.setSun(sun);
    this.compass.setSun(sun);
    if (paint) {
      this.terrain?.setSun(sun);
      this.setColouring(this.colouring);
    }
    this.touch();
  }

  /** Where in the site the ground is under a place of the page; nothing beside the ground. */
  groundAt(clientX: number, clientY: number): Vector | null {
    if (this.terrain === null) return null;
    const { left, top, width, height } = this.stage.renderer.domElement.getBoundingClientRect();
    const at = new Vector2((2 * (clientX - left)) / width - 1, 1 - (2 * (clientY - top)) / height);
    const ray = new Raycaster();
    this.stage.scene.updateMatrixWorld();
    ray.setFromCamera(at, this.stage.camera);
    const [hit] = ray.intersectObject(this.terrain.group, true);
    if (hit === undefined) return null;
    const { x, y, z } = hit.point;
    return this.anchor.site({ x, y, z: z / this.stage.content.scale.z });
  }

  /** The goal of the vehicle that is followed, and how far it is. */
  setGoal(at: [number, number] | null, away: number | null): void {
    if (at !== null && this.goal === null) {
      this.goal = new Goal(this.anchor, this.ground, this.focusActor?.size ?? 3);
      this.stage.content.add(this.goal.group);
      this.labels.element.after(this.goal.element);
    }
    this.goal?.set(at, away);
    this.touch();
  }

  get focus(): Run | null { return this.focused; }
  get focusActor(): RunActor | null {
    return this.focused === null ? null : this.actors.get(this.focused) ?? null;
  }

  get vehicle(): number | null { return this.followed; }

  setFocus(run: Run): void {
    this.focused = run;
    const vehicles = this.focusActor?.vehicles ?? [];
    if (this.followed !== null && this.followed >= vehicles.length) this.followed = 0;
    this.labels.setVehicles(vehicles.map(({ name }) => name));
    this.touch();
  }

  /** Follows one vehicle, or frames all and goes along with them. */
  setVehicle(vehicle: number | null): void {
    this.followed = vehicle;
    this.wheel = 0;
    this.rig.mode = 'follow';
    this.approach();
    this.update(this.lastTime);
  }

  /** Something changed: draw at the next occasion. */
  touch(): void {
    this.stale = true;
  }

  update(time: number): void {
    this.lastTime = time;
    this.ruts?.update(time);
    for (const [run, actor] of this.actors) if (run.visible) actor.update(time);
    if (this.rig.mode !== 'orbit') this.rig.accompany(this.lookedAt());
    if (this.rig.mode === 'follow' && this.followed === null) this.keepFramed();
    this.touch();
  }

  setVisible(run: Run, visible: boolean): void {
    const actor = this.actors.get(run);
    if (actor !== undefined) actor.group.visible = visible;
    this.touch();
  }

  setTheme(dark: boolean): void {
    this.dark = dark;
    this.stage.setTheme(dark);
    this.touch();
  }

  setColouring(kind: Colouring): void {
    this.colouring = kind;
    this.terrain?.colour(kind);
    this.ruts?.colour(kind);
    this.touch();
  }

  setOverlay(overlay: Overlay, on: boolean): void {
    for (const actor of this.actors.values()) actor.show(overlay, on);
    if (overlay === 'tracks' && this.ruts !== null) {
      this.ruts.mesh.visible = on;
      this.terrain?.showHoles(on);
    }
    this.touch();
  }

  setLabels(on: boolean): void {
    this.labels.show(on);
    this.touch();
  }

  setGrid(on: boolean): void {
    this.grid = on;
    this.touch();
  }

  setExaggeration(factor: number): void {
    const ratio = factor / this.stage.content.scale.z;
    this.stage.setExaggeration(factor);
    const target = this.rig.target.clone();
    target.z *= ratio;
    this.rig.accompany(target);
    this.update(this.lastTime);
  }

  setCamera(mode: CameraMode): void {
    const before = this.rig.mode;
    this.rig.mode = mode;
    for (const each of this.actors.values()) each.arrows.setThickness(mode === 'wheel' ? 0.4 : 1);
    const actor = this.focusActor;
    if (actor === null || mode === 'orbit') return this.update(this.lastTime);
    if (mode === 'wheel') this.lookAtWheel(actor);
    else if (before !== 'follow') this.approach();
    this.update(this.lastTime);
  }

  nextWheel(): void {
    const count = this.wheels.length;
    if (count === 0) return;
    if (this.rig.mode === 'wheel') this.wheel = (this.wheel + 1) % count;
    this.setCamera('wheel');
  }

  /** The first view: the vehicle from its front left, a bit from above. */
  reset(): void {
    const actor = this.focusActor;
    if (actor === null) {
      this.rig.place(new Vector3(), new Vector3(-1, -1.6, 1), 10);
      return;
    }
    const direction = new Vector3(0.95, -1.35, 0.72);
    this.rig.place(this.lookedAt(), direction, 3.5 * this.near().radius);
    this.touch();
  }

  /** Orbit far enough to see all that the focused run's vehicles have reached. */
  overview(): void {
    const actor = this.focusActor;
    if (actor === null) return;
    const { centre, radius } = actor.reach(this.stage.content.scale.z);
    this.rig.mode = 'orbit';
    const away = this.stage.camera.position.clone().sub(this.rig.target);
    this.rig.place(centre, away, 1.5 * (2 * radius + 1.2 * actor.size));
    this.touch();
  }

  get metresPerPixel(): number {
    return this.rig.metresPerPixel(this.stage.renderer.domElement.clientHeight);
  }

  /** Length of the scale bar and distance of grid lines, in metres. */
  get scale(): { bar: number; grid: number } {
    const metres = this.metresPerPixel;
    return { bar: roundLength(BAR_PX * metres), grid: this.grid ? roundLength(GRID_PX * metres) : 0 };
  }

  /** Draws if anything changed; whether it did. */
  draw(): boolean {
    if (this.stage.resize()) this.touch();
    if (!this.stale) return false;
    this.stale = false;
    this.terrain?.setGrid(this.scale.grid, this.dark);
    const shadows = 1.8 * this.near().radius;
    this.stage.render(this.rig.target, shadows, this.heightOfTarget(), this.siteRadius(shadows));
    this.compass.update(this.stage.camera);
    this.labels.update(this.labelled(), this.stage.camera);
    this.goal?.update(this.stage.camera, this.stage.content.scale.z);
    return true;
  }

  private add(run: Run): void {
    if (run.meta === null || run.scene === null || run.track === null) return;
    const paint = { ghost: run.index > 0, colour: run.colour };
    const actor = new RunActor(run.meta, run.scene, run.track, this.ground, this.anchor, paint);
    this.actors.set(run, actor);
    this.stage.content.add(actor.group);
  }

  /** What a camera that goes along looks at, with the exaggeration. */
  private lookedAt(): Vector3 {
    const actor = this.focusActor;
    if (actor === null) return this.rig.target.clone();
    const placed = this.wheels[this.wheel];
    if (this.rig.mode !== 'wheel' || placed === undefined) return this.watched().centre;
    const point = actor.contactorCentre(placed, this.scratch);
    point.z *= this.stage.content.scale.z;
    return point.clone();
  }

  /** Contactors that the wheel camera goes through: those of the followed vehicle. */
  private get wheels(): PlacedContactor[] {
    const all = this.focusActor?.contactors ?? [];
    return this.followed === null ? all : all.filter(({ vehicle }) => vehicle === this.followed);
  }

  private balls(): Ball[] {
    return this.focusActor?.balls(this.stage.content.scale.z) ?? [];
  }

  /** The followed vehicle, or a sphere around all. */
  private watched(): Ball {
    const balls = this.balls();
    return this.followed === null ? around(balls) : balls[this.followed] ?? around(balls);
  }

  /** What is followed, together with vehicles so near that they belong in its picture. */
  private near(): Ball {
    const balls = this.balls();
    if (balls.length === 0) return { centre: this.rig.target.clone(), radius: 2.8 };
    return this.followed === null ? around(balls) : around(company(balls, this.watched()));
  }

  /** Places the camera near what is followed, from where it looks already. */
  private approach(): void {
    const away = this.stage.camera.position.clone().sub(this.rig.target);
    const { centre, radius } = this.watched();
    if (this.followed === null) {
      this.framed = radius;
      this.rig.place(centre, away, (FRAMING * radius) / Math.min(1, this.stage.camera.aspect));
      return;
    }
    this.rig.place(centre, away, Math.min(8 * radius, Math.max(2.8 * radius, away.length())));
  }

  /** Backs off as the vehicles part, and comes nearer as they meet; the user's zoom stays. */
  private keepFramed(): void {
    const { radius } = this.watched();
    if (this.framed > 0 && radius > 0) this.rig.turn(0, 0, radius / this.framed);
    this.framed = radius;
  }

  private heightOfTarget(): number {
    const { target } = this.rig;
    const { x, y, z } = target;
    const [east, north, up] = this.anchor.site({ x, y, z: z / this.stage.content.scale.z });
    const height = up - (this.ground?.heightAt(east, north) ?? NaN);
    return Number.isFinite(height) ? Math.max(0, height * this.stage.content.scale.z) : 0;
  }

  /** How far things may be from what is looked at. */
  private siteRadius(shadows: number): number {
    const reach = this.focusActor?.reach(this.stage.content.scale.z).radius ?? 0;
    return Math.max(this.terrain?.radius ?? 10 * shadows, reach);
  }

  private labelled(): Labelled[] {
    const balls = this.balls();
    const from = this.followed === null ? null : balls[this.followed];
    return balls.map(({ centre, radius }, index) => ({
      centre,
      top: centre.clone().add(new Vector3(0, 0, 0.6 * radius)),
      away: from == null ? 0 : centre.distanceTo(from.centre),
      size: 2 * radius,
      followed: index === this.followed,
    }));
  }

  private lookAtWheel(actor: RunActor): void {
    const placed = this.wheels[this.wheel];
    if (placed === undefined) return;
    const direction = new Vector3(...outward(actor.sample, placed));
    direction.z = 0;
    direction.normalize();
    // A little from the front and from above.
    const front = new Vector3(direction.y, -direction.x, 0);
    direction.addScaledVector(front, 0.45).add(new Vector3(0, 0, 0.42));
    const radius = placed.contactor.radius_m ?? 0.1 * actor.size;
    this.rig.place(this.lookedAt(), direction, Math.max(0.4, 6.5 * radius));
  }
}

function nearOf(run: Run | undefined, ground: Ground | null): Vector {
  const block = run?.track?.overview;
  if (block !== undefined && block.links > 0) {
    const last = (block.times.length - 1) * (block.links + block.contactors) * 7;
    return [0, 1, 2].map((i) => block.origin[i] + block.values[last + i]) as Vector;
  }
  return ground === null ? [0, 0, 0] : [ground.x0, ground.y0, ground.range[0]];
}
