// Names of the vehicles over the scene, each a button that follows its vehicle. They keep their size
// however far the vehicle is, stay at the picture's edge when it is outside, and do not cover each
// other.

import { type Camera, Vector3 } from 'three';
import { h } from '../page/dom';
import { words } from '../page/text';
import { lengthText } from './colouring';

const MARGIN_PX = 14;
const HEIGHT_PX = 24;
/** A vehicle farther than this many times its size shows how far it is. */
const FAR = 3;

export interface Spot {
  x: number;
  y: number;
  /** Whether it lies outside of the picture and the spot is on its edge. */
  outside: boolean;
}

/** What is labelled: relative to the anchor, with the exaggeration. */
export interface Labelled {
  centre: Vector3;
  /** Where its name stands. */
  top: Vector3;
  /** Metres to the followed vehicle; 0 for that itself. */
  away: number;
  size: number;
  followed: boolean;
}

export class Labels {
  readonly element = h('div', { class: 'labels', role: 'group', 'aria-label': 'Vehicles' });
  private readonly follow: (vehicle: number) => void;
  private buttons: HTMLButtonElement[] = [];
  private names: string[] = [];

  constructor(follow: (vehicle: number) => void) {
    this.follow = follow;
  }

  /** A single vehicle needs no name. */
  setVehicles(names: string[]): void {
    this.names = names.length > 1 ? names.map(words) : [];
    this.buttons = this.names.map((name, index) => h('button', {
      type: 'button', class: 'label', title: `Follow ${name}`, onclick: () => this.follow(index),
    }));
    this.element.replaceChildren(...this.buttons);
  }

  show(on: boolean): void {
    this.element.hidden = !on;
  }

  update(labelled: Labelled[], camera: Camera): void {
    if (this.buttons.length === 0 || this.element.hidden) return;
    const { clientWidth: width, clientHeight: height } = this.element;
    const spots = apart(labelled.map(({ centre, top }) => ({
      // Only the name of a vehicle that is itself outside is marked so.
      ...spotOf(top, camera, width, height), outside: spotOf(centre, camera, width, height).outside,
    })));
    this.buttons.forEach((button, index) => {
      const spot = spots[index];
      button.hidden = spot === undefined || !Number.isFinite(spot.x + spot.y);
      if (button.hidden) return;
      const { away, size, followed } = labelled[index];
      const text = away > FAR * size ? `${this.names[index]} · ${lengthText(away)}` : this.names[index];
      if (button.textContent !== text) button.textContent = text;
      button.classList.toggle('outside', spot.outside);
      button.setAttribute('aria-pressed', String(followed));
      button.style.transform = `translate(${spot.x.toFixed(1)}px, ${spot.y.toFixed(1)}px) translate(-50%, -100%)`;
    });
  }
}

/** Where a point is on the picture, or where the path to it leaves the picture. */
export function spotOf(point: Vector3, camera: Camera, width: number, height: number): Spot {
  const seen = point.clone().applyMatrix4(camera.matrixWorldInverse);
  const behind = seen.z >= 0;
  const place = seen.applyMatrix4(camera.projectionMatrix);
  // What lies behind the camera is projected upside down.
  const [x, y] = behind ? [-place.x, -place.y] : [place.x, place.y];
  const space = [1 - (2 * MARGIN_PX) / width, 1 - (2 * (MARGIN_PX + HEIGHT_PX)) / height];
  const over = Math.max(Math.abs(x) / space[0], Math.abs(y) / space[1]);
  const outside = behind || over > 1;
  const shrink = outside && over > 0 ? 1 / over : 1;
  return {
    x: 0.5 * width * (1 + x * shrink),
    y: 0.5 * height * (1 - y * shrink),
    outside,
  };
}

/** Moves spots that would cover each other upwards, the lower ones stay. */
export function apart(spots: Spot[]): Spot[] {
  const order = spots.map((_, index) => index).sort((a, b) => spots[b].y - spots[a].y);
  const out = spots.map((spot) => ({ ...spot }));
  order.forEach((index, rank) => {
    for (const before of order.slice(0, rank)) {
      const near = Math.abs(out[before].x - out[index].x) < 5 * HEIGHT_PX;
      if (near && out[index].y > out[before].y - HEIGHT_PX) out[index].y = out[before].y - HEIGHT_PX;
    }
  });
  return out;
}
