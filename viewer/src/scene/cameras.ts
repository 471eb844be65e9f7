// Three ways to look: a free orbit about a fixed point, an orbit that goes along with the vehicle,
// and one close to a wheel. The user may turn and zoom in each.

import { type PerspectiveCamera, Spherical, Vector3 } from 'three';
import { OrbitControls } from 'three/examples/jsm/controls/OrbitControls.js';

export type CameraMode = 'orbit' | 'follow' | 'wheel';

export const CAMERAS: { mode: CameraMode; label: string; hint: string }[] = [
  { mode: 'orbit', label: 'Orbit', hint: 'Stay where you are and turn freely' },
  { mode: 'follow', label: 'Follow', hint: 'Go along with the vehicle' },
  { mode: 'wheel', label: 'Wheel', hint: 'Close to one wheel' },
];

export class CameraRig {
  mode: CameraMode = 'follow';
  private readonly camera: PerspectiveCamera;
  private readonly controls: OrbitControls;

  constructor(camera: PerspectiveCamera, element: HTMLElement, changed: () => void) {
    this.camera = camera;
    this.controls = new OrbitControls(camera, element);
    this.controls.enableDamping = false;
    this.controls.minDistance = 0.15;
    this.controls.maxDistance = 1e6;
    this.controls.zoomSpeed = 1.4;
    this.controls.addEventListener('change', changed);
  }

  get target(): Vector3 {
    return this.controls.target;
  }

  get distance(): number {
    return this.camera.position.distanceTo(this.controls.target);
  }

  /** Looks at a point from a direction and distance. */
  place(target: Vector3, direction: Vector3, distance: number): void {
    this.controls.target.copy(target);
    this.camera.position.copy(direction).normalize().multiplyScalar(distance).add(target);
    this.controls.update();
  }

  /** Moves along so that what is looked at stays in the picture's middle. */
  accompany(target: Vector3): void {
    const moved = target.clone().sub(this.controls.target);
    if (moved.lengthSq() === 0) return;
    this.camera.position.add(moved);
    this.controls.target.copy(target);
    this.controls.update();
  }

  /** Turns about the target (radians, to the east and up) and scales the distance. */
  turn(around: number, up: number, zoom: number): void {
    const offset = this.camera.position.clone().sub(this.controls.target);
    // Spherical coordinates of the library stand on y.
    const polar = new Spherical().setFromCartesianCoords(offset.x, offset.z, -offset.y);
    polar.theta += around;
    polar.phi -= up;
    polar.radius *= zoom;
    polar.makeSafe();
    const { x, y, z } = new Vector3().setFromSpherical(polar);
    this.camera.position.set(x, -z, y).add(this.controls.target);
    this.controls.update();
  }

  /** Metres on the ground that one pixel covers where the camera looks. */
  metresPerPixel(height: number): number {
    const half = Math.tan((this.camera.fov * Math.PI) / 360);
    return (2 * this.distance * half) / Math.max(1, height);
  }
}
