// The parcel at a point, as the server knows it.
import type { LngLat } from '../geo/geometry.ts';
import { CallFailure, callServer } from './call-server.ts';

/** Its PIN. Undefined where there is none, as on a street; fails like any call. */
export async function parcelAt({ lng, lat }: LngLat): Promise<string | undefined> {
  const at = new URLSearchParams({ lng: String(lng), lat: String(lat) });
  try {
    const { pin } = Object(await callServer({ kind: 'parcel', path: `/api/parcels/at?${at}` }));
    return typeof pin === 'string' ? pin : undefined;
  } catch (error) {
    if (error instanceof CallFailure && error.status === 404) return undefined;
    throw error;
  }
}
