import type { StyleSpecification } from 'maplibre-gl';
import { expect, test, vi } from 'vitest';
import { styleEntries } from './basemaps.ts';
import { createMap } from './create-map.ts';
import type { MapsProvider } from './maps-provider.ts';

const offers = { streets: true, imagery: true, contours: true };
const emptyStyle: StyleSpecification = { version: 8, sources: {}, layers: [] };

test('[M1] the map is resized once it has loaded', async () => {
  vi.spyOn(console, 'warn').mockImplementation(() => {});
  let answer = (_: StyleSpecification) => {};
  const provider: MapsProvider = {
    styles: styleEntries((id) => `https://maps.example.org/${id}`),
    fetchStyle: () =>
      new Promise((resolve) => {
        answer = resolve;
      }),
    // Empty tiles, without a server.
    transformRequest: () => ({ url: 'data:application/x-protobuf,' }),
    contours: { type: 'vector', tiles: [] },
    labelFont: ['Noto Sans Regular'],
    wordmark: undefined,
  };
  const container = document.body.appendChild(document.createElement('div'));
  container.style.cssText = 'width: 64px; height: 64px';
  const { map } = createMap({ container, provider, parcelCredit: null, view: null, offers });
  try {
    const resize = vi.spyOn(map, 'resize');
    const loaded = new Promise((resolve) => map.once('load', resolve));
    answer(emptyStyle);
    await loaded;
    expect(resize).toHaveBeenCalledOnce();
  } finally {
    map.remove();
    container.remove();
  }
});
