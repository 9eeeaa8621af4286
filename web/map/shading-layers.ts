// Parcels shaded by the chosen field, below everything else of ours: outlines, marks and the hovered and selected parcel stay above.

import type { FillLayerSpecification, Map as MapLibreMap } from 'maplibre-gl';
import { PARCEL_OUTLINE_ZOOM_MIN } from '../../contract/limits.ts';
import { PARCEL_TILE_LAYER } from '../../geo/parcel-tile-layers.ts';
import { type LayerColors, type Look, layerColors } from '../layer-colors.ts';
import { type MapState, useMapStore } from '../map-store.ts';
import { classesOf } from '../shading-classes.ts';
import { addInOrder, type Overlay, PARCEL_SOURCE } from './layers-on-map.ts';

const LAYER = 'parcel-shading';

/** What lies beneath stays readable; imagery and a dark map swallow more of a color. */
const OPACITY: Record<LayerColors['ground'], number> = { light: 0.5, dark: 0.6, imagery: 0.6 };

type Shaded = Pick<MapState, 'shading' | 'zoningValues'>;

function shadingLayer(
  { shading, zoningValues }: Shaded,
  { ground }: Pick<LayerColors, 'ground'>,
): FillLayerSpecification | undefined {
  const classes = shading && classesOf(shading, { zoning: zoningValues });
  if (!classes) return undefined;
  return {
    id: LAYER,
    type: 'fill',
    source: PARCEL_SOURCE,
    'source-layer': PARCEL_TILE_LAYER,
    // Tiles of lower zooms have no fields.
    minzoom: PARCEL_OUTLINE_ZOOM_MIN,
    paint: {
      'fill-color': classes.color,
      'fill-opacity': OPACITY[ground],
      // The outlines above draw the edges.
      'fill-antialias': false,
    },
  };
}

/** From the source of the parcels. */
export function drawShading({ colors }: Look): Overlay {
  const layer = shadingLayer(useMapStore.getState(), colors);
  return { sources: {}, layers: layer ? { shading: [layer] } : {} };
}

/** Until the returned function is called. */
export function followShading(map: MapLibreMap): () => void {
  const asked = new AbortController();
  /** Of the parcels that zoning values are being asked for. */
  let askedVersion: string | undefined;
  const askForZoning = async (version: string) => {
    askedVersion = version;
    const zoningValues = await fetchValues(asked.signal);
    if (asked.signal.aborted || askedVersion !== version) return;
    askedVersion = undefined;
    useMapStore.setState({ zoningValues });
  };
  const follow = (state: MapState, previous?: MapState) => {
    const { shading, zoningValues, parcelVersion } = state;
    if (previous && parcelVersion !== previous.parcelVersion && zoningValues !== undefined) {
      // Other parcels may have other zones.
      useMapStore.setState({ zoningValues: undefined });
      return;
    }
    const isMissing = shading === 'zoning' && zoningValues === undefined && parcelVersion !== undefined;
    if (isMissing && askedVersion !== parcelVersion) void askForZoning(parcelVersion);
    if (previous && (shading !== previous.shading || zoningValues !== previous.zoningValues))
      redraw(map, state);
  };
  follow(useMapStore.getState());
  const stopFollowing = useMapStore.subscribe(follow);
  return () => {
    stopFollowing();
    asked.abort();
  };
}

/** A style that is still loading gets the layer by itself. */
function redraw(map: MapLibreMap, state: MapState): void {
  // A removed map has no style, and getSource would throw.
  if (!map.style || !map.getSource(PARCEL_SOURCE)) return;
  if (map.getLayer(LAYER)) map.removeLayer(LAYER);
  const layer = shadingLayer(state, layerColors(state.styleId, state.basemapScheme));
  if (layer) addInOrder(map, 'shading', layer);
}

/** Lazy loading: it checks the answer with zod, which no page needs to begin with. */
async function fetchValues(signal: AbortSignal) {
  try {
    const { fetchZoningValues } = await import('../fetch-zoning-values.ts');
    return await fetchZoningValues(signal);
  } catch {
    return 'failed';
  }
}
