// Parcels for the search box, found by PIN, owner or address, and listed together with the places.
import type { Suggestion } from '@mapbox/mapbox-gl-geocoder';
import { SUGGESTIONS_MAX } from '../../contract/limits.ts';
import { type ParcelMatch, parcelSearchAnswer } from '../../contract/parcel.ts';
import type { LngLat } from '../../geo/geometry.ts';
import { kilometersBetween } from '../../geo/kilometers-between.ts';
import { callServer } from '../call-server.ts';
import { filterOfSearch } from '../set-filters.ts';

/** Rows reserved for parcels, however many places are found. */
const PARCEL_ROWS_MIN = 2;
/** Rows reserved for places that are far from the parcels found. */
const FAR_PLACE_ROWS = 2;
/** Beyond this, a place is not the one that somebody who looks up land here has in mind first. */
const FAR_KILOMETERS = 100;
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

/** Waits no longer for the count: the list is what was asked for. */
const COUNT_TIMEOUT_MS = 600;

type Listed = { text: string; found: readonly ParcelMatch[]; listed: readonly Suggestion[] };

/** The way to all that were found, where the list has no room for them. */
export async function allParcels({ text, found, listed }: Listed): Promise<Suggestion[]> {
  const [first] = found;
  const shown = listed.filter(({ parcel }) => parcel).length;
  if (!first || found.length <= shown) return [];
  const query = new URLSearchParams({ filter: filterOfSearch(text), limit: '0' });
  try {
    const answer = await callServer({
      kind: 'set',
      path: `/api/parcels?${query}`,
      signal: AbortSignal.timeout(COUNT_TIMEOUT_MS),
    });
    const { count } = Object(answer);
    return typeof count === 'number' && count > shown ? [allSuggestion({ text, count, at: first })] : [];
  } catch {
    return [];
  }
}

type All = { text: string; count: number; at: ParcelMatch };

/** What was typed stays out of the fields that the library's telemetry reports. */
function allSuggestion({ text, count, at }: All): Suggestion {
  const { parcel: _, ...suggestion } = asSuggestion(at, 0);
  return { ...suggestion, id: 'parcels.all', place_name: 'Parcels', set: { text, count } };
}

type Found = {
  /** What was typed. */
  text: string;
  places: readonly Suggestion[];
  parcels: readonly ParcelMatch[];
};

/**
 * Order: parcels by PIN, places that match well, other parcels, places that match badly. Places far away come after the
 * parcels, unless they match what was typed and the parcels do not.
 */
export function mergeSuggestions({ text, places, parcels }: Found): Suggestion[] {
  const good = places.filter(({ relevance = 1 }) => relevance >= GOOD_RELEVANCE);
  const bad = places.filter((place) => !good.includes(place));
  const parcelsMatch = parcels.some(({ match, name }) => match === 'pin' || hasAllWords(name, text));
  const far = good.filter(
    (place) =>
      (parcelsMatch || !isWholeMatch(place)) && parcels.every(({ centroid }) => isFar(place, centroid)),
  );
  const near = good.filter((place) => !far.includes(place));
  // A parcel found by address is left out if the places already list an address.
  const addressIsKnown = near.some(({ place_type }) => place_type?.includes('address'));
  const placeRows = near.length + Math.min(far.length, FAR_PLACE_ROWS);
  const chosen = parcels
    .filter(({ match }) => !addressIsKnown || match === 'pin' || match === 'owner')
    .slice(0, Math.max(PARCEL_ROWS_MIN, SUGGESTIONS_MAX - placeRows));
  const isByPin = ({ parcel }: Suggestion) => parcel?.match === 'pin';
  const suggestions = chosen.map(asSuggestion);
  return [
    ...suggestions.filter(isByPin),
    ...near.slice(0, SUGGESTIONS_MAX - chosen.length),
    ...suggestions.filter((suggestion) => !isByPin(suggestion)),
    ...far,
    ...bad,
  ].slice(0, SUGGESTIONS_MAX);
}

/** False for a place that was found by correcting what was typed, or that lacks some of it. */
const isWholeMatch = ({ relevance = 1 }: Suggestion) => relevance === 1;

/** Letters and digits only, without accents. */
const wordsOf = (text: string) =>
  text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .match(/[\p{L}\p{N}]+/gu) ?? [];

/** False for a name that was found by correcting what was typed. The last word may still be incomplete. */
function hasAllWords(name: string, text: string): boolean {
  const known = wordsOf(name);
  const typed = wordsOf(text);
  return typed.every((word, at) =>
    known.some((whole) => (at === typed.length - 1 ? whole.startsWith(word) : whole === word)),
  );
}

/** Measured from the nearest point of a place that has bounds: a state is not far from its counties. */
function isFar({ center: [lng, lat], bbox }: Suggestion, from: LngLat): boolean {
  const [west, south, east, north] = bbox ?? [lng, lat, lng, lat];
  const nearest = {
    lng: Math.min(Math.max(from.lng, west), east),
    lat: Math.min(Math.max(from.lat, south), north),
  };
  return kilometersBetween(from, nearest) > FAR_KILOMETERS;
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
