// Keeps the basemap in sight while another one loads: as a picture over the map, until the map has drawn the new one.
import type { Map as MapLibreMap } from 'maplibre-gl';
import { STYLE_LOAD_TIMEOUT_MS } from '../../contract/limits.ts';

type Pictured = Pick<MapLibreMap, 'getCanvas' | 'redraw' | 'on' | 'once'>;

/**
 * Call it right before a style replaces another. A new style begins empty: its tiles come one by one, and the old ones are gone. The
 * picture goes with the map's first idle moment, with the first movement, which it cannot follow, or after a time-out.
 */
export function keepPicture(map: Pictured): void {
  const canvas = map.getCanvas();
  // Its drawing can be read in the task that drew it only.
  map.redraw();
  const picture = document.createElement('canvas');
  picture.width = canvas.width;
  picture.height = canvas.height;
  picture.getContext('2d')?.drawImage(canvas, 0, 0);
  picture.className = 'map-before';
  picture.style.cssText = canvas.style.cssText;
  canvas.after(picture);
  const timeout = setTimeout(remove, STYLE_LOAD_TIMEOUT_MS);
  const listeners = (['idle', 'movestart', 'resize', 'remove'] as const).map((event) =>
    map.on(event, remove),
  );
  function remove() {
    clearTimeout(timeout);
    for (const listener of listeners) listener.unsubscribe();
    picture.remove();
  }
}
