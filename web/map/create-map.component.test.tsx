import type { StyleSpecification } from 'maplibre-gl';
import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { exampleLayers, layersWithout } from '../../test/example-layers.ts';
import { colorScheme, showColorScheme } from '../color-scheme.ts';
import { useMapStore } from '../map-store.ts';
import { choose } from '../preferences.ts';
import { createRepairs } from '../repairs.ts';
import { styleEntries } from './basemaps.ts';
import { createMap } from './create-map.ts';
import type { MapsProvider } from './maps-provider.ts';

const emptyStyle: StyleSpecification = { version: 8, sources: {}, layers: [] };

/** A map of 64 pixels with empty tiles, without a server. */
async function onNewMap(
  parcelCredit: string | null,
  look: (
    created: ReturnType<typeof createMap> & { answer: (style: StyleSpecification) => void },
  ) => Promise<void>,
  options: Partial<MapsProvider> = {},
) {
  vi.spyOn(console, 'warn').mockImplementation(() => {});
  let answer = (_: StyleSpecification) => {};
  const provider: MapsProvider = {
    styles: styleEntries((id) => `https://maps.example.org/${id}`),
    fetchStyle: () =>
      new Promise((resolve) => {
        answer = resolve;
      }),
    transformRequest: () => ({ url: 'data:application/x-protobuf,' }),
    labelFont: ['Noto Sans Regular'],
    followsColorScheme: true,
    wordmark: undefined,
    ...options,
  };
  useMapStore.setState({ layers: exampleLayers });
  const container = document.body.appendChild(document.createElement('div'));
  container.style.cssText = 'width: 64px; height: 64px';
  const created = createMap({
    container,
    provider,
    parcelCredit,
    view: null,
    camera: undefined,
    styleId: 'streets-v12',
    repairs: createRepairs(),
  });
  try {
    await look({ ...created, answer: (style) => answer(style) });
  } finally {
    created.map.remove();
    container.remove();
    useMapStore.setState(useMapStore.getInitialState());
  }
}

test('[M1] the map is resized once it has loaded', () =>
  onNewMap(null, async ({ map, answer }) => {
    const resize = vi.spyOn(map, 'resize');
    const loaded = new Promise((resolve) => map.once('load', resolve));
    answer(emptyStyle);
    await loaded;
    expect(resize).toHaveBeenCalledOnce();
  }));

test('[M11] our layers are in every style as soon as it has loaded, contour lines where they are offered', () =>
  onNewMap(null, async ({ map, answer, changeStyle }) => {
    const layersOfNext = async (style: StyleSpecification) => {
      const loaded = new Promise<string[]>((resolve) =>
        map.once('style.load', () => resolve(map.getLayersOrder())),
      );
      answer(style);
      return loaded;
    };
    const contours = ['contour-lines', 'contour-labels'];
    const parcels = ['parcel-areas', 'parcel-outlines', 'parcel-labels', 'parcel-selected-name'];
    expect(await layersOfNext(emptyStyle)).toEqual(expect.arrayContaining([...parcels, ...contours]));
    useMapStore.setState({ layers: layersWithout('contours') });
    const withoutContours = await layersOfNext(emptyStyle);
    expect(withoutContours).toEqual(expect.arrayContaining(parcels));
    expect(withoutContours).not.toEqual(expect.arrayContaining(['contour-lines']));
    useMapStore.setState({ layers: exampleLayers });
    changeStyle('satellite-streets-v12');
    expect(await layersOfNext(emptyStyle)).toEqual(
      expect.arrayContaining([...parcels, ...contours, 'contour-casing']),
    );
  }));

test('the attribution names the parcels that were imported since, and stays open for its reader', () =>
  onNewMap('Old County', async ({ map, answer, changeCredit }) => {
    const credit = () => map.getContainer().querySelector('.maplibregl-ctrl-attrib')!;
    answer(emptyStyle);
    await expect.poll(() => credit().textContent).toContain('Old County');
    credit().querySelector<HTMLElement>('.maplibregl-ctrl-attrib-button')!.click();
    expect(credit().classList).toContain('maplibregl-compact-show');
    changeCredit('New <County>');
    expect(credit().textContent).toContain('New <County>');
    expect(credit().textContent).not.toContain('Old County');
    expect(credit().classList).toContain('maplibregl-compact-show');
  }));

describe('when the color scheme changes while the page is open', () => {
  beforeAll(showColorScheme);
  const asked = vi.fn(async () => emptyStyle);
  const changeScheme = () => choose({ theme: colorScheme() === 'dark' ? 'light' : 'dark' });
  const onMapThatFollows = (followsColorScheme: boolean, look: Parameters<typeof onNewMap>[1]) => {
    asked.mockClear();
    return onNewMap(null, look, { fetchStyle: asked, followsColorScheme });
  };
  afterEach(() => vi.restoreAllMocks());

  test('a drawn map is loaded again in its dark form, until the map is removed', async () => {
    await onMapThatFollows(true, async () => {
      expect(asked).toHaveBeenCalledTimes(1);
      changeScheme();
      expect(asked).toHaveBeenCalledTimes(2);
      expect(asked).toHaveBeenLastCalledWith('https://maps.example.org/streets-v12', expect.anything());
    });
    changeScheme();
    expect(asked).toHaveBeenCalledTimes(2);
  });

  test('imagery stays, and so do maps that have no dark form', async () => {
    await onMapThatFollows(true, async ({ changeStyle }) => {
      changeStyle('satellite-streets-v12');
      changeScheme();
      expect(asked).toHaveBeenCalledTimes(2);
    });
    await onMapThatFollows(false, async () => {
      changeScheme();
      expect(asked).toHaveBeenCalledTimes(1);
    });
  });
});
