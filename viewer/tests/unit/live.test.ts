import { describe, expect, test, vi } from 'vitest';
import type { Description, Live, Status } from '../../src/api/live';
import { streamAddress } from '../../src/live/stream';
import type { Points, PoseBlock } from '../../src/api/wire';
import { LiveClient } from '../../src/live/client';
import { LiveClock, shown } from '../../src/live/clock';
import { extremes, GrowingColumn, within } from '../../src/live/columns';
import { GrowingPoses } from '../../src/live/frames';
import { attitudeOf, driveOf } from '../../src/live/keys';
import { jointText } from '../../src/live/lists';
import { throttled } from '../../src/live/parts';
import { stand } from '../../src/live/state';
import { fromDial, onDial, sunVector } from '../../src/live/sun';

const points = (times: number[], values: number[]): Points => ({ times: Float64Array.from(times), values: Float64Array.from(values) });
const block = (times: number[], x: number[], origin = 0): PoseBlock => ({
  links: 1, contactors: 0, origin: [origin, 0, 0], times: Float64Array.from(times),
  values: Float32Array.from(x.flatMap((value) => [value - origin, 0, 0, 1, 0, 0, 0])),
});
const status: Status = {
  time_s: 3, paused: false, speed: 1, behind: false, records: 30, mode: 'manual', goal: null, goal_distance_m: null,
  ended: null, message: null, events: 0, sun: { azimuth_deg: 90, elevation_deg: 30 }, faults: [],
};

describe('columns that grow', () => {
  test('a peak of one record survives however long the session', () => {
    const column = new GrowingColumn(512);
    for (let i = 0; i < 20_000; i++) column.append(points([i], [i === 777 ? 1000 : Math.sin(i)]));
    const { times, values } = column.points;
    expect(times.length).toBeLessThanOrEqual(512);
    expect(Math.max(...values)).toBe(1000);
    expect(times[times.length - 1]).toBe(19_999);
    expect(times.every((time, i) => i === 0 || time > times[i - 1])).toBe(true);
  });

  test('what is said twice is kept once', () => {
    const column = new GrowingColumn();
    column.append(points([1, 2, 3], [1, 2, 3]));
    column.append(points([2, 3, 4], [9, 9, 4]));
    expect([...column.points.values]).toEqual([1, 2, 3, 4]);
  });

  test('gaps stay gaps, in every group', () => {
    const values = Array.from({ length: 40 }, (_, i) => (i >= 10 && i < 30 ? NaN : i));
    const thin = extremes(points(values.map((_, i) => i), values), 8);
    expect([...thin.values].some(Number.isNaN)).toBe(true);
    expect(Math.max(...[...thin.values].filter((value) => !Number.isNaN(value)))).toBe(39);
  });

  test('a span has its neighbours', () => {
    const all = points([0, 1, 2, 3, 4], [0, 1, 2, 3, 4]);
    expect([...within(all, 1.5, 2.5).times]).toEqual([1, 2, 3]);
    expect([...within(all, -9, 99).times]).toEqual([0, 1, 2, 3, 4]);
    expect(within(points([], []), 0, 1).times).toHaveLength(0);
  });
});

describe('frames that grow', () => {
  test('blocks with other origins are put together', () => {
    const poses = new GrowingPoses();
    poses.replace(block([0, 1], [100, 101], 100));
    poses.append(block([1, 2], [999, 102], 102));
    const { times, values, origin } = poses.block;
    expect([...times]).toEqual([0, 1, 2]);
    expect([0, 1, 2].map((frame) => origin[0] + values[7 * frame])).toEqual([100, 101, 102]);
    expect(values[7 * 2 + 3]).toBe(1);
  });

  test('a long session loses every second of its older frames, never the newest', () => {
    const poses = new GrowingPoses(100);
    poses.replace(block([0], [0]));
    for (let i = 1; i < 1000; i++) poses.append(block([i], [i]));
    const { times, values } = poses.block;
    expect(times.length).toBeLessThanOrEqual(100);
    expect([times[0], times[times.length - 1]]).toEqual([0, 999]);
    expect([...times].every((time, frame) => values[7 * frame] === time)).toBe(true);
  });
});

