// The numbers of the moment: phase, time, speed, tilt and what each wheel carries.

import type { Row } from '../api/model';
import { STRIDE } from '../api/wire';
import { tilt } from '../math/rotation';
import type { Run } from '../run';
import type { RunActor } from '../scene/actor';
import { attitudeOf } from '../scene/vehicles';
import { h } from './dom';
import { capitalised, fixed, shortNames, significant, words } from './text';

const MOST_BARS = 12;

interface Bar {
  index: number;
  element: HTMLElement;
  fill: HTMLElement;
  value: HTMLElement;
}

export class Readout {
  readonly element: HTMLElement;
  private readonly fields = new Map<string, HTMLElement>();
  private readonly heading: HTMLElement;
  private readonly loads: HTMLElement;
  private bars: Bar[] = [];
  private full = 1;
  /** The vehicle whose numbers are shown. */
  private vehicle = 0;

  constructor() {
    this.heading = h('h2', { class: 'readout-run' });
    this.loads = h('div', { class: 'loads', role: 'group', 'aria-label': 'Contact forces' });
    const field = (name: string): HTMLElement[] => {
      const value = h('dd', {}, '–');
      this.fields.set(name, value);
      return [h('dt', {}, name), value];
    };
    this.element = h('section', { class: 'readout', 'aria-label': 'Readout' }, this.heading,
      h('dl', {}, ...['Phase', 'Time', 'Speed', 'Tilt', 'Thrust', 'Height'].flatMap(field)), this.loads);
  }

  /** Shows another run's numbers, or another vehicle's: the first one's where all are followed. */
  setRun(run: Run, actor: RunActor | null, several: boolean, followed: number | null): void {
    this.vehicle = followed ?? 0;
    const vehicles = actor?.vehicles ?? [];
    const heading = [...(several ? [run.label] : []), ...(vehicles.length > 1 ? [words(vehicles[this.vehicle]?.name ?? '')] : [])];
    this.heading.textContent = heading.join(' · ');
    this.heading.hidden = heading.length === 0;
    const own = (actor?.contactors ?? []).filter(({ vehicle }) => vehicle === this.vehicle);
    const contactors = own.slice(0, MOST_BARS);
    const names = shortNames(contactors.map(({ contactor }) => contactor.name));
    this.full = actor && actor.arrows.scale > 0 ? (0.45 * actor.size) / actor.arrows.scale : 1;
    this.bars = contactors.map(({ index }, i) => bar(index, capitalised(names[i])));
    this.loads.replaceChildren(...this.bars.map(({ element }) => element));
  }

  /** What is known at once, from the poses. */
  update(time: number, run: Run, actor: RunActor | null): void {
    this.set('Time', `${fixed(time, 3)} s`);
    if (actor === null || run.scene === null) return;
    const { gravity_m_per_s2: gravity } = run.scene;
    const vehicle = actor.vehicles[this.vehicle];
    if (vehicle === undefined) return;
    const angle = (tilt(attitudeOf(actor.sample, vehicle.root), gravity, vehicle.up) * 180) / Math.PI;
    this.set('Tilt', `${fixed(angle, 1)}°`);
    // Bars, arrows and the fields below them are of this record.
    this.element.dataset['record'] = String(actor.sample.record);
    const thrust = actor.thrust(this.vehicle);
    this.set('Thrust', thrust === null ? '' : `${fixed(thrust.now, 0)} N · ${fixed((100 * thrust.now) / thrust.full, 0)} %`);
    this.hide('Thrust', thrust === null);
    for (const { index, fill, value, element } of this.bars) {
      const [, , , x, y, z, regime] = actor.sample.contactors.subarray(index * STRIDE, (index + 1) * STRIDE);
      const force = Math.hypot(x, y, z);
      element.dataset['regime'] = regime === 2 ? 'slipping' : regime === 1 ? 'rolling' : 'apart';
      fill.style.width = `${Math.min(100, (100 * force) / this.full).toFixed(1)}%`;
      value.textContent = regime === 0 ? 'apart' : `${significant(force, 3)} N`;
    }
  }

  /** What only a record knows. */
  updateRow(row: Row, run: Run): void {
    const prefix = run.scene?.vehicles[this.vehicle]?.prefix ?? '';
    const value = (name: string): number => row.values[prefix + name] ?? NaN;
    const speed = Math.hypot(value('com.vx_m_per_s'), value('com.vy_m_per_s'), value('com.vz_m_per_s'));
    this.set('Speed', `${fixed(speed, 3)} m/s`);
    const height = value('com.height_m');
    this.set('Height', Number.isFinite(height) ? `${fixed(height, 3)} m` : '–');
    this.set('Phase', words(phaseAt(row, run) ?? '–'));
  }

  private hide(name: string, hidden: boolean): void {
    const value = this.fields.get(name);
    if (value === undefined) return;
    value.hidden = hidden;
    (value.previousElementSibling as HTMLElement).hidden = hidden;
  }

  private set(name: string, text: string): void {
    const field = this.fields.get(name);
    if (field !== undefined && field.textContent !== text) field.textContent = text;
  }
}

function bar(index: number, name: string): Bar {
  const fill = h('span', { class: 'fill' });
  const value = h('span', { class: 'value' });
  const element = h('div', { class: 'load' }, h('span', { class: 'name' }, name),
    h('span', { class: 'gauge' }, fill), value);
  return { index, element, fill, value };
}

/** The phase of a record: named by the scenario, else by the event that began it. */
function phaseAt(row: Row, run: Run): string | undefined {
  const index = row.values['phase'];
  const named = typeof index === 'number' ? run.meta?.phases[index] : undefined;
  const begun = run.meta?.events.filter(({ kind, time_s }) => kind === 'phase' && time_s <= row.time_s);
  return named ?? begun?.[begun.length - 1]?.entity ?? undefined;
}
