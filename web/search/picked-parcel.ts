// The parcel that a picked suggestion means: the one listed, or the one at an exact address or at coordinates.
import type { Suggestion } from '@mapbox/mapbox-gl-geocoder';
import { CallFailure, callServer } from '../call-server.ts';
import { kindOf } from './suggestion-text.ts';

/** Positions that are guessed, or not those of a house: the parcel there may well be another one. */
const INEXACT = new Set<unknown>(['interpolated', 'intersection', 'street', 'approximate']);

/** The PIN, if there is a parcel at that point. Undefined for a street, a town or any other place, which means none. */
export function pickedParcel(picked: Suggestion): Promise<string | undefined> | undefined {
  if (picked.parcel) return Promise.resolve(picked.parcel.pin);
  switch (kindOf(picked)) {
    case 'coordinates':
      return parcelAt(picked.center);
    case 'address':
      return INEXACT.has(picked.properties.accuracy) ? undefined : parcelAt(picked.center);
    default:
      return undefined;
  }
}

async function parcelAt([lng, lat]: Suggestion['center']): Promise<string | undefined> {
  const at = new URLSearchParams({ lng: String(lng), lat: String(lat) });
  try {
    const { pin } = Object(await callServer({ kind: 'parcel', path: `/api/parcels/at?${at}` }));
    return typeof pin === 'string' ? pin : undefined;
  } catch (error) {
    const isNone = error instanceof CallFailure && error.status === 404;
    if (!isNone) console.warn('The parcel at this place could not be found.', error);
    return undefined;
  }
}
