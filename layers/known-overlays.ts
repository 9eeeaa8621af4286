// The official classes of national overlays in plain words, with their customary colors.
import { cleanText } from '../import/fields/clean-text.ts';
import type { RawValue } from '../import/layer.ts';
import type { KnownOverlay } from './make-vector-layer.ts';

type Row = Record<string, RawValue>;

/** Sources write their columns in capitals, as a rule. */
function text(row: Row, name: string): string {
  const key = Object.keys(row).find((column) => column.toUpperCase().split('.').at(-1) === name);
  return cleanText(key === undefined ? null : row[key]) ?? '';
}

const FLOOD_WORDS: Record<string, string> = {
  A: 'A, 1% annual chance, depth not studied',
  AE: 'AE, 1% annual chance',
  AH: 'AH, 1% annual chance, shallow ponding',
  AO: 'AO, 1% annual chance, shallow sheet flow',
  AR: 'AR, 1% annual chance while a levee is repaired',
  A99: 'A99, 1% annual chance, levee being built',
  V: 'V, 1% annual chance with waves, depth not studied',
  VE: 'VE, 1% annual chance with waves',
  D: 'D, not studied',
  'OPEN WATER': 'Open water',
};

/** Of zone X, by its subtype. The first match decides. */
const X_WORDS: readonly [RegExp, string][] = [
  [/0\.2 PCT/, 'X, 0.2% annual chance'],
  [/LEVEE/, 'X, less risk behind a levee'],
  [/1 PCT FUTURE/, 'X, 1% annual chance in the future'],
  [/1 PCT/, 'X, 1% annual chance, shallow or small'],
  [/^/, 'X, minimal flood hazard'],
];

const FLOODWAY_ZONES = ['A', 'AE', 'AH', 'AO', 'V', 'VE'];
const floodway = (zone: string) => `${zone}, regulatory floodway`;

function floodZone(row: Row): string | null {
  const zone = text(row, 'FLD_ZONE').toUpperCase();
  const subtype = text(row, 'ZONE_SUBTY').toUpperCase();
  if (zone === '' || zone === 'AREA NOT INCLUDED') return null;
  if (subtype.includes('FLOODWAY')) return floodway(zone);
  if (zone !== 'X') return FLOOD_WORDS[zone] ?? zone;
  return X_WORDS.find(([pattern]) => pattern.test(subtype))![1];
}

/** As flood maps are lettered: AE (EL 12). */
function floodLabel(row: Row): string | null {
  const zone = text(row, 'FLD_ZONE').toUpperCase();
  if (floodZone(row) === null || zone === 'OPEN WATER') return null;
  const feet = text(row, 'STATIC_BFE');
  return feet === '' || Number(feet) <= NO_ELEVATION ? zone : `${zone} (EL ${Number(feet)})`;
}

/** Stands for a base flood elevation that is not known. */
const NO_ELEVATION = -8888;

export const knownOverlays: Record<'flood' | 'wetlands', KnownOverlay> = {
  flood: {
    valueIn: floodZone,
    labelOf: floodLabel,
    colors: new Map(
      Object.entries({
        ...Object.fromEntries(FLOODWAY_ZONES.map((zone) => [floodway(zone), '#b03a6f'])),
        [FLOOD_WORDS.AE!]: '#2f6fc4',
        [FLOOD_WORDS.A!]: '#5a93d8',
        [FLOOD_WORDS.AO!]: '#7a6fc4',
        [FLOOD_WORDS.AH!]: '#9a86d4',
        [FLOOD_WORDS.AR!]: '#8f6fb0',
        [FLOOD_WORDS.A99!]: '#b08fc4',
        [FLOOD_WORDS.VE!]: '#0f4c81',
        [FLOOD_WORDS.V!]: '#2b6a99',
        'X, 0.2% annual chance': '#e0912f',
        'X, less risk behind a levee': '#c9b23a',
        'X, 1% annual chance, shallow or small': '#e8b878',
        'X, 1% annual chance in the future': '#d9c08f',
        'X, minimal flood hazard': '#d9d4c5',
        [FLOOD_WORDS.D!]: '#a9a294',
        'Open water': '#8fc1d9',
      }).map(([value, color]) => [value, { color }]),
    ),
  },
  wetlands: {
    valueIn: (row) => text(row, 'WETLAND_TYPE') || null,
    labelOf: (row) => text(row, 'ATTRIBUTE') || null,
    // As the Inventory's own mapper draws them, a little darker where they are pale.
    colors: new Map(
      Object.entries({
        'Estuarine and Marine Deepwater': '#007c88',
        'Estuarine and Marine Wetland': '#66c2a5',
        'Freshwater Emergent Wetland': '#7fc31c',
        'Freshwater Forested/Shrub Wetland': '#008837',
        'Freshwater Pond': '#688cc0',
        Lake: '#13007c',
        Riverine: '#0190bf',
        Other: '#b28656',
      }).map(([value, color]) => [value, { color }]),
    ),
  },
};
