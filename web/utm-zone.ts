// The UTM zone of a place.
import type { LngLat } from '../geo/geometry.ts';

export function utmZone({ lng, lat }: LngLat): { number: number; isSouth: boolean } {
  const turned = ((((lng + 180) % 360) + 360) % 360) / 6;
  return { number: Math.floor(turned) + 1, isSouth: lat < 0 };
}
