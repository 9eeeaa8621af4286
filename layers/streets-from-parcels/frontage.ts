// Samples along the borders of lots: frontage, where no other lot adjoins, and borders that run along a street's middle.
import type { Lot } from './lots.ts';

/** Between samples of a short border. */
const STEP_METERS = 6;
/** Long borders, of farms, have fewer samples. */
const STEP_METERS_MAX = 12;
const STEPS_OF_A_SIDE = 16;
/** Neighbors that are drawn this far apart still adjoin: surveys differ. */
const ADJOINING_METERS = 2;
const CELL_METERS = 10;
/** Of the least turn that makes a corner. */
const CORNER_SINE_MIN = 0.2;

/** Columns, one entry per sample. */
export type Samples = {
  count: number;
  x: Float64Array;
  y: Float64Array;
  /** The unit vector out of the lot. */
  outX: Float64Array;
  outY: Float64Array;
  /** The same of the border around the corner, for the samples at both sides of a block's corner. */
  cornerX: Float64Array;
  cornerY: Float64Array;
  /** Half of the border that it stands for. */
  half: Float64Array;
  lot: Uint32Array;
};

/** Of all borders. */
type AllSamples = Samples & {
  /** The next sample around the lot. */
  next: Uint32Array;
};

/** A place where a street runs, and a unit vector along it. */
export type StreetPoint = { x: number; y: number; alongX: number; alongY: number; street: number };

export type Borders = {
  frontage: Samples;
  /** In counties whose lots end in the middle of the street. */
  middles: StreetPoint[];
};

export function bordersOf(lots: readonly Lot[]): Borders {
  const all = sample(lots);
  const cells = new SampleCells(all);
  const isFrontage = new Uint8Array(all.count);
  const middles: StreetPoint[] = [];
  for (let at = 0; at < all.count; at++) {
    const other = cells.adjoining(at);
    if (other === undefined) isFrontage[at] = 1;
    else if (all.lot[at]! < all.lot[other]! && facesAcrossStreet(lots, all.lot[at]!, all.lot[other]!)) {
      middles.push({
        x: all.x[at]!,
        y: all.y[at]!,
        alongX: -all.outY[at]!,
        alongY: all.outX[at]!,
        street: lots[all.lot[at]!]!.street!,
      });
    }
  }
  lookAroundCorners(all, isFrontage);
  return { frontage: picked(all, isFrontage), middles };
}

/** A crossing lies between corners: their samples face both streets. */
function lookAroundCorners(
  { count, outX, outY, cornerX, cornerY, next }: AllSamples,
  isFrontage: Uint8Array,
): void {
  for (let at = 0; at < count; at++) {
    const other = next[at]!;
    if (!isFrontage[at] || !isFrontage[other]) continue;
    // A turn to the left, away from the street.
    const isConvex = outX[at]! * outY[other]! - outY[at]! * outX[other]! > CORNER_SINE_MIN;
    if (!isConvex) continue;
    cornerX[at] = outX[other]!;
    cornerY[at] = outY[other]!;
    cornerX[other] = outX[at]!;
    cornerY[other] = outY[at]!;
  }
}

/** Neighbors on one side of a street have numbers of one parity: the border between them leads away from the street. */
function facesAcrossStreet(lots: readonly Lot[], one: number, other: number): boolean {
  const [a, b] = [lots[one]!, lots[other]!];
  return (
    a.street !== undefined &&
    a.street === b.street &&
    a.parity !== undefined &&
    b.parity !== undefined &&
    a.parity !== b.parity
  );
}

function sample(lots: readonly Lot[]): AllSamples {
  const x: number[] = [];
  const y: number[] = [];
  const outX: number[] = [];
  const outY: number[] = [];
  const half: number[] = [];
  const lot: number[] = [];
  const next: number[] = [];
  for (const [number, { rings }] of lots.entries()) {
    for (const ring of rings) {
      const first = x.length;
      for (let i = 0; i < ring.length; i += 2) {
        const end = (i + 2) % ring.length;
        const alongX = ring[end]! - ring[i]!;
        const alongY = ring[end + 1]! - ring[i + 1]!;
        const length = Math.hypot(alongX, alongY);
        if (length === 0) continue;
        const step = Math.min(STEP_METERS_MAX, Math.max(STEP_METERS, length / STEPS_OF_A_SIDE));
        const steps = Math.ceil(length / step);
        for (let k = 0; k < steps; k++) {
          const share = (k + 0.5) / steps;
          x.push(ring[i]! + alongX * share);
          y.push(ring[i + 1]! + alongY * share);
          // The land is on the left.
          outX.push(alongY / length);
          outY.push(-alongX / length);
          half.push(length / steps / 2);
          lot.push(number);
          next.push(x.length);
        }
      }
      if (x.length > first) next[x.length - 1] = first;
    }
  }
  return {
    count: x.length,
    x: Float64Array.from(x),
    y: Float64Array.from(y),
    outX: Float64Array.from(outX),
    outY: Float64Array.from(outY),
    cornerX: new Float64Array(x.length),
    cornerY: new Float64Array(x.length),
    half: Float64Array.from(half),
    lot: Uint32Array.from(lot),
    next: Uint32Array.from(next),
  };
}

function picked(all: Samples, isPicked: Uint8Array): Samples {
  const chosen = (_: number, at: number) => isPicked[at] === 1;
  const x = all.x.filter(chosen);
  return {
    count: x.length,
    x,
    y: all.y.filter(chosen),
    outX: all.outX.filter(chosen),
    outY: all.outY.filter(chosen),
    cornerX: all.cornerX.filter(chosen),
    cornerY: all.cornerY.filter(chosen),
    half: all.half.filter(chosen),
    lot: all.lot.filter(chosen),
  };
}

/** A grid of the samples, to find the border that adjoins one. */
class SampleCells {
  readonly #samples: Samples;
  readonly #cells = new Map<number, number[]>();

  constructor(samples: Samples) {
    this.#samples = samples;
    for (let at = 0; at < samples.count; at++) {
      const key = cellKey(Math.floor(samples.x[at]! / CELL_METERS), Math.floor(samples.y[at]! / CELL_METERS));
      const cell = this.#cells.get(key);
      if (cell) cell.push(at);
      else this.#cells.set(key, [at]);
    }
  }

  /** A sample of another lot whose border passes by this one in the opposite direction. */
  adjoining(at: number): number | undefined {
    const { x, y, outX, outY, half, lot } = this.#samples;
    const column = Math.floor(x[at]! / CELL_METERS);
    const row = Math.floor(y[at]! / CELL_METERS);
    for (let cx = column - 1; cx <= column + 1; cx++) {
      for (let cy = row - 1; cy <= row + 1; cy++) {
        for (const other of this.#cells.get(cellKey(cx, cy)) ?? []) {
          if (lot[other] === lot[at]) continue;
          const east = x[at]! - x[other]!;
          const north = y[at]! - y[other]!;
          const across = east * outX[other]! + north * outY[other]!;
          if (across > ADJOINING_METERS || across < -ADJOINING_METERS) continue;
          const along = Math.abs(north * outX[other]! - east * outY[other]!);
          if (along > half[other]! + ADJOINING_METERS) continue;
          if (outX[at]! * outX[other]! + outY[at]! * outY[other]! < 0) return other;
        }
      }
    }
    return undefined;
  }
}

/** Blocks are a few kilometers wide. */
function cellKey(column: number, row: number): number {
  return row * 2 ** 20 + column;
}
