// The one owner of the map instance: makes it when its element is there, removes it when the element goes.
import type { Map as MapLibreMap } from 'maplibre-gl';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { messages } from '../../contract/messages.ts';
import { createMap } from './create-map.ts';

export type MapStart =
  | { status: 'starting' }
  | { status: 'running'; map: MapLibreMap }
  | { status: 'failed'; message: string };

export function useMap(parcelSource: string | undefined): {
  containerRef: RefObject<HTMLDivElement | null>;
  start: MapStart;
} {
  const containerRef = useRef<HTMLDivElement>(null);
  const [start, setStart] = useState<MapStart>({ status: 'starting' });

  useEffect(() => {
    const container = containerRef.current;
    if (!container) {
      setStart({ status: 'failed', message: messages.mapContainerMissing });
      return;
    }
    let map: MapLibreMap;
    try {
      map = createMap({ container, parcelSource });
    } catch (error) {
      const message = error instanceof Error && error.message ? error.message : messages.mapSetupUnknown;
      setStart({ status: 'failed', message });
      return;
    }
    setStart({ status: 'running', map });
    return () => map.remove();
  }, [parcelSource]);

  return { containerRef, start };
}
