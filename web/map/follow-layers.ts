// Follows how layers are switched, how opaque overlays are and in which order, and what the maps have for the land: that
// changes when other parcels are imported, or an overlay is added or removed, while the page is open.
import type { ErrorEvent, Map as MapLibreMap } from 'maplibre-gl';
import { MAP_STYLES } from '../../contract/map-styles.ts';
import { isShown, layerRows, opacityOf, overlayRows } from '../layer-table.ts';
import { type MapState, useMapStore } from '../map-store.ts';
import { paintRow, showRows, stackRows } from './layers-on-map.ts';
import { offeredStyles } from './map-offers.ts';
import { opacityPaint } from './overlay-layers.ts';
import type { ChangeStyle } from './style-switch.ts';

/** Until the returned function is called. The camera stays where it is. */
export function followLayers(map: MapLibreMap, changeStyle: ChangeStyle): () => void {
  const stopFollowingTiles = followTiles(map);
  const stopFollowing = useMapStore.subscribe((state, previous) => {
    if (state.shownLayers !== previous.shownLayers) {
      const rows = new Map(layerRows(state.layers).map((row) => [row.id, isShown(row, state)]));
      showRows(map, (id) => rows.get(id) ?? false);
    }
    if (state.overlayOpacity !== previous.overlayOpacity) {
      for (const { id } of overlayRows(state)) {
        const opacity = opacityOf(id, state);
        if (opacity !== opacityOf(id, previous)) paintRow(map, id, (type) => opacityPaint(type, opacity));
      }
    }
    if (state.overlayOrder !== previous.overlayOrder) {
      const rows = overlayRows(state).map(({ id }) => id);
      stackRows(map, rows.reverse());
    }
    if (JSON.stringify(state.layers) !== JSON.stringify(previous.layers)) {
      const { styleId, ...change } = afterOffer(state, previous);
      useMapStore.setState(change);
      // A style that is still offered is loaded again, too: its document names the maps that there are, and gets our layers.
      changeStyle(styleId);
    }
  });
  return () => {
    stopFollowing();
    stopFollowingTiles();
  };
}

/** Whether the overlays' tiles arrive. */
function followTiles(map: MapLibreMap): () => void {
  const report = (id: string | undefined, isFailing: boolean) => {
    const { failingOverlays: failing } = useMapStore.getState();
    if (id === undefined || failing.includes(id) === isFailing) return;
    useMapStore.setState({
      failingOverlays: isFailing ? [...failing, id] : failing.filter((other) => other !== id),
    });
  };
  const following = [
    map.on('error', ({ sourceId }: ErrorEvent & { sourceId?: string }) => report(sourceId, true)),
    map.on('sourcedata', ({ sourceId, tile }) => {
      if (tile?.state === 'loaded') report(sourceId, false);
    }),
  ];
  return () => {
    for (const { unsubscribe } of following) unsubscribe();
  };
}

/** Switches stay as they are, for layers that come back, and what was in use until now is named. */
function afterOffer(
  { layers, parcelVersion, styleId, shownLayers }: MapState,
  previous: MapState,
): Pick<MapState, 'styleId' | 'mapNotice'> {
  const kept = new Set(layerRows(layers).map(({ id }) => id));
  const offered = offeredStyles(layers);
  const isOffered = offered.some(({ id }) => id === styleId);
  const gone = [
    ...MAP_STYLES.filter(({ id }) => id === styleId && !isOffered).map(({ name }) => name),
    ...layerRows(previous.layers).flatMap((row) =>
      kept.has(row.id) || !isShown(row, { shownLayers }) ? [] : row.toggle!.label,
    ),
  ];
  const opening =
    parcelVersion === previous.parcelVersion
      ? 'No longer available:'
      : 'Other parcels were loaded. Not available for their land:';
  const instead = isOffered ? '' : ` Now shown: ${offered[0]!.name}.`;
  return {
    styleId: isOffered ? styleId : offered[0]!.id,
    mapNotice: gone.length === 0 ? undefined : `${opening} ${gone.join(', ')}.${instead}`,
  };
}
