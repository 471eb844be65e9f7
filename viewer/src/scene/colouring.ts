// Colours of the ground. Ramps are given in sRGB and used in linear light, which is what the
// renderer's vertex colours are.

export type Colouring = 'hillshade' | 'elevation' | 'slope' | 'sinkage';
export type Rgb = [number, number, number];

export const COLOURINGS: { kind: Colouring; label: string }[] = [
  { kind: 'hillshade', label: 'Hillshade' },
  { kind: 'elevation', label: 'Elevation' },
  { kind: 'slope', label: 'Slope' },
  { kind: 'sinkage', label: 'Sinkage' },
];

/** Stops at equal distances, from low to high. */
export const RAMPS: Record<Exclude<Colouring, 'hillshade'>, string[]> = {
  elevation: ['#2b4c5c', '#4f7a72', '#93a06b', '#cfb173', '#e2c8a4', '#f6efe4'],
  slope: ['#e9e4d4', '#d9c98f', '#d99a4e', '#c25a3c', '#7c2440', '#3d1236'],
  sinkage: ['#e8dfc8', '#e3b04b', '#cf6a32', '#9c2f45', '#4a1848'],
};

/** Slopes from level to this are distinguished. */
export const STEEPEST_DEG = 35;

/** The colour at a share from 0 to 1 of a ramp, linear light. */
export function rampColour(stops: string[], share: number): Rgb {
  const clamped = Math.min(1, Math.max(0, Number.isFinite(share) ? share : 0));
  const at = clamped * (stops.length - 1);
  const low = Math.min(stops.length - 2, Math.floor(at));
  const a = linear(stops[low]);
  const b = linear(stops[low + 1]);
  const part = at - low;
  return [0, 1, 2].map((i) => a[i] + part * (b[i] - a[i])) as Rgb;
}

/** A table of a ramp's colours, for meshes of many posts. */
export function rampTable(stops: string[], size = 256): Float32Array {
  const table = new Float32Array(3 * size);
  for (let i = 0; i < size; i++) table.set(rampColour(stops, i / (size - 1)), 3 * i);
  return table;
}

/** `#rrggbb` in linear light. */
export function linear(hex: string): Rgb {
  const number = Number.parseInt(hex.slice(1), 16);
  return [number >> 16, (number >> 8) & 255, number & 255].map((byte) => {
    const value = byte / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  }) as Rgb;
}

/**
 * Lambert's shade of a slope (dz/dx, dz/dy) under the sun, 0 to 1, with the relief raised so that
 * gentle ground is legible too.
 */
export function shade(gradient: [number, number], sun: Rgb, relief: number): number {
  const [p, q] = [gradient[0] * relief, gradient[1] * relief];
  const size = Math.hypot(p, q, 1) * (Math.hypot(...sun) || 1);
  return Math.max(0, (-p * sun[0] - q * sun[1] + sun[2]) / size);
}

/** The length of a scale bar: 1, 2 or 5 times a power of ten, at most `longest`. */
export function roundLength(longest: number): number {
  if (!(longest > 0) || !Number.isFinite(longest)) return 1;
  const power = 10 ** Math.floor(Math.log10(longest) + 1e-12);
  const digit = [5, 2, 1].find((d) => d * power <= longest * (1 + 1e-12)) ?? 1;
  return digit * power;
}

/** A length with a fitting unit: `20 cm`, `5 m`, `2 km`. */
export function lengthText(metres: number): string {
  if (metres >= 1000) return `${tidy(metres / 1000)} km`;
  if (metres >= 1) return `${tidy(metres)} m`;
  if (metres >= 0.01) return `${tidy(metres * 100)} cm`;
  return `${tidy(metres * 1000)} mm`;
}

function tidy(value: number): string {
  return String(Number(value.toPrecision(3)));
}
