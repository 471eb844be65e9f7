// What colours, arrows and lengths in the scene mean.

import { COLOURINGS, lengthText, RAMPS, STEEPEST_DEG, type Colouring } from '../scene/colouring';
import { ROLLING, SLIPPING } from '../scene/arrows';
import { TENSION_RAMP } from '../scene/cables';
import { PRESSURE_RAMP } from '../scene/footprints';
import { PLUME } from '../scene/plumes';
import { h } from './dom';
import { significant } from './text';

export interface LegendState {
  colouring: Colouring;
  /** Lowest and highest ground, metres. */
  elevation: [number, number] | null;
  deepest_m: number;
  forces: boolean;
  /** Metres of arrow for one newton. */
  arrow: number;
  /** The end of the scale of pressure on soil, Pa; nothing where none is drawn. */
  pressure: number | null;
  /** The greatest tension of cables, newtons; nothing where none are drawn. */
  tension: number | null;
  /** Metres of plume at full thrust; 0 where none are drawn. */
  plume: number;
}

export class Legend {
  readonly element: HTMLElement;
  private readonly ramp = h('div', { class: 'ramp' });
  private readonly forces = h('div', { class: 'force-key' });
  private readonly pressure = h('div', { class: 'pressure-key' });
  private readonly cables = h('div', { class: 'cable-key' });
  private readonly thrust = h('div', { class: 'force-key' });
  private readonly bar = h('div', { class: 'scale-bar' });
  private readonly barText = h('span', { class: 'scale-text' });

  constructor() {
    this.element = h('div', { class: 'legend' }, this.ramp, this.forces, this.pressure, this.cables, this.thrust,
      h('div', { class: 'scale', role: 'img', 'aria-label': 'Scale' }, this.bar, this.barText));
  }

  update(state: LegendState): void {
    this.ramp.replaceChildren(...rampParts(state));
    this.ramp.hidden = state.colouring === 'hillshade';
    this.forces.hidden = !state.forces || !(state.arrow > 0);
    this.forces.replaceChildren(
      swatch(ROLLING), 'rolling or sticking', swatch(SLIPPING), 'slipping',
      h('span', { class: 'quiet' }, `1 m ≙ ${significant(1 / state.arrow, 2)} N`));
    this.pressure.hidden = state.pressure === null;
    this.pressure.replaceChildren(...pressureParts(state.pressure ?? 0));
    this.cables.hidden = state.tension === null;
    this.cables.replaceChildren(...cableParts(state.tension ?? 0));
    this.thrust.hidden = !(state.plume > 0);
    this.thrust.replaceChildren(swatch(PLUME), 'thrust',
      h('span', { class: 'quiet' }, `full ≙ ${lengthText(state.plume)}`));
  }

  /** The bar's length holds where the camera looks. */
  setScale(metres: number, pixels: number, grid: number, exaggeration: number): void {
    const text = [
      lengthText(metres), grid > 0 ? `grid ${lengthText(grid)}` : '',
      exaggeration !== 1 ? `height ×${exaggeration}` : '',
    ].filter((part) => part !== '').join(' · ');
    this.bar.style.width = `${pixels.toFixed(1)}px`;
    if (this.barText.textContent !== text) this.barText.textContent = text;
  }
}

function rampParts(state: LegendState): (Node | string)[] {
  const { colouring } = state;
  if (colouring === 'hillshade') return [];
  const [low, high] = limits(state);
  const label = COLOURINGS.find(({ kind }) => kind === colouring)?.label ?? '';
  const stripes = h('span', { class: 'stripes' });
  stripes.style.background = `linear-gradient(to right, ${RAMPS[colouring].join(', ')})`;
  return [h('span', {}, label), h('span', { class: 'number' }, low), stripes, h('span', { class: 'number' }, high)];
}

function pressureParts(greatest: number): (Node | string)[] {
  const stripes = h('span', { class: 'stripes' });
  stripes.style.background = `linear-gradient(to right, ${PRESSURE_RAMP.join(', ')})`;
  return [h('span', {}, 'Pressure on soil'), h('span', { class: 'number' }, '0'), stripes,
    h('span', { class: 'number' }, `≥ ${pressureText(greatest)}`)];
}

/** A pressure with a fitting unit. */
export function pressureText(pascals: number): string {
  return pascals >= 1000 ? `${significant(pascals / 1000, 3)} kPa` : `${significant(pascals, 3)} Pa`;
}

function cableParts(greatest: number): (Node | string)[] {
  const stripes = h('span', { class: 'stripes' });
  stripes.style.background = `linear-gradient(to right, ${TENSION_RAMP.join(', ')})`;
  return [h('span', {}, 'Cable tension'), h('span', { class: 'number' }, 'slack'), stripes,
    h('span', { class: 'number' }, `${significant(greatest, 3)} N`)];
}

function limits({ colouring, elevation, deepest_m }: LegendState): [string, string] {
  if (colouring === 'slope') return ['0°', `${STEEPEST_DEG}°`];
  if (colouring === 'sinkage') return ['0', `${significant(1000 * deepest_m, 3)} mm`];
  const [low, high] = elevation ?? [0, 0];
  return [`${significant(low, 3)} m`, `${significant(high, 3)} m`];
}

function swatch(colour: string): HTMLElement {
  const made = h('i', { class: 'swatch' });
  made.style.background = colour;
  return made;
}
