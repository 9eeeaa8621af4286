// Parcels that an export has to get right: holes, several parts, nothing known, and text that a format could take for its own.
import { ringOfBounds } from '../geo/bounds-of.ts';
import type { AreaGeometry } from '../geo/geometry.ts';
import type { ExportedParcel } from '../store/parcel-queries.ts';
import { testParcels } from './app-under-test.ts';
import { exportedParcel } from './exported-parcels.ts';

/** Counter-clockwise and closed. */
function square(west: number, south: number, size: number): [number, number][] {
  const beyond = (degrees: number) => Number((degrees + size).toFixed(7));
  return ringOfBounds({ west, south, east: beyond(west), north: beyond(south) });
}

const hole = (west: number, south: number, size: number) => square(west, south, size).reverse();

export const oddShapes = {
  plain: { type: 'Polygon', coordinates: [square(-80.8612345, 35.6198765, 0.001)] },
  holed: {
    type: 'Polygon',
    coordinates: [
      square(-80.85, 35.62, 0.001),
      hole(-80.8498, 35.6202, 0.0002),
      hole(-80.8495, 35.6206, 0.0001),
    ],
  },
  parted: {
    type: 'MultiPolygon',
    coordinates: [
      [square(-80.84, 35.62, 0.001), hole(-80.8398, 35.6202, 0.0002)],
      [square(-80.83, 35.62, 0.0000001)],
      [square(-80.82, 35.62, 0.001)],
    ],
  },
} as const satisfies Record<string, AreaGeometry>;

export const ODD_NAME = 'SMITH, "BUD" & <script>alert(1)</script> ]]> O’HARA 🏡';
export const ODD_ADDRESS = 'first line\r\nsecond\nthird\tend';

const record = (pin: string, geometry: AreaGeometry) => ({ ...testParcels[0]!, pin, geometry });

export const oddParcels: readonly ExportedParcel[] = [
  exportedParcel(record('0012-3', oddShapes.plain), {
    name: ODD_NAME,
    add1: ODD_ADDRESS,
    zip: '02139',
    taxacres: 2.125,
    sales_price: 250_000,
    sale_date: '2019-06-30',
    shape_acres: 2.123_456_789,
    price_per_acre: 117_647.058_8,
    elsewhere: true,
    more: [
      ['SNOW ZONE', '7b'],
      ['NAME', "the county's own"],
      ['Assessed value of the land', '$204,600'],
      ['Assessed value of the buildings', '0'],
    ],
  }),
  exportedParcel(record('0012-4', oddShapes.holed), {
    name: '=1+1',
    add1: 'A\u0000B\u0007C\ud800',
    city: '@SUM(A1)',
    taxacres: 1234567.5,
    sales_price: 0,
    elsewhere: false,
    lot: '0012-3',
    more: [
      ['SNOW ZONE', '-7b'],
      ['<b> "q" & \u0000', '<i>&amp;</i>'],
    ],
  }),
  exportedParcel(record('12345678901234567', oddShapes.parted), {
    name: '',
    add1: null,
    city: null,
    state: null,
    zip: null,
    site_address: null,
    taxacres: null,
    zoning: null,
    sale_date: null,
    sales_price: null,
    shape_acres: null,
    source: 'rowan',
    more: [],
  }),
];

/** All rings of a shape, whatever they belong to. */
export function ringsOf(geometry: AreaGeometry): readonly (readonly [number, number])[][] {
  const polygons = geometry.type === 'Polygon' ? [geometry.coordinates] : geometry.coordinates;
  return polygons.flat() as (readonly [number, number])[][];
}
