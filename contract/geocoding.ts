// Finding places by name and by point, in the words of Mapbox's geocoding: what may be asked, and what is answered.
import { z } from 'zod';
import { LAT_MAX, LNG_MAX } from './limits.ts';

/** From the widest to the narrowest. A street and a crossing are of type address, as a house is. */
export const PLACE_TYPES = [
  'country',
  'region',
  'district',
  'postcode',
  'place',
  'locality',
  'neighborhood',
  'address',
  'poi',
] as const;
export type PlaceType = (typeof PLACE_TYPES)[number];

export const GEOCODING_QUERY_MAX = 256;
export const GEOCODING_WORDS_MAX = 20;
export const FORWARD_RESULTS_MAX = 10;
export const FORWARD_RESULTS = 5;
export const REVERSE_RESULTS_MAX = 5;
const LANGUAGES_MAX = 20;

/** A field may be there without a value, which means as much as its absence; twice it means nothing. */
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

/** Numbers as a person writes them, split at commas; anything else becomes NaN. */
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
  // Where an address of the network lies is not known here: as good as no word on it.
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
 * What is not named here is let pass unread, as Mapbox does: the access token, the session token and whatever the
 * client's next version adds. `routing` and `worldview` are checked and change nothing: there is one view of the world.
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

export const geocodingFeature = z.looseObject({
  id: z.string().regex(/^[a-z]+\.[\w-]+$/),
  type: z.literal('Feature'),
  place_type: z.array(z.enum(PLACE_TYPES)).length(1),
  /** 0 to 1: how much of the question was found in the answer. */
  relevance: z.number().min(0).max(1),
  properties: z.looseObject({ accuracy: z.string().optional(), short_code: z.string().optional() }),
  text: z.string(),
  /** The house number. */
  address: z.string().optional(),
  place_name: z.string(),
  bbox: z.tuple([z.number(), z.number(), z.number(), z.number()]).optional(),
  center: position,
  geometry: z.object({ type: z.literal('Point'), coordinates: position }),
  /** What it lies in, the narrowest first; missing where it lies in nothing. */
  context: z.array(contextEntry).optional(),
});
export type GeocodingFeature = z.infer<typeof geocodingFeature>;

export const geocodingAnswer = z.object({
  type: z.literal('FeatureCollection'),
  /** The words looked for, or the longitude and the latitude. */
  query: z.array(z.union([z.string(), z.number()])),
  features: z.array(geocodingFeature),
  attribution: z.string(),
});
export type GeocodingAnswer = z.infer<typeof geocodingAnswer>;
