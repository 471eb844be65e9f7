// The bar above: which runs are shown, and how the scene is looked at.

import { CAMERAS, type CameraMode } from '../scene/cameras';
import { COLOURINGS, type Colouring } from '../scene/colouring';
import type { Overlay } from '../scene/actor';
import type { Run } from '../run';
import { h, icon, iconButton } from './dom';
import { words } from './text';
import type { Theme } from './theme';

export interface HeaderActions {
  camera(mode: CameraMode): void;
  colouring(kind: Colouring): void;
  exaggeration(factor: number): void;
  arrows(factor: number): void;
  overlay(overlay: Shown, on: boolean): void;
  picture(): void;
  panel(): void;
  theme(): void;
  help(): void;
  visible(run: Run, on: boolean): void;
  focus(run: Run): void;
  /** Follows a vehicle of the run, or all of them. */
  vehicle(index: number | null): void;
}

/** What can be switched on and off. */
export type Shown = Overlay | 'grid' | 'labels';

const OVERLAYS: { name: Shown; label: string }[] = [
  { name: 'forces', label: 'Contact forces' },
  { name: 'pressure', label: 'Pressure on soil' }, { name: 'cables', label: 'Cables' },
  { name: 'thrust', label: 'Thrust' }, { name: 'tracks', label: 'Tracks' },
  { name: 'trail', label: 'Path of the centre of mass' }, { name: 'events', label: 'Events' },
  { name: 'labels', label: 'Names of vehicles' }, { name: 'grid', label: 'Grid' },
];
const ALL = 'all';

export class Header {
  private readonly actions: HeaderActions;
  private readonly cameras = new Map<CameraMode, HTMLButtonElement>();
  private readonly colours: HTMLSelectElement;
  private readonly vehicles: HTMLSelectElement;
  private readonly boxes = new Map<Shown, HTMLInputElement>();
  private readonly runs = h('div', { class: 'runs', role: 'group', 'aria-label': 'Runs' });
  private readonly theme: HTMLButtonElement;
  private readonly live: boolean;

  /** `live` where what is shown still runs. */
  constructor(root: HTMLElement, actions: HeaderActions, live = false) {
    this.live = live;
    this.actions = actions;
    this.colours = h('select', { 'aria-label': 'Colours of the ground', title: 'Colours of the ground (C)' },
      ...COLOURINGS.map(({ kind, label }) => h('option', { value: kind }, label)));
    this.colours.addEventListener('change', () => actions.colouring(this.colours.value as Colouring));
    this.vehicles = h('select', {
      class: 'vehicles', hidden: true, 'aria-label': 'Followed vehicle', title: 'Follow this vehicle (V)',
    });
    this.vehicles.addEventListener('change', () =>
      actions.vehicle(this.vehicles.value === ALL ? null : Number(this.vehicles.value)));
    this.theme = iconButton('sun', 'Theme (T)', () => actions.theme());
    root.append(
      h('strong', { class: 'brand' }, 'Planetfall'), this.runs, h('span', { class: 'spring' }),
      this.cameraSwitch(), this.vehicles, this.colours, this.displayMenu(),
      h('div', { class: 'tools' },
        iconButton('camera', 'Save a picture of the scene', () => actions.picture()),
        iconButton('panel', 'Show or hide the panel (P)', () => actions.panel()),
        this.theme,
        iconButton('help', 'Keys (?)', () => actions.help())));
  }

  setRuns(runs: Run[], focus: Run | null): void {
    this.runs.replaceChildren(...(this.live ? [h('span', { class: 'badge live-badge' }, 'live')] : []), ...runs.map((run) => this.runChip(run, runs.length > 1, run === focus)));
  }

  setCamera(mode: CameraMode): void {
    for (const [name, button] of this.cameras) button.setAttribute('aria-pressed', String(name === mode));
  }

  setColouring(kind: Colouring): void { this.colours.value = kind; }

