// Shows the whole of a place that was picked, beside the panels that stay open.
import type { Map as MapLibreMap } from 'maplibre-gl';
import { PLACE_ZOOM } from '../../contract/limits.ts';
import type { Bounds } from '../../geo/geometry.ts';
import { latOfWorldY, worldX, worldY } from '../../geo/mercator.ts';
import { freeOf, middleOf } from '../free-of-map.ts';

/** The world at zoom 0. */
const WORLD_PX = 512;
const NO_PADDING = { top: 0, right: 0, bottom: 0, left: 0 };

/** Never closer than a house: a short street would fill the screen. The details of a parcel, which may be open, close. */
export function fitPlace(map: MapLibreMap, { west, south, east, north }: Bounds): void {
  const free = freeOf(map, document.querySelector<HTMLElement>('.set-panel'));
  const { clientWidth, clientHeight } = map.getContainer();
  const widthPx = WORLD_PX * (worldX(east) - worldX(west));
  const heightPx = WORLD_PX * (worldY(south) - worldY(north));
  const share = Math.min(
    (clientWidth - free.left - free.right) / widthPx,
    (clientHeight - free.top - free.bottom) / heightPx,
  );
  map.flyTo({
    center: [(west + east) / 2, latOfWorldY((worldY(south) + worldY(north)) / 2)],
    zoom: Math.max(map.getMinZoom(), Math.min(PLACE_ZOOM, Math.log2(share))),
    offset: middleOf(map, free),
    // What the details have left on the map, which keeps it.
    padding: NO_PADDING,
  });
}
