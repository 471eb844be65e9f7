// The ground as a lit surface with lines every so many metres drawn by its shader, so that they
// follow the relief and keep their width on the screen.

import {
  BufferAttribute, BufferGeometry, Color, DataTexture, Group, Mesh, MeshLambertMaterial, RedFormat, Vector2, Vector4,
} from 'three';
import type { WebGLProgramParametersWithUniforms } from 'three';
import type { Vector } from '../api/model';
import type { RutBlock } from '../api/wire';
import type { Anchor } from './anchor';
import { linear, RAMPS, rampTable, shade, STEEPEST_DEG, type Colouring, type Rgb } from './colouring';
import type { Ground } from './ground';

/** Regolith: red under Mars's gravity and more, grey on small bodies. */
const MARS = '#bd8a66';
const SMALL = '#9a9791';
const NEUTRAL = '#b9ab9b';
const SMALL_GRAVITY = 2.5;

interface GridUniforms {
  spacing: { value: number };
  offset: { value: Vector2 };
  ink: { value: Color };
  strength: { value: number };
}

export class Terrain {
  readonly group = new Group();
  readonly radius: number;
  private readonly ground: Ground;
  private readonly anchor: Anchor;
  private sun: Vector;
  private readonly tint: string;
  private readonly colours: BufferAttribute;
  private readonly grid: GridUniforms = {
    spacing: { value: 1 },
    offset: { value: new Vector2() },
    ink: { value: new Color('#2a1a10') },
    strength: { value: 0.3 },
  };

  private readonly holes = {
    map: { value: new DataTexture(new Uint8Array(1), 1, 1, RedFormat) },
    /** South-west corner, and one over the size. */
    box: { value: new Vector4(0, 0, 1, 1) },
    /** How far the ground reaches into them, metres; 0 where there are none. */
    on: { value: 0 },
  };
  private seam = 0;

  constructor(ground: Ground, anchor: Anchor, sun: Vector, gravity: Vector) {
    this.ground = ground;
    this.anchor = anchor;
    this.sun = sun;
    this.tint = Math.hypot(...gravity) < SMALL_GRAVITY ? SMALL : MARS;
    this.radius = 0.5 * ground.cell * Math.hypot(ground.columns, ground.rows);
    const geometry = surface(ground, anchor);
    this.colours = new BufferAttribute(new Float32Array(3 * ground.heights.length), 3);
    geometry.setAttribute('color', this.colours);
    const mesh = new Mesh(geometry, this.material());
    mesh.receiveShadow = true;
    this.group.add(mesh);
    this.colour('hillshade');
  }

  /** Paints every post. */
  colour(kind: Colouring): void {
    const { ground } = this;
    const paint = this.painter(kind);
    const out = this.colours.array;
    for (let row = 0; row < ground.rows; row++) {
      for (let column = 0; column < ground.columns; column++) {
        const post = row * ground.columns + column;
        paint(ground.heights[post], ground.gradient(column, row), out, 3 * post);
      }
    }
    this.colours.needsUpdate = true;
  }

  /** Another sun, for what is painted from now on. */
  setSun(sun: Vector): void {
    this.sun = sun;
  }

  /** Lines every `spacing` metres of the site; none at 0. */
  setGrid(spacing: number, dark: boolean): void {
    this.grid.strength.value = spacing > 0 ? (dark ? 0.3 : 0.22) : 0;
    if (!(spacing > 0)) return;
    const period = 10 * spacing;
    this.grid.spacing.value = spacing;
    this.grid.offset.value.set(this.anchor.at[0] % period, this.anchor.at[1] % period);
  }

  /** Leaves out what the tiles of soil show better. */
  setHoles({ tiles, side, spacing }: RutBlock): void {
    const rows = tiles.map(({ row }) => row);
    const columns = tiles.map(({ column }) => column);
    const [south, west] = [Math.min(...rows), Math.min(...columns)];
    const [height, width] = [Math.max(...rows) - south + 1, Math.max(...columns) - west + 1];
    if (!(height <= MOST_TEXELS && width <= MOST_TEXELS)) return;
    const texels = new Uint8Array(width * height);
    for (const { row, column } of tiles) texels[(row - south) * width + column - west] = 255;
    const map = new DataTexture(texels, width, height, RedFormat);
    map.unpackAlignment = 1;
    map.needsUpdate = true;
    const cell = side * spacing;
    this.holes.map.value.dispose();
    this.holes.map.value = map;
    this.holes.box.value.set(
      this.anchor.x(west * cell), this.anchor.y(south * cell), 1 / (width * cell), 1 / (height * cell));
    this.seam = 0.5 * spacing;
    this.showHoles(true);
  }

  showHoles(on: boolean): void {
    this.holes.on.value = on ? this.seam : 0;
  }

  /** Draws the lines of the grid on another surface too. */
  addGrid(shader: WebGLProgramParametersWithUniforms): void {
    Object.assign(shader.uniforms, {
      gridSpacing: this.grid.spacing, gridOffset: this.grid.offset,
      gridInk: this.grid.ink, gridStrength: this.grid.strength,
    });
    shader.vertexShader = shader.vertexShader
      .replace('#include <common>', '#include <common>\nvarying vec2 vSite;')
      .replace('void main() {', 'void main() {\nvSite = position.xy;');
    shader.fragmentShader = shader.fragmentShader
      .replace('#include <common>', `#include <common>\n${GRID_HEAD}`)
      .replace('#include <color_fragment>', `#include <color_fragment>\n${GRID_BODY}`);
  }

