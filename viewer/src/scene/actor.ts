// One run in the scene: its vehicles, cables, plumes, forces, tracks, trails and events.

import { Box3, Group, Vector3 } from 'three';
import type { Contactor, Meta, Row, RunEvent, Scene, Vector } from '../api/model';
import { type FootprintBlock, type GrainBlock, STRIDE } from '../api/wire';
import { rotated } from '../math/rotation';
import type { PoseSample, PoseTrack } from '../timeline/poses';
import type { Anchor } from './anchor';
import { ForceArrows, referenceForce } from './arrows';
import { Cables } from './cables';
import { Footprints } from './footprints';
import { Grains } from './grains';
import type { Ground } from './ground';
import { EventMarkers } from './markers';
import { Plumes } from './plumes';
import type { Rigging } from './rigging';
import { shapeObject, type Paint } from './shapes';
import { Tracks } from './tracks';
import { disposeTrail, Trail } from './trail';
import { around, attitudeOf, type Ball, placedVehicles, type PlacedVehicle } from './vehicles';

export type Overlay = 'forces' | 'pressure' | 'tracks' | 'trail' | 'events' | 'cables' | 'thrust';

/** A contactor with its place among those and the links of all vehicles of the run. */
export interface PlacedContactor {
  contactor: Contactor;
  prefix: string;
  index: number;
  link: number;
  /** Its vehicle, and the root of that among the links of all vehicles. */
  vehicle: number;
  root: number;
}

export class RunActor {
  readonly group = new Group();
  readonly contactors: PlacedContactor[];
  readonly vehicles: PlacedVehicle[];
  /** Of the largest vehicle. */
  readonly size: number;
  tracks: Tracks;
  readonly arrows: ForceArrows;
  readonly cables: Cables;
  readonly plumes: Plumes;
  readonly grains = new Grains();
  readonly footprints: Footprints;
  readonly sample: PoseSample;
  private readonly track: PoseTrack;
  private readonly scene: Scene;
  private readonly ground: Ground | null;
  private readonly anchor: Anchor;
  private readonly links: Group[];
  private markers: EventMarkers;
  private readonly colour: string;
  /** The box around all that the vehicles' roots ever reach, relative to the anchor. */
  private reached: Box3;
  private readonly trailGroup = new Group();
  private readonly trails: Trail[];
  private rigging: Rigging | null = null;
  /** The record that the readout shows; frames of a long run leave records out. */
  private record: Row | null = null;
  private time = 0;
  /** Events that have their markers. */
  private placed = 0;

  constructor(
    meta: Meta, scene: Scene, track: PoseTrack, ground: Ground | null, anchor: Anchor, paint: Paint,
  ) {
    this.track = track;
    this.scene = scene;
    this.ground = ground;
    this.anchor = anchor;
    this.colour = paint.ghost ? paint.colour : '#f2f4f7';
    this.sample = track.emptySample();
    this.contactors = placedContactors(scene);
    this.links = linkGroups(scene, paint);
    this.group.add(...this.links);
    track.sample(track.overview.times[0] ?? 0, this.sample);
    this.pose();
    this.vehicles = placedVehicles(scene, this.links, this.sample);
    this.size = Math.max(0, ...this.vehicles.map(({ size }) => size)) || 1;
    this.reached = this.reachedBox();
    const block = track.overview;
    this.tracks = this.makeTracks();
    this.arrows = new ForceArrows(
      block.contactors, this.size, referenceForce(block), paint.ghost ? 0.6 : 0.95);
    this.footprints = new Footprints(paint.ghost ? 0.4 : 0.8);
    this.cables = new Cables(scene, this.vehicles, paint.ghost ? 0.6 : 1);
    this.plumes = new Plumes(scene, this.vehicles, paint.ghost ? 0.6 : 1);
    this.markers = new EventMarkers(meta.events, this.places(meta.events, scene), anchor);
    this.placed = meta.events.length;
    this.trails = this.vehicles.map(({ root }) =>
      new Trail(block.times, this.pathOf(root), anchor, this.colour));
    this.trailGroup.add(...this.trails.map(({ group }) => group));
    this.group.add(this.tracks.group, this.arrows.group, this.markers.points, this.trailGroup,
      this.cables.group, this.plumes.group, this.grains.group, this.footprints.group);
  }

