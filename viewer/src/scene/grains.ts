// Grains as balls of one mesh: there are thousands, and nobody follows each. They are where the last
// record put them; between records they stand still.

import { Color, Group, InstancedMesh, Matrix4, MeshStandardMaterial, SphereGeometry } from 'three';
import { type Client, isAbort } from '../api/client';
import type { GrainBlock } from '../api/wire';
import type { Run } from '../run';
import type { Anchor } from './anchor';

const COLOURS = ['#9a8574', '#8a776a', '#a8937f', '#7d6c61'];

export class Grains {
  readonly group = new Group();
  private mesh: InstancedMesh | null = null;
  private readonly scratch = new Matrix4();

  get count(): number { return this.mesh?.count ?? 0; }

  set({ radii, positions }: GrainBlock, anchor: Anchor): void {
    if (this.mesh === null || this.mesh.count !== radii.length) this.make(radii.length);
    const mesh = this.mesh!;
    radii.forEach((radius, i) => {
      const [x, y, z] = positions.subarray(3 * i, 3 * i + 3);
      this.scratch.makeScale(radius, radius, radius).setPosition(anchor.x(x), anchor.y(y), anchor.z(z));
      mesh.setMatrixAt(i, this.scratch);
    });
    mesh.instanceMatrix.needsUpdate = true;
  }

  private make(count: number): void {
    if (this.mesh !== null) this.group.remove(this.mesh);
    const material = new MeshStandardMaterial({ roughness: 0.95, metalness: 0 });
    const mesh = new InstancedMesh(new SphereGeometry(1, 14, 10), material, count);
    mesh.frustumCulled = false;
    mesh.castShadow = true;
    mesh.receiveShadow = true;
    for (let i = 0; i < count; i++) mesh.setColorAt(i, new Color(COLOURS[(7 * i) % COLOURS.length]));
    this.mesh = mesh;
    this.group.add(mesh);
  }
}

/** Asks for the grains of the shown time, one question after the other. */
export class GrainReader {
  private wanted: number | null = null;
  private asking = false;

  constructor(
    private readonly client: Client,
    private readonly run: Run,
    private readonly found: (block: GrainBlock) => void,
    private readonly failed: (cause: unknown) => void,
  ) {}

  /** Whether the run has any. */
  get any(): boolean {
    return this.run.meta?.columns.some(({ name }) => name === 'grains.top_m') ?? false;
  }

  want(time: number): void {
    this.wanted = time;
    if (this.any && !this.asking) void this.ask();
  }

  private async ask(): Promise<void> {
    this.asking = true;
    while (this.wanted !== null) {
      const time = this.wanted;
      this.wanted = null;
      try {
        this.found(await this.client.grains(this.run.id, time));
      } catch (cause) {
        if (!isAbort(cause)) this.failed(cause);
      }
    }
    this.asking = false;
  }
}
