import { describe, expect, test } from 'vitest';
import { Clock } from '../../src/timeline/clock';
import { eventText, kindName, kindsOf, neighbour } from '../../src/timeline/events';
import type { Contactor, Row } from '../../src/api/model';
import { takeRecord } from '../../src/scene/actor';
import { indexAt, PoseTrack, sampleBlock } from '../../src/timeline/poses';
import { wantedWindow } from '../../src/timeline/window';
import type { PoseBlock } from '../../src/api/wire';

const turn = (angle: number): number[] => [Math.cos(angle / 2), 0, 0, Math.sin(angle / 2)];
const block = (times: number[], x: number[], angle: number[]): PoseBlock => ({
  links: 1,
  contactors: 1,
  origin: [100, 0, 0],
  times: Float64Array.from(times),
  values: Float32Array.from(times.flatMap((_, i) =>
    [x[i], 0, 0, ...turn(angle[i]), x[i], 1, 2, 0, 0, 10 * i, i])),
});

describe('clock', () => {
  const clock = (): Clock => {
    const made = new Clock();
    made.setRange(1, 5);
    return made;
  };

  test('time passes at the chosen speed and stops at the end', () => {
    const c = clock();
    c.setSpeed(2);
    c.play();
    c.advance(0.5);
    expect(c.time).toBe(2);
    c.advance(100);
    expect([c.time, c.playing]).toEqual([5, false]);
  });

  test('playing at the end begins again', () => {
    const c = clock();
    c.seek(5);
    c.play();
    expect([c.time, c.playing]).toEqual([1, true]);
  });

  test('no time outside the range can be sought, nor one that is no number', () => {
    const c = clock();
    c.seek(9);
    expect(c.time).toBe(5);
    c.seek(-9);
    expect(c.time).toBe(1);
    c.seek(NaN);
    expect(c.time).toBe(1);
  });

  test('speeds go from a tenth to a hundred in steps', () => {
    const c = clock();
    for (let i = 0; i < 20; i++) c.shiftSpeed(-1);
    expect(c.speed).toBe(0.1);
    c.shiftSpeed(1);
    expect(c.speed).toBe(0.2);
    for (let i = 0; i < 20; i++) c.shiftSpeed(1);
    expect(c.speed).toBe(100);
  });
});

describe('poses', () => {
  test('a search finds the last time at or before', () => {
    const times = Float64Array.of(0, 1, 2, 4);
    expect([-1, 0, 0.5, 1, 3.9, 4, 9].map((t) => indexAt(times, t))).toEqual([0, 0, 0, 1, 2, 3, 3]);
  });

  test('between frames positions are linear, rotations spherical, forces held with their regimes', () => {
    const frames = block([0, 1], [0, 10], [0, 1]);
    const out = new PoseTrack(frames).emptySample();
    sampleBlock(frames, 0.25, out);
    expect(out.links[0]).toBeCloseTo(102.5, 6);
    expect(2 * Math.atan2(out.links[6], out.links[3])).toBeCloseTo(0.25, 6);
    expect([...out.contactors.subarray(0, 3)]).toEqual([102.5, 1, 2]);
    expect([...out.contactors.subarray(3, 7)]).toEqual([0, 0, 0, 0]);
    expect(out.record).toBe(0);
    sampleBlock(frames, 7, out);
    expect([out.links[0], out.contactors[5], out.contactors[6], out.record]).toEqual([110, 10, 1, 1]);
  });

  test('a record that frames leave out gives its forces to bars and arrows alike', () => {
    const out = new PoseTrack(block([0, 1], [0, 10], [0, 1])).emptySample();
    const placed = [{ contactor: { name: 'foot' } as Contactor, prefix: 'a.', index: 0 }];
    const row = (time: number, regime: number | null): Row => ({
      time_s: time, row: 1, previous_time_s: null, next_time_s: null,
      values: { 'a.foot.force_x_n': 1, 'a.foot.force_y_n': 2, 'a.foot.force_z_n': 3, 'a.foot.regime': regime },
    });
    const shown = (record: Row): number[] => {
      sampleBlock(block([0, 1], [0, 10], [0, 1]), 0.5, out);
      takeRecord(record, 0.5, placed, out);
      return [...out.contactors.subarray(3, 7), out.record];
    };
    expect(shown(row(0.4, 2))).toEqual([1, 2, 3, 2, 0.4]);
    // Of another time, or without the columns, it is not taken.
    expect(shown(row(0.6, 2))).toEqual([0, 0, 0, 0, 0]);
    expect(shown(row(0, 2))).toEqual([0, 0, 0, 0, 0]);
    expect(shown(row(0.4, null))).toEqual([0, 0, 0, 0, 0]);
  });

  test('a fine window is used where it reaches, the overview elsewhere', () => {
    const track = new PoseTrack(block([0, 10], [0, 10], [0, 0]));
    const out = track.emptySample();
    track.setFine(block([4, 5, 6], [4, 40, 6], [0, 0, 0]));
    track.sample(5, out);
    expect(out.links[0]).toBe(140);
    track.sample(7, out);
    expect(out.links[0]).toBe(107);
    expect(track.fineRange).toEqual({ from: 4, to: 6 });
  });
});