  /** Replaces a root's path by the centre of mass's, once that is known. */
  setTrail(vehicle: number, points: Float64Array): void {
    this.trailGroup.remove(this.trails[vehicle].group);
    this.trails[vehicle] = new Trail(this.track.overview.times, points, this.anchor, this.colour);
    this.trailGroup.add(this.trails[vehicle].group);
  }

  /** Takes up what a run that goes on has added to its frames, and its events; whether arrows changed. */
  grow(events: RunEvent[]): boolean {
    const { parent, visible } = this.tracks.group;
    this.tracks.group.removeFromParent();
    this.tracks.dispose();
    this.tracks = this.makeTracks();
    this.tracks.group.visible = visible;
    // Where soil shows the tracks itself they stay away.
    if (parent !== null) this.group.add(this.tracks.group);
    this.vehicles.forEach(({ root }, vehicle) => {
      disposeTrail(this.trails[vehicle]);
      this.setTrail(vehicle, this.pathOf(root));
    });
    this.reached = this.reachedBox();
    if (events.length !== this.placed) this.setEvents(events);
    const before = this.arrows.scale;
    const force = referenceForce(this.track.overview);
    // The first records may be those of a fall: the scale changes only where it is far off.
    const ratio = force > 0 && before > 0 ? (force * before) / (0.3 * this.size) : Infinity;
    if (force > 0 && (ratio > 2 || ratio < 0.5)) this.arrows.setReference(force);
    this.update(this.time);
    return this.arrows.scale !== before;
  }

  /** Where grains are at the shown time, once it is known. */
  setGrains(block: GrainBlock): void {
    this.grains.set(block, this.anchor);
  }

  /** Pressure on the soil at the shown time, once it is known. */
  setFootprints(block: FootprintBlock): void {
    this.footprints.set(block, this.anchor);
  }

  /** What cables carry and engines give, once it is known. */
  setRigging(rigging: Rigging): void {
    this.rigging = rigging;
  }

  /** Shows the forces of a record, where it is the newest at or before the shown time that is known; whether it is. */
  setRecord(row: Row): boolean {
    this.record = row;
    const taken = takeRecord(row, this.time, this.contactors, this.sample);
    if (taken) this.arrows.update(this.sample.contactors, this.anchor);
    return taken;
  }

  update(time: number): void {
    this.time = time;
    this.track.sample(time, this.sample);
    takeRecord(this.record, time, this.contactors, this.sample);
    this.pose();
    this.arrows.update(this.sample.contactors, this.anchor);
    this.cables.update(this.links, this.rigging, time);
    this.plumes.update(this.links, this.rigging, time);
    this.tracks.update(time);
    for (const trail of this.trails) trail.update(time);
  }

  show(overlay: Overlay, on: boolean): void {
    const parts = {
      forces: this.arrows.group, tracks: this.tracks.group, trail: this.trailGroup,
      events: this.markers.points, cables: this.cables.group, thrust: this.plumes.group,
      pressure: this.footprints.group,
    };
    parts[overlay].visible = on;
  }

  showEvents(wanted: (event: RunEvent) => boolean): void {
    this.markers.show(wanted);
  }

  /** Where a vehicle's root is, in the site. */
  position(vehicle = 0): Vector {
    const at = (this.vehicles[vehicle]?.root ?? NaN) * STRIDE;
    return [0, 1, 2].map((i) => this.sample.links[at + i] ?? NaN) as Vector;
  }

  /** The greatest tension of any cable, newtons; nothing without cables, or while it is not known. */
  get greatestTension(): number | null {
    return this.cables.count > 0 ? this.rigging?.greatest ?? null : null;
  }

