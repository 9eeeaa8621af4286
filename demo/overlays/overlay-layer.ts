// An overlay of the demo county as a layer, as if its offices had published it.
import { type AreaGeometry, polygonsOf } from '../../geo/geometry.ts';
import { FEATURES_PER_BATCH, type Layer, type RawFeature } from '../../import/layer.ts';

export type OverlayArea = { properties: Record<string, string>; geometry: AreaGeometry };

export function overlayLayer(name: string, areas: readonly OverlayArea[]): Layer {
  return {
    name,
    geometry: 'area',
    fields: Object.keys(areas[0]?.properties ?? {}).map((field) => ({ name: field, type: 'text' })),
    crs: { kind: 'epsg', code: 4326 },
    count: areas.length,
    async *read({ signal, limit = areas.length } = {}) {
      for (let start = 0; start < Math.min(limit, areas.length); start += FEATURES_PER_BATCH) {
        signal?.throwIfAborted();
        const end = Math.min(start + FEATURES_PER_BATCH, limit);
        yield areas.slice(start, end).map((area, at) => featureOf(area, start + at + 1));
      }
    },
  };
}

function featureOf({ properties, geometry }: OverlayArea, row: number): RawFeature {
  const polygons = polygonsOf(geometry).map((rings) => rings.map((ring) => Float64Array.from(ring.flat())));
  return { row, properties, geometry: { kind: 'polygons', polygons } };
}
