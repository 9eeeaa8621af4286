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
