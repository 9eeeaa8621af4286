// Removes the cache of parcels. Apart from it, because the first page needs only this, and not the schemas of parcels.
import { keepText, keptText } from '../kept-in-browser.ts';

export const PARCEL_CACHE_KEY = 'parcelCache';
/** Who has read them. */
const READER_KEY = 'parcelCacheOf';

/** Where storage is full, and when somebody logs out. Does nothing where it is disabled. */
export function forgetParcels(): void {
  keepText(PARCEL_CACHE_KEY, undefined);
  keepText(READER_KEY, undefined);
}

/** What the person before has read. */
export function forgetParcelsOfOthers(person: string): void {
  if (keptText(READER_KEY) === person) return;
  forgetParcels();
  keepText(READER_KEY, person);
}
