// Prints the page from its menu. Paper is light: a dark map is drawn in light first. The browser's own keys cannot wait for that.
import type { Map as MapLibreMap } from 'maplibre-gl';
import { colorScheme, showLight } from './color-scheme.ts';
import { useMapStore } from './map-store.ts';

/** A basemap that does not come is printed as it is. */
const PATIENCE_MS = 10_000;

export async function printInLight(map: MapLibreMap | undefined): Promise<void> {
  if (!map || colorScheme() === 'light') return window.print();
  const showAsChosen = showLight();
  try {
    await isDrawn(map);
    window.print();
  } finally {
    showAsChosen();
  }
}

/** With the style that was asked for just now, where there is another one for light. */
async function isDrawn(map: MapLibreMap): Promise<void> {
  const giveUp = AbortSignal.timeout(PATIENCE_MS);
  const until = (subscribe: (done: () => void) => void) =>
    new Promise<void>((resolve) => {
      giveUp.addEventListener('abort', () => resolve(), { once: true });
      subscribe(resolve);
    });
  if (useMapStore.getState().styleIsLoading) {
    await until((done) => {
      const stop = useMapStore.subscribe(({ styleIsLoading }) => {
        if (styleIsLoading) return;
        stop();
        done();
      });
    });
  }
  await until((done) => {
    map.once('idle', done);
    map.triggerRepaint();
  });
}
