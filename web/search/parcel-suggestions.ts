// Parcels for the search box, found by PIN, owner or address, and listed together with the places.
import type { Suggestion } from '@mapbox/mapbox-gl-geocoder';
import { SUGGESTIONS_MAX } from '../../contract/limits.ts';
import { type ParcelMatch, parcelSearchAnswer } from '../../contract/parcel.ts';
import { callServer } from '../call-server.ts';

/** Rows reserved for parcels, however many places are found. */
const PARCEL_ROWS_MIN = 2;
/** Below this, little more than half of the query matched the place. */
const GOOD_RELEVANCE = 0.75;

/** Empty where the search fails: the places are still worth showing. */
export async function findParcels(text: string): Promise<ParcelMatch[]> {
  const path = `/api/parcels/search?${new URLSearchParams({ q: text })}`;
  try {
    return parcelSearchAnswer.parse(await callServer({ kind: 'parcel', path })).parcels;
  } catch (error) {
    console.warn('The parcels could not be searched.', error);
    return [];
  }
}

type Found = { places: readonly Suggestion[]; parcels: readonly ParcelMatch[] };

/** Order: parcels by PIN, places that match well, other parcels, places that match badly. */
export function mergeSuggestions({ places, parcels }: Found): Suggestion[] {
  const good = places.filter(({ relevance = 1 }) => relevance >= GOOD_RELEVANCE);
  const bad = places.filter((place) => !good.includes(place));
  // A parcel found by address is left out if the places already list an address.
  const addressIsKnown = good.some(({ place_type }) => place_type?.includes('address'));
  const chosen = parcels
    .filter(({ match }) => match !== 'address' || !addressIsKnown)
    .slice(0, Math.max(PARCEL_ROWS_MIN, SUGGESTIONS_MAX - good.length));
  const isByPin = ({ parcel }: Suggestion) => parcel?.match === 'pin';
  const suggestions = chosen.map(asSuggestion);
  return [
    ...suggestions.filter(isByPin),
    ...good.slice(0, SUGGESTIONS_MAX - chosen.length),
    ...suggestions.filter((suggestion) => !isByPin(suggestion)),
    ...bad,
  ].slice(0, SUGGESTIONS_MAX);
}

/** Privacy: the library's telemetry reports these fields to the places provider, so owner and PIN stay in `parcel`. */
function asSuggestion(parcel: ParcelMatch, index: number): Suggestion {
  const center: [number, number] = [parcel.centroid.lng, parcel.centroid.lat];
  return {
    id: `parcel.${index}`,
    type: 'Feature',
    place_name: 'Parcel',
    center,
    geometry: { type: 'Point', coordinates: center },
    properties: {},
    parcel,
  };
}
