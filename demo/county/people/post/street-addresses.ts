// Every house number of the county with its street and its spot, for finding places.
import type { Land, StreetAddress } from '../../county.ts';
import { groundPoint } from '../ground-point.ts';
import { addressPoint } from './address-point.ts';
import type { Site } from './sites.ts';

export function listAddresses({
  land,
  sites,
  pins,
}: {
  land: Pick<Land, 'roads'>;
  sites: readonly Site[];
  /** In the order of the sites. */
  pins: readonly string[];
}): StreetAddress[] {
  const lines = new Map(
    land.roads.map(({ id, line }) => [id, line.map(([lng, lat]) => groundPoint({ lng, lat }))]),
  );
  return sites.flatMap(({ lot, street, office }, i) => {
    if (!lot.frontage || !street || !lot.hasBuilding) return [];
    const { roadId, houseNumber } = lot.frontage;
    const at = addressPoint(lot, lines.get(roadId)!);
    return { houseNumber, street, city: office.city, zip: office.zip, at, pin: pins[i]! };
  });
}
