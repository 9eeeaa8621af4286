// Changes the map's style, and keeps the store's style id and loading flag in step with the map.
import type { ErrorEvent, Map as MapLibreMap, StyleSpecification } from 'maplibre-gl';
import { STYLE_LOAD_TIMEOUT_MS, STYLE_LOADING_HOLD_MS } from '../../contract/limits.ts';
import { useMapStore } from '../map-store.ts';
import type { Repairs } from '../repairs.ts';
import { entryOf, schemeOf, withStyleUrl } from './basemaps.ts';
import type { MapsProvider } from './maps-provider.ts';

/** Used while no style has loaded: the page's background shows through, and parcels can be drawn. */
const EMPTY_STYLE: StyleSpecification = { version: 8, sources: {}, layers: [] };

type Styled = Pick<MapLibreMap, 'getStyle' | 'setStyle' | 'on' | 'once'>;

/** An unknown id is ignored with a warning. */
export type ChangeStyle = (id: string) => void;

type Parts = Pick<MapsProvider, 'styles' | 'fetchStyle'> & {
  repairs?: Repairs | undefined;
  /** Called before a style replaces another. */
  beforeChange?: () => void;
};

export function styleSwitch(map: Styled, { styles, fetchStyle, repairs, beforeChange }: Parts): ChangeStyle {
  const loading = styleLoading((styleIsLoading) => useMapStore.setState({ styleIsLoading }));
  let request = new AbortController();

  const show = (style: StyleSpecification) => {
    if (map.getStyle()) beforeChange?.();
    map.setStyle(style, { diff: false });
  };

  map.on('style.load', () => {
    const style = map.getStyle();
    const entry = entryOf(style, styles);
    useMapStore.setState({ basemapScheme: schemeOf(style), ...(entry && { styleId: entry.id }) });
    loading.loaded();
  });
  map.on('error', (event: ErrorEvent & { sourceId?: string }) => {
    // An error with a source is a failed tile, not a failed style.
    if (event.sourceId === undefined) loading.failed();
  });
  map.once('remove', () => {
    request.abort();
    loading.stop();
  });

  const change = async (id: string) => {
    const entry = styles.find((style) => style.id === id);
    if (!entry) {
      console.warn(`There is no map style ${id}.`);
      return;
    }
    // A stale response must not replace a newer choice: abort the earlier request.
    request.abort();
    request = new AbortController();
    repairs?.drop('style');
    const { signal } = request;
    useMapStore.setState({ styleId: entry.id });
    loading.begin();
    // The time-out does not abort the request: a late style is still shown. Parcels do not wait for it.
    const timeout = setTimeout(() => {
      if (signal.aborted) return;
      repairs?.needsOnceBack('style', () => change(id));
      if (!map.getStyle()) show(EMPTY_STYLE);
    }, STYLE_LOAD_TIMEOUT_MS);
    try {
      const style = await fetchStyle(entry.url, signal);
      if (signal.aborted) return;
      repairs?.drop('style');
      show(withStyleUrl(style, entry.url));
    } catch (error) {
      if (signal.aborted) return;
      console.warn(`The map style ${id} could not be loaded.`, error);
      loading.failed();
      repairs?.needs('style', () => change(id));
      if (!map.getStyle()) show(EMPTY_STYLE);
    } finally {
      clearTimeout(timeout);
    }
  };
  return change;
}

export type StyleLoading = { begin(): void; loaded(): void; failed(): void; stop(): void };

/** The loading flag: cleared a moment after the style has loaded, on time-out, or at once on failure. */
export function styleLoading(tell: (isLoading: boolean) => void): StyleLoading {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const endAfter = (delayMs: number) => {
    clearTimeout(timer);
    timer = setTimeout(tell, delayMs, false);
  };
  return {
    begin() {
      tell(true);
      endAfter(STYLE_LOAD_TIMEOUT_MS);
    },
    loaded: () => endAfter(STYLE_LOADING_HOLD_MS),
    failed() {
      clearTimeout(timer);
      tell(false);
    },
    stop: () => clearTimeout(timer),
  };
}