describe('window', () => {
  const question = {
    time: 500, speed: 1, playing: false, start: 0, end: 1000, rows: 1_000_000,
  };

  test('a run that the overview holds whole needs none', () => {
    expect(wantedWindow({ ...question, rows: 2000 }, null)).toBeNull();
  });

  test('at rest it is centred and holds every record', () => {
    const found = wantedWindow(question, null);
    expect(found).not.toBeNull();
    expect(found!.to - found!.from).toBeCloseTo(1.022, 6);
    expect((found!.to + found!.from) / 2).toBeCloseTo(500, 6);
    expect(wantedWindow(question, found)).toBeNull();
  });

  test('while it plays it lies ahead, and the next is asked for before its end', () => {
    const playing = { ...question, playing: true, speed: 10 };
    const found = wantedWindow(playing, null)!;
    expect(found.to - 500).toBeGreaterThan(3 * (500 - found.from));
    expect(wantedWindow({ ...playing, time: 510 }, found)).toBeNull();
    expect(wantedWindow({ ...playing, time: found.to - 5 }, found)!.to).toBeGreaterThan(found.to);
  });

  test('it never leaves the run', () => {
    expect(wantedWindow({ ...question, time: 0 }, null)!.from).toBe(0);
    expect(wantedWindow({ ...question, time: 1000 }, null)!.to).toBe(1000);
  });
});

describe('events', () => {
  const events = [0, 1, 1, 2].map((time_s) => ({ time_s, kind: 'contact', entity: '', message: '' }));

  test('jumping goes to the next other time, and to none beyond the last', () => {
    expect(neighbour(events, 0, 1)).toBe(1);
    expect(neighbour(events, 1, 1)).toBe(2);
    expect(neighbour(events, 1, -1)).toBe(0);
    expect(neighbour(events, 2, 1)).toBeNull();
  });

  test('an event shows its sentence, or what its kind and entity say', () => {
    const cut = { time_s: 1, kind: 'cut', entity: 'bridle_1', message: 'bridle_1 is cut' };
    expect(eventText(cut)).toBe('bridle_1 is cut');
    expect(eventText({ ...cut, message: '' })).toBe('cut: bridle 1');
    expect(eventText({ ...cut, kind: 'fault', entity: null, message: '' })).toBe('fault');
    expect(['mode', 'separation', 'lift-off'].map(kindName)).toEqual(['flight mode', 'separation', 'lift-off']);
  });

  test('kinds with hundreds of events are not shown at first', () => {
    const many = Array.from({ length: 101 }, (_, i) => ({ ...events[0], time_s: i }));
    const kinds = kindsOf([...many, { ...events[0], kind: 'end' }]);
    expect(kinds.map(({ kind, shown }) => [kind, shown])).toEqual([['contact', false], ['end', true]]);
  });
});
