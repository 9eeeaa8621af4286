// Reads coordinates as people copy and write them: decimal degrees, degrees with minutes and seconds, links to maps.
import type { Suggestion } from '@mapbox/mapbox-gl-geocoder';
import { LAT_MAX, LNG_MAX } from '../../contract/limits.ts';
import type { LngLat } from '../../geo/geometry.ts';
import { kilometersBetween } from '../../geo/kilometers-between.ts';
import { COORDINATES } from './suggestion-text.ts';

/** Beyond it nobody has land. */
const INHABITED_LAT_MAX = 72;
/** Of the middle of the map: a point that somebody who looks at this county may well mean. */
const NEARBY_KM = 1000;

/**
 * Undefined for any other text. Two plain numbers may be in either order where both are possible: then they mean the
 * point nearer to `near`. West of Greenwich many leave out the minus: then they mean the point nearby.
 */
export function parseCoordinates(text: string, near: LngLat): LngLat | undefined {
  const plain = plainSigns(text);
  const pair =
    pairInLink(plain) ??
    pairWithNames(plain) ??
    pairWithLetters(plain) ??
    pairOfNumbers(withoutBrackets(plain));
  if (!pair) return undefined;
  const { order, degrees } = pair;
  const [first, second] = degrees;
  const latFirst = { lat: first, lng: second };
  const lngFirst = { lat: second, lng: first };
  const possible = (order === 'unknown' ? [latFirst, lngFirst] : [latFirst]).filter(isOnEarth);
  const kilometers = (point: LngLat) => kilometersBetween(near, point);
  const inWest = { lat: first, lng: -second };
  const lacksMinus = order === 'unknown' && !/[-+]/.test(plain) && isOnEarth(inWest);
  if (
    lacksMinus &&
    kilometers(inWest) < NEARBY_KM &&
    possible.every((point) => kilometers(point) > NEARBY_KM)
  )
    return inWest;
  const inhabited = possible.filter(({ lat }) => Math.abs(lat) <= INHABITED_LAT_MAX);
  const [best, other] = inhabited.length > 0 ? inhabited : possible;
  if (!best || !other) return best;
  return kilometers(other) < kilometers(best) ? other : best;
}

function isOnEarth({ lng, lat }: LngLat): boolean {
  return Math.abs(lng) <= LNG_MAX && Math.abs(lat) <= LAT_MAX;
}

/** `unknown`: both orders are in use. */
type Pair = { order: 'latitude first' | 'unknown'; degrees: [number, number] };

