// Three fill layers over the parcels: an invisible one for hit-testing, and the highlights of the hovered and the
// selected parcel.
//
// The highlights use feature state, not a filter: docs/decisions/0006-highlights-by-feature-state.md.
import type { FillLayerSpecification, Map as MapLibreMap } from 'maplibre-gl';
import { PARCEL_OUTLINE_ZOOM_MIN } from '../../contract/limits.ts';
import { PARCEL_TILE_LAYER } from '../../geo/parcel-tile.ts';
import { addInOrder, onEachStyle, PARCEL_SOURCE } from '../map/layers-on-map.ts';
import { type MapState, useMapStore } from '../map-store.ts';
import { drawnPin } from './selection.ts';

type Fill = 'hover' | 'selected';
/** `named`: its name is on the map already, as that of the selected parcel (web/map/selected-parcel-layers.ts). */
type Highlight = Fill | 'named';
const HIGHLIGHTS: readonly Highlight[] = ['hover', 'selected', 'named'];

const HIGHLIGHT_OPACITY = 0.6;
const HIGHLIGHT_COLOR: Record<Fill, string> = { hover: '#8fd6a3', selected: '#1f7a4a' };

const areas = {
  type: 'fill',
  source: PARCEL_SOURCE,
  'source-layer': PARCEL_TILE_LAYER,
  // Parcels without outlines must not be clickable.
  minzoom: PARCEL_OUTLINE_ZOOM_MIN,
} as const;

export function highlightPaint(highlight: Fill): NonNullable<FillLayerSpecification['paint']> {
  return {
    'fill-color': HIGHLIGHT_COLOR[highlight],
    'fill-opacity': ['case', ['boolean', ['feature-state', highlight], false], HIGHLIGHT_OPACITY, 0],
    // The outline layer above draws the edges.
    'fill-antialias': false,
  };
}

const highlightedPins = ({ hovered, selection }: MapState): Record<Highlight, string | undefined> => ({
  hover: hovered?.pin,
  selected: drawnPin(selection),
  named: selection.status === 'loaded' && selection.parcel.centroid ? drawnPin(selection) : undefined,
});

/** Highlights the hovered and the selected parcel until the returned function is called. */
export function keepHighlights(map: MapLibreMap): () => void {
  const setHighlight = (highlight: Highlight, pin: string | undefined, isOn: boolean) => {
    // `style` is undefined on a map that was removed.
    if (pin === undefined || !map.style || !map.getSource(PARCEL_SOURCE)) return;
    const feature = { source: PARCEL_SOURCE, sourceLayer: PARCEL_TILE_LAYER, id: pin };
    if (isOn) map.setFeatureState(feature, { [highlight]: true });
    else map.removeFeatureState(feature, highlight);
  };
  const follow = (state: MapState, previous: MapState) => {
    const now = highlightedPins(state);
    const before = highlightedPins(previous);
    for (const highlight of HIGHLIGHTS) {
      if (now[highlight] === before[highlight]) continue;
      setHighlight(highlight, before[highlight], false);
      setHighlight(highlight, now[highlight], true);
    }
  };
  /** A source that is removed loses its feature state: on a change of style, and when the parcels are reloaded. */
  const restoreHighlights = () => {
    const now = highlightedPins(useMapStore.getState());
    for (const highlight of HIGHLIGHTS) setHighlight(highlight, now[highlight], true);
  };
  const stopLayers = onEachStyle(map, () => {
    addInOrder(map, { ...areas, id: 'parcel-areas', paint: { 'fill-opacity': 0 } });
    addInOrder(map, { ...areas, id: 'parcel-hover', paint: highlightPaint('hover') });
    addInOrder(map, { ...areas, id: 'parcel-selected', paint: highlightPaint('selected') });
    restoreHighlights();
  });
  const sourceListener = map.on('sourcedata', ({ sourceId, sourceDataType }) => {
    if (sourceId === PARCEL_SOURCE && sourceDataType === 'metadata') restoreHighlights();
  });
  const unsubscribe = useMapStore.subscribe(follow);
  return () => {
    unsubscribe();
    stopLayers();
    sourceListener.unsubscribe();
    for (const id of ['parcel-selected', 'parcel-hover', 'parcel-areas']) {
      if (map.style && map.getLayer(id)) map.removeLayer(id);
    }
  };
}
