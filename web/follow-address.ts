// Keeps the address bar and the map in step: the address follows the view, the basemap, the overlays, the selected
// parcel and the set in the results panel, and the map follows an address that was opened or typed.
import type { Map as MapLibreMap } from 'maplibre-gl';
import type { MapLayer } from '../contract/client-config.ts';
import { DEFAULT_STYLE_ID, MAP_STYLES } from '../contract/map-styles.ts';
import { pinLabel, splitQualifiedPin } from '../contract/parcel-pin.ts';
import { overlayRows, rowId } from './layer-table.ts';
import { offeredStyles } from './map/map-offers.ts';
import type { ChangeStyle } from './map/style-switch.ts';
import { type MapState, useMapStore } from './map-store.ts';
import { closeSet, openSet } from './open-set.ts';
import { linkedOverlays, openOverlays, showLinkedOverlays } from './overlay-choices.ts';
import { type Camera, fitsIntoLink, formatLink, type PageLink, readLink } from './page-link.ts';
import { linkedPin, pinOfLink } from './parcel/linked-pin.ts';
import { frameParcel } from './parcel/panel-clearance.ts';
import { dispatchSelection, openParcel } from './parcel/select-parcel.ts';
import { selectedPin } from './parcel/selection.ts';
import { isTransient } from './repairs.ts';
import { openShading, showShading } from './shading.ts';
import { followSteps, nameInHistory } from './steps-in-history.ts';

/** Browsers limit the calls that change the address: Safari allows 100 in 30 seconds. */
const WRITE_INTERVAL_MS = 400;

/** What a link asks for and this server can show, and what is to be said about the rest. */
export type Wanted = PageLink & { notice: string | undefined };

export function readAddress(
  layers: readonly MapLayer[],
  address: { search: string; hash: string } = location,
): Wanted {
  const { camera, viewIsBroken, styleId, unknownStyle, pin, filter, overlays, shade, unknownShade } =
    readLink(address);
  const offered = offeredStyles(layers);
  const isOffered = offered.some(({ id }) => id === styleId);
  const known = new Set(overlayRows({ layers, overlayOrder: [] }).map(({ id }) => id));
  const unknown = overlays?.filter(({ name }) => !known.has(rowId(name))) ?? [];
  const notices = [
    ...(viewIsBroken ? ['The place in this link could not be read, so the map shows its usual view.'] : []),
    ...(unknownStyle === undefined ? [] : [`There is no basemap “${shortened(unknownStyle)}”.`]),
    ...(isOffered ? [] : [`${styleName(styleId)} is not available for this land.`]),
    ...unknown.slice(0, 3).map(({ name }) => `There is no overlay “${shortened(name)}”.`),
    ...(unknownShade === undefined ? [] : [`Parcels cannot be shaded by “${shortened(unknownShade)}”.`]),
  ];
  return {
    camera,
    styleId: isOffered ? styleId : offered[0]!.id,
    pin,
    filter,
    overlays: overlays?.filter(({ name }) => known.has(rowId(name))),
    shade,
    notice: notices.length === 0 ? undefined : notices.join(' '),
  };
}

const styleName = (styleId: string) => MAP_STYLES.find(({ id }) => id === styleId)!.name;

/** A link may hold anything, at any length. */
const shortened = (text: string) => (text.length > 40 ? `${text.slice(0, 39)}…` : text);

export type Following = {
  map: MapLibreMap;
  changeStyle: ChangeStyle;
  /** What the page was opened with. The map itself began with its view and its style. */
  opened: Wanted & { isOwn?: boolean };
  /** Told each address that leads to what is shown. */
  onWritten?: (link: string) => void;
};

