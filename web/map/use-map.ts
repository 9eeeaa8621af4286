// Creates the map when its element is mounted, changes it with the settings, and removes it on unmount.
import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react';
import type { ClientConfig } from '../../contract/client-config.ts';
import { messages } from '../../contract/messages.ts';
import type { CreatedMap, MapOptions } from './create-map.ts';
import { chooseMaps } from './maps-provider.ts';

export type MapStart =
  | { status: 'starting' }
  | ({ status: 'running' } & CreatedMap)
  | { status: 'failed'; message: string };

type MapSettings = Pick<ClientConfig, 'maps' | 'view' | 'parcelCredit'> &
  Pick<MapOptions, 'camera' | 'styleId' | 'repairs'>;

export function useMap({ maps, ...settings }: MapSettings): {
  containerRef: RefObject<HTMLDivElement | null>;
  start: MapStart;
} {
  const { parcelCredit } = settings;
  const containerRef = useRef<HTMLDivElement>(null);
  const [start, setStart] = useState<MapStart>({ status: 'starting' });

  // With the settings of that moment: later ones are followed below, without moving the map.
  const startNow = useEffectEvent((create: (options: MapOptions) => CreatedMap) =>
    startMap({ container: containerRef.current, maps, create, ...settings }),
  );

  useEffect(() => {
    let stop = () => {};
    let isUnmounted = false;
    // Lazy loading: the map library is the largest part of the application.
    import('./create-map.ts').then(
      ({ createMap }) => {
        if (isUnmounted) return;
        const started = startNow(createMap);
        setStart(started);
        if (started.status === 'running') stop = () => started.map.remove();
      },
      // Rethrown while rendering, so that the error boundary shows it like any chunk that fails to load.
      (error) =>
        setStart(() => {
          throw error;
        }),
    );
    return () => {
      isUnmounted = true;
      stop();
    };
  }, []);

  const running = start.status === 'running' ? start : undefined;
  useEffect(() => running?.changeCredit(parcelCredit), [running, parcelCredit]);

  return { containerRef, start };
}

type StartOptions = MapSettings & {
  container: HTMLElement | null;
  create: (options: MapOptions) => CreatedMap;
};

export function startMap({ container, maps, create, ...settings }: StartOptions): MapStart {
  if (!container) return { status: 'failed', message: messages.mapContainerMissing };
  const provider = chooseMaps(maps);
  if (!provider) return { status: 'failed', message: messages.mapTokenMissing };
  try {
    return { status: 'running', ...create({ container, provider, ...settings }) };
  } catch (error) {
    const message = error instanceof Error && error.message ? error.message : messages.mapSetupUnknown;
    return { status: 'failed', message };
  }
}
