// Perlin (gradient) noise from a seed, with integer hashes, so that every machine gets the same values.

/** About -1 to 1; features are about one unit wide. */
export type Noise = (x: number, y: number) => number;

/** Sixteen directions, x then y. */
const GRADIENTS = [0, 1, 2, 3].flatMap((quarter) =>
  [
    [1, 0],
    [0.924, 0.383],
    [Math.SQRT1_2, Math.SQRT1_2],
    [0.383, 0.924],
  ].flatMap(
    ([x, y]) =>
      [
        [x!, y!],
        [-y!, x!],
        [-x!, -y!],
        [y!, -x!],
      ][quarter]!,
  ),
);

const fade = (t: number): number => t * t * t * (t * (t * 6 - 15) + 10);

function hash(seed: number, column: number, row: number): number {
  let mixed = Math.imul(column, 0x27d4eb2d) ^ Math.imul(row, 0x165667b1) ^ seed;
  mixed = Math.imul(mixed ^ (mixed >>> 15), 0x2c1b3c6d);
  mixed = Math.imul(mixed ^ (mixed >>> 12), 0x297a2d39);
  return (mixed ^ (mixed >>> 15)) >>> 0;
}

function gradientNoise(seed: number): Noise {
  const corner = (column: number, row: number, dx: number, dy: number): number => {
    const index = (hash(seed, column, row) & 15) * 2;
    return GRADIENTS[index]! * dx + GRADIENTS[index + 1]! * dy;
  };
  return (x, y) => {
    const column = Math.floor(x);
    const row = Math.floor(y);
    const dx = x - column;
    const dy = y - row;
    const u = fade(dx);
    const v = fade(dy);
    const north = corner(column, row, dx, dy) * (1 - u) + corner(column + 1, row, dx - 1, dy) * u;
    const south =
      corner(column, row + 1, dx, dy - 1) * (1 - u) + corner(column + 1, row + 1, dx - 1, dy - 1) * u;
    return (north * (1 - v) + south * v) * 1.5;
  };
}

/** Fractal noise: a sum of octaves, each half as wide and half as strong as the one before. */
export function fractalNoise(seed: number, octaves: number): Noise {
  const layers = Array.from({ length: octaves }, (_, i) => gradientNoise(Math.imul(seed, 31) + i * 7919));
  return (x, y) => {
    let sum = 0;
    let scale = 1;
    for (const layer of layers) {
      sum += layer(x * scale, y * scale) / scale;
      scale *= 2;
    }
    return sum;
  };
}
