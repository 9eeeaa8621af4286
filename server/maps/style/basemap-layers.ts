// Protomaps' layers in a look of ours: its selection and order, with our colors, widths and words.
import type { LayerSpecification } from '@maplibre/maplibre-gl-style-spec';
import { layers } from '@protomaps/basemaps';
import { boundaryLayers } from './boundary-layers.ts';
import { withLabelLook } from './label-look.ts';
import type { Look } from './look.ts';
import { protomapsFlavor } from './protomaps-flavor.ts';
import { withRoadLook } from './road-look.ts';
import { shieldLayer } from './shield-layer.ts';
import { BASEMAP_SOURCE } from './source-names.ts';
import { waterLayers } from './water-layers.ts';

/** The background is drawn once below everything, and these are replaced by layers of ours. */
const replaced = new Set(['background', 'roads_shields', 'water_stream', 'water_river', 'boundaries']);

export function basemapLayers(look: Look): LayerSpecification[] {
  const drawn = layers(BASEMAP_SOURCE, protomapsFlavor(look.palette), { lang: 'en' })
    .filter(({ id }) => !replaced.has(id))
    .map((layer) =>
      withRoadLook(layer, { roads: look.palette.roads, scale: look.roadScale, edgePx: look.roadEdgePx }),
    )
    .map((layer) => fitted(layer, look));
  return drawn.flatMap((layer) => {
    switch (layer.id) {
      case 'landuse_park':
        return [...groundLayers(look), layer];
      case 'water':
        return [layer, ...waterLayers(look), ...boundaryLayers(look)];
      case 'roads_labels_major':
        // What stands later is placed first: a route's number matters more than its name.
        return [layer, shieldLayer(look)];
      default:
        return [layer];
    }
  });
}

/** Land that Protomaps' tiles tell of and its own layers leave white. */
function groundLayers({ palette }: Look): LayerSpecification[] {
  const ground = { source: BASEMAP_SOURCE, 'source-layer': 'landuse', type: 'fill' } as const;
  return [
    {
      ...ground,
      id: 'landuse_farmland',
      filter: ['in', ['get', 'kind'], ['literal', ['farmland', 'farmyard', 'orchard', 'meadow', 'vineyard']]],
      paint: { 'fill-color': palette.farmland },
    },
    {
      ...ground,
      id: 'landuse_built',
      filter: ['in', ['get', 'kind'], ['literal', ['residential', 'commercial', 'retail']]],
      paint: { 'fill-color': palette.built },
    },
  ];
}

function fitted(layer: LayerSpecification, look: Look): LayerSpecification {
  const { palette } = look;
  if (layer.type === 'symbol') return withLabelLook(layer, look);
  if (layer.id === 'buildings' && layer.type === 'fill') {
    return {
      ...layer,
      minzoom: 14,
      paint: {
        'fill-color': palette.building,
        'fill-outline-color': palette.buildingEdge,
        'fill-opacity': ['interpolate', ['linear'], ['zoom'], 14, 0, 15, 1],
      },
    };
  }
  if (layer.id === 'roads_other' && layer.type === 'line') {
    return {
      ...layer,
      minzoom: 13,
      paint: {
        'line-color': palette.roads.path,
        'line-dasharray': [2.4, 1.6],
        'line-width': ['interpolate', ['linear'], ['zoom'], 13, 0.6, 15, 1.1, 19, 3],
      },
    };
  }
  return layer;
}
