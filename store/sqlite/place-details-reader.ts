// Houses, crossings and areas, read from a places file.
import type { DatabaseSyncInstance } from '@photostructure/sqlite';
import type { LngLat } from '../../geo/geometry.ts';
import { decodeGeometry } from '../../geo/geometry-code.ts';
import { kilometersBetween } from '../../geo/kilometers-between.ts';
import type { HouseOnStreet, PlaceDetails } from '../places/place-index.ts';
import { gridPoint } from '../storage-grid.ts';

import { CELL_DEGREES, cellsAround, lngLatOf } from './place-schema.ts';

type HouseRow = { street_id: number; number: number; suffix: string; x: number; y: number };

/** A house farther from a point is not its address. */
const HOUSE_REACH_KM = 0.5;
/** So many cells reach as far, up to where cells are half as wide. */
const RINGS_MAX = 5;

export function placeDetailsReader(db: DatabaseSyncInstance): PlaceDetails {
  // Values by place: named ones take three times as long to bind.
  const numbered = db.prepare('SELECT * FROM house WHERE street_id = ? AND number = ? ORDER BY suffix');
  const lower = db.prepare(
    `SELECT * FROM house WHERE street_id = ?1 AND number < ?2 AND number % ?3 = ?2 % ?3
     ORDER BY number DESC LIMIT 1`,
  );
  const higher = db.prepare(
    `SELECT * FROM house WHERE street_id = ?1 AND number > ?2 AND number % ?3 = ?2 % ?3
     ORDER BY number LIMIT 1`,
  );
  const crossings = db.prepare('SELECT other_id, x, y FROM crossing WHERE street_id = ?');
  const inCells = db.prepare('SELECT * FROM house WHERE cell BETWEEN ? AND ?');
  const area = db.prepare('SELECT geometry FROM area WHERE place_id = ?');

  function housesIn(point: LngLat, rings: number) {
    return cellsAround(gridPoint(point), rings)
      .flatMap(({ first, last }) => inCells.all(first, last) as HouseRow[])
      .map((row) => ({ house: houseOf(row), kilometers: kilometersBetween(point, lngLatOf(row)) }))
      .filter(({ kilometers }) => kilometers <= HOUSE_REACH_KM)
      .sort((a, b) => a.kilometers - b.kilometers);
  }

  return {
    housesNumbered: ({ streetId, number }) => (numbered.all(streetId, number) as HouseRow[]).map(houseOf),
    housesAround: ({ streetId, number, sameSide }) => {
      // The numbers of one side are all even or all odd.
      const step = sameSide ? 2 : 1;
      const [before, after] = [lower, higher].map(
        (side) => side.get(streetId, number, step) as HouseRow | undefined,
      );
      return [before && houseOf(before), after && houseOf(after)];
    },
    crossingsOf: (streetId) =>
      (crossings.all(streetId) as { other_id: number; x: number; y: number }[]).map((row) => ({
        otherId: row.other_id,
        at: lngLatOf(row),
      })),
    housesNear: ({ point, limit }) => {
      const close = housesIn(point, 1);
      // Beyond a cell's width, a house in the next ring may be nearer.
      const isSure = (close[limit - 1]?.kilometers ?? Infinity) <= cellWidthKm(point);
      return (isSure ? close : housesIn(point, RINGS_MAX)).slice(0, limit).map(({ house }) => house);
    },
    areaOf: (placeId) => {
      const row = area.get(placeId) as { geometry: Uint8Array } | undefined;
      return row && decodeGeometry(row.geometry);
    },
  };
}

function cellWidthKm({ lng, lat }: LngLat): number {
  return kilometersBetween({ lng, lat }, { lng: lng + CELL_DEGREES, lat });
}

function houseOf({ street_id, number, suffix, x, y }: HouseRow): HouseOnStreet {
  return { streetId: street_id, number, suffix, at: lngLatOf({ x, y }) };
}
