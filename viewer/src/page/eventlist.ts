// Events as a list: choose which kinds are shown everywhere, click one to go to its time.

import type { RunEvent } from '../api/model';
import { eventColour } from '../scene/markers';
import { eventText, kindName, kindsOf, type EventKind } from '../timeline/events';
import { indexAt } from '../timeline/poses';
import { h } from './dom';
import { fixed } from './text';

export class EventList {
  readonly element = h('div', { class: 'events' });
  private readonly seek: (time: number) => void;
  private readonly changed: () => void;
  private readonly chips = h('div', { class: 'kinds', role: 'group', 'aria-label': 'Kinds of events' });
  private readonly list = h('ol', { class: 'event-list' });
  private events: RunEvent[] = [];
  private kinds: EventKind[] = [];
  private times = new Float64Array();
  private marked = -1;

  constructor(seek: (time: number) => void, changed: () => void) {
    this.seek = seek;
    this.changed = changed;
    this.element.append(this.chips, this.list);
  }

  setEvents(events: RunEvent[]): void {
    this.events = events;
    this.kinds = kindsOf(events);
    this.fill();
  }

  /** More has happened: what the user has hidden or shown stays so. */
  addEvents(events: RunEvent[]): void {
    const before = this.kinds;
    this.events = events;
    this.kinds = kindsOf(events).map((kind) => ({ ...kind, shown: before.find((one) => one.kind === kind.kind)?.shown ?? kind.shown }));
    this.fill();
  }

  /** Events of the chosen kinds. */
  get shown(): RunEvent[] {
    return this.events.filter((event) => this.wanted(event));
  }

  wanted(event: RunEvent): boolean {
    return this.kinds.some(({ kind, shown }) => shown && kind === event.kind);
  }

  /** Marks the last event that has happened. */
  setTime(time: number): void {
    const current = this.times.length === 0 || this.times[0] > time + 1e-9 ? -1 : indexAt(this.times, time + 1e-9);
    if (current === this.marked) return;
    this.list.children[this.marked]?.classList.remove('current');
    this.list.children[current]?.classList.add('current');
    this.marked = current;
  }

  private fill(): void {
    this.chips.replaceChildren(...this.kinds.map((kind) => {
      const dot = h('i', { class: 'swatch' });
      dot.style.background = eventColour(kind.kind);
      return h('button', {
        type: 'button', class: 'chip', 'aria-pressed': String(kind.shown),
        title: 'Show or hide events of this kind',
        onclick: () => {
          kind.shown = !kind.shown;
          this.fill();
          this.changed();
        },
      }, dot, kindName(kind.kind), h('span', { class: 'value' }, String(kind.count)));
    }));
    const { shown } = this;
    this.times = Float64Array.from(shown, ({ time_s }) => time_s);
    this.marked = -1;
    this.list.replaceChildren(...shown.map((event) => {
      const dot = h('i', { class: 'swatch' });
      dot.style.background = eventColour(event.kind);
      return h('li', {}, h('button', { type: 'button', onclick: () => this.seek(event.time_s) },
        dot, h('span', { class: 'number' }, fixed(event.time_s, 3)), h('span', {}, eventText(event))));
    }));
    if (this.events.length === 0) this.list.append(h('p', { class: 'quiet' }, 'This run recorded no events.'));
    else if (shown.length === 0) this.list.append(h('p', { class: 'quiet' }, 'All kinds are hidden.'));
  }
}