describe('the clock of a running simulation', () => {
  const made = (): { clock: LiveClock; said: unknown[] } => {
    const said: unknown[] = [];
    const clock = new LiveClock({ pause: (paused) => said.push({ paused }), speed: (factor) => said.push({ factor }) });
    clock.setRecords(0, 10);
    clock.setPace({ paused: false, speed: 1, actual: 1 });
    return { clock, said };
  };

  test('goes along with the newest record, and ends there when the simulation pauses', () => {
    const { clock } = made();
    clock.advance(0.016);
    expect(clock.time).toBeGreaterThan(9.4);
    expect(clock.time).toBeLessThan(10);
    clock.setRecords(0, 10.1);
    clock.setPace({ paused: true, speed: 1, actual: null });
    clock.advance(0.016);
    expect(clock.time).toBe(10.1);
  });

  test('who looks back is left there until he comes back', () => {
    const { clock, said } = made();
    clock.pause();
    clock.seek(4);
    clock.setRecords(0, 20);
    clock.advance(1);
    expect([clock.time, clock.following]).toEqual([4, false]);
    expect(said).toEqual([]);
    clock.follow();
    expect([clock.time, clock.following]).toEqual([20, true]);
  });

  test('play, pause and speed are orders', () => {
    const { clock, said } = made();
    clock.toggle();
    clock.setSpeed(5);
    clock.shiftSpeed(1);
    expect(said).toEqual([{ paused: true }, { factor: 5 }, { factor: 2 }]);
    expect(clock.playing).toBe(true);
  });

  test('moves evenly between records that come seldom', () => {
    let now = 0;
    let newest = 0.1;
    const steps: number[] = [];
    for (let frame = 0; frame < 600; frame++) {
      if (frame % 6 === 5) newest += 0.1;
      const next = shown(now, newest, 1, 1 / 60);
      steps.push(next - now);
      now = next;
    }
    const late = steps.slice(300);
    expect(Math.min(...late)).toBeGreaterThan(0.005);
    expect(Math.max(...late)).toBeLessThan(0.04);
    expect(newest - now).toBeLessThan(0.5);
  });
});

describe('keys', () => {
  test('drive: opposite keys cancel, arrows are as letters', () => {
    expect(driveOf(new Set(['w']), 1, true)).toEqual({ forward: 1, turn: 0, sideways: 0 });
    expect(driveOf(new Set(['ArrowUp', 's']), 1, true).forward).toBe(0);
    expect(driveOf(new Set(['ArrowDown', 'a']), 0.5, true)).toEqual({ forward: -0.5, turn: 0.5, sideways: 0 });
  });

  test('Q and E go sideways, or turn where the rover cannot', () => {
    expect(driveOf(new Set(['q']), 1, true)).toEqual({ forward: 0, turn: 0, sideways: 1 });
    expect(driveOf(new Set(['e']), 1, false)).toEqual({ forward: 0, turn: -1, sideways: 0 });
    expect(driveOf(new Set(['q', 'a']), 1, false).turn).toBe(1);
  });

  test('fly: as a stick', () => {
    expect(attitudeOf(new Set(['w', 'd']))).toEqual({ roll: 1, pitch: 1, yaw: 0 });
    expect(attitudeOf(new Set())).toEqual({ roll: 0, pitch: 0, yaw: 0 });
  });
});

describe('the sun', () => {
  test('azimuth goes from north by east', () => {
    const east = sunVector({ azimuth_deg: 90, elevation_deg: 0 });
    expect(east[0]).toBeCloseTo(1);
    const high = sunVector({ azimuth_deg: 0, elevation_deg: 30 });
    expect(high[1]).toBeCloseTo(Math.cos(Math.PI / 6));
    expect(high[2]).toBeCloseTo(0.5);
  });

  test('the dial and back', () => {
    for (const sun of [{ azimuth_deg: 315, elevation_deg: 45 }, { azimuth_deg: 10, elevation_deg: 80 }, { azimuth_deg: 200, elevation_deg: 0 }]) {
      const { x, y } = onDial(sun);
      expect(fromDial(x, y)).toEqual(sun);
    }
  });
});

describe('throttled', () => {
  test('the first is done at once, and of many the last', () => {
    vi.useFakeTimers();
    const done: number[] = [];
    const say = throttled(50, (value: number) => done.push(value));
    for (const value of [1, 2, 3]) say(value);
    expect(done).toEqual([1]);
    vi.advanceTimersByTime(60);
    expect(done).toEqual([1, 3]);
    vi.advanceTimersByTime(200);
    say(4);
    expect(done).toEqual([1, 3, 4]);
    vi.useRealTimers();
  });
});

