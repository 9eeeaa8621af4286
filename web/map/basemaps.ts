// The basemaps: where each style document is, and which basemap a loaded document is.
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
