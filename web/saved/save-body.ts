// What is sent to save a parcel.
import { SAVED_TEXT_MAX } from '../../contract/limits.ts';
import type { Parcel } from '../../contract/parcel.ts';
import type { SaveParcelBody } from '../../contract/saved-parcel.ts';
import { notesOrNull } from './notes-or-null.ts';

export function saveBody({ parcel, notes }: { parcel: Parcel; notes: string }): SaveParcelBody {
  return {
    parcel_pin: parcel.pin,
    parcel_owner_name: atMost(parcel.owner || parcel.name || 'Unnamed'),
    parcel_address: atMost(parcel.add1 || 'No Address'),
    parcel_centroid_lat: parcel.centroid.lat,
    parcel_centroid_lon: parcel.centroid.lng,
    notes: notesOrNull(notes),
  };
}

/** A county may hold longer texts than a list of saved parcels does; none of them should keep a parcel from being saved. */
const atMost = (text: string) => text.slice(0, SAVED_TEXT_MAX);
