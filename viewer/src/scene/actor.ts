// One run in the scene: its vehicles, forces, tracks, trail and events.

import { Box3, Group, Vector3 } from 'three';
import type { Contactor, Meta, Quaternion, RunEvent, Scene, Vector } from '../api/model';
import { STRIDE } from '../api/wire';
import { rotated, upAxis } from '../math/rotation';
import { sampleBlock, type PoseSample, type PoseTrack } from '../timeline/poses';
import type { Anchor } from './anchor';
import { ForceArrows, referenceForce } from './arrows';
import type { Ground } from './ground';
import { EventMarkers } from './markers';
import { shapeObject, type Paint } from './shapes';
import { Tracks } from './tracks';
import { Trail } from './trail';

export type Overlay = 'forces' | 'tracks' | 'trail' | 'events';

/** A contactor with its place among those and the links of all vehicles of the run. */
export interface PlacedContactor {
  contactor: Contactor;
  prefix: string;
  index: number;
  link: number;
}

export class RunActor {
  readonly group = new Group();
  readonly contactors: PlacedContactor[];
  readonly size: number;
  readonly tracks: Tracks;
  readonly arrows: ForceArrows;
  readonly sample: PoseSample;
  /** The body axis of the first vehicle that is up at the start. */
  readonly up: Vector;
  private readonly track: PoseTrack;
  private readonly anchor: Anchor;
  private readonly links: Group[];
  private readonly markers: EventMarkers;
  private readonly colour: string;
  private trail: Trail;

  constructor(
    meta: Meta, scene: Scene, track: PoseTrack, ground: Ground | null, anchor: Anchor, paint: Paint,
  ) {
    this.track = track;
    this.anchor = anchor;
    this.colour = paint.ghost ? paint.colour : '#f2f4f7';
    this.sample = track.emptySample();
    this.contactors = placedContactors(scene);
    this.links = linkGroups(scene, paint);
    this.group.add(...this.links);
    track.sample(track.overview.times[0] ?? 0, this.sample);
    this.up = upAxis(attitudeOf(this.sample), scene.gravity_m_per_s2);
    this.pose();
    this.size = sizeOf(this.links);
    const block = track.overview;
    this.tracks = new Tracks(
      this.contactors.map((placed) => ({ ...placed, block })), ground, anchor, 0.03 * this.size);
    this.tracks.colour(null, 1);
    this.arrows = new ForceArrows(
      block.contactors, this.size, referenceForce(block), paint.ghost ? 0.6 : 0.95);
    this.markers = new EventMarkers(meta.events, this.places(meta.events), anchor);
    this.trail = new Trail(block.times, this.rootPath(), anchor, this.colour);
    this.group.add(this.tracks.group, this.arrows.group, this.markers.points, this.trail.group);
  }

  /** Replaces the root's path by the centre of mass's, once that is known. */
  setTrail(points: Float64Array): void {
    const shown = this.trail.group.visible;
    this.group.remove(this.trail.group);
    this.trail = new Trail(this.track.overview.times, points, this.anchor, this.colour);
    this.trail.group.visible = shown;
    this.group.add(this.trail.group);
  }

  update(time: number): void {
    this.track.sample(time, this.sample);
    this.pose();
    this.arrows.update(this.sample.contactors, this.anchor);
    this.tracks.update(time);
    this.trail.update(time);
  }

  show(overlay: Overlay, on: boolean): void {
    const parts = {
      forces: this.arrows.group, tracks: this.tracks.group,
      trail: this.trail.group, events: this.markers.points,
    };
    parts[overlay].visible = on;
  }

  showEvents(wanted: (event: RunEvent) => boolean): void {
    this.markers.show(wanted);
  }

  /** Where the first vehicle's root is, in the site. */
  get position(): Vector {
    const [x, y, z] = this.sample.links;
    return [x ?? NaN, y ?? NaN, z ?? NaN];
  }

  /** The middle of the vehicles as they stand, relative to the anchor. */
  centre(out: Vector3): Vector3 {
    out.set(0, 0, 0);
    const count = Math.max(1, this.links.length);
    for (const link of this.links) out.addScaledVector(link.position, 1 / count);
    return out;
  }

  /** The centre of a contactor, relative to the anchor. */
  contactorCentre(placed: PlacedContactor, out: Vector3): Vector3 {
    const link = this.links[placed.link];
    if (link === undefined) return this.centre(out);
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

  private rootPath(): Float64Array {
    const { times, values, origin, links, contactors } = this.track.overview;
    const stride = (links + contactors) * STRIDE;
    const path = new Float64Array(3 * times.length);
    for (let i = 0; i < path.length; i++) {
      path[i] = origin[i % 3] + values[Math.floor(i / 3) * stride + (i % 3)];
    }
    return path;
  }

  /** Where each event happened: at its contactor's point, else at the root. */
  private places(events: RunEvent[]): Vector[] {
    const byName = new Map(this.contactors.map((placed) => [placed.prefix + placed.contactor.name, placed]));
    const sample = this.track.emptySample();
    return events.map(({ time_s, entity }) => {
      sampleBlock(this.track.overview, time_s, sample);
      const placed = byName.get(entity);
      const at = placed === undefined ? 0 : placed.index * STRIDE;
      const [x, y, z] = (placed === undefined ? sample.links : sample.contactors).subarray(at, at + 3);
      return [x, y, z];
    });
  }
}

/** Attitude of the first vehicle's root. */
export function attitudeOf({ links }: PoseSample): Quaternion {
  const [w, x, y, z] = links.subarray(3, 7);
  return [w ?? 1, x ?? 0, y ?? 0, z ?? 0];
}

/** The outward direction of a contactor from its vehicle's root: sideways to the track. */
export function outward(sample: PoseSample, placed: PlacedContactor): Vector {
  const attitude = attitudeOf(sample);
  const side = rotated(attitude, [0, 1, 0]);
  const at = placed.link * STRIDE;
  const offset = [0, 1, 2].map((i) => sample.links[at + i] - sample.links[i]);
  const dot = offset[0] * side[0] + offset[1] * side[1] + offset[2] * side[2];
  const lateral = placed.link === 0 ? placed.contactor.position_m[1] : dot;
  return side.map((value) => (lateral < 0 ? -value : value)) as Vector;
}

function placedContactors(scene: Scene): PlacedContactor[] {
  let index = 0;
  let firstLink = 0;
  const all: PlacedContactor[] = [];
  for (const { prefix, links, contactors } of scene.vehicles) {
    for (const contactor of contactors) {
      all.push({ contactor, prefix, index: index++, link: firstLink + contactor.link });
    }
    firstLink += links.length;
  }
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

function sizeOf(links: Group[]): number {
  const box = new Box3();
  for (const link of links) {
    link.updateMatrixWorld(true);
    box.expandByObject(link);
  }
  const size = box.isEmpty() ? 1 : box.getSize(new Vector3()).length();
  return Number.isFinite(size) && size > 0 ? size : 1;
}
