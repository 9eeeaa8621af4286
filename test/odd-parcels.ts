// Edge cases for parcel stores: odd owners, missing values, abbreviations, and two parcels that overlap.
import { emptyParcelFields } from '../contract/parcel-columns.ts';
import { GRID_PER_DEGREE, type LngLat, type PolygonGeometry, type Position } from '../geo/geometry.ts';
import type { ParcelRecord } from '../store/parcel-store.ts';

/** A square lot of about 20 m, in a row south of the synthetic parcels. */
function square(index: number): PolygonGeometry {
  const west = -809_000_000 + index * 4_000;
  const south = 354_900_000;
  const at = (x: number, y: number) => [(west + x) / GRID_PER_DEGREE, (south + y) / GRID_PER_DEGREE] as const;
  return {
    type: 'Polygon',
    coordinates: [[at(0, 0), at(2_000, 0), at(2_000, 2_000), at(0, 2_000), at(0, 0)]],
  };
}

function odd(index: number, known: Partial<ParcelRecord> & { pin: string }): ParcelRecord {
  const geometry = square(index);
  const [lng, lat] = geometry.coordinates[0]![0]!;
  return {
    ...emptyParcelFields,
    centroid: { lng: lng + 0.0001, lat: lat + 0.0001 },
    geometry,
    ...known,
  };
}

export const oddParcels: ParcelRecord[] = [
  odd(0, { pin: '9000-01', name: "O'Shaughnessy, Siobhán" }),
  odd(1, { pin: '9000-02', name: 'Baker & Sons, LLC', site_address: '7 N Quarry Hill Rd' }),
  odd(2, { pin: '9000-03', name: '<b>Robert</b>"); DROP TABLE parcel;--' }),
  odd(3, { pin: '9000-04' }),
  odd(4, { pin: '9000-05', name: 'Łukasz Müßig-Ångström', add1: 'PO Box 44', city: 'Wien', zip: 'A-1010' }),
  odd(5, { pin: '9000-06', name: 'Quarry Hill Church', site_address: '9 North Quarry Hill Road' }),
  odd(6, { pin: '9000-07', name: 'Hill Quarry Holdings', site_address: '900 Elm Street' }),
  odd(7, { pin: "9000/08' %_\\", name: '山田 太郎', site_address: '90 Elm St' }),
  odd(8, { pin: '900-10', name: 'Zebulon Pike', site_address: '9 Elm St', add2: 'c/o Elm Partners' }),
  // These two overlap, as some parcels do in real counties.
  odd(9, { pin: '9000-21', name: 'Twice Sold Too' }),
  odd(9, { pin: '9000-20', name: 'Twice Sold' }),
];

/** The same parcels elsewhere, by degrees. */
export function movedParcels(parcels: readonly ParcelRecord[], by: LngLat): ParcelRecord[] {
  const onGrid = (degrees: number) => Math.round(degrees * GRID_PER_DEGREE) / GRID_PER_DEGREE;
  const moved = ([lng, lat]: Position): Position => [onGrid(lng + by.lng), onGrid(lat + by.lat)];
  return parcels.map((record) => {
    const { centroid, geometry } = record;
    if (geometry.type !== 'Polygon') throw new Error('Only parcels of one part can be moved.');
    return {
      ...record,
      centroid: { lng: centroid.lng + by.lng, lat: centroid.lat + by.lat },
      geometry: { type: 'Polygon', coordinates: geometry.coordinates.map((ring) => ring.map(moved)) },
    };
  });
}
