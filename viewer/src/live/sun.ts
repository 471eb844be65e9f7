// The sun as on a dial seen from above: north is up, the rim is the horizon, the middle the zenith.

import type { Sun } from '../api/live';
import type { Vector } from '../api/model';
import { h } from '../page/dom';
import { section, slider, throttled, type Slider } from './parts';

const SVG = 'http://www.w3.org/2000/svg';
const RIM = 40;
const PAUSE_MS = 100;

/** Unit vector to the sun, site axes: x east, y north, z up. */
export function sunVector({ azimuth_deg, elevation_deg }: Sun): Vector {
  const [azimuth, elevation] = [azimuth_deg, elevation_deg].map((angle) => (angle * Math.PI) / 180);
  const level = Math.cos(elevation);
  return [level * Math.sin(azimuth), level * Math.cos(azimuth), Math.sin(elevation)];
}

/** Where on the dial the sun stands; below the horizon on the rim. */
export function onDial({ azimuth_deg, elevation_deg }: Sun): { x: number; y: number } {
  const reach = RIM * (1 - Math.max(0, Math.min(90, elevation_deg)) / 90);
  const azimuth = (azimuth_deg * Math.PI) / 180;
  return { x: reach * Math.sin(azimuth), y: -reach * Math.cos(azimuth) };
}

/** Where the sun stands for a place on the dial. */
export function fromDial(x: number, y: number): Sun {
  const azimuth = (Math.atan2(x, -y) * 180) / Math.PI;
  const share = Math.min(1, Math.hypot(x, y) / RIM);
  return { azimuth_deg: Math.round((azimuth + 360) % 360), elevation_deg: Math.round(90 * (1 - share)) };
}

export class SunDial {
  readonly element: HTMLElement;
  private readonly dial: SVGSVGElement;
  private readonly disc: SVGCircleElement;
  private readonly azimuth: Slider;
  private readonly elevation: Slider;
  private readonly order: (sun: Sun) => void;
  private readonly moved: (sun: Sun) => void;
  private sun: Sun = { azimuth_deg: 0, elevation_deg: 45 };
  /** When the user moved it last: what the simulation says of earlier is not shown any more. */
  private touched = -Infinity;

  /** `moved` is called at once, for the light; `order` when the simulation may know. */
  constructor(order: (sun: Sun) => void, moved: (sun: Sun) => void) {
    this.order = throttled(PAUSE_MS, order);
    this.moved = moved;
    this.dial = document.createElementNS(SVG, 'svg');
    this.dial.setAttribute('viewBox', '-50 -50 100 100');
    this.dial.setAttribute('class', 'sun-dial');
    this.dial.setAttribute('aria-hidden', 'true');
    this.disc = this.circle('sun-disc', 6);
    this.dial.append(this.circle('sun-rim', RIM), this.circle('sun-half', RIM / 2), ...this.letters(), this.disc);
    const whole = (value: number): string => `${value.toFixed(0)}°`;
    this.azimuth = slider({
      label: 'Azimuth', min: 0, max: 359, step: 1, value: 0, text: whole,
      changed: (azimuth_deg) => this.set({ ...this.sun, azimuth_deg }),
    });
    this.elevation = slider({
      label: 'Elevation', min: -10, max: 90, step: 1, value: 45, text: whole,
      changed: (elevation_deg) => this.set({ ...this.sun, elevation_deg }),
    });
    this.element = section('Sun', h('div', { class: 'sun-row' }, this.dial,
      h('div', {}, this.azimuth.element, this.elevation.element)));
    this.listen();
  }

  /** What the simulation says. */
  show(sun: Sun): void {
    if (performance.now() - this.touched < 1000) return;
    if (sun.azimuth_deg === this.sun.azimuth_deg && sun.elevation_deg === this.sun.elevation_deg) return;
    this.sun = sun;
    this.place();
    this.moved(sun);
  }

  private set(sun: Sun): void {
    this.touched = performance.now();
    this.sun = sun;
    this.place();
    this.moved(sun);
    this.order(sun);
  }

  private place(): void {
    const { x, y } = onDial(this.sun);
    this.disc.setAttribute('cx', x.toFixed(1));
    this.disc.setAttribute('cy', y.toFixed(1));
    this.disc.classList.toggle('set', this.sun.elevation_deg <= 0);
    this.azimuth.show((this.sun.azimuth_deg + 360) % 360);
    this.elevation.show(this.sun.elevation_deg);
  }

  private listen(): void {
    const take = (event: PointerEvent): void => {
      const { left, top, width } = this.dial.getBoundingClientRect();
      const scale = 100 / Math.max(1, width);
      this.set(fromDial((event.clientX - left) * scale - 50, (event.clientY - top) * scale - 50));
    };
    this.dial.addEventListener('pointerdown', (event) => {
      this.dial.setPointerCapture(event.pointerId);
      take(event);
    });
    this.dial.addEventListener('pointermove', (event) => {
      if (this.dial.hasPointerCapture(event.pointerId)) take(event);
    });
  }

  private circle(kind: string, radius: number): SVGCircleElement {
    const made = document.createElementNS(SVG, 'circle');
    made.setAttribute('class', kind);
    made.setAttribute('r', String(radius));
    return made;
  }

  private letters(): SVGTextElement[] {
    return ([['N', 0, -42], ['E', 45, 3], ['S', 0, 49], ['W', -45, 3]] as const).map(([text, x, y]) => {
      const made = document.createElementNS(SVG, 'text');
      made.setAttribute('x', String(x));
      made.setAttribute('y', String(y));
      made.textContent = text;
      return made;
    });
  }
}
