// Soil that a run has moved, as it is at the shown time: each post goes from where it was found to where
// it is at the end when it moves most. The shader does that, so any time costs the same. The tiles lie in
// holes of the coarse ground.

import { BufferAttribute, BufferGeometry, Color, Mesh, MeshLambertMaterial } from 'three';
import type { RutBlock, RutTile } from '../api/wire';
import type { Anchor } from './anchor';
import { linear, RAMPS, type Colouring } from './colouring';
import type { Terrain } from './terrain';

/** Height of posts over the sea of tiles: what lies in no tile is not known. */
type Heights = (tile: RutTile) => Float32Array;

export class Ruts {
  readonly mesh: Mesh<BufferGeometry, MeshLambertMaterial>;
  /** Greatest drop, metres. */
  readonly deepest: number;
  readonly tiles: number;
  private readonly block: RutBlock;
  private readonly terrain: Terrain;
  private readonly moments: Float32Array;
  private readonly now = { value: 0 };
  private readonly pace: { value: number };
  private readonly bySinkage = { value: 0 };
  private readonly depth: { value: number };
  private readonly keys: Map<string, RutTile>;

  /** `pace` is the time in which a post moves, seconds. */
  constructor(block: RutBlock, anchor: Anchor, terrain: Terrain, pace: number) {
    this.block = block;
    this.terrain = terrain;
    this.pace = { value: Math.max(1e-3, pace) };
    this.tiles = block.tiles.length;
    this.keys = new Map(block.tiles.map((tile) => [`${tile.row} ${tile.column}`, tile]));
    this.deepest = deepestOf(block);
    this.depth = { value: this.deepest || 1 };
    const geometry = surface(block, anchor, this.gradients);
    this.moments = geometry.getAttribute('moment').array as Float32Array;
    this.mesh = new Mesh(geometry, this.material());
    this.mesh.receiveShadow = true;
    this.mesh.frustumCulled = false;
    this.colour('hillshade');
  }

  update(time: number): void {
    this.now.value = time;
  }

  dispose(): void {
    this.mesh.geometry.dispose();
    this.mesh.material.dispose();
  }

  /** Share of the moved posts that have moved until the shown time. */
  get moved(): number {
    let [all, done] = [0, 0];
    for (const moment of this.moments) {
      if (moment > 1e30) continue;
      all++;
      if (moment <= this.now.value) done++;
    }
    return all === 0 ? 0 : done / all;
  }

  colour(kind: Colouring): void {
    this.bySinkage.value = kind === 'sinkage' ? 1 : 0;
    const paint = this.terrain.painter(kind);
    const { side, base, tiles } = this.block;
    const posts = (side + 1) ** 2;
    for (const [name, heights] of [['color', before], ['colorAfter', after]] as const) {
      const attribute = this.mesh.geometry.getAttribute(name) as BufferAttribute;
      tiles.forEach((tile, index) => {
        for (let post = 0; post < posts; post++) {
          const gradient = this.gradients(tile, post, heights);
          paint(base + heights(tile)[post], gradient, attribute.array, 3 * (index * posts + post));
        }
      });
      attribute.needsUpdate = true;
    }
  }

  /** Slope at a post, through the tiles beside its own. */
  private readonly gradients = (tile: RutTile, post: number, heights: Heights): [number, number] => {
    const { side, spacing } = this.block;
    const [column, row] = [post % (side + 1), Math.floor(post / (side + 1))];
    const at = (i: number, j: number): number => {
      const [right, up] = [Math.floor(i / (side + 0.5)), Math.floor(j / (side + 0.5))];
      if (right === 0 && up === 0) return heights(tile)[j * (side + 1) + i];
      const other = this.keys.get(`${tile.row + up} ${tile.column + right}`);
      return other === undefined ? NaN : heights(other)[(j - up * side) * (side + 1) + i - right * side];
    };
    const slope = (low: number, here: number, high: number): number => {
      if (Number.isNaN(low)) return Number.isNaN(high) ? 0 : (high - here) / spacing;
      return Number.isNaN(high) ? (here - low) / spacing : (high - low) / (2 * spacing);
    };
    const here = at(column, row);
    return [
      slope(at(column - 1, row), here, at(column + 1, row)),
      slope(at(column, row - 1), here, at(column, row + 1)),
    ];
  };

  private material(): MeshLambertMaterial {
    const material = new MeshLambertMaterial({ vertexColors: true });
    const stops = { value: RAMPS.sinkage.map((stop) => new Color(...linear(stop))) };
    material.onBeforeCompile = (shader) => {
      Object.assign(shader.uniforms, {
        rutNow: this.now, rutPace: this.pace, rutBySinkage: this.bySinkage, rutDeepest: this.depth, rutStops: stops,
      });
      shader.vertexShader = shader.vertexShader
        .replace('#include <common>', `#include <common>\n${VERTEX_HEAD}`)
        .replace('#include <color_vertex>', '#include <color_vertex>\nvColor.rgb = mix(color.rgb, colorAfter, rutShare());')
        .replace('#include <beginnormal_vertex>', 'vec3 objectNormal = normalize(mix(normal, normalAfter, rutShare()));')
        .replace('#include <begin_vertex>', VERTEX_BODY);
      shader.fragmentShader = shader.fragmentShader
        .replace('#include <common>', `#include <common>\n${FRAGMENT_HEAD}`)
        .replace('#include <color_fragment>', `#include <color_fragment>\n${FRAGMENT_BODY}`);
      this.terrain.addGrid(shader);
    };
    return material;
  }
}

