// Moves the map to drawings that have come from a file, into the part of it that no box or panel covers.
import type { Map as MapLibreMap } from 'maplibre-gl';
import type { Bounds } from '../../geo/geometry.ts';

/** What the map's own controls cover: the top bar, the navigation buttons on the left, the scale bar at the foot. */
const TOP_PX = 64;
const LEFT_PX = 64;
const FOOT_PX = 44;
const MARGIN_PX = 16;
/** As near as buildings can be told apart. A single point would otherwise be shown at the last zoom. */
const ZOOM_MAX = 17;
/** Smaller than this there is no room to go to. */
const ROOM_PX = 40;
/** What fills less of the free part, in either direction, is gone to even if it is in sight. */
const SHARE_MIN = 0.25;
const DURATION_MS = 800;

/** In pixels from the top left of the map. */
type Part = { left: number; top: number; right: number; bottom: number };
type Screen = { width: number; height: number; box: Part; panelTop: number };

/** The larger of the rectangles beside and below the tool box, without what the controls cover. */
export function freePart({ width, height, box, panelTop }: Screen): Part {
  const bottom = Math.min(height - FOOT_PX, panelTop) - MARGIN_PX;
  const left = LEFT_PX + MARGIN_PX;
  const below = { left, top: box.bottom + MARGIN_PX, right: box.right - MARGIN_PX, bottom };
  const beside = { left, top: TOP_PX + MARGIN_PX, right: box.left - MARGIN_PX, bottom };
  const [larger] = [below, beside].filter(hasRoom).sort((one, other) => areaOf(other) - areaOf(one));
  return larger ?? { left: 0, top: 0, right: width, bottom: height };
}

const hasRoom = ({ left, top, right, bottom }: Part) => right - left > ROOM_PX && bottom - top > ROOM_PX;
/** No more than twice as wide as high, or as high as wide: a shape cannot use the rest of a strip. */
function areaOf({ left, top, right, bottom }: Part): number {
  const [width, height] = [right - left, bottom - top];
  return Math.min(width, 2 * height) * Math.min(height, 2 * width);
}

/** `box` is the draw tools' element, where they are open. Does nothing where everything is in sight and large enough. */
export function goToDrawings({ map, bounds, box }: Journey): void {
  const container = map.getContainer();
  const { clientWidth: width, clientHeight: height } = container;
  const origin = container.getBoundingClientRect();
  const covered = box?.getBoundingClientRect();
  const free = freePart({
    width,
    height,
    box: covered
      ? {
          left: covered.left - origin.left,
          top: covered.top - origin.top,
          right: covered.right - origin.left,
          bottom: covered.bottom - origin.top,
        }
      : { left: width, top: 0, right: width, bottom: TOP_PX },
    panelTop: document.querySelector<HTMLElement>('.bottom-panel[data-state="open"]')?.offsetTop ?? height,
  });
  if (isInSight({ map, bounds, free })) return;
  const { west, south, east, north } = bounds;
  const padding = { left: free.left, top: free.top, right: width - free.right, bottom: height - free.bottom };
  map.fitBounds([west, south, east, north], { padding, maxZoom: ZOOM_MAX, duration: DURATION_MS });
}

type Journey = { map: MapLibreMap; bounds: Bounds; box?: Element };

function isInSight({ map, bounds, free }: { map: MapLibreMap; bounds: Bounds; free: Part }): boolean {
  const { west, south, east, north } = bounds;
  const topLeft = map.project([west, north]);
  const bottomRight = map.project([east, south]);
  const isInside =
    topLeft.x >= free.left &&
    topLeft.y >= free.top &&
    bottomRight.x <= free.right &&
    bottomRight.y <= free.bottom;
  const widthPx = bottomRight.x - topLeft.x;
  const heightPx = bottomRight.y - topLeft.y;
  const share = Math.max(widthPx / (free.right - free.left), heightPx / (free.bottom - free.top));
  // A point does not grow.
  return isInside && (share === 0 || share >= SHARE_MIN);
}
