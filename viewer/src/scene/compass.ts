// Directions in the corner of the scene: east, north and up of the site, gravity and the sun.

import { type Camera, Vector3 } from 'three';
import type { Vector } from '../api/model';

const SVG = 'http://www.w3.org/2000/svg';
const REACH = 34;

interface Needle {
  direction: Vector3;
  line: SVGLineElement;
  label: SVGTextElement;
}

export class Compass {
  readonly element: SVGSVGElement;
  private readonly needles: Needle[];
  private readonly sun: Needle;

  constructor(gravity: Vector, sun: Vector) {
    this.element = document.createElementNS(SVG, 'svg');
    this.element.setAttribute('viewBox', '-52 -52 104 104');
    this.element.setAttribute('class', 'compass');
    this.element.setAttribute('role', 'img');
    const size = Math.hypot(...gravity);
    this.element.setAttribute('aria-label',
      `Directions: east, north, up, gravity of ${size.toFixed(2)} m/s², the sun`);
    const title = document.createElementNS(SVG, 'title');
    title.textContent = `East, north, up; g = ${size.toFixed(3)} m/s²; ☉ is the sun`;
    this.element.append(title);
    this.sun = this.needle(sun, '☉', 'sun');
    this.needles = [
      this.needle([1, 0, 0], 'E', 'axis'),
      this.needle([0, 1, 0], 'N', 'axis north'),
      this.needle([0, 0, 1], 'up', 'axis'),
      ...(size > 0 ? [this.needle(gravity, 'g', 'gravity')] : []),
      this.sun,
    ];
  }

  setSun(sun: Vector): void {
    this.sun.direction.set(...sun).normalize();
  }

  update(camera: Camera): void {
    const seen = new Vector3();
    for (const { direction, line, label } of this.needles) {
      seen.copy(direction).transformDirection(camera.matrixWorldInverse);
      line.setAttribute('x2', (REACH * seen.x).toFixed(1));
      line.setAttribute('y2', (-REACH * seen.y).toFixed(1));
      label.setAttribute('x', ((REACH + 10) * seen.x).toFixed(1));
      label.setAttribute('y', (-(REACH + 10) * seen.y).toFixed(1));
      // What points away from the viewer is fainter.
      const opacity = (0.6 + 0.4 * Math.max(-1, Math.min(1, seen.z))).toFixed(2);
      line.setAttribute('opacity', opacity);
      label.setAttribute('opacity', opacity);
    }
  }

  private needle(direction: Vector, text: string, kind: string): Needle {
    const line = document.createElementNS(SVG, 'line');
    const label = document.createElementNS(SVG, 'text');
    line.setAttribute('class', kind);
    label.setAttribute('class', kind);
    label.textContent = text;
    this.element.append(line, label);
    return { direction: new Vector3(...direction).normalize(), line, label };
  }
}
