// Parcels for the search box, found by PIN, owner or address, and listed together with the places.
import type { Suggestion } from '@mapbox/mapbox-gl-geocoder';
import { SUGGESTIONS_MAX } from '../../contract/limits.ts';
import { type ParcelMatch, parcelSearchAnswer } from '../../contract/parcel.ts';
import { containsPoint } from '../../geo/bounds-of.ts';
import type { Bounds } from '../../geo/geometry.ts';
import { callServer } from '../call-server.ts';
import { filterOfSearch } from '../set-filters.ts';

/** Rows reserved for parcels, however many places are found. */
const PARCEL_ROWS_MIN = 2;
/** Rows that parcels leave to places elsewhere. */
const FAR_PLACE_ROWS = 2;
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
    // A single one that is not listed is the place above it.
    return typeof count === 'number' && count > Math.max(shown, 1)
      ? [allSuggestion({ text, count, at: first })]
      : [];
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
  /** Where parcels are loaded. */
  land: readonly Bounds[];
};

/**
 * Order: parcels by PIN, places that match well, other parcels, places that match badly, places elsewhere. Of those the one that
 * was typed in full is always listed.
 */
export function mergeSuggestions({ text, places, parcels, land }: Found): Suggestion[] {
  const isGood = ({ relevance = 1 }: Suggestion) => relevance >= GOOD_RELEVANCE;
  const near = places.filter((place) => isOnLand(place, land));
  const far = places.filter((place) => !near.includes(place));
  const good = near.filter(isGood);
  // A parcel found by address is left out if the places already list an address.
  const addressIsKnown = good.some(({ place_type }) => place_type?.includes('address'));
  const placeRows = good.length + Math.min(far.filter(isGood).length, FAR_PLACE_ROWS);
  const chosen = parcels
    .filter(({ match }) => !addressIsKnown || match === 'pin' || match === 'owner')
    .slice(0, Math.max(PARCEL_ROWS_MIN, SUGGESTIONS_MAX - placeRows));
  const isByPin = ({ parcel }: Suggestion) => parcel?.match === 'pin';
  const suggestions = chosen.map(asSuggestion);
  const rows = SUGGESTIONS_MAX - (far[0] && isNamed(far[0], text) ? 1 : 0);
  return [
    ...[
      ...suggestions.filter(isByPin),
      ...good.slice(0, Math.max(0, rows - chosen.length)),
      ...suggestions.filter((suggestion) => !isByPin(suggestion)),
      ...near.filter((place) => !isGood(place)),
    ].slice(0, rows),
    ...far,
  ].slice(0, SUGGESTIONS_MAX);
}

/** Lies on it, or around it, as a state does. */
function isOnLand({ center: [lng, lat], bbox }: Suggestion, land: readonly Bounds[]): boolean {
  if (land.length === 0) return true;
  const [west, south, east, north] = bbox ?? [lng, lat, lng, lat];
  const extent = { west, south, east, north };
  return land.some(
    (bounds) =>
      containsPoint(bounds, { lng, lat }) ||
      containsPoint(extent, { lng: (bounds.west + bounds.east) / 2, lat: (bounds.south + bounds.north) / 2 }),
  );
}

/** Letters and digits only, without accents. */
const plain = (text: string) =>
  ` ${text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .match(/[\p{L}\p{N}]+/gu)
    ?.join(' ')} `;

const isNamed = ({ text: name, place_name }: Suggestion, typed: string) =>
  plain(typed).startsWith(plain(name ?? place_name.split(',')[0]!));

/** The way to all of them is one of the five. It stands for the parcel that it displaces. */
export function withAll(listed: readonly Suggestion[], all: readonly Suggestion[]): Suggestion[] {
  const surplus = listed.length + all.length - SUGGESTIONS_MAX;
  const displaced = surplus > 0 ? listed.findLastIndex(({ parcel }) => parcel) : -1;
  return [...listed.filter((_, at) => at !== displaced), ...all].slice(0, SUGGESTIONS_MAX);
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
