// Geometry of a link's shapes. Wheels get sectors of two shades, so that their turning is seen.

import {
  BoxGeometry, BufferAttribute, BufferGeometry, Color, CylinderGeometry, EdgesGeometry, Group,
  LineBasicMaterial, LineSegments, Mesh, MeshLambertMaterial, SphereGeometry, SRGBColorSpace,
} from 'three';
import type { Shape } from '../api/model';
import { floatsFromBase64 } from '../api/wire';

const SEGMENTS = 36;
/** Facets of a wheel in one shade. */
const SECTOR = 3;
const SHARP_EDGE_DEG = 25;

/** How a run's vehicle is painted: as itself, or as a ghost in its run's colour. */
export interface Paint {
  ghost: boolean;
  colour: string;
}

export function shapeObject(shape: Shape, wheel: boolean, paint: Paint): Group {
  const geometry = geometryOf(shape, wheel);
  const striped = wheel && shape.kind === 'cylinder';
  const mesh = new Mesh(geometry, surfaceOf(shape, striped, paint));
  mesh.castShadow = !paint.ghost;
  mesh.receiveShadow = !paint.ghost;
  const group = new Group();
  group.add(mesh);
  if (shape.kind !== 'sphere') group.add(edgesOf(geometry, paint));
  group.position.set(...shape.position_m);
  const [w, x, y, z] = shape.rotation_wxyz;
  group.quaternion.set(x, y, z, w).normalize();
  return group;
}

function geometryOf(shape: Shape, wheel: boolean): BufferGeometry {
  switch (shape.kind) {
    case 'box': return new BoxGeometry(...shape.size_m);
    case 'sphere': return new SphereGeometry(shape.radius_m, 24, 16);
    case 'mesh': return meshGeometry(floatsFromBase64(shape.triangles_f32));
    case 'cylinder': {
      const { radius_m, length_m } = shape;
      // The library's cylinders stand along y, ours along z.
      const round = new CylinderGeometry(radius_m, radius_m, length_m, SEGMENTS).rotateX(Math.PI / 2);
      return wheel ? withSectors(round) : round;
    }
  }
}

function meshGeometry(corners: Float32Array): BufferGeometry {
  const geometry = new BufferGeometry();
  geometry.setAttribute('position', new BufferAttribute(corners.slice(0, 9 * Math.floor(corners.length / 9)), 3));
  geometry.computeVertexNormals();
  return geometry;
}

function withSectors(indexed: BufferGeometry): BufferGeometry {
  const geometry = indexed.toNonIndexed();
  const position = geometry.getAttribute('position');
  const colours = new Float32Array(3 * position.count);
  for (let corner = 0; corner < position.count; corner += 3) {
    let [x, y] = [0, 0];
    for (let i = corner; i < corner + 3; i++) {
      x += position.getX(i);
      y += position.getY(i);
    }
    const facet = Math.floor(((Math.atan2(y, x) / (2 * Math.PI) + 1) % 1) * SEGMENTS);
    const light = Math.floor(facet / SECTOR) % 2 === 0 ? 1 : 0.55;
    colours.fill(light, 3 * corner, 3 * corner + 9);
  }
  geometry.setAttribute('color', new BufferAttribute(colours, 3));
  return geometry;
}

function surfaceOf(shape: Shape, striped: boolean, paint: Paint): MeshLambertMaterial {
  const [r, g, b, a] = shape.colour;
  const colour = new Color().setRGB(r, g, b, SRGBColorSpace);
  if (paint.ghost) colour.lerp(new Color(paint.colour), 0.7);
  const opacity = paint.ghost ? 0.42 : a;
  return new MeshLambertMaterial({
    color: colour, vertexColors: striped, transparent: opacity < 1, opacity, depthWrite: opacity >= 1,
    polygonOffset: true, polygonOffsetFactor: 1, polygonOffsetUnits: 1,
  });
}

function edgesOf(geometry: BufferGeometry, paint: Paint): LineSegments {
  const material = new LineBasicMaterial({
    color: paint.ghost ? paint.colour : '#14161a', transparent: true, opacity: paint.ghost ? 0.7 : 0.45,
  });
  return new LineSegments(new EdgesGeometry(geometry, SHARP_EDGE_DEG), material);
}
