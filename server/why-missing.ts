// What is said of a parcel that is not there.
import { messages, refusals } from '../contract/messages.ts';
import { splitQualifiedPin } from '../contract/parcel-pin.ts';
import type { ParcelStore } from '../store/parcel-store.ts';

/** A name with a county comes from a saved parcel or a link, so there was such a parcel once. */
export function whyMissing(parcels: ParcelStore, asked: string): string {
  const lasting = splitQualifiedPin(asked);
  if (!lasting) return messages.parcelNotFound;
  const isLoaded = parcels.current()?.sources.some(({ name }) => name === lasting.source);
  return isLoaded ? refusals.parcelGone : refusals.countyNotLoaded;
}
