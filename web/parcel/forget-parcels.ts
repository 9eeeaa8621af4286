// Removes the cache of parcels. Apart from it, because the first page needs only this, and not the schemas of parcels.
import { keepText } from '../kept-in-browser.ts';

export const PARCEL_CACHE_KEY = 'parcelCache';

/** Where storage is full, and when somebody logs out. Does nothing where it is disabled. */
export function forgetParcels(): void {
  keepText(PARCEL_CACHE_KEY, undefined);
}
