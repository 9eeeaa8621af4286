// Parcels that try a store: odd owners, missing values, abbreviations, and two that lie over each other.
import { GRID_PER_DEGREE, type PolygonGeometry } from '../geo/geometry.ts';
import type { ParcelRecord } from '../store/parcel-record.ts';

/** A square lot of about 20 m, in a row of its own south of the synthetic plat. */
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
    name: '',
    add1: null,
    add2: null,
    city: null,
    state: null,
    zip: null,
    siteAddress: null,
    taxAcres: null,
    township: null,
    zoning: null,
    saleDate: null,
    salesPrice: null,
    centroid: { lng: lng + 0.0001, lat: lat + 0.0001 },
    geometry,
    ...known,
  };
}

export const oddParcels: ParcelRecord[] = [
  odd(0, { pin: '9000-01', name: "O'Shaughnessy, Siobhán" }),
  odd(1, { pin: '9000-02', name: 'Baker & Sons, LLC', siteAddress: '7 N Quarry Hill Rd' }),
  odd(2, { pin: '9000-03', name: '<b>Robert</b>"); DROP TABLE parcel;--' }),
  odd(3, { pin: '9000-04' }),
  odd(4, { pin: '9000-05', name: 'Łukasz Müßig-Ångström', add1: 'PO Box 44', city: 'Wien', zip: 'A-1010' }),
  odd(5, { pin: '9000-06', name: 'Quarry Hill Church', siteAddress: '9 North Quarry Hill Road' }),
  odd(6, { pin: '9000-07', name: 'Hill Quarry Holdings', siteAddress: '900 Elm Street' }),
  odd(7, { pin: "9000/08' %_\\", name: '山田 太郎', siteAddress: '90 Elm St' }),
  odd(8, { pin: '900-10', name: 'Zebulon Pike', siteAddress: '9 Elm St', add2: 'c/o Elm Partners' }),
  // One over the other: the books hold such mistakes.
  odd(9, { pin: '9000-21', name: 'Twice Sold Too' }),
  odd(9, { pin: '9000-20', name: 'Twice Sold' }),
];
