// The four basemaps, the same for both maps providers.

export const MAP_STYLES = [
  { id: 'streets-v12', name: 'Streets' },
  { id: 'satellite-streets-v12', name: 'Satellite Streets' },
  { id: 'navigation-day-v1', name: 'Navigation Day' },
  { id: 'outdoors-v12', name: 'Outdoors' },
] as const;

export type MapStyleId = (typeof MAP_STYLES)[number]['id'];
export const DEFAULT_STYLE_ID: MapStyleId = 'streets-v12';

export function isMapStyleId(id: string): id is MapStyleId {
  return MAP_STYLES.some((style) => style.id === id);
}

/** The reader's choice in the operating system. This server draws its own maps for either. */
export type ColorScheme = 'light' | 'dark';

/** The key in a style's metadata that says which of the two it is drawn for; a style without it is light. */
export const COLOR_SCHEME_KEY = 'platbook:color-scheme';
