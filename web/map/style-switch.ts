// The one writer of the map's style: changes it, says that it is loading, and keeps the store in step with what is shown.
import type { ErrorEvent, Map as MapLibreMap, StyleSpecification } from 'maplibre-gl';
import { STYLE_LOAD_TIMEOUT_MS } from '../../contract/limits.ts';
import { useMapStore } from '../map-store.ts';
import type { MapsProvider } from './maps-provider.ts';
import { entryOf, withOrigin } from './style-entries.ts';
import { styleLoading } from './style-loading.ts';

/** Nothing at all: the page's own paper shows through, and the parcels lie on it. */
const PAPER: StyleSpecification = { version: 8, sources: {}, layers: [] };

type Styled = Pick<MapLibreMap, 'getStyle' | 'setStyle' | 'on' | 'once'>;

/** An id that is none of the provider's is ignored. */
export type ChangeStyle = (id: string) => void;

export function styleSwitch(
  map: Styled,
  { styles, fetchStyle }: Pick<MapsProvider, 'styles' | 'fetchStyle'>,
): ChangeStyle {
  const loading = styleLoading((styleIsLoading) => useMapStore.setState({ styleIsLoading }));
  let asking = new AbortController();

  const syncStyleId = () => {
    const entry = entryOf(map.getStyle(), styles);
    if (entry) useMapStore.setState({ styleId: entry.id });
  };
  const show = (style: StyleSpecification) => map.setStyle(style, { diff: false });

  map.on('style.load', () => {
    syncStyleId();
    loading.loaded();
  });
  map.on('error', (event: ErrorEvent & { sourceId?: string }) => {
    // A tile that fails says nothing about the style.
    if (event.sourceId === undefined) loading.failed();
  });
  map.once('remove', () => {
    asking.abort();
    loading.stop();
  });

  return async (id) => {
    const entry = styles.find((style) => style.id === id);
    if (!entry) {
      console.warn(`There is no map style ${id}.`);
      return;
    }
    asking.abort();
    asking = new AbortController();
    const { signal } = asking;
    useMapStore.setState({ styleId: entry.id });
    loading.begin();
    // A late style is shown all the same; the parcels need not wait for it.
    const patience = setTimeout(() => {
      if (!signal.aborted && !map.getStyle()) show(PAPER);
    }, STYLE_LOAD_TIMEOUT_MS);
    try {
      const style = await fetchStyle(entry.url, signal);
      if (!signal.aborted) show(withOrigin(style, entry.url));
    } catch (error) {
      if (signal.aborted) return;
      console.warn(`The map style ${id} could not be loaded.`, error);
      loading.failed();
      // The style that is shown stays. Only a map without any style gets an empty one, so that parcels can be drawn.
      if (!map.getStyle()) show(PAPER);
    } finally {
      clearTimeout(patience);
    }
  };
}
