// Tracks: where contactors have touched the ground, as ribbons of the wheel's width laid on it.
// They grow with the shown time, and carry the sinkage's colours when these are chosen.

import { BufferAttribute, BufferGeometry, DoubleSide, Group, Mesh, MeshLambertMaterial } from 'three';
import type { Contactor, Quaternion, Vector } from '../api/model';
import { STRIDE, type PoseBlock } from '../api/wire';
import { rotated } from '../math/rotation';
import { indexAt } from '../timeline/poses';
import type { Anchor } from './anchor';
import { linear, RAMPS, rampColour, type Rgb } from './colouring';
import type { Ground } from './ground';

/** A track lies so far above the ground that it is not lost in it. */
const LIFT_M = 0.006;
const PLAIN: Rgb = linear('#5d3a28');

interface Ribbon {
  mesh: Mesh<BufferGeometry, MeshLambertMaterial>;
  /** Frame of each cross-section, two corners each. */
  frames: number[];
  /** Corners of triangles that exist once a frame is reached. */
  drawn: Uint32Array;
}

export interface TrackSource {
  block: PoseBlock;
  contactor: Contactor;
  /** Index among the contactors and links of all vehicles. */
  index: number;
  link: number;
}

export class Tracks {
  readonly group = new Group();
  private readonly times: Float64Array;
  private readonly ribbons: Ribbon[];

  constructor(sources: TrackSource[], ground: Ground | null, anchor: Anchor, fallbackWidth: number) {
    this.times = sources[0]?.block.times ?? new Float64Array();
    this.ribbons = sources.map((source) => ribbon(source, ground, anchor, fallbackWidth));
    for (const { mesh } of this.ribbons) this.group.add(mesh);
  }

  /** Shows what has been rolled over until this time. */
  update(time: number): void {
    const frame = indexAt(this.times, time);
    for (const { mesh, drawn } of this.ribbons) mesh.geometry.setDrawRange(0, drawn[frame] ?? 0);
  }

  dispose(): void {
    for (const { mesh } of this.ribbons) {
      mesh.geometry.dispose();
      mesh.material.dispose();
    }
  }

  /** Colours by sinkage (per ribbon, by time), or plainly. */
  colour(sinkage: ((ribbon: number, time: number) => number) | null, deepest: number): void {
    this.ribbons.forEach(({ mesh, frames }, index) => {
      const attribute = mesh.geometry.getAttribute('color') as BufferAttribute;
      frames.forEach((frame, section) => {
        const rgb = sinkage === null
          ? PLAIN
          : rampColour(RAMPS.sinkage, sinkage(index, this.times[frame]) / (deepest || 1));
        attribute.setXYZ(2 * section, ...rgb);
        attribute.setXYZ(2 * section + 1, ...rgb);
      });
      attribute.needsUpdate = true;
      mesh.material.opacity = sinkage === null ? 0.55 : 0.95;
    });
  }
}

function ribbon(source: TrackSource, ground: Ground | null, anchor: Anchor, fallback: number): Ribbon {
  const { block, contactor, index } = source;
  const stride = (block.links + block.contactors) * STRIDE;
  const half = 0.5 * (contactor.width_m ?? fallback);
  const positions: number[] = [];
  const frames: number[] = [];
  const corners: number[] = [];
  const drawn = new Uint32Array(block.times.length);
  let last: Vector | null = null;
  for (let frame = 0; frame < block.times.length; frame++) {
    const at = frame * stride + (block.links + index) * STRIDE;
    const touching = block.values[at + 6] > 0;
    const point = contactor.radius_m === null
      ? [0, 1, 2].map((i) => block.origin[i] + block.values[at + i]) as Vector
      : centreOf(source, frame, stride);
    const moved = last === null ? Infinity : Math.hypot(point[0] - last[0], point[1] - last[1]);
    if (touching && moved > 0.1 * half) {
      const across = acrossOf(source, frame, stride);
      for (const side of [1, -1]) {
        const x = point[0] + side * half * across[0];
        const y = point[1] + side * half * across[1];
        const height = ground?.heightAt(x, y) ?? NaN;
        const z = (Number.isNaN(height) ? block.origin[2] + block.values[at + 2] : height) + LIFT_M;
        positions.push(anchor.x(x), anchor.y(y), anchor.z(z));
      }
      const section = frames.push(frame) - 1;
      if (last !== null) {
        const [a, b, c, d] = [2 * section - 2, 2 * section - 1, 2 * section, 2 * section + 1];
        corners.push(a, b, c, b, d, c);
      }
      last = point;
    } else if (!touching) {
      last = null;
    }
    drawn[frame] = corners.length;
  }
  return { mesh: ribbonMesh(positions, corners), frames, drawn };
}

/**
 * The middle of a round contactor. Its touched point jumps from edge to edge on rough ground, which
 * would tear the ribbon.
 */
function centreOf({ block, contactor, link }: TrackSource, frame: number, stride: number): Vector {
  const at = frame * stride + link * STRIDE;
  const [x, y, z, qw, qx, qy, qz] = block.values.subarray(at, at + STRIDE);
  const offset = rotated([qw, qx, qy, qz], contactor.position_m);
  return [x, y, z].map((value, i) => block.origin[i] + value + offset[i]) as Vector;
}

/** Horizontal direction across the track: the axle's, or for others north. */
function acrossOf({ block, contactor, link }: TrackSource, frame: number, stride: number): [number, number] {
  const at = frame * stride + link * STRIDE + 3;
  const [w, x, y, z] = block.values.subarray(at, at + 4);
  const axis = contactor.axis === null
    ? [0, 1, 0]
    : rotated([w, x, y, z] as Quaternion, contactor.axis);
  const size = Math.hypot(axis[0], axis[1]);
  return size > 1e-6 ? [axis[0] / size, axis[1] / size] : [0, 1];
}

function ribbonMesh(positions: number[], corners: number[]): Mesh<BufferGeometry, MeshLambertMaterial> {
  const geometry = new BufferGeometry();
  geometry.setAttribute('position', new BufferAttribute(Float32Array.from(positions), 3));
  geometry.setAttribute('color', new BufferAttribute(new Float32Array(positions.length), 3));
  geometry.setIndex(new BufferAttribute(Uint32Array.from(corners), 1));
  geometry.computeVertexNormals();
  const material = new MeshLambertMaterial({
    vertexColors: true, transparent: true, opacity: 0.55, side: DoubleSide, depthWrite: false,
    polygonOffset: true, polygonOffsetFactor: -2, polygonOffsetUnits: -2,
  });
  const mesh = new Mesh(geometry, material);
  mesh.receiveShadow = true;
  mesh.frustumCulled = false;
  return mesh;
}
