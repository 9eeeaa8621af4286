// The basemaps: where each style document is, which basemap a loaded document is, and our layers' colors on it.
import type { StyleSpecification } from 'maplibre-gl';
import {
  COLOR_SCHEME_KEY,
  type ColorScheme,
  MAP_STYLES,
  type MapStyleId,
} from '../../contract/map-styles.ts';

export type StyleEntry = { id: MapStyleId; name: string; url: string };

export function styleEntries(urlOf: (id: MapStyleId) => string): readonly StyleEntry[] {
  return MAP_STYLES.map(({ id, name }) => ({ id, name, url: urlOf(id) }));
}

/** The metadata key for the URL that a style document was loaded from. */
const STYLE_URL_KEY = 'platbook:style-url';

export function withStyleUrl(style: StyleSpecification, url: string): StyleSpecification {
  const metadata = typeof style.metadata === 'object' ? style.metadata : undefined;
  return { ...style, metadata: { ...metadata, [STYLE_URL_KEY]: url } };
}

/** Only this server draws styles for the dark scheme, and says so in them. */
export function schemeOf({ metadata }: Pick<StyleSpecification, 'metadata'>): ColorScheme {
  return (metadata as Record<string, unknown> | undefined)?.[COLOR_SCHEME_KEY] === 'dark' ? 'dark' : 'light';
}

/** Matches a loaded style by the URL it came from, else by its name, both case-insensitive. */
export function entryOf(
  style: Pick<StyleSpecification, 'name' | 'metadata'>,
  entries: readonly StyleEntry[],
): StyleEntry | undefined {
  const styleUrl: unknown = (style.metadata as Record<string, unknown> | undefined)?.[STYLE_URL_KEY];
  return (
    entries.find(({ url }) => isSameText(url, styleUrl)) ??
    entries.find(({ name }) => isSameText(name, style.name))
  );
}

function isSameText(text: string, other: unknown): boolean {
  return typeof other === 'string' && text.toLowerCase() === other.toLowerCase();
}

/** Imagery is dark: black lines and dark text would be invisible on it. */
export function isImagery(id: MapStyleId): boolean {
  return id.startsWith('satellite');
}

/** What our own layers are drawn for. */
export type Look = {
  colors: LayerColors;
  font: string[];
  /** The document of the basemap. */
  style: Pick<StyleSpecification, 'layers'>;
};

/** The colors of our own layers on a basemap. */
export type LayerColors = {
  /** For layers that have colors of their own for each. */
  ground: 'light' | 'dark' | 'imagery';
  outline: string;
  /** The edge of the selected parcel, with a casing that sets it off from whatever lies beneath. */
  selected: string;
  selectedCasing: string;
  /** The parcels of a set: neither the green of the selected one nor a color of any basemap. */
  marked: string;
  text: string;
  houseNumber: string;
  halo: string;
  haloPx: number;
};

const onDrawnMap: LayerColors = {
  ground: 'light',
  outline: '#000000',
  selected: '#1f5c3d',
  selectedCasing: '#fffdf8',
  marked: '#c026d3',
  text: '#1d1b16',
  houseNumber: '#6a6355',
  halo: '#fffdf8',
  haloPx: 1.6,
};
const onDarkMap: LayerColors = {
  ...onDrawnMap,
  ground: 'dark',
  selected: '#8ff0b4',
  selectedCasing: '#0c2417',
  marked: '#f48cff',
  text: '#fffdf6',
  houseNumber: '#d8d4c8',
  halo: '#2a2f2e',
};
const onImagery: LayerColors = {
  ground: 'imagery',
  outline: '#ffff00',
  selected: '#8ff0b4',
  selectedCasing: '#0c2417',
  marked: '#f48cff',
  text: '#fffdf8',
  houseNumber: '#e9e5d8',
  halo: '#14130f',
  haloPx: 1.8,
};

/** Outlines are black on a dark map, too. Its ground is light enough: docs/decisions/0025-a-dark-map-of-its-own.md. */
export function layerColors(styleId: MapStyleId, scheme: ColorScheme = 'light'): LayerColors {
  if (isImagery(styleId)) return onImagery;
  return scheme === 'dark' ? onDarkMap : onDrawnMap;
}
