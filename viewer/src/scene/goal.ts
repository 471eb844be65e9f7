// The goal on the ground: a ring and a pole with a pennant, and how far it is to go.

import { BufferGeometry, type Camera, CylinderGeometry, DoubleSide, Float32BufferAttribute, Group, Mesh, MeshBasicMaterial, RingGeometry, Vector3 } from 'three';
import { h } from '../page/dom';
import { fixed } from '../page/text';
import type { Anchor } from './anchor';
import type { Ground } from './ground';
import { spotOf } from './labels';

const COLOUR = '#19a974';
const POLE_M = 1.1;

export class Goal {
  readonly group = new Group();
  readonly element = h('div', { class: 'goal-label', hidden: true });
  private readonly anchor: Anchor;
  private readonly ground: Ground | null;
  private place: [number, number] | null = null;

  /** `size` is that of the vehicle, metres. */
  constructor(anchor: Anchor, ground: Ground | null, size: number) {
    this.anchor = anchor;
    this.ground = ground;
    const ink = new MeshBasicMaterial({ color: COLOUR, side: DoubleSide, fog: false });
    const ring = new Mesh(new RingGeometry(0.16, 0.22, 40), new MeshBasicMaterial({
      color: COLOUR, side: DoubleSide, fog: false, depthTest: false, transparent: true, opacity: 0.85,
    }));
    ring.position.z = 0.02;
    ring.renderOrder = 12;
    const pole = new Mesh(new CylinderGeometry(0.012, 0.012, POLE_M).rotateX(Math.PI / 2).translate(0, 0, POLE_M / 2), ink);
    const pennant = new Mesh(new BufferGeometry().setAttribute('position', new Float32BufferAttribute([
      0, 0, POLE_M, 0.42, 0, POLE_M - 0.13, 0, 0, POLE_M - 0.26], 3)), ink);
    this.group.add(ring, pole, pennant);
    this.group.scale.setScalar(Math.max(0.25, size / 5));
    this.group.visible = false;
  }

  get shown(): [number, number] | null { return this.place; }

  set(at: [number, number] | null, away: number | null): void {
    this.place = at;
    this.group.visible = at !== null;
    if (at === null) return;
    const height = this.ground?.heightAt(...at) ?? NaN;
    this.group.position.set(this.anchor.x(at[0]), this.anchor.y(at[1]), this.anchor.z(Number.isFinite(height) ? height : 0));
    const text = away === null ? 'Goal' : `${fixed(away, away < 10 ? 2 : 1)} m`;
    if (this.element.textContent !== text) this.element.textContent = text;
  }

  /** Keeps the words above the pole, and the pole upright however much heights are exaggerated. */
  update(camera: Camera, exaggeration: number): void {
    const box = this.element.parentElement;
    this.element.hidden = this.place === null || box === null;
    if (this.element.hidden || box === null) return;
    this.group.scale.z = this.group.scale.x / exaggeration;
    const top = new Vector3(0, 0, POLE_M * this.group.scale.x).add(
      new Vector3(this.group.position.x, this.group.position.y, this.group.position.z * exaggeration));
    const { x, y } = spotOf(top, camera, box.clientWidth, box.clientHeight);
    this.element.style.transform = `translate(${x.toFixed(1)}px, ${y.toFixed(1)}px) translate(-50%, -110%)`;
  }
}
