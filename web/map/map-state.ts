// Reports on the map's element whether the map is loading or idle: for screen readers (aria-busy) and browser tests.
import type { Map as MapLibreMap } from 'maplibre-gl';

/**
 * The map's container. Its `map` property gives browser tests and the console access to the map without a global
 * variable or a test mode.
 */
export type MapElement = HTMLElement & { map?: MapLibreMap };

export function reportMapState(map: MapLibreMap): void {
  const element: MapElement = map.getContainer();
  element.map = map;
  const report = (state: 'loading' | 'idle') => {
    // Many a time a frame. An attribute that is written has the browser work out styles, even if it stays the same.
    if (element.dataset.mapState === state) return;
    element.dataset.mapState = state;
    element.ariaBusy = String(state === 'loading');
  };
  report('loading');
  map.on('idle', () => report('idle'));
  // `movestart` and `dataloading` fire at once; the next `render` may come much later.
  map.on('movestart', () => report('loading'));
  map.on('dataloading', () => report('loading'));
  map.on('render', () => report('loading'));
  // After a failed tile the library draws no frame, so it would never fire `idle`: ask for a frame.
  map.on('error', () => map.triggerRepaint());
  map.once('remove', () => {
    delete element.map;
    delete element.dataset.mapState;
  });
}
