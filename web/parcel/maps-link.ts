// The address of a parcel's center at a maps service: latitude first, as maps services want it.
import type { LngLat } from '../../geo/geometry.ts';

export function mapsLink({ lng, lat }: LngLat): string {
  return `https://www.google.com/maps/search/?api=1&query=${lat},${lng}`;
}
