// The basemaps to choose from, where each one's style document is, and which of them a loaded document is.
import type { StyleSpecification } from 'maplibre-gl';
import { MAP_STYLES, type MapStyleId } from '../../contract/map-styles.ts';

export type StyleEntry = { id: MapStyleId; name: string; url: string };

export function styleEntries(urlOf: (id: MapStyleId) => string): readonly StyleEntry[] {
  return MAP_STYLES.map(({ id, name }) => ({ id, name, url: urlOf(id) }));
}

/** Where a document's own address is kept while the map shows it. */
const ORIGIN_KEY = 'platbook:origin';

export function withOrigin(style: StyleSpecification, url: string): StyleSpecification {
  const metadata = typeof style.metadata === 'object' ? style.metadata : undefined;
  return { ...style, metadata: { ...metadata, [ORIGIN_KEY]: url } };
}

/** By the address it came from or by its name, in capitals or not. */
export function entryOf(
  style: Pick<StyleSpecification, 'name' | 'metadata'>,
  entries: readonly StyleEntry[],
): StyleEntry | undefined {
  const origin: unknown = (style.metadata as Record<string, unknown> | undefined)?.[ORIGIN_KEY];
  return (
    entries.find(({ url }) => isSameText(url, origin)) ??
    entries.find(({ name }) => isSameText(name, style.name))
  );
}

function isSameText(text: string, other: unknown): boolean {
  return typeof other === 'string' && text.toLowerCase() === other.toLowerCase();
}

/** Dark ground, on which black lines and dark letters would drown. */
export function isImagery(id: MapStyleId): boolean {
  return id.startsWith('satellite');
}
