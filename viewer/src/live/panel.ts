// The panel of a running simulation: how it stands, its time, and every order it takes.

import type { Live, Order, Status, Sun } from '../api/live';
import { addressWith, h, icon } from '../page/dom';
import { sentence } from '../page/text';
import { DriveByHand, FlyByHand } from './hand';
import { Faults, Joints, releases } from './lists';
import { button, section } from './parts';
import { StartChooser } from './start';
import { stand } from './state';
import { SunDial } from './sun';

export class LivePanel {
  readonly element: HTMLElement;
  readonly drive: DriveByHand | null;
  readonly fly: FlyByHand | null;
  private readonly badge = h('b', { class: 'stand-title' });
  private readonly detail = h('span', {});
  private readonly stand = h('p', { class: 'stand', role: 'status', 'aria-live': 'polite' }, this.badge, this.detail);
  private readonly message = h('p', { class: 'quiet', role: 'status', hidden: true });
  private readonly go: HTMLButtonElement;
  private readonly step: HTMLButtonElement;
  private readonly save: HTMLButtonElement;
  private readonly saved = h('p', { class: 'saved', role: 'status', hidden: true });
  private readonly sun: SunDial;
  private readonly faults: Faults;
  private readonly controls: HTMLFieldSetElement;
  private readonly start: StartChooser;
  private readonly joints: Joints;
  private paused = true;
  private saving = false;

  constructor({ description, choice, offers, kept, status }: Live, send: (order: Order) => void, lit: (sun: Sun) => void) {
    const { can } = description;
    this.go = button('Go', 'Let the time run, or hold it (K)', () => send({ do: this.paused ? 'go' : 'pause' }));
    this.go.classList.add('accent');
    this.step = button('Step', 'One step of the operator (.)', () => send({ do: 'step', ticks: 1 }));
    this.save = button('Save run', 'End the session and keep it as a run', () => {
      this.saving = true;
      this.save.textContent = 'Saving …';
      this.save.disabled = true;
      send({ do: 'save' });
    });
    this.drive = can.drive ? new DriveByHand(send, description) : null;
    this.fly = can.fly ? new FlyByHand(send, description) : null;
    this.sun = new SunDial((sun) => send({ do: 'sun', ...sun }), lit);
    this.faults = new Faults(description.faults, send);
    this.start = new StartChooser(offers, choice, kept, send);
    this.joints = new Joints(description.joints, send);
    const parts = [
      this.drive?.element ?? null, this.fly?.element ?? null,
      releases(description.releases, send), this.sun.element, ...this.joints.elements, this.faults.element,
    ];
    this.controls = h('fieldset', { class: 'live-controls' }, ...parts);
    const notes = description.notes.map((note) => h('p', { class: 'quiet' }, note));
    this.element = h('div', { class: 'live' }, section(description.title || description.scenario, this.stand,
      this.message, h('div', { class: 'button-row' }, this.go, this.step, h('span', { class: 'spring' }), this.save), this.saved, ...notes),
    this.controls, this.start.element);
    this.show(status, true, null);
  }

  show(status: Status, connected: boolean, actual: number | null): void {
    const { kind, title, detail } = stand(status, connected, actual);
    this.stand.dataset['kind'] = kind;
    put(this.badge, title);
    put(this.detail, detail);
    // The stand of a run that has ended has it already.
    this.message.hidden = status.message === null || kind === 'ended';
    put(this.message, sentence(status.message ?? ''));
    this.paused = status.paused;
    const over = kind === 'ended' || kind === 'lost';
    put(this.go, status.paused ? 'Go' : 'Pause');
    for (const control of [this.go, this.step]) control.disabled = over;
    this.controls.disabled = over;
    this.save.disabled = this.saving || kind === 'lost';
    this.drive?.show(status);
    this.sun.show(status.sun);
    this.faults.show(status.faults);
  }

  /** Columns whose values it shows. */
  get columns(): string[] { return this.joints.columns; }

  showJoints(at: (column: string) => number): void {
    this.joints.show(at);
  }

  /** The run is there: offers it. */
  showSaved(run: number, folder: string): void {
    this.saving = false;
    this.save.hidden = true;
    this.saved.hidden = false;
    this.saved.replaceChildren(icon('save'), h('span', {}, 'Kept as ', h('code', {}, folder), '. '),
      h('a', { href: addressWith('run', String(run)) }, 'Open the run'));
    this.start.element.open = true;
  }

  /** An order was not obeyed. */
  refused(order: string): void {
    if (order !== 'save') return;
    this.saving = false;
    this.save.textContent = 'Save run';
    this.save.disabled = false;
  }
}

function put(element: HTMLElement, text: string): void {
  if (element.textContent !== text) element.textContent = text;
}
