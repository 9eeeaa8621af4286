// The one owner of the map instance: makes it when its element is there, removes it when the element goes.
import { type RefObject, useEffect, useRef, useState } from 'react';
import type { ClientConfig } from '../../contract/client-config.ts';
import { createMap } from './create-map.ts';
import { type MapStart, startMap } from './start-map.ts';

type MapParts = { maps: ClientConfig['maps']; parcelSource: string | undefined };

export function useMap({ maps, parcelSource }: MapParts): {
  containerRef: RefObject<HTMLDivElement | null>;
  start: MapStart;
} {
  const containerRef = useRef<HTMLDivElement>(null);
  const [start, setStart] = useState<MapStart>({ status: 'starting' });

  useEffect(() => {
    const started = startMap({ container: containerRef.current, maps, parcelSource, create: createMap });
    setStart(started);
    return () => {
      if (started.status === 'running') started.map.remove();
    };
  }, [maps, parcelSource]);

  return { containerRef, start };
}
