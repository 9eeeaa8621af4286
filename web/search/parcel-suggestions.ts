// Parcels for the words in the search box, by PIN and by owner, in one list with the places.
import type { Suggestion } from '@mapbox/mapbox-gl-geocoder';
import { PARCEL_CALL_TIMEOUT_MS, PLACE_RESULTS_MAX } from '../../contract/limits.ts';
import { type ParcelMatch, parcelSearchAnswer } from '../../contract/parcel.ts';
import { storedTokens } from '../session/stored-session.ts';

/** As many may be listed however many places there are. */
const PARCELS_AT_LEAST = 2;
/** Below it hardly more than half the words were found in a place. */
const GOOD_RELEVANCE = 0.75;

/** None where the search fails: the places are still worth showing. */
export async function findParcels(text: string): Promise<ParcelMatch[]> {
  const tokens = storedTokens();
  try {
    const response = await fetch(`/api/parcels/search?${new URLSearchParams({ q: text })}`, {
      headers: {
        'Content-Type': 'application/json',
        ...(tokens && { Authorization: `Bearer ${tokens.jwt}`, 'X-Session-Token': tokens.token }),
      },
      credentials: 'include',
      signal: AbortSignal.timeout(PARCEL_CALL_TIMEOUT_MS),
    });
    if (!response.ok) throw new Error(`The server answered ${response.status}.`);
    return parcelSearchAnswer.parse(await response.json()).parcels;
  } catch (error) {
    console.warn('The parcels could not be searched.', error);
    return [];
  }
}

type Found = { places: readonly Suggestion[]; parcels: readonly ParcelMatch[] };

/** What was typed as a PIN comes first, then the places it may well mean, then owners, then places that fit badly. */
export function listTogether({ places, parcels }: Found): Suggestion[] {
  const good = places.filter(({ relevance = 1 }) => relevance >= GOOD_RELEVANCE);
  const bad = places.filter((place) => !good.includes(place));
  // An address belongs to the places, where they have it.
  const addressIsKnown = good.some(({ place_type }) => place_type?.includes('address'));
  const chosen = parcels
    .filter(({ match }) => match !== 'address' || !addressIsKnown)
    .slice(0, Math.max(PARCELS_AT_LEAST, PLACE_RESULTS_MAX - good.length));
  const isByPin = ({ parcel }: Suggestion) => parcel?.match === 'pin';
  const suggestions = chosen.map(asSuggestion);
  return [
    ...suggestions.filter(isByPin),
    ...good.slice(0, PLACE_RESULTS_MAX - chosen.length),
    ...suggestions.filter((suggestion) => !isByPin(suggestion)),
    ...bad,
  ].slice(0, PLACE_RESULTS_MAX);
}

/** Owner and PIN stay out of the fields that the library reports to the provider of the places. */
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
