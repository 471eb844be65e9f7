// Events in the scene: diamonds of constant size on the screen where they happened.

import { BufferGeometry, CanvasTexture, Color, Float32BufferAttribute, Points, PointsMaterial } from 'three';
import type { RunEvent, Vector } from '../api/model';
import type { Anchor } from './anchor';

const KINDS: Record<string, string> = {
  'phase': '#8e7cff', 'contact': '#2fa58a', 'lift-off': '#7f97a8', 'end': '#d2483e',
  'impact': '#f2b705', 'separation': '#1f8fd6', 'cut': '#d6479b', 'mode': '#5b6ee1',
  'fault': '#e5541b',
};

/** Kinds that this page does not know yet. */
const OTHER = '#8a7b66';

/** The colour of a kind of event, in the scene, on the time bar and in the list. */
export function eventColour(kind: string): string {
  return KINDS[kind] ?? OTHER;
}

export class EventMarkers {
  readonly points: Points<BufferGeometry, PointsMaterial>;
  private readonly events: RunEvent[];
  private readonly places: Vector[];
  private readonly anchor: Anchor;

  constructor(events: RunEvent[], places: Vector[], anchor: Anchor) {
    // A list that grows while a simulation runs has more events than places.
    this.events = [...events];
    this.places = places;
    this.anchor = anchor;
    this.points = new Points(new BufferGeometry(), new PointsMaterial({
      size: 12, sizeAttenuation: false, vertexColors: true,
      map: diamond(), transparent: true, alphaTest: 0.3, depthTest: false, fog: false,
    }));
    this.points.renderOrder = 15;
    this.points.frustumCulled = false;
    this.show(() => true);
  }

  dispose(): void {
    this.points.geometry.dispose();
    this.points.material.map?.dispose();
    this.points.material.dispose();
  }

  show(wanted: (event: RunEvent) => boolean): void {
    const shown = this.events.map((event, i) => ({ event, place: this.places[i] }))
      .filter(({ event, place }) => wanted(event) && place.every(Number.isFinite));
    const positions = shown.flatMap(({ place: [x, y, z] }) =>
      [this.anchor.x(x), this.anchor.y(y), this.anchor.z(z)]);
    const colours = shown.flatMap(({ event }) => new Color(eventColour(event.kind)).toArray());
    this.points.geometry.dispose();
    this.points.geometry = new BufferGeometry()
      .setAttribute('position', new Float32BufferAttribute(positions, 3))
      .setAttribute('color', new Float32BufferAttribute(colours, 3));
  }
}

function diamond(): CanvasTexture {
  const canvas = document.createElement('canvas');
  canvas.width = canvas.height = 64;
  const context = canvas.getContext('2d');
  if (context !== null) {
    context.translate(32, 32);
    context.rotate(Math.PI / 4);
    context.fillStyle = '#ffffff';
    context.fillRect(-17, -17, 34, 34);
    context.lineWidth = 5;
    context.strokeStyle = 'rgba(0, 0, 0, 0.55)';
    context.strokeRect(-17, -17, 34, 34);
  }
  return new CanvasTexture(canvas);
}
