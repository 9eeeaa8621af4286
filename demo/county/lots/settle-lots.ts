// Completes the lots: use, house number, joined holdings and buildings.
import type { LotUse } from '../county.ts';
import { type BuiltRing, placeBuildings } from '../cover/place-buildings.ts';
import { interiorPoint } from '../plane/interior-point.ts';
import type { PlanarGraph } from '../plane/node-lines.ts';
import { type Point, snap } from '../plane/point.ts';
import { pointAlong } from '../plane/polyline.ts';
import { boxOf, type PlaneRing, type Shape, shapeArea } from '../plane/ring.ts';
import { segmentGap } from '../plane/segment-gap.ts';
import { SegmentIndex } from '../plane/segment-index.ts';
import { randomStream } from '../random.ts';
import type { Street } from '../roads/street.ts';
import type { Watercourse } from '../water/trace-streams.ts';
import { assignUses } from './assign-uses.ts';
import { dissolveShapes } from './dissolve-shapes.ts';
import { joinHoldings } from './join-holdings.ts';
import { type Doorplate, numberHouses } from './number-houses.ts';
import type { Plat } from './plat-block.ts';

/** No building stands closer to a stream. */
const BANK_METERS = 9;

export type SettledLot = {
  shapes: Shape[];
  inside: Point;
  area: number;
  use: LotUse;
  doorplate: Doorplate | undefined;
  block: number;
  plat: Plat;
  subdivision: number | undefined;
  buildings: BuiltRing[];
};

type Given = {
  seed: number;
  plats: readonly Plat[];
  streets: readonly Street[];
  graph: PlanarGraph;
  streams: readonly Watercourse[];
  onProgress: (fraction: number) => void;
};

export function settleLots({ seed, plats, streets, graph, streams, onProgress }: Given): SettledLot[] {
  const uses = assignUses({ seed, plats, streets });
  const doorplates = numberHouses({ plats, streets, graph });
  const holder = joinHoldings({ plats, uses, streets, random: randomStream(seed, 'holdings') });
  const random = randomStream(seed, 'buildings');
  const banks = new SegmentIndex(100);
  for (const { line } of streams) banks.addLine(line, 0);
  const isOnBank = (ring: PlaneRing): boolean => {
    const { minX, minY, maxX, maxY } = boxOf(ring);
    const middle = { x: (minX + maxX) / 2, y: (minY + maxY) / 2 };
    const reach = Math.max(maxX - minX, maxY - minY) / 2 + BANK_METERS;
    for (const bank of banks.near(middle, reach)) {
      // Wall by wall: a stream may pass between the corners of a long hall.
      const isNear = (a: Point, i: number) =>
        segmentGap({ a, b: ring[(i + 1) % ring.length]! }, bank) < BANK_METERS;
      if (ring.some(isNear)) return true;
    }
    return false;
  };
  const lots = new Map<number, SettledLot>();
  plats.forEach((plat, i) => {
    if (i % 2000 === 0) onProgress(i / plats.length);
    if (holder[i] !== i) return;
    const inside = snap(interiorPoint(plat.shapes[0]!));
    const doorplate = doorplates[i];
    const front = doorplate && {
      ...plat.frontage.get(doorplate.street)!,
      heading: pointAlong(streets[doorplate.street]!.line, doorplate.metersAlong).heading,
    };
    const isTown = plat.zone !== 'country';
    const planned = front
      ? placeBuildings(
          {
            shape: plat.shapes[0]!,
            use: uses[i]!,
            isTown,
            area: plat.area,
            front,
            inside,
          },
          random,
        )
      : [];
    const isDry = !planned.some(({ ring }) => isOnBank(ring));
    const buildings = isDry ? planned : [];
    lots.set(i, {
      shapes: plat.shapes,
      inside,
      area: plat.area,
      use: uses[i]!,
      doorplate,
      block: plat.block,
      plat,
      subdivision: plat.zone === 'suburb' ? plat.subdivision : undefined,
      buildings,
    });
  });
  for (const [first, pieces] of joinedPieces(plats, holder)) {
    const lot = lots.get(first)!;
    lot.shapes = pieces.flatMap((shapes) => (shapes.length > 1 ? dissolveShapes(shapes) : shapes));
    lot.area = lot.shapes.reduce((sum, shape) => sum + shapeArea(shape), 0);
  }
  return [...lots.values()];
}

/** The shapes of each joined holding, block by block: only pieces of the same block can adjoin. */
function joinedPieces(plats: readonly Plat[], holder: readonly number[]): Map<number, Shape[][]> {
  const byHolder = new Map<number, Map<number, Shape[]>>();
  holder.forEach((first, i) => {
    if (first === i) return;
    const byBlock = byHolder.get(first) ?? new Map([[plats[first]!.block, [...plats[first]!.shapes]]]);
    byHolder.set(first, byBlock);
    const { block, shapes } = plats[i]!;
    byBlock.set(block, [...(byBlock.get(block) ?? []), ...shapes]);
  });
  return new Map([...byHolder].map(([first, byBlock]) => [first, [...byBlock.values()]]));
}
