// Cables as lines between their anchor points: thin and grey while slack, thicker and warmer the more
// they carry, gone once cut. A slack one is drawn straight, for how it hangs was not computed. Widths
// are pixels: a cable of centimetres would be lost at a hundred metres.

import { Group, type Object3D, Vector3 } from 'three';
import { Line2 } from 'three/examples/jsm/lines/Line2.js';
import { LineGeometry } from 'three/examples/jsm/lines/LineGeometry.js';
import { LineMaterial } from 'three/examples/jsm/lines/LineMaterial.js';
import type { CableEnd, Scene } from '../api/model';
import { rampColour } from './colouring';
import type { Rigging } from './rigging';
import type { PlacedVehicle } from './vehicles';

/** From slack to the greatest tension of the run. */
export const TENSION_RAMP = ['#b4bac2', '#f5b82e', '#f0701f', '#cf1f2d'];

const THIN_PX = 1.3;
const THICK_PX = 4;

interface End {
  /** Among the links of all vehicles. */
  link: number;
  point: Vector3;
}

interface Drawn {
  name: string;
  from: End;
  to: End;
  line: Line2;
}

export class Cables {
  readonly group = new Group();
  private readonly cables: Drawn[];
  private readonly scratch = new Vector3();

  constructor(scene: Scene, vehicles: PlacedVehicle[], opacity: number) {
    const end = ({ vehicle, link, point_m }: CableEnd): End =>
      ({ link: (vehicles[vehicle]?.root ?? NaN) + link, point: new Vector3(...point_m) });
    this.cables = (scene.cables ?? []).map(({ name, from, to }) => {
      const line = new Line2(new LineGeometry(), new LineMaterial({
        color: TENSION_RAMP[0], linewidth: THIN_PX, transparent: opacity < 1, opacity, fog: false,
      }));
      line.frustumCulled = false;
      this.group.add(line);
      return { name, from: end(from), to: end(to), line };
    });
  }

  get count(): number { return this.cables.length; }

  /** How many are drawn now. */
  get shown(): number { return this.cables.filter(({ line }) => line.visible).length; }

  update(links: Object3D[], rigging: Rigging | null, time: number): void {
    this.cables.forEach(({ from, to, line }, index) => {
      const { tension_n, cut } = rigging?.cable(index, time) ?? { tension_n: 0, cut: false };
      const ends = [from, to].flatMap((end) => this.place(end, links)?.toArray() ?? [NaN]);
      line.visible = !cut && ends.every(Number.isFinite);
      if (!line.visible) return;
      line.geometry.setPositions(ends);
      const share = rigging !== null && rigging.greatest > 0 ? tension_n / rigging.greatest : 0;
      line.material.color.setRGB(...rampColour(TENSION_RAMP, share));
      line.material.linewidth = cableWidth(share);
    });
  }

  /** The middle of a cable of this name, relative to the anchor. */
  middle(name: string, links: Object3D[]): Vector3 | null {
    const found = this.cables.find((cable) => cable.name === name);
    const from = found && this.place(found.from, links)?.clone();
    const to = found && this.place(found.to, links);
    return from && to ? from.lerp(to, 0.5) : null;
  }

  private place({ link, point }: End, links: Object3D[]): Vector3 | null {
    const found = links[link];
    if (found === undefined) return null;
    return this.scratch.copy(point).applyQuaternion(found.quaternion).add(found.position);
  }
}

/** Pixels of a cable that carries a share of the greatest tension. */
export function cableWidth(share: number): number {
  return THIN_PX + (THICK_PX - THIN_PX) * Math.sqrt(Math.min(1, Math.max(0, share)));
}