  /** A vehicle's thrust at the shown time, and what its engines could give. */
  thrust(vehicle: number): { now: number; full: number } | null {
    const total = this.plumes.total(vehicle, this.rigging, this.time);
    const recorded = this.record?.time_s === this.sample.record ? this.recordedThrust(vehicle) : NaN;
    return total === null || Number.isNaN(recorded) ? total : { ...total, now: recorded };
  }

  /** What the record says that the engines give; not a number where it does not. */
  private recordedThrust(vehicle: number): number {
    const { prefix, engines } = this.scene.vehicles[vehicle];
    const thrusts = (engines ?? []).map(({ name }) => this.record?.values[`${prefix}${name}.thrust_n`] ?? NaN);
    return thrusts.reduce((sum, thrust) => sum + thrust, 0);
  }

  /** The vehicles as they are now, as spheres relative to the anchor; heights times a factor. */
  balls(exaggeration: number): Ball[] {
    return this.vehicles.map(({ root, links, size }) => {
      const centre = new Vector3();
      for (const link of this.links.slice(root, root + links)) centre.addScaledVector(link.position, 1 / links);
      centre.z *= exaggeration;
      return { centre, radius: 0.5 * size };
    });
  }

  /** A sphere around all that the vehicles' roots ever reach, likewise. */
  reach(exaggeration: number): Ball {
    if (this.reached.isEmpty()) return around(this.balls(exaggeration));
    const stretch = new Vector3(1, 1, exaggeration);
    const centre = this.reached.getCenter(new Vector3()).multiply(stretch);
    return { centre, radius: 0.5 * this.reached.getSize(new Vector3()).multiply(stretch).length() };
  }

  /** The centre of a contactor, relative to the anchor. */
  contactorCentre(placed: PlacedContactor, out: Vector3): Vector3 {
    const link = this.links[placed.link];
    if (link === undefined) return out.set(NaN, NaN, NaN);
    return out.set(...placed.contactor.position_m).applyQuaternion(link.quaternion).add(link.position);
  }

  private pose(): void {
    const { links } = this.sample;
    this.links.forEach((group, link) => {
      const [x, y, z, qw, qx, qy, qz] = links.subarray(link * STRIDE, (link + 1) * STRIDE);
      group.position.set(this.anchor.x(x), this.anchor.y(y), this.anchor.z(z));
      group.quaternion.set(qx, qy, qz, qw);
    });
  }

  private makeTracks(): Tracks {
    const block = this.track.overview;
    const tracks = new Tracks(
      this.contactors.map((placed) => ({ ...placed, block })), this.ground, this.anchor, 0.03 * this.size);
    tracks.colour(null, 1);
    return tracks;
  }

  private setEvents(events: RunEvent[]): void {
    const { visible } = this.markers.points;
    this.markers.points.removeFromParent();
    this.markers.dispose();
    this.markers = new EventMarkers(events, this.places(events, this.scene), this.anchor);
    this.markers.points.visible = visible;
    this.placed = events.length;
    this.group.add(this.markers.points);
  }

  private reachedBox(): Box3 {
    const { times, values, origin, links, contactors } = this.track.overview;
    const stride = (links + contactors) * STRIDE;
    const box = new Box3();
    for (let frame = 0; frame < times.length; frame++) {
      for (const { root } of this.vehicles) {
        const at = frame * stride + root * STRIDE;
        const [x, y, z] = [0, 1, 2].map((i) => origin[i] + values[at + i]);
        if (!Number.isFinite(x + y + z)) continue;
        box.expandByPoint(new Vector3(this.anchor.x(x), this.anchor.y(y), this.anchor.z(z)));
      }
    }
    return box;
  }

  private pathOf(link: number): Float64Array {
    const { times, values, origin, links, contactors } = this.track.overview;
    const stride = (links + contactors) * STRIDE;
    const path = new Float64Array(3 * times.length);
    for (let i = 0; i < path.length; i++) {
      path[i] = origin[i % 3] + values[Math.floor(i / 3) * stride + link * STRIDE + (i % 3)];
    }
    return path;
  }

