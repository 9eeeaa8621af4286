// What the panels leave free of the map, for what is shown whole.
import type { Map as MapLibreMap, PaddingOptions } from 'maplibre-gl';

const MARGIN_PX = 28;
/** Of the search box, and of the column of tools. */
const TOP_PX = 64;
const RIGHT_PX = 64;
/** On a lower screen, what is above the panel is hardly higher than the search box: then the place beside that is free. */
const LOW_PX = 520;
/** A wider one leaves no place. */
const SEARCH_SHARE = 0.7;

/** In pixels. */
export type Sides = Required<PaddingOptions>;

/** What the panels leave free of the map. Never less than a third of it: a panel over all of it is closed soon. */
export function freeOf(map: MapLibreMap, panel: HTMLElement | null): Sides {
  const { clientWidth, clientHeight } = map.getContainer();
  const free = { top: TOP_PX, right: RIGHT_PX, bottom: MARGIN_PX, left: MARGIN_PX };
  const drawer = document.querySelector<HTMLElement>('.drawer[data-side="right"][data-state="open"]');
  const besideDrawer = (left: number) =>
    drawer ? { right: Math.min(drawer.offsetWidth + MARGIN_PX, (clientWidth - left) / 2) } : {};
  if (!panel) return { ...free, ...besideDrawer(free.left) };
  const isBeside = panel.offsetWidth < clientWidth - 2 * MARGIN_PX;
  const above = (foot: HTMLElement) =>
    Math.min(clientHeight - foot.offsetTop + MARGIN_PX, clientHeight / 1.5);
  if (!isBeside) return { ...free, bottom: above(panel), ...(clientHeight <= LOW_PX && besideSearch()) };
  // The details that the set was opened from stay at the foot of the map, the panel that it was asked for in at the right.
  const details = panel.parentElement?.querySelector<HTMLElement>(':scope > .bottom-panel');
  const left = Math.min(panel.offsetLeft + panel.offsetWidth + MARGIN_PX, clientWidth / 1.5);
  return {
    ...free,
    left,
    ...besideDrawer(left),
    ...(details && { bottom: above(details) }),
  };
}

function besideSearch(): Partial<Sides> | undefined {
  const search = document.querySelector('.top-bar > :last-child')?.getBoundingClientRect();
  if (!search || search.right > innerWidth * SEARCH_SHARE) return undefined;
  return { top: MARGIN_PX, left: search.right + MARGIN_PX };
}

/** Of what is free, in pixels from the middle of the map. */
export function middleOf(map: MapLibreMap, { top, right, bottom, left }: Sides): [number, number] {
  const { clientWidth, clientHeight } = map.getContainer();
  return [
    (left + clientWidth - right) / 2 - clientWidth / 2,
    (top + clientHeight - bottom) / 2 - clientHeight / 2,
  ];
}
