// Hashes and noise of a position, so that neighboring tiles and all zooms show the same ground.

/** 0 to 1, the same for the same whole numbers. */
export function hash(a: number, b: number, seed: number): number {
  let h = Math.imul(a, 0x27d4eb2d) ^ Math.imul(b, 0x165667b1) ^ Math.imul(seed, 0x9e3779b1);
  h = Math.imul(h ^ (h >>> 15), 0x85ebca6b);
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35);
  return ((h ^ (h >>> 16)) >>> 0) / 4294967296;
}

/** The noise repeats after so many units, too far apart to be seen. */
const PERIOD = 256;
const values = Float32Array.from({ length: PERIOD * PERIOD }, (_, i) =>
  hash(i % PERIOD, (i / PERIOD) | 0, 7),
);

/** Value noise: smooth, from 0 to 1 with a mean of 0.5; features are about one unit wide. */
export function noise(x: number, y: number): number {
  const column = Math.floor(x);
  const row = Math.floor(y);
  const dx = x - column;
  const dy = y - row;
  const u = dx * dx * (3 - 2 * dx);
  const v = dy * dy * (3 - 2 * dy);
  const west = column & (PERIOD - 1);
  const east = (column + 1) & (PERIOD - 1);
  const north = (row & (PERIOD - 1)) * PERIOD;
  const south = ((row + 1) & (PERIOD - 1)) * PERIOD;
  const above = values[north + west]! + (values[north + east]! - values[north + west]!) * u;
  const below = values[south + west]! + (values[south + east]! - values[south + west]!) * u;
  return above + (below - above) * v;
}

/** Fractal noise: three octaves with a mean of 0.5. Each is rotated, so that no grid shows. */
export function fractalNoise(x: number, y: number): number {
  const u = x * 0.8 + y * 0.6;
  const v = y * 0.8 - x * 0.6;
  return (
    noise(u, v) * 0.6 + noise(x * 2.3 + 31, y * 2.3 + 17) * 0.28 + noise(v * 4.7 + 57, u * 4.7 + 83) * 0.12
  );
}

/** Smoothstep: 0 below `from`, 1 above `to`, and smooth between. */
export function smoothstep(value: number, from: number, to: number): number {
  const t = Math.min(1, Math.max(0, (value - from) / (to - from)));
  return t * t * (3 - 2 * t);
}