  /** Where each event happened: at its contactor, cable, engine or vehicle, else at the first root. */
  private places(events: RunEvent[], scene: Scene): Vector[] {
    const contactors = new Map(this.contactors.map(({ prefix, contactor, index }) => [prefix + contactor.name, index]));
    const engines = scene.vehicles.flatMap(({ prefix, engines: own }) => (own ?? []).map(({ name }) => prefix + name));
    const vehicles = this.vehicles.map(({ name }) => name);
    const places = events.map(({ time_s, entity }): Vector => {
      this.track.sample(time_s, this.sample);
      this.pose();
      const name = entity ?? '';
      const contactor = contactors.get(name);
      if (contactor !== undefined) {
        const [x, y, z] = this.sample.contactors.subarray(contactor * STRIDE, contactor * STRIDE + 3);
        return [x, y, z];
      }
      const point = this.cables.middle(name, this.links) ?? this.plumes.nozzle(engines.indexOf(name), this.links);
      return point === null ? this.position(Math.max(0, vehicles.indexOf(name))) : this.anchor.site(point);
    });
    this.track.sample(this.track.overview.times[0] ?? 0, this.sample);
    this.pose();
    return places;
  }
}

/** Quantities of a contactor's force and regime in a record, in the order of a sample. */
const FELT = ['force_x_n', 'force_y_n', 'force_z_n', 'regime'];

/** Puts the forces of a record into a sample of the same time whose frame is older; whether it did. */
export function takeRecord(
  record: Row | null, time: number, contactors: readonly Pick<PlacedContactor, 'contactor' | 'prefix' | 'index'>[], sample: PoseSample,
): boolean {
  if (record === null || record.time_s > time || !(record.time_s > sample.record)) return false;
  const felt = contactors.map(({ contactor, prefix }) =>
    FELT.map((quantity) => record.values[`${prefix}${contactor.name}.${quantity}`]));
  // A simulation that runs sends only the columns that are watched.
  if (felt.some((values) => values.some((value) => typeof value !== 'number'))) return false;
  contactors.forEach(({ index }, i) => sample.contactors.set(felt[i] as number[], index * STRIDE + 3));
  sample.record = record.time_s;
  return true;
}

/** The outward direction of a contactor from its vehicle's root: sideways to the track. */
export function outward(sample: PoseSample, placed: PlacedContactor): Vector {
  const side = rotated(attitudeOf(sample, placed.root), [0, 1, 0]);
  const [at, root] = [placed.link * STRIDE, placed.root * STRIDE];
  const offset = [0, 1, 2].map((i) => sample.links[at + i] - sample.links[root + i]);
  const dot = offset[0] * side[0] + offset[1] * side[1] + offset[2] * side[2];
  const lateral = placed.link === placed.root ? placed.contactor.position_m[1] : dot;
  return side.map((value) => (lateral < 0 ? -value : value)) as Vector;
}

function placedContactors(scene: Scene): PlacedContactor[] {
  let index = 0;
  let firstLink = 0;
  const all: PlacedContactor[] = [];
  scene.vehicles.forEach(({ prefix, links, contactors }, vehicle) => {
    for (const contactor of contactors) {
      all.push({ contactor, prefix, index: index++, link: firstLink + contactor.link, vehicle, root: firstLink });
    }
    firstLink += links.length;
  });
  return all;
}

function linkGroups(scene: Scene, paint: Paint): Group[] {
  return scene.vehicles.flatMap(({ links, contactors }) => links.map((link, index) => {
    const wheel = contactors.some((contactor) => contactor.kind === 'wheel' && contactor.link === index);
    const group = new Group();
    group.name = link.name;
    for (const shape of link.shapes) group.add(shapeObject(shape, wheel, paint));
    return group;
  }));
}
