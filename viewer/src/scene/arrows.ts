// Contact forces as arrows from the touched point along the ground's force, blue while the contact
// sticks or rolls and orange while it slips. They are drawn over everything: most would otherwise
// stand inside a wheel.

import { ConeGeometry, CylinderGeometry, Group, Mesh, MeshBasicMaterial, Vector3 } from 'three';
import { STRIDE, type PoseBlock } from '../api/wire';
import type { Anchor } from './anchor';

export const ROLLING = '#3f8cff';
export const SLIPPING = '#ff8a1f';

const SHAFT = new CylinderGeometry(0.5, 0.5, 1, 10).rotateX(Math.PI / 2).translate(0, 0, 0.5);
const HEAD = new ConeGeometry(1.35, 1, 14).rotateX(Math.PI / 2).translate(0, 0, 0.5);
const UP = new Vector3(0, 0, 1);

export class ForceArrows {
  readonly group = new Group();
  /** Metres of arrow for one newton. */
  scale = 0;
  private readonly size: number;
  private readonly rolling: MeshBasicMaterial;
  private readonly slipping: MeshBasicMaterial;
  private readonly arrows: { group: Group; shaft: Mesh; head: Mesh }[];
  private factor = 1;
  private thickness = 1;

  constructor(count: number, vehicleSize: number, reference: number, opacity: number) {
    this.size = vehicleSize;
    this.setReference(reference);
    this.rolling = ink(ROLLING, opacity);
    this.slipping = ink(SLIPPING, opacity);
    this.arrows = Array.from({ length: count }, () => this.arrow());
  }

  /** A force whose arrow has a third of the vehicle's size. */
  setReference(force: number): void {
    this.scale = force > 0 ? (0.3 * this.size) / force : 0;
  }

  setFactor(factor: number): void {
    this.factor = factor;
  }

  /** Thinner where the camera is near. */
  setThickness(factor: number): void {
    this.thickness = factor;
  }

  /** Arrows that are drawn now. */
  get drawn(): boolean[] { return this.arrows.map(({ group }) => group.visible); }

  update(contactors: Float64Array, anchor: Anchor): void {
    const direction = new Vector3();
    this.arrows.forEach(({ group, shaft, head }, i) => {
      const at = i * STRIDE;
      const [x, y, z, fx, fy, fz, regime] = contactors.subarray(at, at + STRIDE);
      const force = Math.hypot(fx, fy, fz);
      const length = force * this.scale * this.factor;
      group.visible = Number.isFinite(length) && length > 1e-3 * this.size;
      if (!group.visible) return;
      group.position.set(anchor.x(x), anchor.y(y), anchor.z(z));
      group.quaternion.setFromUnitVectors(UP, direction.set(fx, fy, fz).divideScalar(force));
      const width = 0.008 * this.size * this.thickness;
      const tip = Math.min(0.055 * this.size * this.thickness, 0.5 * length);
      shaft.scale.set(width, width, length - tip);
      head.scale.set(1.2 * width, 1.2 * width, tip);
      head.position.z = length - tip;
      shaft.material = head.material = regime === 2 ? this.slipping : this.rolling;
    });
  }

  private arrow(): { group: Group; shaft: Mesh; head: Mesh } {
    const group = new Group();
    const shaft = new Mesh(SHAFT, this.rolling);
    const head = new Mesh(HEAD, this.rolling);
    shaft.renderOrder = head.renderOrder = 20;
    group.add(shaft, head);
    this.group.add(group);
    return { group, shaft, head };
  }
}

/** A force that most arrows of a run stay near: the upper quartile of all that are not nothing. */
export function referenceForce(block: PoseBlock): number {
  const stride = (block.links + block.contactors) * STRIDE;
  const forces: number[] = [];
  for (let frame = 0; frame < block.times.length; frame++) {
    for (let contactor = 0; contactor < block.contactors; contactor++) {
      const at = frame * stride + (block.links + contactor) * STRIDE;
      const force = Math.hypot(block.values[at + 3], block.values[at + 4], block.values[at + 5]);
      if (force > 0 && Number.isFinite(force)) forces.push(force);
    }
  }
  forces.sort((a, b) => a - b);
  return forces.length === 0 ? 0 : forces[Math.floor(0.75 * (forces.length - 1))];
}

function ink(color: string, opacity: number): MeshBasicMaterial {
  return new MeshBasicMaterial({ color, transparent: true, opacity, depthTest: false, fog: false });
}
