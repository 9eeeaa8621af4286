// The demo county as a layer, as if a county had published it: it comes in by the same door as real land.

import { type AreaGeometry, polygonsOf, type Ring } from '../geo/geometry.ts';
import {
  FEATURES_PER_BATCH,
  type Layer,
  type LayerField,
  type RawFeature,
  type ReadOptions,
} from '../import/layer.ts';
import type { County } from './county/county.ts';

type CountyParcel = County['parcels'][number];

/** Named as county viewers of the region name them. */
const fields = [
  ['PIN', 'text', 'pin'],
  ['Name', 'text', 'name'],
  ['ADD1', 'text', 'add1'],
  ['ADD2', 'text', 'add2'],
  ['CITY', 'text', 'city'],
  ['STATE', 'text', 'state'],
  ['ZIP', 'text', 'zip'],
  ['SITEADD', 'text', 'site_address'],
  ['TaxAcres', 'number', 'taxacres'],
  ['TOWNSHIP', 'text', 'township'],
  ['ZONING', 'text', 'zoning'],
  ['SALEDATE', 'date', 'sale_date'],
  ['SALESPRICE', 'number', 'sales_price'],
] as const satisfies readonly (readonly [string, LayerField['type'], keyof CountyParcel])[];

export function countyLayer({ name, parcels }: Pick<County, 'name' | 'parcels'>): Layer {
  return {
    name,
    geometry: 'area',
    fields: fields.map(([field, type]) => ({ name: field, type })),
    crs: { kind: 'epsg', code: 4326 },
    count: parcels.length,
    async *read({ signal, limit = parcels.length }: ReadOptions = {}) {
      for (let start = 0; start < Math.min(limit, parcels.length); start += FEATURES_PER_BATCH) {
        signal?.throwIfAborted();
        const end = Math.min(start + FEATURES_PER_BATCH, limit);
        yield parcels.slice(start, end).map((parcel, at) => featureOf(parcel, start + at + 1));
      }
    },
  };
}

function featureOf(parcel: CountyParcel, row: number): RawFeature {
  return {
    row,
    properties: Object.fromEntries(fields.map(([field, , column]) => [field, parcel[column]])),
    geometry: { kind: 'polygons', polygons: ringsOf(parcel.geometry) },
  };
}

function ringsOf(geometry: AreaGeometry): Float64Array[][] {
  return polygonsOf(geometry).map((polygon) => polygon.map(flat));
}

function flat(ring: Ring): Float64Array {
  const coordinates = new Float64Array(2 * ring.length);
  for (const [at, [lng, lat]] of ring.entries()) {
    coordinates[2 * at] = lng;
    coordinates[2 * at + 1] = lat;
  }
  return coordinates;
}
