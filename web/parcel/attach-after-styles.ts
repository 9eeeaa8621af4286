// Listeners that come and go with the map's style: off when a new one has loaded, on again a moment later, when all
// layers have found their place.
import type { Map as MapLibreMap } from 'maplibre-gl';
import { HOVER_REATTACH_MS } from '../../contract/limits.ts';

/** `attach` returns what takes its listeners off again; so does this, for good. */
export function attachAfterStyles(
  map: Pick<MapLibreMap, 'on' | 'off'>,
  attach: () => () => void,
): () => void {
  let detach = attach();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const pause = () => {
    detach();
    detach = () => {};
    clearTimeout(timer);
    timer = setTimeout(() => {
      detach = attach();
    }, HOVER_REATTACH_MS);
  };
  map.on('style.load', pause);
  return () => {
    map.off('style.load', pause);
    clearTimeout(timer);
    detach();
  };
}
