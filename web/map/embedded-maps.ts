// The maps that this server draws itself.
import { fetchStyleDocument } from './fetch-style-document.ts';
import type { MapsProvider } from './maps-provider.ts';
import { styleEntries } from './style-entries.ts';

const CONTOUR_TILE_ZOOMS = { minzoom: 10, maxzoom: 14 } as const;

export function embeddedMaps(origin: string): MapsProvider {
  return {
    styles: styleEntries((id) => `${origin}/styles/v1/platbook/${id}`),
    fetchStyle: fetchStyleDocument,
    transformRequest: () => undefined,
    contours: { type: 'vector', tiles: [`${origin}/maps/contours/{z}/{x}/{y}.mvt`], ...CONTOUR_TILE_ZOOMS },
    labelFont: ['Noto Sans Regular'],
    wordmark: undefined,
  };
}
