// Joins separate pieces into one multi-part lot: a subdivision's common land, a farm on both sides of a road.

import { addToGroup } from '../../../geo/groups.ts';
import type { LotUse } from '../county.ts';
import { distance } from '../plane/point.ts';
import type { Random } from '../random.ts';
import type { Street } from '../roads/street.ts';
import type { Plat } from './plat-block.ts';

type Given = {
  plats: readonly Plat[];
  uses: readonly LotUse[];
  streets: readonly Street[];
  random: Random;
};

/** For each lot, the lot it becomes part of, or its own number. */
export function joinHoldings({ plats, uses, streets, random }: Given): number[] {
  const holder = plats.map((_, i) => i);
  const commons = new Map<number, number>();
  plats.forEach(({ isRemainder, zone, subdivision }, i) => {
    if (!isRemainder || zone !== 'suburb' || subdivision === undefined || uses[i] !== 'park') return;
    const first = commons.get(subdivision);
    if (first === undefined) commons.set(subdivision, i);
    else holder[i] = first;
  });
  const byRoad = new Map<number, number[]>();
  plats.forEach(({ isRemainder, frontage }, i) => {
    if (!isRemainder || uses[i] !== 'farm') return;
    for (const [street, { meters }] of frontage) {
      if (meters < 40 || streets[street]!.setting.kind === 'subdivision') continue;
      addToGroup(byRoad, street, i);
    }
  });
  const isTaken = new Set<number>();
  for (const [street, farms] of byRoad) {
    for (const a of farms) {
      const here = plats[a]!.frontage.get(street)!.middle;
      const facing = farms.find(
        (b) =>
          b > a &&
          plats[b]!.block !== plats[a]!.block &&
          distance(plats[b]!.frontage.get(street)!.middle, here) < 260,
      );
      if (facing === undefined || isTaken.has(a) || isTaken.has(facing) || !random.chance(0.85)) continue;
      isTaken.add(a).add(facing);
      holder[facing] = a;
    }
  }
  return holder;
}