/** The signs for minus, degrees, minutes and seconds that word processors and phones put in. */
function plainSigns(text: string): string {
  return text
    .trim()
    .replace(/[−–]/g, '-')
    .replace(/[，、]/g, ',')
    .replace(/[\s,;.]+$/, '')
    .replace(/[º˚]/g, '°')
    .replace(/''|[″”“]/g, '"')
    .replace(/[′’‘´`]/g, "'");
}

/** The point that Google's links are about; the one after the `@` is only the middle of the map. */
const GOOGLE_PLACE = /!3d(-?\d+\.\d+)!4d(-?\d+\.\d+)/;
/** A view of the map, as in this application's own links: `#15/35.62/-80.86`, `#map=15/35.62/-80.86`. */
const VIEW = /#(?:map=)?\d+(?:\.\d+)?\/(-?\d+(?:\.\d+)?)\/(-?\d+(?:\.\d+)?)/;
const PAIR_IN_LINK = /(-?\d{1,2}\.\d+),\s*(-?\d{1,3}\.\d+)/;

/** Every maps service writes the latitude first. */
function pairInLink(text: string): Pair | undefined {
  if (!/^(https?:\/\/|geo:)/i.test(text)) return undefined;
  const link = text.replace(/%2c/gi, ',').replace(/%20|\+/g, ' ');
  const found = GOOGLE_PLACE.exec(link) ?? VIEW.exec(link) ?? PAIR_IN_LINK.exec(link);
  return found ? { order: 'latitude first', degrees: [Number(found[1]), Number(found[2])] } : undefined;
}

const withoutBrackets = (text: string) => /^[([]\s*([^()[\]]*?)\s*[)\]]$/.exec(text)?.[1] ?? text;

const LAT = String.raw`lat(?:itude)?\.?\s*[:=]?\s*`;
const LNG = String.raw`(?:lng|long?|longitude)\.?\s*[:=]?\s*`;
const LAT_THEN_LNG = new RegExp(`^${LAT}([^a-z,;]+)[\\s,;]+${LNG}([^a-z,;]+)$`, 'i');
const LNG_THEN_LAT = new RegExp(`^${LNG}([^a-z,;]+)[\\s,;]+${LAT}([^a-z,;]+)$`, 'i');

/** `lat 35.6335 lng -80.872`, `Latitude: 35.6335, Longitude: -80.872`. */
function pairWithNames(text: string): Pair | undefined {
  const found = LAT_THEN_LNG.exec(text)?.slice(1) ?? LNG_THEN_LAT.exec(text)?.slice(1).reverse();
  const [lat, lng] = found?.map(degreesOf) ?? [];
  return lat === undefined || lng === undefined
    ? undefined
    : { order: 'latitude first', degrees: [lat, lng] };
}

/** With the letters of the compass, before or after each angle: `35°38.01'N 80°52.3'W`, `N35.6335 W80.872`. */
function pairWithLetters(words: string): Pair | undefined {
  const text = withMarks(
    withoutBrackets(words).replace(/\b(?:(n)orth|(s)outh|(e)ast|(w)est)\b/gi, '$1$2$3$4'),
  );
  const halves =
    /^([^a-z]+)([nsew])[\s,;]*([^a-z]+)([nsew])$/i.exec(text)?.slice(1) ??
    swapped(/^([nsew])([^a-z]+?)[\s,;]*([nsew])([^a-z]+)$/i.exec(text)?.slice(1));
  if (!halves) return undefined;
  // `12 N 5 W` is an address in some states.
  if (!/[°'".]|\d\s+\d/.test(text)) return undefined;
  const [first, second] = [
    angle(halves[0]!, halves[1]!.toUpperCase()),
    angle(halves[2]!, halves[3]!.toUpperCase()),
  ];
  if (!first || !second || first.isLatitude === second.isLatitude) return undefined;
  const [lat, lng] = first.isLatitude ? [first, second] : [second, first];
  return { order: 'latitude first', degrees: [lat.degrees, lng.degrees] };
}

/** `35d38m0.6sN`: letters for the signs. */
function withMarks(text: string): string {
  return text
    .replace(/(\d)\s*d(?:eg)?(?=[\s\d])/gi, '$1°')
    .replace(/(\d)\s*m(?:in)?(?=[\s\dnsew])/gi, "$1'")
    .replace(/(\d)\s*s(?:ec)?(?=\s*[nsew])/gi, '$1"');
}

function swapped(halves: string[] | undefined): string[] | undefined {
  return halves && [halves[1]!, halves[0]!, halves[3]!, halves[2]!];
}

function angle(text: string, letter: string): { isLatitude: boolean; degrees: number } | undefined {
  const degrees = degreesOf(text);
  if (degrees === undefined || degrees < 0) return undefined;
  return { isLatitude: 'NS'.includes(letter), degrees: 'SW'.includes(letter) ? -degrees : degrees };
}

/** `35.6335, -80.872`, `35.6335 -80.872`, `35° 38' 0.6", -80° 52' 19.2"`. */
function pairOfNumbers(text: string): Pair | undefined {
  const halves = text.split(
    /\s*[,;/]\s*|(?<=[°'"])\s+(?=[-+]?\d+(?:\.\d+)?\s*°)|(?<=^\S+\s+\S+\s+\d+\.\d+)\s+(?=[-+])/,
  );
  const [first, second] = halves.length === 2 ? halves : text.split(/\s+/);
  const isPair = halves.length === 2 || text.split(/\s+/).length === 2;
  if (!isPair || first === undefined || second === undefined) return undefined;
  // `98, 64` and `12 34` may be anything else: without a degree sign, coordinates have decimals, or a sign and a comma.
  const isTelling = /°/.test(text) || (hasDecimals(first) && hasDecimals(second)) || isSignedPair(text);
  const degrees = [degreesOf(first), degreesOf(second)];
  if (!isTelling || degrees[0] === undefined || degrees[1] === undefined) return undefined;
  return { order: 'unknown', degrees: [degrees[0], degrees[1]] };
}

const hasDecimals = (text: string) => /\d\.\d/.test(text);
const isSignedPair = (text: string) => /,/.test(text) && /(^|[\s,])-\d/.test(text);

const ANGLE =
  /^([-+]?)\s*(\d{1,3}(?:\.\d+)?)\s*°?\s*(?:(?<=[°\s])(\d{1,2}(?:\.\d+)?)\s*'?\s*(?:(?<=['\s])(\d{1,2}(?:\.\d+)?)\s*"?\s*)?)?$/;

/** Degrees with or without minutes and seconds, of which only the last may have decimals. */
function degreesOf(text: string): number | undefined {
  const found = ANGLE.exec(text.trim());
  if (!found) return undefined;
  const [, sign, ...parts] = found;
  const present = parts.filter((part) => part !== undefined);
  const [degrees = 0, minutes = 0, seconds = 0] = present.map(Number);
  if (present.slice(0, -1).some((part) => part.includes('.')) || minutes >= 60 || seconds >= 60)
    return undefined;
  const size = degrees + minutes / 60 + seconds / 3600;
  return sign === '-' ? -size : size;
}

/** As elsewhere to 10 m, or to less than a hand where they are known so well. */
const degreesText = ({ lng, lat }: LngLat) => {
  const digits = [lat, lng].every((degrees) => Math.abs(degrees - Number(degrees.toFixed(4))) < 5e-7) ? 4 : 6;
  return `${lat.toFixed(digits)}, ${lng.toFixed(digits)}`;
};

export function coordinatesSuggestion({ lng, lat }: LngLat): Suggestion {
  return {
    id: 'coordinates.0',
    type: 'Feature',
    place_name: degreesText({ lng, lat }),
    place_type: [COORDINATES],
    center: [lng, lat],
    geometry: { type: 'Point', coordinates: [lng, lat] },
    properties: {},
  };
}
