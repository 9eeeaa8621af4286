// Marks a set on the map, however many parcels match: docs/decisions/0079-the-results-panel.md.
//
// By a filter on a second source of the same tiles, which the browser has in its cache. Only the marked parcels are drawn, and
// the parcels' own source, with its owner names, is not laid out again.

import { useQuery } from '@tanstack/react-query';
import type {
  FilterSpecification,
  LayerSpecification,
  Map as MapLibreMap,
  VectorTileSource,
} from 'maplibre-gl';
import { useEffect } from 'react';
import { PARCEL_OUTLINE_ZOOM_MIN, PARCEL_TILE_ZOOM_MIN } from '../../contract/limits.ts';
import { PARCEL_TILE_LAYER } from '../../geo/parcel-tile-layers.ts';
import { type LayerColors, layerColors } from '../layer-colors.ts';
import { addInOrder, onEachStyle, PARCEL_SOURCE } from '../map/layers-on-map.ts';
import { useMapStore } from '../map-store.ts';
import { fetchDrawnPins } from './set-calls.ts';

const SOURCE = 'set-parcels';
const AREAS = 'set-areas';
const EDGES = 'set-edges';

/** The library takes 2 s to check a layer of a million PINs: beyond this, one must do. */
const EDGES_MAX = 200_000;

/**
 * The edges of a set of at most so many parcels are drawn at every zoom, this wide, or lots of less than a pixel would be lost in
 * their county. The fewer they are, the more each is looked for.
 */
const COUNTY_EDGES: readonly { max: number; widthPx: number }[] = [
  { max: 200, widthPx: 2 },
  { max: 5000, widthPx: 1.25 },
];

export function layersFor(
  pins: readonly string[],
  { marked }: Pick<LayerColors, 'marked'>,
): LayerSpecification[] {
  // `match` looks a PIN up in a table; `in` would go through all of them for each parcel.
  const filter = ['match', ['get', 'PIN'], pins, true, false] as unknown as FilterSpecification;
  const layer = { source: SOURCE, 'source-layer': PARCEL_TILE_LAYER, minzoom: PARCEL_TILE_ZOOM_MIN, filter };
  const fromAfar = COUNTY_EDGES.find(({ max }) => pins.length <= max);
  const edges: LayerSpecification = {
    ...layer,
    id: EDGES,
    type: 'line',
    minzoom: fromAfar ? PARCEL_TILE_ZOOM_MIN : PARCEL_OUTLINE_ZOOM_MIN,
    layout: { 'line-join': 'round' },
    paint: {
      'line-color': marked,
      'line-width': [
        'interpolate',
        ['linear'],
        ['zoom'],
        PARCEL_OUTLINE_ZOOM_MIN,
        fromAfar?.widthPx ?? 0.5,
        17,
        3,
      ],
    },
  };
  return [
    {
      ...layer,
      id: AREAS,
      type: 'fill',
      paint: {
        'fill-color': marked,
        // Half of a county may be marked: its streets and names stay readable through it.
        'fill-opacity': ['interpolate', ['linear'], ['zoom'], PARCEL_TILE_ZOOM_MIN, 0.45, 14, 0.25],
        'fill-antialias': false,
      },
    },
    ...(pins.length > EDGES_MAX ? [] : [edges]),
  ];
}

/** On every style, until the returned function is called. */
function markParcels(map: MapLibreMap, pins: readonly string[]): () => void {
  const remove = () => {
    // A removed map has no style.
    if (!map.style || !map.getSource(SOURCE)) return;
    for (const id of [AREAS, EDGES]) if (map.getLayer(id)) map.removeLayer(id);
    map.removeSource(SOURCE);
  };
  const stopAdding = onEachStyle(map, () => {
    const parcels = map.getSource<VectorTileSource>(PARCEL_SOURCE);
    // A match of no labels is refused by the library.
    if (!parcels || pins.length === 0) return;
    remove();
    map.addSource(SOURCE, parcels.serialize());
    const { styleId, basemapScheme } = useMapStore.getState();
    for (const layer of layersFor(pins, layerColors(styleId, basemapScheme))) addInOrder(map, 'set', layer);
  });
  return () => {
    stopAdding();
    remove();
  };
}

export function useSetHighlights(map: MapLibreMap, filter: string): { failure: Error | null } {
  const version = useMapStore(({ parcelVersion }) => parcelVersion);
  const { data, error } = useQuery({
    queryKey: ['set-pins', version, filter],
    queryFn: ({ signal }) => fetchDrawnPins(filter, signal),
    staleTime: Number.POSITIVE_INFINITY,
    // The PINs of a whole county are megabytes.
    gcTime: 0,
  });
  useEffect(() => {
    if (data) return markParcels(map, data);
  }, [map, data]);
  return { failure: error };
}
