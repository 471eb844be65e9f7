// Thrust as plumes: from each nozzle along the exhaust, which is against the force, as long as the
// share of full thrust. A plume shows how hard an engine works, not where its gas goes.

import {
  BufferAttribute, type BufferGeometry, Color, CylinderGeometry, DoubleSide, Group, Mesh,
  MeshBasicMaterial, type Object3D, Vector3,
} from 'three';
import type { Scene } from '../api/model';
import type { Rigging } from './rigging';
import type { PlacedVehicle } from './vehicles';

export const PLUME = '#f2559b';
const CORE = '#fff1f6';

/** Length at full thrust, as a share of the vehicle's size. */
const FULL = 0.7;
/** Less of full thrust than this is none. */
const LEAST = 1e-4;

const BACK = new Vector3(0, 0, 1);

interface Drawn {
  link: number;
  position: Vector3;
  /** Unit vector along the exhaust, in the link's axes. */
  exhaust: Vector3;
  full_n: number;
  length_m: number;
  plume: Group;
  vehicle: number;
}

export class Plumes {
  readonly group = new Group();
  /** Metres of the longest plume at full thrust, without the user's factor. */
  readonly longest: number;
  private readonly engines: Drawn[];
  private factor = 1;

  constructor(scene: Scene, vehicles: PlacedVehicle[], opacity: number) {
    const outer = plumeGeometry(0.012, 0.05, PLUME, 0.85 * opacity, 0.18 * opacity);
    const inner = plumeGeometry(0.007, 0.018, CORE, 0.95 * opacity, 0);
    const ink = new MeshBasicMaterial({
      vertexColors: true, transparent: true, depthWrite: false, side: DoubleSide, fog: false,
    });
    this.engines = scene.vehicles.flatMap(({ engines }, vehicle) => (engines ?? []).map((engine) => {
      const { root, size } = vehicles[vehicle];
      const plume = new Group();
      for (const geometry of [outer, inner]) {
        const mesh = new Mesh(geometry, ink);
        mesh.renderOrder = 6;
        mesh.frustumCulled = false;
        plume.add(mesh);
      }
      plume.visible = false;
      this.group.add(plume);
      return {
        link: root + engine.link, position: new Vector3(...engine.position_m),
        exhaust: new Vector3(...engine.direction).negate().normalize(),
        full_n: engine.max_thrust_n, length_m: FULL * size, plume, vehicle,
      };
    }));
    this.longest = Math.max(0, ...this.engines.map(({ length_m }) => length_m));
  }

  get count(): number { return this.engines.length; }

  /** How many are drawn now. */
  get shown(): number { return this.engines.filter(({ plume }) => plume.visible).length; }

  setFactor(factor: number): void {
    this.factor = factor;
  }

  update(links: Object3D[], rigging: Rigging | null, time: number): void {
    const direction = new Vector3();
    this.engines.forEach(({ link, position, exhaust, full_n, length_m, plume }, index) => {
      const placed = links[link];
      const share = plumeShare(rigging?.thrust(index, time) ?? 0, full_n);
      plume.visible = share > 0 && placed !== undefined && Number.isFinite(placed.position.x);
      if (!plume.visible) return;
      plume.position.copy(position).applyQuaternion(placed.quaternion).add(placed.position);
      plume.quaternion.setFromUnitVectors(BACK, direction.copy(exhaust).applyQuaternion(placed.quaternion));
      // The width grows less than the length, so that a throttled engine is still seen.
      const width = length_m * Math.sqrt(share) * this.factor;
      plume.scale.set(width, width, length_m * share * this.factor);
    });
  }

  /** Thrust of a vehicle's engines together, and what they could give; nothing without engines. */
  total(vehicle: number, rigging: Rigging | null, time: number): { now: number; full: number } | null {
    const own = this.engines.flatMap((engine, index) => (engine.vehicle === vehicle ? [{ engine, index }] : []));
    if (own.length === 0 || rigging === null) return null;
    return {
      now: own.reduce((sum, { index }) => sum + rigging.thrust(index, time), 0),
      full: own.reduce((sum, { engine }) => sum + engine.full_n, 0),
    };
  }

  /** The nozzle of an engine (among those of all vehicles), relative to the anchor. */
  nozzle(index: number, links: Object3D[]): Vector3 | null {
    const engine = this.engines[index];
    const placed = engine && links[engine.link];
    if (placed === undefined) return null;
    return engine.position.clone().applyQuaternion(placed.quaternion).add(placed.position);
  }
}

/** Share of full thrust that is drawn: none below a trace, and no more than a fifth above full. */
export function plumeShare(thrust: number, full: number): number {
  const share = full > 0 ? thrust / full : 0;
  return share > LEAST ? Math.min(1.2, share) : 0;
}

/** A cone of unit length along z that fades along its length; radii as shares of the length. */
function plumeGeometry(
  start: number, end: number, colour: string, opacity: number, last: number,
): BufferGeometry {
  const geometry = new CylinderGeometry(end, start, 1, 14, 6, true).rotateX(Math.PI / 2).translate(0, 0, 0.5);
  const position = geometry.getAttribute('position');
  const colours = new Float32Array(4 * position.count);
  const rgb = new Color(colour).toArray();
  for (let i = 0; i < position.count; i++) {
    const distance = position.getZ(i);
    colours.set([...rgb, opacity + distance * (last - opacity)], 4 * i);
  }
  geometry.setAttribute('color', new BufferAttribute(colours, 4));
  return geometry;
}
