// The links to the selected parcel: here, and at a maps service.
import type { LngLat } from '../../geo/geometry.ts';
import { useMapStore } from '../map-store.ts';
import { linkedOverlays } from '../overlay-choices.ts';
import { formatLink } from '../page-link.ts';
import { linkedPin } from './linked-pin.ts';
import { selectedPin } from './selection.ts';

/** Latitude first: the maps service expects that order. */
export function mapsLink({ lng, lat }: LngLat): string {
  return `https://www.google.com/maps/search/?api=1&query=${lat},${lng}`;
}

/** Universal links: on a phone they open the app of the service, where there is one. */
export function directionsLink({ lng, lat }: LngLat): string {
  return `https://www.google.com/maps/dir/?api=1&destination=${lat},${lng}`;
}

export function streetImageryLink({ lng, lat }: LngLat): string {
  return `https://www.google.com/maps/@?api=1&map_action=pano&viewpoint=${lat},${lng}`;
}

/** Without a view: each screen frames the parcel in its own size. */
export function linkToSelected(): string {
  const state = useMapStore.getState();
  const { styleId, selection, counties, shading } = state;
  const pin = selectedPin(selection);
  const link = {
    camera: undefined,
    styleId,
    pin: pin && linkedPin(pin, counties),
    overlays: linkedOverlays(state),
    shade: shading,
  };
  return `${location.origin}${formatLink(link)}`;
}
