// Schemas of Mapbox's geocoding API v5: the query of a forward or reverse request, and the answer.
import { z } from 'zod';
import { LAT_MAX, LNG_MAX } from './limits.ts';
import { PLACE_TYPES } from './place-types.ts';

export const GEOCODING_QUERY_MAX = 256;
export const GEOCODING_WORDS_MAX = 20;
export const FORWARD_RESULTS_MAX = 10;
export const FORWARD_RESULTS = 5;
export const REVERSE_RESULTS_MAX = 5;
const LANGUAGES_MAX = 20;

/** An optional field: an empty value counts as missing, a repeated field is an error. */
function field<Output>(name: string, schema: z.ZodType<Output, string>) {
  return z.preprocess(
    (value) => (value === '' ? undefined : value),
    z.string(`${name} is given twice.`).pipe(schema).optional(),
  );
}

function flag(name: string) {
  const words = z.enum(['true', 'false'], `${name} must be true or false.`);
  return field(
    name,
    words.transform((word) => word === 'true'),
  );
}

/** Decimal numbers separated by commas; anything else becomes NaN, so that Number('') or '1e3' is not accepted. */
function numbersOf(text: string): number[] {
  return text.split(',').map((part) => (/^\s*[+-]?(\d+\.?\d*|\.\d+)\s*$/.test(part) ? Number(part) : NaN));
}

function isLngLat([lng, lat]: readonly number[]): boolean {
  return Math.abs(lng!) <= LNG_MAX && Math.abs(lat!) <= LAT_MAX;
}

const proximity = z
  .string()
  .refine((text) => text === 'ip' || (numbersOf(text).length === 2 && isLngLat(numbersOf(text))), {
    message: 'proximity must be a longitude and a latitude, such as -80.86,35.62.',
  })
  // This server cannot locate IP addresses: `ip` counts as missing.
  .transform((text) => (text === 'ip' ? undefined : numbersOf(text)))
  .transform((point) => point && { lng: point[0]!, lat: point[1]! });

const bbox = z
  .string()
  .transform(numbersOf)
  .refine(
    (box) => box.length === 4 && isLngLat(box) && isLngLat(box.slice(2)),
    'bbox must be west, south, east and north in degrees, such as -81,35.5,-80.7,35.7.',
  )
  .refine(
    ([west, south, east, north]) => west! <= east! && south! <= north!,
    'bbox must run from west to east and from south to north.',
  )
  .transform(([west, south, east, north]) => ({
    west: west!,
    south: south!,
    east: east!,
    north: north!,
  }));

const types = z
  .string()
  .transform((text) => text.split(',').map((part) => part.trim()))
  .pipe(z.array(z.enum(PLACE_TYPES, `types may name only ${PLACE_TYPES.join(', ')}.`)));

const country = z
  .string()
  .regex(/^[a-z]{2}(,[a-z]{2})*$/i, 'country must be codes of two letters, such as us or us,ca.')
  .transform((text) => text.toLowerCase().split(','));

const language = z
  .string()
  .regex(/^[a-z]{2,3}(-[a-z\d]{2,8})*(,[a-z]{2,3}(-[a-z\d]{2,8})*)*$/i, 'language must be tags such as en.')
  .transform((text) => text.split(','))
  .refine((tags) => tags.length <= LANGUAGES_MAX, `language may name at most ${LANGUAGES_MAX} languages.`);

const worldview = z.string().regex(/^[a-z]{2}(,[a-z]{2})*$/i, 'worldview must be codes of two letters.');

const limit = z
  .string()
  .regex(/^\d{1,3}$/, 'limit must be a whole number.')
  .transform(Number);

/**
 * Unknown fields are ignored, as Mapbox does: the access token, the session token and whatever a newer client sends.
 * `routing` and `worldview` are validated but have no effect.
 */
export const geocodingQuery = z.object({
  country: field('country', country),
  proximity: field('proximity', proximity),
  types: field('types', types),
  autocomplete: flag('autocomplete'),
  bbox: field('bbox', bbox),
  limit: field('limit', limit),
  language: field('language', language),
  routing: flag('routing'),
  fuzzyMatch: flag('fuzzyMatch'),
  worldview: field('worldview', worldview),
});
export type GeocodingQuery = z.infer<typeof geocodingQuery>;

const position = z.tuple([z.number(), z.number()]);

const contextEntry = z.object({ id: z.string(), text: z.string(), short_code: z.string().optional() });

const geocodingFeature = z.looseObject({
  id: z.string().regex(/^[a-z]+\.[\w-]+$/),
  type: z.literal('Feature'),
  place_type: z.array(z.enum(PLACE_TYPES)).length(1),
  /** 0 to 1: how much of the query matches this feature. */
  relevance: z.number().min(0).max(1),
  properties: z.looseObject({
    accuracy: z.string().optional(),
    short_code: z.string().optional(),
    /** What a place of type poi is: 'park', 'lake'. */
    category: z.string().optional(),
  }),
  text: z.string(),
  /** The house number. */
  address: z.string().optional(),
  place_name: z.string(),
  bbox: z.tuple([z.number(), z.number(), z.number(), z.number()]).optional(),
  center: position,
  geometry: z.object({ type: z.literal('Point'), coordinates: position }),
  /** The places that contain it, smallest first; missing if there are none. */
  context: z.array(contextEntry).optional(),
});
export type GeocodingFeature = z.infer<typeof geocodingFeature>;

export const geocodingAnswer = z.object({
  type: z.literal('FeatureCollection'),
  /** The words of a forward request, or longitude and latitude of a reverse one. */
  query: z.array(z.union([z.string(), z.number()])),
  features: z.array(geocodingFeature),
  attribution: z.string(),
});
export type GeocodingAnswer = z.infer<typeof geocodingAnswer>;
