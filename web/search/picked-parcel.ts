// The parcel that a picked suggestion means: the one listed, or the one at an exact address or at coordinates.
import type { Suggestion } from '@mapbox/mapbox-gl-geocoder';
import { parcelAt } from '../parcel-at.ts';
import { kindOf } from './suggestion-text.ts';

/** Positions that are guessed, or not those of a house: the parcel there may well be another one. */
const INEXACT = new Set<unknown>(['interpolated', 'intersection', 'street', 'approximate']);

/** The PIN, if there is a parcel at that point. Undefined for a street, a town or any other place, which means none. */
export function pickedParcel(picked: Suggestion): Promise<string | undefined> | undefined {
  if (picked.parcel) return Promise.resolve(picked.parcel.pin);
  switch (kindOf(picked)) {
    case 'coordinates':
      return parcelThere(picked.center);
    case 'address':
      return INEXACT.has(picked.properties.accuracy) ? undefined : parcelThere(picked.center);
    default:
      return undefined;
  }
}

async function parcelThere([lng, lat]: Suggestion['center']): Promise<string | undefined> {
  try {
    return await parcelAt({ lng, lat });
  } catch (error) {
    console.warn('The parcel at this place could not be found.', error);
    return undefined;
  }
}
