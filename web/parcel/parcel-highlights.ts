// Highlights the hovered, the selected and the picked parcels on the map: web/map/parcel-layers.ts fills them by their feature state.

import type { Map as MapLibreMap } from 'maplibre-gl';
import { LOT_LABEL_LAYER, PARCEL_TILE_LAYER } from '../../geo/parcel-tile-layers.ts';
import { PARCEL_SOURCE } from '../map/layers-on-map.ts';
import { type MapState, useMapStore } from '../map-store.ts';
import type { Picked } from '../picked-parcels.ts';
import { drawnPin } from './selection.ts';

/** `named`: its name is on the map already, as that of the selected parcel (web/map/selected-parcel-layers.ts). */
type Highlight = 'hover' | 'selected' | 'named' | 'picked';
const HIGHLIGHTS: readonly Highlight[] = ['hover', 'selected', 'named', 'picked'];

const only = (pin: string | undefined) => (pin === undefined ? [] : [pin]);

const highlightedPins = ({ hovered, selection, tool, picked }: MapState): Record<Highlight, Picked> => ({
  hover: only(hovered?.pin),
  selected: only(drawnPin(selection)),
  named: only(selection.status === 'loaded' && selection.parcel.centroid ? drawnPin(selection) : undefined),
  // Later they are marked as a set.
  picked: tool === 'pick' ? picked : [],
});

/** Highlights them until the returned function is called. */
export function keepHighlights(map: MapLibreMap): () => void {
  const setHighlight = (highlight: Highlight, pin: string, isOn: boolean) => {
    // `style` is undefined on a map that was removed.
    if (!map.style || !map.getSource(PARCEL_SOURCE)) return;
    for (const sourceLayer of highlight === 'named'
      ? [PARCEL_TILE_LAYER, LOT_LABEL_LAYER]
      : [PARCEL_TILE_LAYER]) {
      const feature = { source: PARCEL_SOURCE, sourceLayer, id: pin };
      if (isOn) map.setFeatureState(feature, { [highlight]: true });
      else map.removeFeatureState(feature, highlight);
    }
  };
  const follow = (state: MapState, previous: MapState) => {
    const now = highlightedPins(state);
    const before = highlightedPins(previous);
    for (const highlight of HIGHLIGHTS) {
      // The store changes with every move of the pointer, and a thousand parcels may be picked.
      if (now[highlight] === before[highlight]) continue;
      const [pins, former] = [new Set(now[highlight]), new Set(before[highlight])];
      for (const pin of former) if (!pins.has(pin)) setHighlight(highlight, pin, false);
      for (const pin of pins) if (!former.has(pin)) setHighlight(highlight, pin, true);
    }
  };
  /** A source that is removed loses its feature state: on a change of style, and when the parcels are reloaded. */
  const restoreHighlights = () => {
    const now = highlightedPins(useMapStore.getState());
    for (const highlight of HIGHLIGHTS) for (const pin of now[highlight]) setHighlight(highlight, pin, true);
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
