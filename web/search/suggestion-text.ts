// What a suggestion is and says: its kind, its text in the list, and the text in the field once it is picked.
import type { Suggestion } from '@mapbox/mapbox-gl-geocoder';
import type { ParcelMatch } from '../../contract/parcel.ts';
import { pinLabel } from '../../contract/parcel-pin.ts';
import { sizesNow } from '../preferences.ts';

export type SuggestionKind =
  | 'set'
  | 'owner'
  | 'parcel'
  | 'coordinates'
  | 'address'
  | 'street'
  | 'park'
  | 'water'
  | 'place';

/** The type of our own suggestion, beside those that the places provider knows. */
export const COORDINATES = 'coordinates';

const PARKS = new Set<unknown>(['park', 'nature reserve', 'playground', 'golf course', 'forest', 'garden']);
const WATERS = new Set<unknown>(['lake', 'pond', 'river', 'stream', 'canal', 'reservoir', 'bay', 'water']);

export function kindOf({ set, parcel, place_type, address, properties }: Suggestion): SuggestionKind {
  if (set) return 'set';
  if (parcel) return parcel.match === 'owner' || parcel.match === 'mailing' ? 'owner' : 'parcel';
  if (place_type?.includes(COORDINATES)) return 'coordinates';
  if (PARKS.has(properties.category)) return 'park';
  if (WATERS.has(properties.category)) return 'water';
  if (!place_type?.includes('address')) return 'place';
  // Streets and crossings have the type of addresses, but no house number.
  return address ? 'address' : 'street';
}

type SuggestionText = { title: string; detail: string };

export function suggestionText({
  place_name,
  place_type,
  parcel,
  set,
  properties,
}: Suggestion): SuggestionText {
  if (set)
    return { title: `All ${set.count.toLocaleString('en-US')} parcels`, detail: 'As a table and on the map' };
  if (parcel) return parcelText(parcel);
  if (place_type?.includes(COORDINATES)) return { title: place_name, detail: 'Latitude, longitude' };
  const [title, ...detail] = place_name.split(',');
  const what = typeof properties.category === 'string' ? capitalized(properties.category) : undefined;
  return { title: title!.trim(), detail: [what, detail.join(',').trim()].filter(Boolean).join(' · ') };
}

const capitalized = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

/** The title is what was searched for; the rest tells parcels of one owner apart, the most telling first. */
function parcelText(parcel: ParcelMatch): SuggestionText {
  const { match, name, site_address, source } = parcel;
  const pin = `Parcel ${pinLabel(parcel.pin)}`;
  const acres = acresText(parcel);
  const [wanted, ...details] = {
    pin: [pin, name, site_address, acres],
    owner: [name, site_address, acres, pin],
    address: [site_address, name, acres, pin],
    // Labeled, because it is not where the land is.
    mailing: [name, mailText(parcel), site_address, acres, pin],
  }[match];
  // A parcel without an owner or an address is known by its PIN.
  const title = wanted || pin;
  const detail = [...details, source].filter((text) => text && text !== title).join(' · ');
  return { title, detail };
}

function mailText({ add1, city }: ParcelMatch): string | undefined {
  const address = [add1, city].filter(Boolean).join(', ');
  return address ? `Mail to ${address}` : undefined;
}

function acresText({ taxacres }: ParcelMatch): string | undefined {
  // Counties write 0 where they do not know it.
  return taxacres !== null && taxacres > 0 ? sizesNow().acres(taxacres) : undefined;
}

export function fieldText(suggestion: Suggestion): string {
  const { parcel, place_name, set } = suggestion;
  // The search goes on from what was typed.
  if (set) return set.text;
  if (!parcel) return place_name;
  const { title } = suggestionText(suggestion);
  const pin = pinLabel(parcel.pin);
  // What can be searched for again: the bare PIN, and the address of a lot whose owners are only counted.
  if (title === `Parcel ${pin}`) return pin;
  return COUNTED_OWNERS.test(title) ? parcel.site_address || pin : title;
}

/** In place of a name, for a lot of apartments. */
const COUNTED_OWNERS = /^[\d,]+ owners$/;

