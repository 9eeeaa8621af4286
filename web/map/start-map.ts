// Whether there is a map, and if not, in which words that is said.
import type { ClientConfig } from '../../contract/client-config.ts';
import { messages } from '../../contract/messages.ts';
import { chooseMaps } from './choose-maps.ts';
import type { CreatedMap, MapOptions } from './create-map.ts';

export type MapStart =
  | { status: 'starting' }
  | ({ status: 'running' } & CreatedMap)
  | { status: 'failed'; message: string };

type MapParts = {
  container: HTMLElement | null;
  maps: ClientConfig['maps'];
  parcelSource: string | undefined;
  create: (options: MapOptions) => CreatedMap;
};

export function startMap({ container, maps, parcelSource, create }: MapParts): MapStart {
  if (!container) return { status: 'failed', message: messages.mapContainerMissing };
  const provider = chooseMaps(maps);
  if (!provider) return { status: 'failed', message: messages.mapTokenMissing };
  try {
    return { status: 'running', ...create({ container, provider, parcelSource }) };
  } catch (error) {
    const message = error instanceof Error && error.message ? error.message : messages.mapSetupUnknown;
    return { status: 'failed', message };
  }
}
