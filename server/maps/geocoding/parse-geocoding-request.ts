// Parses and validates a geocoding request: text or a point, and the options.
import {
  FORWARD_RESULTS,
  FORWARD_RESULTS_MAX,
  GEOCODING_QUERY_MAX,
  GEOCODING_WORDS_MAX,
  type GeocodingQuery,
  geocodingQuery,
  REVERSE_RESULTS_MAX,
} from '../../../contract/geocoding.ts';
import { LAT_MAX, LNG_MAX } from '../../../contract/limits.ts';
import { refusals } from '../../../contract/messages.ts';
import type { LngLat } from '../../../geo/geometry.ts';
import type { PlaceQuery, PointQuery } from '../../../store/place-store.ts';
import { Failure } from '../../failure.ts';

export type GeocodingRequest = {
  /** The request's countries do not include the United States, so nothing is found. */
  isElsewhere: boolean;
  languages: readonly string[];
} & ({ kind: 'forward'; search: PlaceQuery } | { kind: 'reverse'; at: PointQuery });

const MODES = ['mapbox.places', 'mapbox.places-permanent'];
/** The country of all places. */
const COUNTRY = 'us';
const EXTENSION = '.json';

/** Mapbox's status for a well-formed request that it cannot answer. */
function refuse(message: string): never {
  throw new Failure(422, message);
}

type RawRequest = {
  mode: string;
  /** The last segment of the path: the query and .json. */
  file: string;
  fields: unknown;
};

export function parseGeocodingRequest({ mode, file, fields }: RawRequest): GeocodingRequest {
  if (!MODES.includes(mode) || !file.endsWith(EXTENSION)) throw new Failure(404, refusals.notFound);
  const text = parseText(file.slice(0, -EXTENSION.length).trim());
  const parsed = geocodingQuery.safeParse(fields);
  if (!parsed.success) return refuse(parsed.error.issues[0]!.message);

  const { country, language = [] } = parsed.data;
  const common = { isElsewhere: country ? !country.includes(COUNTRY) : false, languages: language };
  const point = parsePoint(text);
  return point
    ? { ...common, kind: 'reverse', at: reverse(point, parsed.data) }
    : { ...common, kind: 'forward', search: forward(text, parsed.data) };
}

function parseText(text: string): string {
  if (text === '') refuse('The query is empty.');
  if (text.length > GEOCODING_QUERY_MAX) {
    refuse(`The query is too long: ${text.length} of ${GEOCODING_QUERY_MAX} characters.`);
  }
  const words = text.split(/\s+/).length;
  if (words > GEOCODING_WORDS_MAX) {
    refuse(`The query is too long: ${words} of ${GEOCODING_WORDS_MAX} words.`);
  }
  if (text.includes(';')) refuse('The query must not contain semicolons: several at once are not answered.');
  if (/\p{Cc}/u.test(text)) refuse('The query must not contain control characters.');
  return text;
}

function parsePoint(text: string): LngLat | undefined {
  const parts = /^([+-]?\d+(?:\.\d*)?)\s*,\s*([+-]?\d+(?:\.\d*)?)$/.exec(text);
  if (!parts) return undefined;
  const [lng, lat] = [Number(parts[1]), Number(parts[2])];
  if (Math.abs(lng) > LNG_MAX) refuse(`The longitude must lie between -${LNG_MAX} and ${LNG_MAX}.`);
  if (Math.abs(lat) > LAT_MAX) refuse(`The latitude must lie between -${LAT_MAX} and ${LAT_MAX}.`);
  return { lng, lat };
}

function forward(text: string, query: GeocodingQuery): PlaceQuery {
  return {
    text,
    types: query.types,
    near: query.proximity,
    bounds: query.bbox,
    limit: parseLimit(query.limit ?? FORWARD_RESULTS, FORWARD_RESULTS_MAX),
    isBeingTyped: query.autocomplete ?? true,
    forgivesErrors: query.fuzzyMatch ?? true,
  };
}

function reverse(point: LngLat, { types, limit: asked = 1 }: GeocodingQuery): PointQuery {
  const limit = parseLimit(asked, REVERSE_RESULTS_MAX);
  if (limit > 1 && types?.length !== 1) {
    refuse('limit must be combined with a single type parameter when reverse geocoding.');
  }
  return { point, types, limit };
}

function parseLimit(limit: number, max: number): number {
  if (limit < 1 || limit > max) refuse(`limit must lie between 1 and ${max}.`);
  return limit;
}