/** Lucide's icons as SVG content: table-2, user-round, vector-square, crosshair, house, signpost, trees, waves, map-pin. */
const ICONS: Record<SuggestionKind, string> = {
  set: '<path d="M9 3H5a2 2 0 0 0-2 2v4m6-6h10a2 2 0 0 1 2 2v4M9 3v18m0 0h10a2 2 0 0 0 2-2V9M9 21H5a2 2 0 0 1-2-2V9m0 0h18"/>',
  owner: '<circle cx="12" cy="8" r="5"/><path d="M20 21a8 8 0 0 0-16 0"/>',
  parcel:
    '<path d="M17.055 4.533a24 24 0 00-10.11 0M19.467 17.055a24 24 0 000-10.11M4.533 6.945a24 24 0 000 10.11M6.945 19.467a24 24 0 0010.11 0"/><circle cx="19" cy="19" r="2"/><circle cx="19" cy="5" r="2"/><circle cx="5" cy="19" r="2"/><circle cx="5" cy="5" r="2"/>',
  coordinates: '<circle cx="12" cy="12" r="10"/><path d="M22 12h-4M6 12H2M12 6V2M12 22v-4"/>',
  address:
    '<path d="M15 21v-8a1 1 0 0 0-1-1h-4a1 1 0 0 0-1 1v8"/><path d="M3 10a2 2 0 0 1 .709-1.528l7-6a2 2 0 0 1 2.582 0l7 6A2 2 0 0 1 21 10v9a2 2 0 0 1-2 2H5a2 2 0 0 1-2-2z"/>',
  street:
    '<path d="M12 13v8"/><path d="M12 3v3"/><path d="M2.354 10.354a1.207 1.207 0 0 1 0-1.708l2.06-2.06A2 2 0 0 1 5.828 6h12.344a2 2 0 0 1 1.414.586l2.06 2.06a1.207 1.207 0 0 1 0 1.708l-2.06 2.06a2 2 0 0 1-1.414.586H5.828a2 2 0 0 1-1.414-.586z"/>',
  park: '<path d="M10 10v.2A3 3 0 0 1 8.9 16H5a3 3 0 0 1-1-5.8V10a3 3 0 0 1 6 0Z"/><path d="M7 16v6"/><path d="M13 19v3"/><path d="M12 19h8.3a1 1 0 0 0 .7-1.7L18 14h.3a1 1 0 0 0 .7-1.7L16 9h.2a1 1 0 0 0 .8-1.7L13 3l-1.4 1.5"/>',
  water:
    '<path d="M2 6c.6.5 1.2 1 2.5 1C7 7 7 5 9.5 5c2.6 0 2.4 2 5 2 2.5 0 2.5-2 5-2 1.3 0 1.9.5 2.5 1"/><path d="M2 12c.6.5 1.2 1 2.5 1 2.5 0 2.5-2 5-2 2.6 0 2.4 2 5 2 2.5 0 2.5-2 5-2 1.3 0 1.9.5 2.5 1"/><path d="M2 18c.6.5 1.2 1 2.5 1 2.5 0 2.5-2 5-2 2.6 0 2.4 2 5 2 2.5 0 2.5-2 5-2 1.3 0 1.9.5 2.5 1"/>',
  place:
    '<path d="M20 10c0 4.993-5.539 10.193-7.399 11.799a1 1 0 0 1-1.202 0C9.539 20.193 4 14.993 4 10a8 8 0 0 1 16 0"/><circle cx="12" cy="10" r="3"/>',
};

/** The library expects HTML. Names are set as text nodes, which escapes any markup in them. */
export function suggestionHtml(suggestion: Suggestion): string {
  const { title, detail } = suggestionText(suggestion);
  const kind = kindOf(suggestion);
  const lines = [title, detail].filter(Boolean).map((text, index) => {
    const line = document.createElement('span');
    line.className = index === 0 ? 'suggestion-title' : 'suggestion-detail';
    line.textContent = text;
    return line.outerHTML;
  });
  const icon = `<svg class="suggestion-icon" data-kind="${kind}" viewBox="0 0 24 24" aria-hidden="true">${ICONS[kind]}</svg>`;
  return `${icon}${lines.join('')}`;
}