  /** What paints a post by its height and slope. */
  painter(kind: Colouring):
  (height: number, gradient: [number, number], out: Float32Array | Float64Array | ArrayLike<number>, at: number) => void {
    const put = (out: unknown, at: number, r: number, g: number, b: number, light: number): void => {
      const array = out as Float32Array;
      array[at] = r * light;
      array[at + 1] = g * light;
      array[at + 2] = b * light;
    };
    const relief = (gradient: [number, number]): number => {
      const level = shade([0, 0], this.sun, 1) || 1;
      return 0.45 + 0.55 * Math.min(1.7, shade(gradient, this.sun, 2.2) / level);
    };
    if (kind === 'hillshade' || kind === 'sinkage') {
      const base = linear(kind === 'hillshade' ? this.tint : NEUTRAL);
      return (_, gradient, out, at) => put(out, at, ...base, relief(gradient));
    }
    const table = rampTable(RAMPS[kind]);
    const [low, high] = this.ground.range;
    const share = kind === 'elevation'
      ? (height: number): number => (height - low) / (high - low || 1)
      : (_: number, [p, q]: [number, number]): number =>
        (Math.atan(Math.hypot(p, q)) * 180) / Math.PI / STEEPEST_DEG;
    return (height, gradient, out, at) => {
      const value = share(height, gradient);
      const index = 3 * Math.round(255 * Math.min(1, Math.max(0, Number.isFinite(value) ? value : 0)));
      const rgb: Rgb = [table[index], table[index + 1], table[index + 2]];
      put(out, at, ...rgb, kind === 'elevation' ? relief(gradient) : 1);
    };
  }

  private material(): MeshLambertMaterial {
    const material = new MeshLambertMaterial({ vertexColors: true });
    material.onBeforeCompile = (shader) => {
      this.addGrid(shader);
      Object.assign(shader.uniforms, { holes: this.holes.map, holeBox: this.holes.box, holesOn: this.holes.on });
      shader.fragmentShader = shader.fragmentShader
        .replace('#include <common>', `#include <common>\n${HOLE_HEAD}`)
        .replace('#include <clipping_planes_fragment>', `#include <clipping_planes_fragment>\n${HOLE_BODY}`);
    };
    return material;
  }
}

/** A side of the map of holes, at most. */
const MOST_TEXELS = 4096;

const HOLE_HEAD = `
  uniform sampler2D holes; uniform vec4 holeBox; uniform float holesOn;
  bool isHole(vec2 at) {
    return all(greaterThan(at, vec2(0.0))) && all(lessThan(at, vec2(1.0))) && texture2D(holes, at).r > 0.5;
  }`;

/** The ground reaches a little under the soil, or light would shine through between the two. */
const HOLE_BODY = `
  vec2 holeAt = (vSite - holeBox.xy) * holeBox.zw;
  vec2 seam = holesOn * holeBox.zw;
  if (holesOn > 0.0 && isHole(holeAt + seam) && isHole(holeAt - seam)
    && isHole(holeAt + vec2(seam.x, -seam.y)) && isHole(holeAt - vec2(seam.x, -seam.y))) discard;`;

const GRID_HEAD = `
  varying vec2 vSite;
  uniform float gridSpacing; uniform vec2 gridOffset; uniform vec3 gridInk; uniform float gridStrength;
  float gridLine(float spacing, float width) {
    vec2 at = (vSite + gridOffset) / spacing;
    vec2 step = fwidth(at);
    vec2 apart = abs(fract(at - 0.5) - 0.5) / max(step, vec2(1e-6));
    // Lines nearer than a few pixels to each other fade into the ground.
    float fade = 1.0 - smoothstep(0.15, 0.5, max(step.x, step.y));
    return fade * (1.0 - smoothstep(width - 0.5, width + 0.5, min(apart.x, apart.y)));
  }`;

const GRID_BODY = `
  float gridInkShare = max(0.55 * gridLine(gridSpacing, 0.6), gridLine(5.0 * gridSpacing, 0.9));
  diffuseColor.rgb = mix(diffuseColor.rgb, gridInk, gridStrength * gridInkShare);`;

function surface(ground: Ground, anchor: Anchor): BufferGeometry {
  const count = ground.heights.length;
  const positions = new Float32Array(3 * count);
  const normals = new Float32Array(3 * count);
  for (let row = 0; row < ground.rows; row++) {
    for (let column = 0; column < ground.columns; column++) {
      const post = row * ground.columns + column;
      const height = ground.heights[post];
      positions[3 * post] = anchor.x(ground.x0 + column * ground.cell);
      positions[3 * post + 1] = anchor.y(ground.y0 + row * ground.cell);
      positions[3 * post + 2] = Number.isNaN(height) ? 0 : anchor.z(height);
      const [p, q] = ground.gradient(column, row);
      const size = Math.hypot(p, q, 1);
      normals[3 * post] = -p / size;
      normals[3 * post + 1] = -q / size;
      normals[3 * post + 2] = 1 / size;
    }
  }
  const geometry = new BufferGeometry();
  geometry.setAttribute('position', new BufferAttribute(positions, 3));
  geometry.setAttribute('normal', new BufferAttribute(normals, 3));
  geometry.setIndex(new BufferAttribute(ground.triangles(), 1));
  return geometry;
}