const before: Heights = (tile) => tile.before;
const after: Heights = (tile) => tile.after;

const VERTEX_HEAD = `
  attribute float drop; attribute float moment; attribute vec3 normalAfter; attribute vec3 colorAfter;
  uniform float rutNow; uniform float rutPace;
  varying float vDrop;
  float rutShare() { return smoothstep(moment - rutPace, moment, rutNow); }`;

const VERTEX_BODY = `
  vDrop = drop * rutShare();
  vec3 transformed = position + vec3(0.0, 0.0, vDrop);`;

const FRAGMENT_HEAD = `
  varying float vDrop;
  uniform float rutBySinkage; uniform float rutDeepest; uniform vec3 rutStops[5];
  vec3 rutRamp(float share) {
    float at = clamp(share, 0.0, 1.0) * 4.0;
    vec3 colour = rutStops[0];
    for (int i = 0; i < 4; i++) colour = mix(colour, rutStops[i + 1], clamp(at - float(i), 0.0, 1.0));
    return colour;
  }`;

/** Soil that was moved is darker than what lay in the sun; with sinkage it has the ramp's colours. */
const FRAGMENT_BODY = `
  float rutDepth = -vDrop / rutDeepest;
  float rutTouched = smoothstep(0.0, 0.1, abs(rutDepth));
  float rutLight = dot(diffuseColor.rgb, vec3(0.333));
  vec3 rutColour = mix(diffuseColor.rgb * 0.72, rutRamp(rutDepth) * (0.55 + rutLight), rutBySinkage);
  diffuseColor.rgb = mix(diffuseColor.rgb, rutColour, rutTouched);`;

function deepestOf({ tiles }: RutBlock): number {
  let deepest = 0;
  for (const { before: was, after: is } of tiles) {
    for (let post = 0; post < was.length; post++) deepest = Math.max(deepest, was[post] - is[post] || 0);
  }
  return deepest;
}

function surface(
  block: RutBlock, anchor: Anchor, gradient: (tile: RutTile, post: number, heights: Heights) => [number, number],
): BufferGeometry {
  const { side, spacing, base, tiles } = block;
  const posts = (side + 1) ** 2;
  const count = posts * tiles.length;
  const array = (size: number): Float32Array => new Float32Array(size * count);
  const [position, normal, normalAfter, drop, moment] = [array(3), array(3), array(3), array(1), array(1)];
  const corners: number[] = [];
  tiles.forEach((tile, index) => {
    const x0 = anchor.x(tile.column * side * spacing);
    const y0 = anchor.y(tile.row * side * spacing);
    for (let post = 0; post < posts; post++) {
      const at = index * posts + post;
      const [column, row] = [post % (side + 1), Math.floor(post / (side + 1))];
      const height = tile.before[post];
      const fall = tile.after[post] - height;
      position.set([x0 + column * spacing, y0 + row * spacing, Number.isNaN(height) ? 0 : anchor.z(base + height)], 3 * at);
      normal.set(upright(gradient(tile, post, before)), 3 * at);
      normalAfter.set(upright(gradient(tile, post, after)), 3 * at);
      drop[at] = Number.isNaN(fall) ? 0 : fall;
      moment[at] = Number.isNaN(tile.time[post]) ? 2e30 : tile.time[post];
      if (column === side || row === side) continue;
      const [east, north, both] = [post + 1, post + side + 1, post + side + 2];
      const pieces = [[post, east, both], [post, both, north]];
      for (const piece of pieces) {
        if (piece.some((corner) => Number.isNaN(tile.before[corner]))) continue;
        corners.push(...piece.map((corner) => index * posts + corner));
      }
    }
  });
  const geometry = new BufferGeometry();
  const set = (name: string, values: Float32Array, size: number): void => {
    geometry.setAttribute(name, new BufferAttribute(values, size));
  };
  set('position', position, 3);
  set('normal', normal, 3);
  set('normalAfter', normalAfter, 3);
  set('color', array(3), 3);
  set('colorAfter', array(3), 3);
  set('drop', drop, 1);
  set('moment', moment, 1);
  geometry.setIndex(new BufferAttribute(Uint32Array.from(corners), 1));
  return geometry;
}

function upright([p, q]: [number, number]): [number, number, number] {
  const size = Math.hypot(p, q, 1);
  return [-p / size, -q / size, 1 / size];
}