/** Until the returned function is called. */
export function followAddress({ map, changeStyle, opened, onWritten }: Following): () => void {
  const shownLink = () => formatLink({ ...shownState(useMapStore.getState()), camera: shownCamera(map) });

  const show = (wanted: Following['opened']) => {
    const { selection, tool, counties } = useMapStore.getState();
    if (wanted.notice !== undefined) say(wanted.notice);
    showSet(wanted);
    const isShown = wanted.pin && pinOfLink(wanted.pin, counties) === selectedPin(selection);
    if (wanted.pin === undefined) dispatchSelection({ type: 'panel-closed' });
    // While a tool is in use its panel would cover the tool.
    else if (!isShown && tool === 'none')
      void openLinked(map, { ...wanted, pin: wanted.pin, onOpen: steps.begin });
    steps.begin();
  };

  let written: string | undefined;
  const write = () => {
    const link = shownLink();
    // A step that is due keeps the address that leads back.
    if (link === written || steps.isDue()) return;
    written = link;
    onWritten?.(link);
    try {
      // With the router's state, which it reads when somebody goes back.
      history.replaceState(steps.state(), '', link);
    } catch {
      // Too many changes at a time. The next one writes it.
      written = undefined;
    }
  };
  const writing = throttle(write, WRITE_INTERVAL_MS);
  const writeAnew = () => {
    written = undefined;
    writing.run();
  };
  const steps = followSteps({ write: writing.run, writeAnew, link: shownLink });
  openOverlays(opened.overlays);
  openShading(opened.shade);
  show(opened);
  // An address stays as it was opened until something changes, unless a part of it is not true.
  if (opened.notice === undefined) written = shownLink();
  else writing.run();
  const { unsubscribe: stopFollowingMap } = map.on('moveend', writing.run);
  const stopFollowingStore = useMapStore.subscribe((state, previous) => {
    const { styleId, selection, shownLayers, overlayOpacity, overlayOrder, shading } = state;
    if (selection.status === 'none' && state.viewIsLinked) useMapStore.setState({ viewIsLinked: false });
    const isChanged =
      styleId !== previous.styleId ||
      shownLayers !== previous.shownLayers ||
      overlayOpacity !== previous.overlayOpacity ||
      overlayOrder !== previous.overlayOrder ||
      shading !== previous.shading;
    if (isChanged) writing.run();
  });

  /** A hash typed by hand, a link within this page, back and forward. */
  const onPopState = () => {
    const step = steps.arrive();
    if (step === 'shown') return writeAnew();
    const { styleId, layers } = useMapStore.getState();
    const wanted = readAddress(layers);
    if (step === 'step' && isShown(wanted) && steps.skip()) return;
    // Back from what was opened closes it. The map stays where it is.
    if (wanted.camera && step === 'elsewhere') map.jumpTo({ ...wanted.camera, padding: NO_PADDING });
    if (wanted.styleId !== styleId) changeStyle(wanted.styleId);
    if (wanted.overlays) showLinkedOverlays(wanted.overlays);
    if (wanted.shade) showShading(wanted.shade);
    show(wanted);
    writeAnew();
  };
  addEventListener('popstate', onPopState);
  return () => {
    writing.stop();
    steps.stop();
    stopFollowingMap();
    stopFollowingStore();
    removeEventListener('popstate', onPopState);
  };
}

function isShown({ pin, filter }: Wanted): boolean {
  const { selection, set, counties } = useMapStore.getState();
  const linked = pin === undefined ? undefined : pinOfLink(pin, counties);
  return linked === selectedPin(selection) && filter === set?.filter;
}

const say = (mapNotice: string) => useMapStore.setState({ mapNotice });

const NO_PADDING = { top: 0, right: 0, bottom: 0, left: 0 };

function shownState(state: MapState): Omit<PageLink, 'camera'> {
  const pin = selectedPin(state.selection);
  return {
    styleId: state.styleId,
    pin: pin && linkedPin(pin, state.counties),
    filter: state.set?.filter,
    overlays: linkedOverlays(state),
    shade: state.shading,
  };
}

/** Without a title, which no link has, the panel puts the filter into words. */
function showSet({ filter, camera }: Wanted): void {
  const { set } = useMapStore.getState();
  if (filter === set?.filter) return;
  if (filter === undefined) closeSet();
  else openSet({ title: '', ...nameInHistory(), filter, keepsView: camera !== undefined });
}

/** Without a view and a parcel: each screen shows all of the set in its own size. Undefined where it does not fit into a link. */
export function linkToSet(): string | undefined {
  const state = useMapStore.getState();
  if (!state.set || !fitsIntoLink(state.set.filter)) return undefined;
  return formatLink({ ...shownState(state), pin: undefined, camera: undefined });
}

