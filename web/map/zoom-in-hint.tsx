// A quiet hint over the parcels' land where the map is too far out to draw any of them. A press zooms in.
import './map-messages.css';
import type { Map as MapLibreMap } from 'maplibre-gl';
import { useCallback, useSyncExternalStore } from 'react';
import {
  PARCEL_LABEL_ZOOM_MIN,
  PARCEL_OUTLINE_ZOOM_MIN,
  PARCEL_TILE_ZOOM_MIN,
} from '../../contract/limits.ts';
import type { Bounds, LngLat } from '../../geo/geometry.ts';
import { kilometersBetween } from '../../geo/kilometers-between.ts';
import { useMapStore } from '../map-store.ts';
import { pointsAtParcels } from '../pointer-owner.ts';
import { hasLayerAt } from './layers-on-map.ts';
import { isAway, type ParcelView, shownBounds } from './start-view.ts';

export function ZoomInHint({ map, view }: { map: MapLibreMap; view: ParcelView }) {
  const subscribe = useCallback(
    (onChange: () => void) => {
      const moving = map.on('move', onChange);
      const restyling = map.on('styledata', onChange);
      return () => {
        moving.unsubscribe();
        restyling.unsubscribe();
      };
    },
    [map],
  );
  // Away from the parcels' land, the way back is offered instead.
  const isFarOut = useSyncExternalStore(
    subscribe,
    () => map.getZoom() < PARCEL_OUTLINE_ZOOM_MIN && !showsSet(map) && !isAway(view.bounds, shownBounds(map)),
  );
  // Somebody who uses a tool or looks at a parcel's details is not looking for parcels.
  const isBusy = useMapStore(({ tool, selection }) => !pointsAtParcels(tool) || selection.status !== 'none');
  const zoomIn = () => {
    // The button goes, and with it the focus.
    map.getCanvas().focus();
    map.flyTo({ center: nearestLand(map.getCenter(), view.bounds), zoom: PARCEL_LABEL_ZOOM_MIN });
  };
  return (
    <div role="status">
      {isFarOut && !isBusy && (
        <button type="button" onClick={zoomIn} className="panel zoom-in-hint">
          Zoom in to see parcels
        </button>
      )}
    </div>
  );
}

/** The parcels of a set are drawn from farther out than all the others. */
const showsSet = (map: MapLibreMap) => map.getZoom() >= PARCEL_TILE_ZOOM_MIN && hasLayerAt(map, 'set');

/** Of several counties, the one that is nearest: there may be nothing between them. */
function nearestLand(from: LngLat, all: Bounds): LngLat {
  const { counties } = useMapStore.getState();
  const [nearest] = counties
    .map(({ bounds }) => nearestWithin(bounds, from))
    .sort((one, other) => kilometersBetween(from, one) - kilometersBetween(from, other));
  return nearest ?? nearestWithin(all, from);
}

/** Longitudes may be counted on beyond 180, where the world was panned around: those stay as they are. */
function nearestWithin({ west, south, east, north }: Bounds, { lng, lat }: LngLat): LngLat {
  const isAcross = east < west || lng < -180 || lng > 180;
  return {
    lng: isAcross ? lng : Math.min(Math.max(lng, west), east),
    lat: Math.min(Math.max(lat, south), north),
  };
}