  /** Vehicles that can be followed; a single one needs no choice. */
  setVehicles(names: string[], followed: number | null): void {
    this.vehicles.hidden = names.length < 2;
    this.vehicles.replaceChildren(
      ...names.map((name, index) => h('option', { value: index }, words(name))),
      h('option', { value: ALL }, 'all vehicles'));
    this.vehicles.value = followed === null ? ALL : String(followed);
  }

  /** Leaves out what this run has nothing of. */
  offer(shown: Shown, offered: boolean): void {
    const label = this.boxes.get(shown)?.closest('label');
    if (label) label.hidden = !offered;
  }

  setOverlay(overlay: Shown, on: boolean): void {
    const box = this.boxes.get(overlay);
    if (box !== undefined) box.checked = on;
  }

  setTheme(theme: Theme): void {
    const label = `Theme: ${theme === 'auto' ? 'as the system' : theme} (T)`;
    this.theme.title = label;
    this.theme.setAttribute('aria-label', label);
  }

  private runChip(run: Run, several: boolean, focused: boolean): HTMLElement {
    if (!run.readable) {
      return h('span', { class: 'run broken', title: run.problems.join(' ') }, icon('warning'), run.label);
    }
    if (!several) return h('span', { class: 'run' }, run.label);
    const dot = h('i', { class: 'swatch' });
    dot.style.background = run.colour;
    const box = h('input', { type: 'checkbox', checked: run.visible, 'aria-label': `Show ${run.label}` });
    box.addEventListener('change', () => this.actions.visible(run, box.checked));
    return h('span', { class: focused ? 'run focused' : 'run' }, box, dot,
      h('button', {
        type: 'button', class: 'plain', title: 'Follow this run and read its numbers',
        'aria-pressed': String(focused), onclick: () => this.actions.focus(run),
      }, run.label));
  }

  private cameraSwitch(): HTMLElement {
    return h('div', { class: 'segments', role: 'group', 'aria-label': 'Camera' },
      ...CAMERAS.map(({ mode, label, hint }, i) => {
        const button = h('button', {
          type: 'button', title: `${hint} (${i + 1})`, 'aria-pressed': 'false',
          onclick: () => this.actions.camera(mode),
        }, label);
        this.cameras.set(mode, button);
        return button;
      }));
  }

  private displayMenu(): HTMLElement {
    const slider = (label: string, values: number[], start: number, set: (value: number) => void): HTMLElement => {
      const output = h('output', { class: 'number' }, `×${start}`);
      const input = h('input', {
        type: 'range', min: 0, max: values.length - 1, step: 1, value: values.indexOf(start), 'aria-label': label,
      });
      input.addEventListener('input', () => {
        const value = values[Number(input.value)];
        output.textContent = `×${value}`;
        input.setAttribute('aria-valuetext', `times ${value}`);
        set(value);
      });
      return h('label', { class: 'slider-row' }, h('span', {}, label), input, output);
    };
    const boxes = OVERLAYS.map(({ name, label }) => {
      const box = h('input', { type: 'checkbox', checked: true });
      box.addEventListener('change', () => this.actions.overlay(name, box.checked));
      this.boxes.set(name, box);
      return h('label', {}, box, label);
    });
    const menu = h('details', { class: 'menu' },
      h('summary', { 'aria-label': 'What the scene shows', title: 'What the scene shows' }, icon('sliders'), h('span', {}, 'Display')),
      h('div', { class: 'menu-body' }, ...boxes,
        slider('Heights', [1, 2, 3, 5, 10], 1, (value) => this.actions.exaggeration(value)),
        slider('Arrows', [0.2, 0.5, 1, 2, 5], 1, (value) => this.actions.arrows(value))));
    document.addEventListener('pointerdown', (event) => {
      if (event.target instanceof Node && !menu.contains(event.target)) menu.open = false;
    });
    menu.addEventListener('keydown', (event) => {
      if (event.key === 'Escape') menu.open = false;
    });
    return menu;
  }
}
