// Removes the cache of parcels. Apart from it, because the first page needs only this, and not the schemas of parcels.

export const PARCEL_CACHE_KEY = 'parcelCache';

/** Where storage is full, and when somebody logs out. Does nothing where it is disabled. */
export function forgetParcels(): void {
  try {
    localStorage.removeItem(PARCEL_CACHE_KEY);
  } catch {
    // Then nothing was kept.
  }
}
