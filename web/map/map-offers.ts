// Which basemaps are offered: those that the maps have for this land.
import type { MapLayer } from '../../contract/client-config.ts';
import {
  type ColorScheme,
  DEFAULT_STYLE_ID,
  MAP_STYLES,
  type MapStyleId,
} from '../../contract/map-styles.ts';
import { isImagery } from '../layer-colors.ts';

/** No day in the dark. */
const NAMES_IN_THE_DARK: Partial<Record<MapStyleId, string>> = { 'navigation-day-v1': 'Navigation' };

type OfferedStyle = { id: MapStyleId; name: string };

/**
 * Without a street map the drawn styles all look the same: the world and the parcels. One of them remains, under a name
 * that promises no streets.
 */
export function offeredStyles(
  layers: readonly Pick<MapLayer, 'kind'>[],
  scheme: ColorScheme = 'light',
): OfferedStyle[] {
  const has = (wanted: string) => layers.some(({ kind }) => kind === wanted);
  const hasStreets = has('basemap');
  const isOffered = (id: MapStyleId) => {
    if (isImagery(id)) return has('imagery');
    if (id === 'outdoors-v12') return hasStreets && has('terrain');
    return hasStreets || id === DEFAULT_STYLE_ID;
  };
  return MAP_STYLES.filter(({ id }) => isOffered(id)).map(({ id, name }) => ({
    id,
    name: hasStreets || isImagery(id) ? (scheme === 'dark' && NAMES_IN_THE_DARK[id]) || name : 'Plain map',
  }));
}
