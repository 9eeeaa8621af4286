// The demo county as a layer, as if a county had published it: it comes in by the same door as real land.
import { columnEntries } from '../contract/parcel-columns.ts';
import { type AreaGeometry, polygonsOf, type Ring } from '../geo/geometry.ts';
import { FEATURES_PER_BATCH, type Layer, type RawFeature, type ReadOptions } from '../import/layer.ts';
import type { County } from './county/county.ts';

type CountyParcel = County['parcels'][number];

/** Most are named as county viewers of the region name them. */
const fields = columnEntries.map(([field, { type, tileProperty, tileValue }]) => ({
  field,
  type,
  name: tileProperty !== undefined && tileValue === undefined ? tileProperty : field.toUpperCase(),
}));

export function countyLayer({ name, parcels }: Pick<County, 'name' | 'parcels'>): Layer {
  return {
    name,
    geometry: 'area',
    fields,
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
    properties: Object.fromEntries(fields.map(({ name, field }) => [name, parcel[field]])),
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
