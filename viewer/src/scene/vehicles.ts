// Vehicles of a run among all its links: where each is and how large, and spheres that hold some of
// them, by which the camera and the shadows are fitted.

import { Box3, type Group, Vector3 } from 'three';
import type { Quaternion, Scene, Vector } from '../api/model';
import { STRIDE } from '../api/wire';
import { upAxis } from '../math/rotation';
import type { PoseSample } from '../timeline/poses';

export interface PlacedVehicle {
  name: string;
  prefix: string;
  /** Its root among the links of all vehicles, and how many follow. */
  root: number;
  links: number;
  /** Diagonal of the box around it at the start, metres. */
  size: number;
  /** The body axis that is up at the start. */
  up: Vector;
}

export interface Ball {
  centre: Vector3;
  radius: number;
}

/** The vehicles as they stand at the start. */
export function placedVehicles(scene: Scene, groups: Group[], start: PoseSample): PlacedVehicle[] {
  let root = 0;
  return scene.vehicles.map(({ name, prefix, links }) => {
    const placed = {
      name, prefix, root, links: links.length,
      size: sizeOf(groups.slice(root, root + links.length)),
      up: upAxis(attitudeOf(start, root), scene.gravity_m_per_s2),
    };
    root += links.length;
    return placed;
  });
}

/** Attitude of a link. */
export function attitudeOf({ links }: PoseSample, link: number): Quaternion {
  const [w, x, y, z] = links.subarray(link * STRIDE + 3, link * STRIDE + 7);
  return [w ?? 1, x ?? 0, y ?? 0, z ?? 0];
}

/** A sphere that holds all of these that have a place: around the middle of their box. */
export function around(balls: Ball[]): Ball {
  const placed = balls.filter(({ centre: { x, y, z } }) => Number.isFinite(x + y + z));
  const box = new Box3();
  for (const { centre, radius } of placed) {
    box.expandByPoint(centre.clone().addScalar(radius));
    box.expandByPoint(centre.clone().addScalar(-radius));
  }
  const centre = box.isEmpty() ? new Vector3() : box.getCenter(new Vector3());
  const reach = placed.map((ball) => ball.centre.distanceTo(centre) + ball.radius);
  return { centre, radius: Math.max(0, ...reach) };
}

/** Those that are so near to one of them that they belong in one picture with it. */
export function company(balls: Ball[], one: Ball): Ball[] {
  return balls.filter(({ centre, radius }) =>
    centre.distanceTo(one.centre) <= NEAR * Math.max(one.radius, radius));
}

/** How many times the larger's radius two may be apart to be near. */
const NEAR = 6;

function sizeOf(links: Group[]): number {
  const box = new Box3();
  for (const link of links) {
    link.updateMatrixWorld(true);
    box.expandByObject(link);
  }
  const size = box.isEmpty() ? 1 : box.getSize(new Vector3()).length();
  return Number.isFinite(size) && size > 0 ? size : 1;
}
