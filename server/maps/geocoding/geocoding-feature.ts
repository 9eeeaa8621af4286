// Converts a found place to a feature of Mapbox's geocoding API.
import type { GeocodingFeature } from '../../../contract/geocoding.ts';
import type { FoundPlace, NamedPlace } from '../../../store/place-store.ts';

/** The language of all names. */
const LANGUAGE = 'en';

export function geocodingFeature(place: FoundPlace, languages: readonly string[]): GeocodingFeature {
  const { id, type, name, category, houseNumber, accuracy, shortCode, at, bounds, relevance, within } = place;
  const center: [number, number] = [at.lng, at.lat];
  const placeName = placeNameOf(place);
  return {
    id,
    type: 'Feature',
    place_type: [type],
    relevance,
    properties: {
      ...(accuracy && { accuracy }),
      ...(shortCode && { short_code: shortCode }),
      ...(category && { category }),
    },
    text: name,
    ...(houseNumber !== undefined && { address: houseNumber }),
    place_name: placeName,
    ...Object.fromEntries(
      languages.flatMap((language) => [
        [`text_${language}`, name],
        [`place_name_${language}`, placeName],
        [`language_${language}`, LANGUAGE],
      ]),
    ),
    ...(bounds && { bbox: [bounds.west, bounds.south, bounds.east, bounds.north] }),
    center,
    geometry: { type: 'Point', coordinates: center },
    ...(within.length > 0 && { context: within.map(contextEntryOf) }),
  };
}

function contextEntryOf({ id, name, shortCode }: NamedPlace) {
  return { id, text: name, ...(shortCode && { short_code: shortCode }) };
}

/** In the order of a postal address: house and street, town, state and ZIP code, country. */
function placeNameOf({ type, name, houseNumber, within }: FoundPlace): string {
  const around = (wanted: NamedPlace['type']) => within.find((parent) => parent.type === wanted)?.name;
  const isPostcode = type === 'postcode';
  const own = isPostcode ? undefined : [houseNumber, name].filter(Boolean).join(' ');
  const zip = isPostcode ? name : isInPostcode(type) ? around('postcode') : undefined;
  const state = [around('region'), zip].filter(Boolean).join(' ');
  return [own, around('place'), state, around('country')].filter(Boolean).join(', ');
}

/** A town is not in a ZIP code: it has several, or shares one. */
function isInPostcode(type: FoundPlace['type']): boolean {
  return type === 'address' || type === 'poi' || type === 'neighborhood';
}
