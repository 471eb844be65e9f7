// Pressure on the soil under each contactor, at the last record at or before the shown time: a plate for
// each node of the soil that bears. They are drawn over everything: they lie under what presses.

import { Color, DoubleSide, Group, InstancedMesh, Matrix4, MeshBasicMaterial, PlaneGeometry } from 'three';
import { type Client, isAbort } from '../api/client';
import type { FootprintBlock } from '../api/wire';
import type { Run } from '../run';
import type { Anchor } from './anchor';
import { rampColour } from './colouring';

/** From nothing to what most records of the run stay below, and more. */
export const PRESSURE_RAMP = ['#2a3a8f', '#2f86c1', '#4fc3a1', '#f2d64b', '#e4572e'];

/** Share of a cell that a plate fills, so that nodes are distinguished. */
const FILLED = 0.86;

export class Footprints {
  readonly group = new Group();
  /** Nodes that bear now. */
  nodes = 0;
  /** Greatest pressure that is shown now, and end of the scale, Pa. */
  pressure = 0;
  usual = 0;
  private mesh: InstancedMesh | null = null;
  private readonly opacity: number;
  private readonly matrix = new Matrix4();
  private readonly colour = new Color();

  constructor(opacity: number) {
    this.opacity = opacity;
  }

  set({ spacing, usual, parts }: FootprintBlock, anchor: Anchor): void {
    this.nodes = parts.reduce((sum, { pressures }) => sum + pressures.length, 0);
    this.usual = usual;
    this.pressure = 0;
    const mesh = this.meshFor(this.nodes);
    mesh.count = this.nodes;
    const side = FILLED * spacing;
    let at = 0;
    for (const { places, pressures } of parts) {
      pressures.forEach((pressure, i) => {
        const [x, y, z] = places.subarray(3 * i, 3 * i + 3);
        this.matrix.makeScale(side, side, 1).setPosition(anchor.x(x), anchor.y(y), anchor.z(z));
        mesh.setMatrixAt(at, this.matrix);
        mesh.setColorAt(at, this.colour.setRGB(...rampColour(PRESSURE_RAMP, pressure / (usual || 1))));
        this.pressure = Math.max(this.pressure, pressure);
        at++;
      });
    }
    mesh.instanceMatrix.needsUpdate = true;
    if (mesh.instanceColor !== null) mesh.instanceColor.needsUpdate = true;
  }

  /** A mesh of so many plates. */
  private meshFor(count: number): InstancedMesh {
    if (this.mesh !== null && this.mesh.instanceMatrix.count >= count) return this.mesh;
    if (this.mesh !== null) {
      this.group.remove(this.mesh);
      this.mesh.dispose();
    }
    const material = new MeshBasicMaterial({
      side: DoubleSide, transparent: true, opacity: this.opacity, depthTest: false, fog: false,
    });
    this.mesh = new InstancedMesh(new PlaneGeometry(1, 1), material, Math.max(64, 2 * count));
    this.mesh.frustumCulled = false;
    this.mesh.renderOrder = 15;
    this.group.add(this.mesh);
    return this.mesh;
  }
}

/** Asks for the footprints of the shown time, one question after the other. */
export class FootprintReader {
  private wanted: number | null = null;
  private asking = false;
  private none = false;

  constructor(
    private readonly client: Client,
    private readonly run: Run,
    private readonly found: (block: FootprintBlock) => void,
    private readonly failed: (cause: unknown) => void,
  ) {}

  /** Whether the run may have any. */
  get any(): boolean {
    return !this.none && (this.run.meta?.columns.some(({ name }) => name.endsWith('.footprint_m2')) ?? false);
  }

  want(time: number): void {
    this.wanted = time;
    if (this.any && !this.asking) void this.ask();
  }

  private async ask(): Promise<void> {
    this.asking = true;
    while (this.wanted !== null && !this.none) {
      const time = this.wanted;
      this.wanted = null;
      try {
        const block = await this.client.footprints(this.run.id, time);
        // Runs of earlier versions have none: they are asked once.
        if (block === null) this.none = true;
        else this.found(block);
      } catch (cause) {
        if (!isAbort(cause)) {
          this.none = true;
          this.failed(cause);
        }
      }
    }
    this.asking = false;
  }
}
