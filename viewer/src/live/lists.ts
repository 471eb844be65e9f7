// Joints as sliders, faults to strike and mend, and what can be let go.

import type { LiveFault, LiveJoint, Order } from '../api/live';
import { h } from '../page/dom';
import { capitalised, fixed, significant, words } from '../page/text';
import { button, carefulButton, section, slider, throttled } from './parts';

type Send = (order: Order) => void;

const PAUSE_MS = 60;
const STEPS = 400;

export function joints(list: LiveJoint[], send: Send): HTMLElement | null {
  if (list.length === 0) return null;
  const rows = list.map(({ name, lever, unit, min, max }) => slider({
    label: capitalised(words(name)), min, max, step: (max - min) / STEPS, value: Math.min(max, Math.max(min, 0)),
    text: (value) => jointText(value, unit),
    changed: throttled(PAUSE_MS, (value) => send({ do: 'joint', lever, value })),
  }).element);
  const open = rows.length <= 6;
  return h('details', { class: 'live-section', open }, h('summary', {}, h('h3', {}, `Joints`), h('span', { class: 'quiet' }, String(rows.length))),
    h('div', { class: 'sliders' }, ...rows));
}

/** Angles are told in degrees. */
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
      return { fault, strike, mend, row: h('li', { class: 'fault' }, h('span', { title: fault.name }, fault.title), strike, mend) };
    });
    this.element = list.length === 0 ? null
      : h('details', { class: 'live-section', open: list.length <= 4 },
        h('summary', {}, h('h3', {}, 'Faults'), h('span', { class: 'quiet' }, String(list.length))),
        h('ul', {}, ...this.rows.map(({ row }) => row)));
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
