// Reads houses, crossings and areas from a places file.
import type { DatabaseSyncInstance } from '@photostructure/sqlite';
import type { LngLat } from '../../geo/geometry.ts';
import { decodeGeometry } from '../../geo/geometry-code.ts';
import { kilometersBetween } from '../../geo/kilometers-between.ts';
import type { HouseOnStreet, PlaceDetails } from '../places/place-index.ts';
import { gridPoint, lngLatOf } from '../storage-grid.ts';

import { CELL_DEGREES, cellsAround } from './place-schema.ts';

type HouseRow = { street_id: number; number: number; suffix: string; x: number; y: number };

/** A house farther away is not the address of a point. */
const HOUSE_REACH_KM = 0.5;
/** Rings of cells that reach this far, up to 60 degrees of latitude, where cells are half as wide. */
const RINGS_MAX = 5;

export function placeDetailsReader(db: DatabaseSyncInstance): PlaceDetails {
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
      // One side of a street has the even numbers, the other the odd ones.
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
      // A house farther than a cell's width may be beaten by one in the next ring.
      const isComplete = (close[limit - 1]?.kilometers ?? Infinity) <= cellWidthKm(point);
      return (isComplete ? close : housesIn(point, RINGS_MAX)).slice(0, limit).map(({ house }) => house);
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
