import { Group, Quaternion, Vector3 } from 'three';
import type { Line2 } from 'three/examples/jsm/lines/Line2.js';
import { describe, expect, test } from 'vitest';
import type { Scene, Vector } from '../../src/api/model';
import type { Points } from '../../src/api/wire';
import { cableWidth, Cables } from '../../src/scene/cables';
import { Plumes, plumeShare } from '../../src/scene/plumes';
import { recordedAt, Rigging } from '../../src/scene/rigging';
import type { PlacedVehicle } from '../../src/scene/vehicles';

const column = (times: number[], values: number[]): Points =>
  ({ times: Float64Array.from(times), values: Float64Array.from(values) });

const link = (x: number, y: number, z: number): Group => {
  const made = new Group();
  made.position.set(x, y, z);
  return made;
};
const vehicle = (name: string, root: number): PlacedVehicle =>
  ({ name, prefix: '', root, links: 1, size: 2, up: [0, 0, 1] });
const vehicles = [vehicle('rover', 0), vehicle('stage', 1)];
const scene = (direction: Vector): Scene => {
  const bare = { prefix: '', links: [], contactors: [] };
  return {
    format: 1, gravity_m_per_s2: [0, 0, -3.7], sun_direction: [0, 0, 1], terrain: null,
    vehicles: [
      { ...bare, name: 'rover' },
      { ...bare, name: 'stage', engines: [
        { name: 'mle_1', link: 0, position_m: [1, 0, 0], direction, max_thrust_n: 200 }] }],
    cables: [{
      name: 'bridle',
      from: { vehicle: 1, link: 0, point_m: [1, 0, 0] }, to: { vehicle: 0, link: 0, point_m: [0, 0, 0.5] },
    }],
  };
};

describe('columns', () => {
  test('a value is linear between records, held up to a gap and beyond the ends, and none within it', () => {
    const points = column([0, 1, 2, 3], [0, 10, NaN, NaN]);
    expect([-1, 0, 0.5, 1, 1.9].map((t) => recordedAt(points, t))).toEqual([0, 0, 5, 10, 10]);
    expect([2, 2.5, 9].map((t) => recordedAt(points, t))).toEqual([NaN, NaN, NaN]);
    expect(recordedAt(column([0, 1], [1, 4]), 7)).toBe(4);
    expect(recordedAt(null, 0)).toBeNaN();
  });

  test('a cable is cut once its length is no number, and a run that has no such column knows no cut', () => {
    const lengths = column([0, 1, 2], [7.5, 7.5, NaN]);
    const known = new Rigging([column([0, 1, 2], [100, 300, 0])], [lengths], []);
    expect(known.cable(0, 1)).toEqual({ tension_n: 300, cut: false });
    expect(known.cable(0, 2)).toEqual({ tension_n: 0, cut: true });
    expect(known.greatest).toBe(300);
    expect(new Rigging([null], [null], []).cable(0, 1)).toEqual({ tension_n: 0, cut: false });
  });

  test('an engine without a column gives nothing', () => {
    const rigging = new Rigging([], [], [null, column([0, 2], [0, 50])]);
    expect([rigging.thrust(0, 1), rigging.thrust(1, 1)]).toEqual([0, 25]);
  });
});

describe('cables', () => {
  const rigging = new Rigging([column([0, 1, 2], [0, 100, 0])], [column([0, 1, 2], [3, 3, NaN])], []);
  const line = (cables: Cables): Line2 => cables.group.children[0] as Line2;

  test('a cable goes from anchor to anchor as the links move and turn', () => {
    const cables = new Cables(scene([0, 0, 1]), vehicles, 1);
    const stage = link(0, 0, 10);
    stage.quaternion.setFromAxisAngle(new Vector3(0, 0, 1), Math.PI / 2);
    cables.update([link(0, 0, 2), stage], rigging, 0);
    const ends = line(cables).geometry.getAttribute('instanceStart').array as Float32Array;
    [0, 1, 10, 0, 0, 2.5].forEach((value, i) => expect(ends[i]).toBeCloseTo(value, 6));
    const middle = cables.middle('bridle', [link(0, 0, 2), stage])!;
    expect(middle.distanceTo(new Vector3(0, 0.5, 6.25))).toBeLessThan(1e-9);
    expect(cables.middle('none', [])).toBeNull();
  });

  test('it is thin and grey while slack, thick and red under its greatest load, and gone once cut', () => {
    const cables = new Cables(scene([0, 0, 1]), vehicles, 1);
    const links = [link(0, 0, 2), link(0, 0, 10)];
    cables.update(links, rigging, 0);
    const slack = { width: line(cables).material.linewidth, colour: line(cables).material.color.clone() };
    cables.update(links, rigging, 1);
    expect(line(cables).material.linewidth).toBeGreaterThan(2 * slack.width);
    expect(line(cables).material.color.g).toBeLessThan(0.1 * slack.colour.g);
    expect(cables.shown).toBe(1);
    cables.update(links, rigging, 2);
    expect(cables.shown).toBe(0);
  });

  test('a cable whose link has no place is not drawn', () => {
    const cables = new Cables(scene([0, 0, 1]), vehicles, 1);
    cables.update([link(0, 0, 0)], rigging, 0);
    expect(cables.shown).toBe(0);
    cables.update([link(0, 0, 0), link(NaN, 0, 0)], rigging, 0);
    expect(cables.shown).toBe(0);
  });

  test('no width leaves its limits', () => {
    expect(cableWidth(-1)).toBe(cableWidth(0));
    expect(cableWidth(7)).toBe(cableWidth(1));
  });
});

describe('plumes', () => {
  const thrusts = new Rigging([], [], [column([0, 1, 2], [200, 50, 0])]);

  test('a plume points against the force and is as long as the share of full thrust', () => {
    const plumes = new Plumes(scene([0, 0, 1]), vehicles, 1);
    const stage = link(0, 0, 10);
    // A quarter turn about x takes up to -y, so the exhaust goes to +y.
    stage.quaternion.setFromAxisAngle(new Vector3(1, 0, 0), Math.PI / 2);
    const links = [link(0, 0, 0), stage];
    plumes.update(links, thrusts, 0);
    const plume = plumes.group.children[0] as Group;
    const along = new Vector3(0, 0, 1).applyQuaternion(plume.quaternion as Quaternion);
    expect(along.distanceTo(new Vector3(0, 1, 0))).toBeLessThan(1e-9);
    expect(plume.position.distanceTo(new Vector3(1, 0, 10))).toBeLessThan(1e-9);
    const full = plume.scale.z;
    plumes.update(links, thrusts, 1);
    expect(plume.scale.z).toBeCloseTo(full / 4, 9);
    expect(plumes.longest).toBeCloseTo(full, 9);
    plumes.update(links, thrusts, 2);
    expect(plumes.shown).toBe(0);
  });

  test('a vehicle\'s thrust is the sum of its engines\', and one without engines has none', () => {
    const plumes = new Plumes(scene([0, 0, 1]), vehicles, 1);
    expect(plumes.total(1, thrusts, 1)).toEqual({ now: 50, full: 200 });
    expect(plumes.total(0, thrusts, 1)).toBeNull();
  });

  test('nothing is drawn of no thrust, of none that is possible, and little beyond full', () => {
    expect([plumeShare(0, 100), plumeShare(10, 0), plumeShare(-5, 100), plumeShare(NaN, 100)]).toEqual([0, 0, 0, 0]);
    expect([plumeShare(50, 100), plumeShare(900, 100)]).toEqual([0.5, 1.2]);
  });
});
