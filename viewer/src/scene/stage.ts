// Renderer, sky, light: everything of the picture that is neither ground nor vehicle.

import {
  BackSide, Color, DirectionalLight, Fog, Group, HemisphereLight, Mesh,
  PCFShadowMap, PerspectiveCamera, Scene, ShaderMaterial, SphereGeometry, Vector3,
  WebGLRenderer,
} from 'three';
import type { Vector } from '../api/model';

interface Sky {
  zenith: string;
  horizon: string;
  below: string;
  sun: number;
  ambient: number;
}

const SKIES: Record<'light' | 'dark', Sky> = {
  light: { zenith: '#b9c3cc', horizon: '#ead9c5', below: '#cdb59b', sun: 2.2, ambient: 1.35 },
  dark: { zenith: '#0d0f14', horizon: '#33292a', below: '#1a1718', sun: 1.3, ambient: 0.95 },
};

export class Stage {
  readonly renderer: WebGLRenderer;
  readonly scene = new Scene();
  readonly camera = new PerspectiveCamera(42, 1, 0.05, 1000);
  /** What is scaled by the vertical exaggeration: everything that has a place in the site. */
  readonly content = new Group();
  private readonly sky: Mesh<SphereGeometry, ShaderMaterial>;
  private readonly sun = new DirectionalLight('#fff4e6', 2.9);
  private readonly ambient = new HemisphereLight('#eef0f4', '#b39c8a', 1);
  private readonly fog = new Fog('#ffffff', 1, 1000);
  private sunDirection = new Vector3(-0.5, 0.5, Math.SQRT1_2);

  constructor(canvas: HTMLCanvasElement, plain: boolean) {
    this.renderer = new WebGLRenderer({ canvas, antialias: !plain });
    this.renderer.setPixelRatio(plain ? 1 : Math.min(2, window.devicePixelRatio));
    this.renderer.shadowMap.enabled = !plain;
    this.renderer.shadowMap.type = PCFShadowMap;
    this.camera.up.set(0, 0, 1);
    this.sky = skyDome();
    this.scene.fog = this.fog;
    this.scene.add(this.sky, this.content, this.sun, this.sun.target, this.ambient);
    this.sun.castShadow = !plain;
    this.sun.shadow.mapSize.set(2048, 2048);
    this.sun.shadow.normalBias = 0.02;
    this.sun.shadow.radius = 3;
  }

  setTheme(dark: boolean): void {
    const sky = SKIES[dark ? 'dark' : 'light'];
    const uniforms = this.sky.material.uniforms;
    (uniforms['zenith'].value as Color).set(sky.zenith);
    (uniforms['horizon'].value as Color).set(sky.horizon);
    (uniforms['below'].value as Color).set(sky.below);
    this.fog.color.set(sky.horizon);
    this.sun.intensity = sky.sun;
    this.ambient.intensity = sky.ambient;
  }

  /** Unit vector to the sun that lights the scene. */
  get sunVector(): Vector {
    return this.sunDirection.toArray();
  }

  setSun(direction: Vector): void {
    this.sunDirection.set(...direction).normalize();
  }

  setExaggeration(factor: number): void {
    this.content.scale.z = factor;
  }

  /** Fits the drawing to the element's size; whether it changed. */
  resize(): boolean {
    const canvas = this.renderer.domElement;
    const [width, height] = [canvas.clientWidth, canvas.clientHeight];
    const ratio = this.renderer.getPixelRatio();
    const same = canvas.width === Math.floor(width * ratio)
      && canvas.height === Math.floor(height * ratio);
    if (width === 0 || height === 0 || same) return false;
    this.renderer.setSize(width, height, false);
    this.camera.aspect = width / height;
    this.camera.updateProjectionMatrix();
    return true;
  }

  /**
   * Draws, with light and depth range fitted to what is looked at: shadows fall within a radius of
   * the target, on ground that may lie some way below it.
   */
  render(target: Vector3, shadowRadius: number, height: number, siteRadius: number): void {
    const distance = this.camera.position.distanceTo(target);
    this.camera.near = Math.max(0.005, distance / 400);
    this.camera.far = distance * 4 + 4 * siteRadius;
    this.camera.updateProjectionMatrix();
    this.fog.near = distance + 0.4 * siteRadius;
    this.fog.far = distance + 2 * siteRadius;
    this.sky.position.copy(this.camera.position);
    this.sky.scale.setScalar(this.camera.far * 0.5);
    this.placeSun(target, shadowRadius, height);
    this.renderer.render(this.scene, this.camera);
  }

  private placeSun(target: Vector3, radius: number, height: number): void {
    this.sun.target.position.copy(target);
    this.sun.position.copy(target).addScaledVector(this.sunDirection, 4 * radius);
    const shadow = this.sun.shadow.camera;
    const far = 8 * radius + height / Math.max(0.2, this.sunDirection.z);
    if (shadow.right === radius && shadow.far === far) return;
    Object.assign(shadow, { left: -radius, right: radius, bottom: -radius, top: radius, near: 0.1, far });
    shadow.updateProjectionMatrix();
    // A few texels, so that a wide shadow map does not stripe the ground it falls on.
    this.sun.shadow.normalBias = Math.max(0.02, (5 * radius) / this.sun.shadow.mapSize.x);
  }
}

function skyDome(): Mesh<SphereGeometry, ShaderMaterial> {
  const material = new ShaderMaterial({
    side: BackSide,
    depthWrite: false,
    depthTest: false,
    fog: false,
    uniforms: {
      zenith: { value: new Color() }, horizon: { value: new Color() }, below: { value: new Color() },
    },
    vertexShader: `
      varying vec3 ray;
      void main() {
        ray = position;
        gl_Position = projectionMatrix * modelViewMatrix * vec4(position, 1.0);
      }`,
    fragmentShader: `
      uniform vec3 zenith; uniform vec3 horizon; uniform vec3 below;
      varying vec3 ray;
      void main() {
        float up = normalize(ray).z;
        vec3 colour = up > 0.0 ? mix(horizon, zenith, pow(up, 0.55))
                               : mix(horizon, below, min(1.0, -2.5 * up));
        gl_FragColor = vec4(colour, 1.0);
        #include <colorspace_fragment>
      }`,
  });
  const dome = new Mesh(new SphereGeometry(1, 32, 24), material);
  dome.renderOrder = -10;
  dome.frustumCulled = false;
  return dome;
}
