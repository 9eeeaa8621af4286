// Which of the two draws the maps: the server's settings say so.
import type { ClientConfig } from '../../contract/client-config.ts';
import { embeddedMaps } from './embedded-maps.ts';
import { mapboxMaps } from './mapbox-maps.ts';
import type { MapsProvider } from './maps-provider.ts';

/** Undefined where Mapbox was chosen without a token to show it. */
export function chooseMaps({ provider, accessToken }: ClientConfig['maps']): MapsProvider | undefined {
  if (provider === 'embedded') return embeddedMaps(location.origin);
  return accessToken === null ? undefined : mapboxMaps(accessToken);
}
