// The two providers of basemaps, this server and Mapbox, behind one interface.
import type { RequestParameters, StyleSpecification } from 'maplibre-gl';
import type { ClientConfig } from '../../contract/client-config.ts';
import type { ColorScheme } from '../../contract/map-styles.ts';
import { colorScheme } from '../color-scheme.ts';
import { type StyleEntry, styleEntries } from './basemaps.ts';
import { mapboxRequest } from './mapbox-request.ts';

export type MapsProvider = {
  styles: readonly StyleEntry[];
  /** Resolves to a style document that MapLibre accepts. The scheme is the reader's if none is asked for. */
  fetchStyle(url: string, signal: AbortSignal, scheme?: ColorScheme): Promise<StyleSpecification>;
  /** Whether its drawn styles have a dark form, which `fetchStyle` chooses. Mapbox's have none. */
  followsColorScheme: boolean;
  /** Undefined leaves the URL unchanged. */
  transformRequest(url: string): RequestParameters | undefined;
  /** A font stack that all of the provider's styles have. */
  labelFont: string[];
  /** The provider's name, where its terms require it on the map. */
  wordmark: { name: string; url: string } | undefined;
};

/** Undefined where Mapbox is configured without an access token. */
export function chooseMaps({ provider, accessToken }: ClientConfig['maps']): MapsProvider | undefined {
  if (provider === 'embedded') return embeddedMaps(location.origin);
  return accessToken === null ? undefined : mapboxMaps(accessToken);
}

/** The maps that this server draws itself. */
export function embeddedMaps(origin: string): MapsProvider {
  return {
    styles: styleEntries((id) => `${origin}/styles/v1/platbook/${id}`),
    fetchStyle: (url, signal, scheme = colorScheme()) =>
      fetchStyleDocument(`${url}?scheme=${scheme}`, signal),
    followsColorScheme: true,
    transformRequest: () => undefined,
    labelFont: ['Noto Sans Regular'],
    wordmark: undefined,
  };
}

/** Mapbox's maps, for servers with an access token. */
export function mapboxMaps(accessToken: string): MapsProvider {
  return {
    styles: styleEntries((id) => `mapbox://styles/mapbox/${id}`),
    async fetchStyle(url, signal) {
      // Lazy loading: the style validator is large, and only Mapbox styles need it.
      const [document, { asMapLibreStyle }] = await Promise.all([
        fetchStyleDocument(mapboxRequest(url, accessToken)?.url ?? url, signal),
        import('./mapbox-style.ts'),
      ]);
      return asMapLibreStyle(document);
    },
    followsColorScheme: false,
    transformRequest: (url) => mapboxRequest(url, accessToken),
    // The fonts of Mapbox's own styles.
    labelFont: ['DIN Pro Regular', 'Arial Unicode MS Regular'],
    wordmark: { name: 'Mapbox', url: 'https://www.mapbox.com/about/maps/' },
  };
}

async function fetchStyleDocument(url: string, signal: AbortSignal): Promise<StyleSpecification> {
  const response = await fetch(url, { signal });
  // Without the query, which may contain the access token.
  if (!response.ok) throw new Error(`${url.split('?')[0]} answered ${response.status}`);
  return response.json();
}