/** The middle of the map, also while a panel covers a part of it and the library counts the rest. */
function shownCamera(map: MapLibreMap): Camera {
  const { clientWidth, clientHeight } = map.getContainer();
  const { lng, lat } = map.unproject([clientWidth / 2, clientHeight / 2]).wrap();
  return { center: { lng, lat }, zoom: map.getZoom() };
}

/** To compare. Not by the event of a move, which a map that is resized fires, too. */
const viewOf = (map: MapLibreMap) =>
  formatLink({
    camera: shownCamera(map),
    styleId: DEFAULT_STYLE_ID,
    pin: undefined,
    overlays: undefined,
    shade: undefined,
  });

/** A link with a view shows that, as far as its parcel is in sight; without one, the parcel is brought into view. */
async function openLinked(
  map: MapLibreMap,
  {
    pin: linked,
    camera,
    notice,
    isOwn = false,
    onOpen,
  }: Following['opened'] & { pin: string; onOpen: () => void },
): Promise<void> {
  const viewBefore = viewOf(map);
  const { counties, selection: before } = useMapStore.getState();
  const county = splitQualifiedPin(linked)?.source;
  if (county === undefined && counties.length > 1) {
    const isAsked = await asksWhichCounty(linked);
    // Somebody may have clicked a parcel while the counties were searched: that counts.
    if (isAsked || useMapStore.getState().selection !== before) return;
  }
  let isKnown = true;
  const isOpen = openParcel(pinOfLink(linked, counties), {
    closesFor: (httpStatus) => {
      isKnown = !isRefused(httpStatus);
      return !isKnown;
    },
  });
  // Also without a view in the link: panned to above the panel first, the map would count as moved by hand.
  useMapStore.setState({ viewIsLinked: camera === undefined || 'unless hidden' });
  onOpen();
  await isOpen;
  const { selection } = useMapStore.getState();
  // The county was removed since the page asked which ones are loaded, and another one has the PIN, too.
  const answered = selection.status === 'loaded' ? selection.parcel.origin?.name : undefined;
  const isOfAnother = answered !== undefined && answered !== (county ?? answered);
  if (isOfAnother) dispatchSelection({ type: 'panel-closed' });
  if (!isKnown || isOfAnother) {
    const isLoaded = county === undefined || (!isOfAnother && counties.some(({ name }) => name === county));
    const where = isLoaded ? 'that is not in these records' : 'of a county that is no longer loaded';
    const isUnknown = `This link names a parcel ${where}: ${shortened(pinLabel(linked))}.`;
    // Nobody has followed a link to it.
    if (!isOwn) say(notice === undefined ? isUnknown : `${notice} ${isUnknown}`);
  } else if (selection.status === 'loaded' && camera === undefined && viewOf(map) === viewBefore) {
    frameParcel(map, selection);
  }
}

/** A link of before counties were named in links. Answers whether more than one has the PIN, and somebody is asked. */
async function asksWhichCounty(pin: string): Promise<boolean> {
  const { findParcels } = await import('./search/parcel-suggestions.ts');
  const parcels = (await findParcels(pin)).filter((parcel) => pinLabel(parcel.pin) === pin);
  if (parcels.length > 1) useMapStore.setState({ panel: 'which-county', sharedPin: parcels });
  return parcels.length > 1;
}

/** Such a parcel is not here, or no PIN looks like that. Who may not read parcels is told so in the panel. */
function isRefused(httpStatus: number | undefined): boolean {
  return !isTransient(httpStatus) && httpStatus !== 401 && httpStatus !== 403;
}

/** Leading and trailing: runs at once, then at most once in an interval. */
function throttle(work: () => void, intervalMs: number): { run: () => void; stop: () => void } {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isDue = false;
  const run = () => {
    if (timer !== undefined) {
      isDue = true;
      return;
    }
    work();
    timer = setTimeout(() => {
      timer = undefined;
      if (!isDue) return;
      isDue = false;
      run();
    }, intervalMs);
  };
  return { run, stop: () => clearTimeout(timer) };
}