describe('words', () => {
  test('what matters most is shown', () => {
    expect(stand(status, true, 1).kind).toBe('running');
    expect(stand({ ...status, paused: true }, true, null).title).toBe('Paused');
    expect(stand({ ...status, behind: true, speed: 10 }, true, 2.34).detail).toMatch(/2\.3× of 10×/);
    const ended = stand({ ...status, ended: 'rolled_over', message: 'tilt of 95°', paused: true }, true, null);
    expect([ended.kind, ended.detail]).toEqual(['ended', 'rolled over at 3.00 s: tilt of 95°']);
    expect(stand({ ...status, ended: 'done' }, false, null).kind).toBe('lost');
  });

  test('angles in degrees, lengths as they are', () => {
    expect(jointText(Math.PI / 2, 'rad')).toBe('90.0°');
    expect(jointText(0.25, 'm')).toBe('0.25 m');
  });
});

describe('questions to a running simulation', () => {
  const columns = ['a', 'b', 'c'].map((name) => ({ name, unit: '', description: '' }));
  const live = { session: 's', status, description: { columns, scenario: 'x' } as unknown as Description, offers: {} } as unknown as Live;
  interface Watch { number: number; columns: string[] }
  const attached = (): { client: LiveClient; watches: Watch[] } => {
    const watches: Watch[] = [];
    const client = new LiveClient(live);
    client.attach((order) => { watches.push(order); return true; });
    return { client, watches };
  };
  const settled = (): Promise<void> => new Promise((resolve) => { setTimeout(resolve, 40); });
  const range = { from: 0, to: 100 };

  test('columns are asked for together, and answered when they have come', async () => {
    const { client, watches } = attached();
    const first = client.series(0, ['a'], range, 100);
    const second = client.series(0, ['b'], range, 100);
    await settled();
    const { number, columns: asked } = watches[watches.length - 1];
    expect(asked).toEqual(['a', 'b']);
    client.takeSeries(number, [points([0, 1], [1, 2]), points([0, 1], [3, 4])]);
    expect([...(await first)[0].values]).toEqual([1, 2]);
    expect([...(await second)[0].values]).toEqual([3, 4]);
    client.takeSeries(number, [points([2], [5]), points([2], [6])]);
    expect([...(await client.series(0, ['a'], range, 100))[0].values]).toEqual([1, 2, 5]);
  });

  test('an answer to an older list is not taken for one to the new', async () => {
    const { client, watches } = attached();
    void client.series(0, ['a'], range, 100);
    await settled();
    const old = watches[watches.length - 1].number;
    const wanted = client.series(0, ['b'], range, 100);
    await settled();
    client.takeSeries(old, [points([0], [1])]);
    client.takeSeries(watches[watches.length - 1].number, [points([0], [1]), points([0], [7])]);
    expect([...(await wanted)[0].values]).toEqual([7]);
  });

  test('after a lost connection everything is asked for again, and replaced', async () => {
    const { client, watches } = attached();
    const wanted = client.series(0, ['a'], range, 100);
    await settled();
    client.takePoses(block([0, 1], [0, 1]));
    client.takeSeries(watches[watches.length - 1].number, [points([0, 1], [1, 2])]);
    await wanted;
    client.attach((order) => { watches.push(order); return true; });
    client.takePoses(block([0, 5], [0, 5]));
    expect([...client.poseRecords.block.times]).toEqual([0, 5]);
    client.takeSeries(watches[watches.length - 1].number, [points([0, 5], [1, 6])]);
    expect([...client.column('a')!.values]).toEqual([1, 6]);
    expect(client.column('nothing')).toBeNull();
  });

  test('a record has the watched columns at its time', async () => {
    const { client, watches } = attached();
    void client.want(['a']);
    await settled();
    client.takePoses(block([0, 1, 2], [0, 1, 2]));
    client.takeSeries(watches[watches.length - 1].number, [points([0, 1, 2], [10, NaN, 12])]);
    expect(await client.row(0, 1.5)).toMatchObject({ time_s: 1, previous_time_s: 0, next_time_s: 2, values: { a: null } });
  });
});

describe('the address of the stream', () => {
  test('it carries the token of the page, and nothing else of its question', () => {
    const page = (href: string): string => streamAddress({ href, protocol: 'http:' });
    expect(page('http://127.0.0.1:8000/?test&token=0af3#x')).toBe('ws://127.0.0.1:8000/api/live/stream?token=0af3');
    expect(page('http://127.0.0.1:8000/?run=1')).toBe('ws://127.0.0.1:8000/api/live/stream');
  });
});
