// What a session is started with: scenario, vehicle, ground.

import type { Choice, Kept, Offer, Offers, Order } from '../api/live';
import { addressWith, h } from '../page/dom';
import { carefulButton } from './parts';

const AS_IT_IS = '';

export class StartChooser {
  readonly element: HTMLDetailsElement;
  private readonly scenario: HTMLSelectElement;
  private readonly parts: Record<'vehicle' | 'terrain' | 'ground', HTMLSelectElement>;

  constructor(offers: Offers, now: Choice, kept: Kept[], send: (order: Order) => void) {
    const select = (label: string, list: Offer[], value: string | null, open: boolean): HTMLSelectElement => {
      // What was started from a file of the user's own is offered again.
      const known = value === null || list.some(({ name }) => name === value);
      const all = known ? list : [{ name: value, title: value }, ...list];
      const made = h('select', { 'aria-label': label },
        ...(open ? [h('option', { value: AS_IT_IS }, 'as in the scenario')] : []),
        ...all.map(({ name, title }) => h('option', { value: name, title }, name)));
      made.value = value ?? AS_IT_IS;
      return made;
    };
    this.scenario = select('Scenario', offers.scenarios, now.scenario, false);
    this.parts = {
      vehicle: select('Vehicle', offers.vehicles, now.vehicle, true),
      terrain: select('Terrain', offers.terrains, now.terrain, true),
      ground: select('Ground', offers.grounds, now.ground, true),
    };
    this.element = h('details', { class: 'live-section' }, h('summary', {}, h('h3', {}, 'New session')),
      ...[this.scenario, ...Object.values(this.parts)].map((list) =>
        h('label', { class: 'choice-row' }, h('span', {}, list.getAttribute('aria-label') ?? ''), list)),
      h('div', { class: 'button-row' }, carefulButton('Start', 'Ends and keeps the present session, and starts this one',
        () => send({ do: 'restart', choice: this.choice }))),
      kept.length === 0 ? null : h('div', { class: 'kept' }, h('span', { class: 'quiet' }, 'Kept:'), ...kept.map(keptLink)));
  }

  get choice(): Choice {
    const { vehicle, terrain, ground } = this.parts;
    const chosen = (list: HTMLSelectElement): string | null => (list.value === AS_IT_IS ? null : list.value);
    return { scenario: this.scenario.value, vehicle: chosen(vehicle), terrain: chosen(terrain), ground: chosen(ground) };
  }
}

/** Opens the run that a session has become. */
export function keptLink({ run, folder }: Kept): HTMLElement {
  const name = folder.slice(folder.lastIndexOf('/') + 1);
  return h('a', { href: addressWith('run', String(run)), title: folder }, name);
}
