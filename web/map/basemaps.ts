// The basemaps: where each style document is, which basemap a loaded document is, and our layers' colors on it.
import type { StyleSpecification } from 'maplibre-gl';
import { MAP_STYLES, type MapStyleId } from '../../contract/map-styles.ts';

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

/** The colors of our own layers on a basemap. */
export type LayerColors = {
  outline: string;
  /** The edge of the selected parcel, with a casing that sets it off from whatever lies beneath. */
  selected: string;
  selectedCasing: string;
  text: string;
  halo: string;
  haloPx: number;
  contour: string;
  /** Undefined where the ground is plain enough for contour lines without one. */
  contourCasing: string | undefined;
};

const onDrawnMap: LayerColors = {
  outline: '#000000',
  selected: '#1f5c3d',
  selectedCasing: '#fffdf8',
  text: '#1d1b16',
  halo: '#fffdf8',
  haloPx: 1.2,
  contour: '#8a5a2b',
  contourCasing: undefined,
};
const onImagery: LayerColors = {
  outline: '#ffff00',
  selected: '#8ff0b4',
  selectedCasing: '#0c2417',
  text: '#fffdf8',
  halo: '#14130f',
  haloPx: 1.8,
  contour: '#ffe3b3',
  contourCasing: '#1c140a',
};

export function layerColors(styleId: MapStyleId): LayerColors {
  return isImagery(styleId) ? onImagery : onDrawnMap;
}
