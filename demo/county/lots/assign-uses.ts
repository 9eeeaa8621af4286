// Chooses the use of each lot, at random by zone and frontage.
import type { LotUse } from '../county.ts';
import { GOLF, TOWNS } from '../plan.ts';
import { interiorPoint } from '../plane/interior-point.ts';
import { distance } from '../plane/point.ts';
import { ringCenter } from '../plane/ring.ts';
import { type Random, randomStream } from '../random.ts';
import type { Street } from '../roads/street.ts';
import type { Plat } from './plat-block.ts';

/** By the shares of the uses. */
function pickUse(random: Random, shares: Partial<Record<LotUse, number>>): LotUse {
  return (Object.keys(shares) as LotUse[])[random.weighted(Object.values(shares))]!;
}

const GOLF_SQUARE_METERS = 260_000;
const MOST_SUBURB_SCHOOLS = 9;

type Given = {
  seed: number;
  plats: readonly Plat[];
  streets: readonly Street[];
};

export function assignUses({ seed, plats, streets }: Given): LotUse[] {
  const random = randomStream(seed, 'uses');
  let wholeBlocks = 0;
  let schools = 0;
  const uses = plats.map((plat): LotUse => {
    const { zone, area, isRemainder, isPlot, shore, frontage } = plat;
    const isOnMainRoad = [...frontage].some(
      ([street, { meters }]) => streets[street]!.class === 'arterial' && meters > 8,
    );
    if (isPlot) return pickUse(random, { cemetery: 5, church: 3, utility: 3 });
    if (zone === 'whole')
      return (['school', 'park', 'cemetery', 'park', 'school', 'public'] as const)[wholeBlocks++ % 6]!;
    if (zone === 'core') {
      return isOnMainRoad
        ? pickUse(random, { shop: 70, office: 18, public: 5, church: 2, vacant: 4 })
        : pickUse(random, {
            shop: 30,
            office: 24,
            house: 26,
            apartments: 8,
            public: 5,
            church: 2,
            vacant: 6,
          });
    }
    if (zone === 'town') {
      if (isRemainder) return area > 2500 ? 'public' : 'vacant';
      return isOnMainRoad
        ? pickUse(random, { shop: 42, office: 14, house: 34, apartments: 5, church: 2, vacant: 3 })
        : pickUse(random, { house: 880, vacant: 40, apartments: 24, church: 9, townhouse: 30, office: 8 });
    }
    if (zone === 'suburb') {
      if (isRemainder && area > 60_000) return pickUse(random, { farm: 5, woodland: 5 });
      const isOnRoad = [...frontage.values()].some(({ meters }) => meters > 30);
      if (isRemainder && isOnRoad && area > 26_000 && schools < MOST_SUBURB_SCHOOLS) {
        schools++;
        return 'school';
      }
      if (isRemainder) return 'park';
      if (shore > 8) return 'lakefront';
      if (isOnMainRoad) return pickUse(random, { house: 70, shop: 14, office: 5, church: 3, vacant: 8 });
      return pickUse(random, { house: 945, vacant: 50, church: 2, utility: 3 });
    }
    if (zone === 'business') {
      return isOnMainRoad
        ? pickUse(random, { shop: 70, office: 20, vacant: 10 })
        : pickUse(random, { industry: 64, office: 14, vacant: 14, utility: 4, shop: 4 });
    }
    if (shore > 10 && !isRemainder) return 'lakefront';
    if (isRemainder) return pickUse(random, { farm: 60, woodland: 34, vacant: 4, public: 1 });
    const at = interiorPoint(plat.shapes[0]!);
    const isFar = TOWNS.every((town) => distance(town.at, at) > 5000);
    return pickUse(random, {
      house: 820,
      vacant: isFar ? 130 : 70,
      church: 14,
      shop: isFar ? 6 : 14,
      utility: 5,
      cemetery: 3,
    });
  });
  uses[golfCourse(plats)] = 'golf';
  return uses;
}

/** The tract large enough for a golf course that is nearest to the planned place. */
function golfCourse(plats: readonly Plat[]): number {
  let best = { plat: 0, away: Number.POSITIVE_INFINITY };
  plats.forEach(({ isRemainder, area, shapes }, plat) => {
    if (!isRemainder || area < GOLF_SQUARE_METERS) return;
    const away = distance(ringCenter(shapes[0]![0]!), GOLF);
    if (away < best.away) best = { plat, away };
  });
  return best.plat;
}
