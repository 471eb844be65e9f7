import { expect, test } from 'vitest';
import {
  channelPoints, channelsOf, defaultPlots, plotLabels, plotTitle, plotUnit, search,
} from '../../src/plots/channels';
import { csv, joined, valueAt } from '../../src/plots/table';

const column = (name: string, unit: string): { name: string; unit: string; description: string } =>
  ({ name, unit, description: '' });
const columns = [
  column('time_s', 's'),
  ...['wheel_front_left', 'wheel_rear_left'].flatMap((wheel) => [
    column(`${wheel}.gap_m`, 'm'),
    column(`${wheel}.normal_force_n`, 'N'),
    column(`${wheel}.slip_speed_m_per_s`, 'm/s'),
  ]),
  column('energy.kinetic_j', 'J'),
  column('energy.unexplained_j', 'J'),
];

test('plots at first are wheel loads, slip, sinkage and the energy ledger', () => {
  const plots = defaultPlots(channelsOf(columns));
  expect(plots.map(plotTitle)).toEqual(['Normal force', 'Slip speed', 'Sinkage', 'Energy']);
  expect(plots.map(plotUnit)).toEqual(['N', 'm/s', 'm', 'J']);
  expect(plotLabels(plots[0])).toEqual(['front left', 'rear left']);
  expect(plotLabels(plots[3])).toEqual(['kinetic', 'unexplained']);
});

test('cables and engines come first where there are any', () => {
  const plots = defaultPlots(channelsOf([...columns, column('bridle_1.tension_n', 'N'),
    column('bridle_2.tension_n', 'N'), column('stage.mle_1.thrust_n', 'N'), column('stage.mle_2.thrust_n', 'N')]));
  expect(plots.slice(0, 3).map(plotTitle)).toEqual(['Tension', 'Thrust', 'Normal force']);
  expect(plotLabels(plots[1])).toEqual(['mle 1', 'mle 2']);
});

test('a run without contactors has no plot of them', () => {
  const plots = defaultPlots(channelsOf([column('energy.kinetic_j', 'J')]));
  expect(plots.map(plotTitle)).toEqual(['Energy kinetic']);
});

test('sinkage is the gap below the ground, and nothing above it', () => {
  const [sinkage] = channelsOf([column('wheel.gap_m', 'm')]).filter(({ derived }) => derived);
  const points = { times: Float64Array.of(0, 1), values: Float64Array.of(-0.02, 0.3) };
  expect([...channelPoints(sinkage, points).values]).toEqual([0.02, 0]);
});

test('a search finds all its words in any order', () => {
  const found = search(channelsOf(columns), 'force rear');
  expect(found.map(({ name }) => name)).toEqual(['wheel_rear_left.normal_force_n']);
});

test('curves of different times are joined, with gaps distinguished from missing points', () => {
  const table = joined([
    { label: 'a', times: [0, 2], values: [1, NaN] },
    { label: 'b', times: [1, 2], values: [5, 6] },
  ]);
  expect(table).toEqual({ times: [0, 1, 2], columns: [[1, undefined, null], [undefined, 5, 6]] });
});

test('CSV has a line per time and quotes what needs it', () => {
  const text = csv([{ label: 'a,"b"', times: [0, 1], values: [0.1, NaN] }]);
  expect(text).toBe('time_s,"a,""b"""\n0,0.1\n1,\n');
});

test('the value at the cursor is linear between points and none outside', () => {
  const curve = { label: '', times: [0, 1, 3], values: [0, 10, 30] };
  expect([0, 0.5, 2, 3].map((t) => valueAt(curve, t))).toEqual([0, 5, 20, 30]);
  expect(valueAt(curve, 3.1)).toBeNaN();
});
