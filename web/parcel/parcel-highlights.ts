// Highlights the hovered and the selected parcel on the map: web/map/parcel-layers.ts fills them by their feature state.
import type { Map as MapLibreMap } from 'maplibre-gl';
import { PARCEL_TILE_LAYER } from '../../geo/parcel-tile.ts';
import { PARCEL_SOURCE } from '../map/layers-on-map.ts';
import { type MapState, useMapStore } from '../map-store.ts';
import { drawnPin } from './selection.ts';

/** `named`: its name is on the map already, as that of the selected parcel (web/map/selected-parcel-layers.ts). */
type Highlight = 'hover' | 'selected' | 'named';
const HIGHLIGHTS: readonly Highlight[] = ['hover', 'selected', 'named'];

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
  restoreHighlights();
  const sourceListener = map.on('sourcedata', ({ sourceId, sourceDataType }) => {
    if (sourceId === PARCEL_SOURCE && sourceDataType === 'metadata') restoreHighlights();
  });
  const unsubscribe = useMapStore.subscribe(follow);
  return () => {
    unsubscribe();
    sourceListener.unsubscribe();
  };
}
