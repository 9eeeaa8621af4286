// Protomaps' basemap layers in one of our looks: its selection and order, our colors, widths and labels.
import type { LayerSpecification } from '@maplibre/maplibre-gl-style-spec';
import { layers } from '@protomaps/basemaps';
import { withLabelLook } from './label-look.ts';
import type { Look } from './look.ts';
import { boundaryLayers, groundLayers, shieldLayer, waterLayers } from './own-layers.ts';
import { protomapsFlavor } from './protomaps-flavor.ts';
import { withRoadLook } from './road-look.ts';
import { BASEMAP_SOURCE } from './source-names.ts';

/** Drawn by layers of our own; the background by style-document.ts, house numbers from the parcels' own addresses. */
const replaced = new Set([
  'background',
  'roads_shields',
  'water_stream',
  'water_river',
  'boundaries',
  'address_label',
]);

export function basemapLayers(look: Look): LayerSpecification[] {
  const drawn = layers(BASEMAP_SOURCE, protomapsFlavor(look.palette), { lang: 'en' })
    .filter(({ id }) => !replaced.has(id))
    .map((layer) =>
      withRoadLook(layer, { roads: look.palette.roads, scale: look.roadScale, edgePx: look.roadEdgePx }),
    )
    .map((layer) => adjust(layer, look));
  return drawn.flatMap((layer) => {
    switch (layer.id) {
      case 'landuse_park':
        return [...groundLayers(look), layer];
      case 'water':
        return [layer, ...waterLayers(look), ...boundaryLayers(look)];
      case 'roads_labels_major':
        // MapLibre places later layers first: a route's number matters more than its name.
        return [layer, shieldLayer(look)];
      default:
        return [layer];
    }
  });
}

function adjust(layer: LayerSpecification, look: Look): LayerSpecification {
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
