// The maps that Mapbox draws, for servers that have a token of theirs.
import { fetchStyleDocument } from './fetch-style-document.ts';
import { mapboxRequest } from './mapbox-request.ts';
import type { MapsProvider } from './maps-provider.ts';
import { styleEntries } from './style-entries.ts';

export function mapboxMaps(accessToken: string): MapsProvider {
  return {
    styles: styleEntries((id) => `mapbox://styles/mapbox/${id}`),
    async fetchStyle(url, signal) {
      // The checks of a whole style are heavy, and only foreign styles need them.
      const [document, { asMapLibreStyle }] = await Promise.all([
        fetchStyleDocument(mapboxRequest(url, accessToken)?.url ?? url, signal),
        import('./mapbox-style.ts'),
      ]);
      return asMapLibreStyle(document);
    },
    transformRequest: (url) => mapboxRequest(url, accessToken),
    contours: { type: 'vector', url: 'mapbox://mapbox.mapbox-terrain-v2' },
    // What Mapbox's own styles are lettered with.
    labelFont: ['DIN Pro Regular', 'Arial Unicode MS Regular'],
    wordmark: { name: 'Mapbox', url: 'https://www.mapbox.com/about/maps/' },
  };
}
