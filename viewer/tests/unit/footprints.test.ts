import { InstancedMesh } from 'three';
import { expect, test } from 'vitest';
import type { FootprintBlock } from '../../src/api/wire';
import { pressureText } from '../../src/page/legend';
import { Anchor } from '../../src/scene/anchor';
import { FootprintReader, Footprints } from '../../src/scene/footprints';

const block = (nodes: number): FootprintBlock => ({
  time: 1, spacing: 0.02, usual: 8000,
  parts: [{
    contactor: 0, places: Float64Array.from({ length: 3 * nodes }, (_, i) => i),
    pressures: Float32Array.from({ length: nodes }, (_, i) => 100 * i),
  }],
});

test('each node that bears is a plate, and capacity is kept for more', () => {
  const prints = new Footprints(1);
  prints.set(block(3), new Anchor([0, 0, 0]));
  const [mesh] = prints.group.children as InstancedMesh[];
  expect([mesh.count, prints.nodes, prints.pressure, prints.usual]).toEqual([3, 3, 200, 8000]);
  prints.set(block(40), new Anchor([0, 0, 0]));
  expect(prints.group.children[0]).toBe(mesh);
  prints.set(block(500), new Anchor([0, 0, 0]));
  expect((prints.group.children as InstancedMesh[]).map(({ count }) => count)).toEqual([500]);
  prints.set({ ...block(0), parts: [] }, new Anchor([0, 0, 0]));
  expect([prints.nodes, prints.pressure]).toEqual([0, 0]);
});

test('a run without footprints is asked once', async () => {
  let asked = 0;
  const client = { footprints: () => { asked++; return Promise.resolve(null); } };
  const run = { id: 0, meta: { columns: [{ name: 'wheel.footprint_m2' }] } };
  const reader = new FootprintReader(client as never, run as never, () => {}, () => {});
  reader.want(0);
  await new Promise((done) => setTimeout(done, 1));
  reader.want(1);
  expect([asked, reader.any]).toEqual([1, false]);
});

test('pressures are shown in the unit that fits', () => {
  expect(pressureText(850)).toBe('850 Pa');
  expect(pressureText(12_340)).toBe('12.3 kPa');
});
