// Parcel identification numbers as in North Carolina: the number encodes the position of the lot.
//
// Take the easting and the northing of a point inside the lot, in feet on the state-plane grid, each cut to its five
// digits from the hundred thousands down to the tens, and interleave them:
//
//   easting  1,449,710 → 4 4 9 7 1      4 6 4 7 - 9 3 - 7 2 1 8
//   northing   673,280 → 6 7 3 2 8      sheet     block lot
//
// So lots of one map sheet (10,000 feet square) share four digits, those of one block (1,000 feet) six, and the last
// four are a cell of ten feet. If two lots fall into one cell, the later one gets the next free number of its block.
import proj4 from 'proj4';
import type { LngLat } from '../../../../geo/geometry.ts';

/** NAD 83 / North Carolina (EPSG 2264), in US survey feet. */
const statePlane = proj4(
  '+proj=longlat +ellps=GRS80',
  '+proj=lcc +lat_0=33.75 +lon_0=-79 +lat_1=34.33333333333334 +lat_2=36.16666666666666 +x_0=609601.22 +ellps=GRS80 +units=us-ft',
);

const LOTS_PER_BLOCK = 10_000;

export const PIN_FORM = /^\d{4}-\d{2}-\d{4}$/;

function fiveDigits(feet: number): string {
  return String(Math.floor(feet / 10) % 100_000).padStart(5, '0');
}

function cellOf(point: LngLat): { block: string; lot: number } {
  const [eastingFeet, northingFeet] = statePlane.forward([point.lng, point.lat]);
  const easting = fiveDigits(eastingFeet);
  const northing = fiveDigits(northingFeet);
  const dealt = [...easting].map((digit, place) => digit + northing[place]).join('');
  return { block: `${dealt.slice(0, 4)}-${dealt.slice(4, 6)}`, lot: Number(dealt.slice(6)) };
}

/** One for each point, all different, in the same order. */
export function assignPins(points: readonly LngLat[]): string[] {
  const taken = new Set<string>();
  return points.map((point) => {
    const { block, lot } = cellOf(point);
    for (let step = 0; step < LOTS_PER_BLOCK; step++) {
      const pin = `${block}-${String((lot + step) % LOTS_PER_BLOCK).padStart(4, '0')}`;
      if (taken.has(pin)) continue;
      taken.add(pin);
      return pin;
    }
    throw new Error(`Block ${block} has no free lot number.`);
  });
}
