// Says on the map's element whether the picture is finished: to screen readers, to tests, to a curious console.
import type { Map as MapLibreMap } from 'maplibre-gl';

/**
 * The element that holds the map. Its `map` property is the way in for browser tests and for the console: it needs
 * no global name, no switch between test and production, and it goes when the element goes.
 */
export type MapElement = HTMLElement & { map?: MapLibreMap };

export function reportMapState(map: MapLibreMap): void {
  const element: MapElement = map.getContainer();
  element.map = map;
  const report = (state: 'loading' | 'idle') => {
    element.dataset.mapState = state;
    element.ariaBusy = String(state === 'loading');
  };
  report('loading');
  map.on('idle', () => report('idle'));
  // The first two are told at once when a move or a request begins; a frame may still be far away then.
  map.on('movestart', () => report('loading'));
  map.on('dataloading', () => report('loading'));
  map.on('render', () => report('loading'));
  // The last of the awaited tiles may be one that fails, after which the library draws no frame to become idle with.
  map.on('error', () => map.triggerRepaint());
  map.once('remove', () => {
    delete element.map;
    delete element.dataset.mapState;
  });
}
