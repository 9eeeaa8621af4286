// The one owner of the map instance: makes it when its element is there, removes it when the element goes.
import { type RefObject, useEffect, useRef, useState } from 'react';
import type { ClientConfig } from '../../contract/client-config.ts';
import { importMap } from './import-map.ts';
import { type MapStart, startMap } from './start-map.ts';

type MapParts = { maps: ClientConfig['maps']; parcelSource: string | undefined };

export function useMap({ maps, parcelSource }: MapParts): {
  containerRef: RefObject<HTMLDivElement | null>;
  start: MapStart;
} {
  const containerRef = useRef<HTMLDivElement>(null);
  const [start, setStart] = useState<MapStart>({ status: 'starting' });

  useEffect(() => {
    let stop = () => {};
    let isGone = false;
    importMap().then(
      ({ createMap }) => {
        if (isGone) return;
        const started = startMap({ container: containerRef.current, maps, parcelSource, create: createMap });
        setStart(started);
        if (started.status === 'running') stop = () => started.map.remove();
      },
      // As for any part of the page that does not arrive: the boundary around it says so.
      (error) =>
        setStart(() => {
          throw error;
        }),
    );
    return () => {
      isGone = true;
      stop();
    };
  }, [maps, parcelSource]);

  return { containerRef, start };
}
