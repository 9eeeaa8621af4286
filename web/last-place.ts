// Where the person was last, in this browser: the link to it, the panel that was open, and whether contour lines were on. Not on the
// account: another screen has another view, and where somebody looks is nobody else's business.
import type { ClientConfig, MapLayer } from '../contract/client-config.ts';
import { type Following, followAddress, readAddress, type Wanted } from './follow-address.ts';
import { keepOfPerson, keptOfPerson } from './kept-of-person.ts';
import { rowId, switchLayer } from './layer-table.ts';
import { offeredStyles } from './map/map-offers.ts';
import { isAway } from './map/start-view.ts';
import { type MapState, type Panel, useMapStore } from './map-store.ts';
import { usePreferences } from './preferences.ts';

type LastPlace = { link?: string; panel?: Panel };

/** Those that somebody works in. Others are closed in passing. */
const PANELS: readonly Panel[] = ['overlays', 'find', 'saved-parcels'];
const CONTOURS = rowId('contours');

function keptPlace(): LastPlace {
  const { link, panel } = Object(keptOfPerson('place'));
  return {
    ...(typeof link === 'string' && { link }),
    ...(PANELS.includes(panel) && { panel }),
  };
}

const keepPlace = (changes: LastPlace) => keepOfPerson('place', { ...keptPlace(), ...changes });

export type Opening = Wanted & {
  /** Nobody has asked for a place: it is the one of the last visit, or of the first. */
  isOwn: boolean;
  /** The basemap is the preferred one, and follows it once the account has said which that is. */
  isPreferred: boolean;
};

/** What the page begins with. A link decides by itself; its basemap is left open where it has no view of its own. */
export function openingPlace({ layers, view }: Pick<ClientConfig, 'layers' | 'view'>): Opening {
  const { search, hash } = location;
  const isOwn = search === '' && hash === '';
  const last = isOwn ? placeOf(keptPlace().link, layers) : undefined;
  // Other land may have been loaded since.
  const isThere = last?.camera && !(view && isAway(view.bounds, pointBounds(last.camera.center)));
  if (last && isThere) return { ...last, notice: undefined, isOwn, isPreferred: false };
  const wanted = readAddress(layers);
  const isPreferred = wanted.camera === undefined && !new URLSearchParams(search).has('style');
  return { ...wanted, ...(isPreferred && { styleId: preferredStyle(layers) }), isOwn, isPreferred };
}

function placeOf(link: string | undefined, layers: readonly MapLayer[]): Wanted | undefined {
  return link === undefined ? undefined : readAddress(layers, new URL(link, location.origin));
}

const pointBounds = ({ lng, lat }: { lng: number; lat: number }) => ({
  west: lng,
  east: lng,
  south: lat,
  north: lat,
});

function preferredStyle(layers: readonly MapLayer[]) {
  const { basemap } = usePreferences.getState();
  const offered = offeredStyles(layers);
  return (offered.find(({ id }) => id === basemap) ?? offered[0]!).id;
}

/** Opens what was open, and keeps what is shown until the returned function is called. */
export function followPlace({ opened, ...following }: Following & { opened: Opening }): () => void {
  const { panel } = keptPlace();
  if (keptOfPerson('contours') === true) switchLayer(CONTOURS, true);
  const stopFollowingAddress = followAddress({
    ...following,
    opened,
    onWritten: (link) => keepPlace({ link }),
  });
  if (panel && (opened.isOwn || isReload())) useMapStore.setState({ panel });
  const stopFollowing = useMapStore.subscribe((state, previous) => {
    if (state.panel !== previous.panel) keepPlace({ panel: state.panel });
    const hasContours = isOn(state);
    if (hasContours !== isOn(previous)) keepOfPerson('contours', hasContours);
  });
  const stopFollowingBasemap = usePreferences.subscribe(({ basemap, unsent }, previous) => {
    const isChosenHere = unsent.basemap !== undefined;
    if (basemap === previous.basemap || !(isChosenHere || opened.isPreferred)) return;
    following.changeStyle(preferredStyle(useMapStore.getState().layers));
  });
  return () => {
    stopFollowing();
    stopFollowingBasemap();
    stopFollowingAddress();
  };
}

const isOn = ({ shownLayers }: MapState) => shownLayers[CONTOURS] ?? false;

function isReload(): boolean {
  const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  return navigation?.type === 'reload';
}
