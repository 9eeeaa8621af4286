// The streets of one block of parcels, as lines with names on its plane.
import { centerLines } from './center-lines.ts';
import { chainPoints } from './chain-points.ts';
import { bordersOf, type Samples, type StreetPoint } from './frontage.ts';
import type { Lot, StreetLine } from './lots.ts';
import { nameLinks } from './name-links.ts';

/** With lots on one side only, a street lies this far off them. */
const ONE_SIDE_METERS = 7;
/** A lot this near to a line with the name of its street needs no other. */
const NEAR_METERS = 50;

export function blockStreets(lots: readonly Lot[]): StreetLine[] {
  const { frontage, middles } = bordersOf(lots);
  const { links, isFaced } = centerLines(frontage);
  const { runs, isServed } = nameLinks(links, lots);
  const found: StreetLine[] = [...runs, ...chainPoints(middles)];
  return [...found, ...chainPoints(oneSided({ lots, frontage, isFaced, isServed, found }))];
}

type OneSided = {
  lots: readonly Lot[];
  frontage: Samples;
  isFaced: Uint8Array;
  isServed: Uint8Array;
  found: readonly StreetLine[];
};

/** Frontage that faces no other lot, of lots whose street has not been found: along a river or a park. */
function oneSided({ lots, frontage, isFaced, isServed, found }: OneSided): StreetPoint[] {
  const near = new NearLines(found);
  const isLeft = new Set<number>();
  const facing = new Map<number, { x: number; y: number; meters: number }>();
  for (let at = 0; at < frontage.count; at++) {
    const lot = frontage.lot[at]!;
    const { street } = lots[lot]!;
    if (street === undefined || isServed[lot]) continue;
    if (near.has(street, frontage.x[at]!, frontage.y[at]!)) isLeft.add(lot);
    if (isFaced[at]) continue;
    const sum = facing.get(lot) ?? { x: 0, y: 0, meters: 0 };
    const meters = frontage.half[at]!;
    facing.set(lot, {
      x: sum.x + meters * frontage.outX[at]!,
      y: sum.y + meters * frontage.outY[at]!,
      meters: sum.meters + meters,
    });
  }
  const points: StreetPoint[] = [];
  for (let at = 0; at < frontage.count; at++) {
    const lot = frontage.lot[at]!;
    const sum = facing.get(lot);
    // Open on several sides: the street may lie on any of them.
    if (!sum || isFaced[at] || isLeft.has(lot) || Math.hypot(sum.x, sum.y) < 0.8 * sum.meters) continue;
    points.push({
      x: frontage.x[at]! + ONE_SIDE_METERS * frontage.outX[at]!,
      y: frontage.y[at]! + ONE_SIDE_METERS * frontage.outY[at]!,
      alongX: -frontage.outY[at]!,
      alongY: frontage.outX[at]!,
      street: lots[lot]!.street!,
    });
  }
  return points;
}

/** Answers whether a line of a street passes near a point, roughly. */
class NearLines {
  readonly #cells = new Set<string>();

  constructor(lines: readonly StreetLine[]) {
    for (const { street, line } of lines) {
      for (let i = 0; i < line.length; i += 2) this.#cells.add(this.#key(street, line[i]!, line[i + 1]!));
    }
  }

  #key(street: number, x: number, y: number, column = 0, row = 0): string {
    return `${street} ${Math.floor(x / NEAR_METERS) + column} ${Math.floor(y / NEAR_METERS) + row}`;
  }

  has(street: number, x: number, y: number): boolean {
    return [-1, 0, 1].some((column) =>
      [-1, 0, 1].some((row) => this.#cells.has(this.#key(street, x, y, column, row))),
    );
  }
}
