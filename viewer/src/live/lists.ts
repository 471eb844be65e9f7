// Joints as sliders, faults to strike and mend, and what can be let go.

import type { LiveFault, LiveJoint, Order } from '../api/live';
import { h } from '../page/dom';
import { capitalised, fixed, significant, words } from '../page/text';
import { button, carefulButton, section, slider, throttled, type Slider } from './parts';

type Send = (order: Order) => void;

const PAUSE_MS = 60;
const STEPS = 400;

/** A list that can be collapsed; a long one is at first. */
function collapsible(title: string, longest: number, rows: HTMLElement[]): HTMLElement | null {
  if (rows.length === 0) return null;
  return h('details', { class: 'live-section', open: rows.length <= longest },
    h('summary', {}, h('h3', {}, title), h('span', { class: 'quiet' }, String(rows.length))), ...rows);
}

export class Joints {
  readonly elements: (HTMLElement | null)[];
  /** Columns that say where the joints are. */
  readonly columns: string[];
  private readonly sliders: { joint: LiveJoint; made: Slider }[];
  /** Those that the user has moved stay where they were put. */
  private readonly moved = new Set<string>();

  constructor(list: LiveJoint[], send: Send) {
    this.columns = list.map(({ column }) => column);
    this.sliders = list.map((joint) => ({ joint, made: this.slider(joint, send) }));
    const rows = (drives: boolean): HTMLElement[] =>
      this.sliders.filter(({ joint }) => joint.drives === drives).map(({ made }) => made.element);
    this.elements = [collapsible('Joints', 6, rows(false)), collapsible('Wheels and steering', 0, rows(true))];
  }

  /** Where they are, as far as it is known. */
  show(at: (column: string) => number): void {
    for (const { joint, made } of this.sliders) {
      const value = at(joint.column);
      if (!this.moved.has(joint.name) && Number.isFinite(value)) made.show(value);
    }
  }

  private slider({ name, position: lever, unit, min, max }: LiveJoint, send: Send): Slider {
    const order = throttled(PAUSE_MS, (value: number) => send({ do: 'joint', lever, value }));
    return slider({
      label: capitalised(words(name)), min, max, step: (max - min) / STEPS, value: Math.min(max, Math.max(min, 0)),
      text: (value) => jointText(value, unit),
      changed: (value) => {
        this.moved.add(name);
        order(value);
      },
    });
  }
}

/** Angles are shown in degrees. */
export function jointText(value: number, unit: string): string {
  if (unit === 'rad') return `${fixed((value * 180) / Math.PI, 1)}°`;
  if (unit === 'rad/s') return `${fixed((value * 180) / Math.PI, 1)}°/s`;
  return `${significant(value, 3)} ${unit}`.trim();
}

export class Faults {
  readonly element: HTMLElement | null;
  private readonly rows: { fault: LiveFault; row: HTMLElement; strike: HTMLButtonElement; mend: HTMLButtonElement }[];

  constructor(list: LiveFault[], send: Send) {
    this.rows = list.map((fault) => {
      const strike = button('Strike', 'Let this fail from now on', () => send({ do: 'strike', fault: fault.name }));
      const mend = button('Mend', 'Make it whole again', () => send({ do: 'mend', fault: fault.name }));
      return { fault, strike, mend, row: h('div', { class: 'fault' }, h('span', { title: fault.name }, fault.title), strike, mend) };
    });
    this.element = collapsible('Faults', 4, this.rows.map(({ row }) => row));
    this.show([]);
  }

  show(struck: string[]): void {
    for (const { fault, row, strike, mend } of this.rows) {
      const on = struck.includes(fault.name);
      row.classList.toggle('struck', on);
      strike.disabled = on;
      mend.disabled = !on;
    }
  }
}

export function releases(names: string[], send: Send): HTMLElement | null {
  if (names.length === 0) return null;
  return section('Let go', h('div', { class: 'button-row' }, ...names.map((what) => {
    const cut = what.endsWith('.cut');
    const name = words(what.slice(0, what.lastIndexOf('.')));
    return carefulButton(cut ? `Cut ${name}` : `Separate ${name}`,
      cut ? 'Cuts this cable; it cannot be undone' : 'Lets this part go; it cannot be undone',
      () => send({ do: 'release', what }));
  })));
}
