// What somebody has chosen of the overlays: which are on, how opaque, in which order. Kept between visits, and in links.
import { keepOfPerson, keptOfPerson } from './kept-of-person.ts';
import { isShown, opacityOf, overlayRows, rowId, switchLayer } from './layer-table.ts';
import { DEFAULT_OPACITY } from './map/overlay-layers.ts';
import { type MapState, useMapStore } from './map-store.ts';
import type { LinkedOverlay } from './page-link.ts';

type OverlayChoice = { id: string; isOn: boolean; opacity: number };

/** Of all overlays that the server has, the top first. */
function currentChoices(state: MapState): OverlayChoice[] {
  return overlayRows(state).map((row) => ({
    id: row.id,
    isOn: isShown(row, state),
    opacity: opacityOf(row.id, state),
  }));
}

function choose(choices: readonly OverlayChoice[]): void {
  const byId = <Value>(pick: (choice: OverlayChoice) => Value) =>
    Object.fromEntries(choices.map((choice) => [choice.id, pick(choice)]));
  useMapStore.setState(({ shownLayers, overlayOpacity }) => ({
    shownLayers: { ...shownLayers, ...byId(({ isOn }) => isOn) },
    overlayOpacity: { ...overlayOpacity, ...byId(({ opacity }) => opacity) },
    overlayOrder: choices.map(({ id }) => id),
  }));
}

export function switchOverlay(id: string, isOn: boolean): void {
  switchLayer(id, isOn);
  keep();
}

export function changeOpacity(id: string, percent: number): void {
  useMapStore.setState(({ overlayOpacity }) => ({ overlayOpacity: { ...overlayOpacity, [id]: percent } }));
  keep();
}

/** To another place in the list, counted from its top. */
export function moveOverlay(id: string, to: number): void {
  const others = overlayRows(useMapStore.getState()).flatMap((row) => (row.id === id ? [] : row.id));
  useMapStore.setState({ overlayOrder: others.toSpliced(to, 0, id) });
  keep();
}

/** Undefined where none is on. */
export function linkedOverlays(state: MapState): LinkedOverlay[] | undefined {
  const shown = currentChoices(state).filter(({ isOn }) => isOn);
  const linked = shown.map(({ id, opacity }) => ({
    name: id.slice(rowId('').length),
    ...(opacity !== DEFAULT_OPACITY && { opacity }),
  }));
  return linked.length === 0 ? undefined : linked;
}

/** When the page is opened: as the link says, else as on the last visit. */
export function openOverlays(linked: readonly LinkedOverlay[] | undefined): void {
  choose(linked ? withLinked(linked, keptChoices()) : keptChoices());
}

export function showLinkedOverlays(linked: readonly LinkedOverlay[]): void {
  choose(withLinked(linked, currentChoices(useMapStore.getState())));
}

/** The others are off. They stay where they were between those of the link, or come below. */
function withLinked(linked: readonly LinkedOverlay[], known: readonly OverlayChoice[]): OverlayChoice[] {
  const shown = linked.map(({ name, opacity = DEFAULT_OPACITY }) => ({
    id: rowId(name),
    isOn: true,
    opacity,
  }));
  const linkedIds = new Set(shown.map(({ id }) => id));
  const places = known.filter(({ id }) => linkedIds.has(id)).length;
  // In the order of the link: as many of its last ones as have places.
  const placed = shown.splice(shown.length - places);
  return [
    ...shown,
    ...known.map((choice) => (linkedIds.has(choice.id) ? placed.shift()! : { ...choice, isOn: false })),
  ];
}

/** What was chosen of overlays that the server does not have now is kept, too: they may come back. */
function keep(): void {
  const now = currentChoices(useMapStore.getState());
  const gone = keptChoices().filter(({ id }) => !now.some((choice) => choice.id === id));
  keepOfPerson('overlays', [...now, ...gone]);
}

function keptChoices(): OverlayChoice[] {
  const kept = keptOfPerson('overlays');
  return Array.isArray(kept) ? kept.filter(isChoice) : [];
}

function isChoice(value: unknown): value is OverlayChoice {
  const { id, isOn, opacity } = Object(value);
  return typeof id === 'string' && typeof isOn === 'boolean' && isPercent(opacity);
}

const isPercent = (value: unknown) => typeof value === 'number' && value >= 0 && value <= 100;
