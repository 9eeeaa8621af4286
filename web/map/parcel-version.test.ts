import { beforeEach, describe, expect, test, vi } from 'vitest';
import { tileNumber } from '../../geo/tile-address.ts';
import { fakeMap } from '../../test/fake-map.ts';
import { useMapStore } from '../map-store.ts';
import { keepParcelsOnMap } from './parcel-layers.ts';
import { versionOf, watchParcelVersion } from './parcel-version.ts';

const tile = { z: 14, x: 4512, y: 6453 };
const etag = (version: string, end = '') => `"${version}-${tileNumber(tile)}${end}"`;

test.each([
  [etag('a1b2'), 'a1b2'],
  [`W/${etag('a1b2')}`, 'a1b2'],
  [etag('2026-06-03', '-plain'), '2026-06-03'],
  ['"a1b2-17"', undefined],
  ['"a1b2"', undefined],
  [null, undefined],
])('the ETag %s of a tile names the version %s', (text, version) => {
  expect(versionOf(text, tile)).toBe(version);
});

describe('parcels that are imported while the page is open', () => {
  const fetching = vi.fn<typeof fetch>();
  const page = Object.assign(new EventTarget(), { visibilityState: 'visible' });
  let stop = () => {};
  beforeEach(() => {
    vi.stubGlobal('location', { origin: 'https://platbook.example.org' });
    vi.stubGlobal('document', page);
    vi.stubGlobal('fetch', fetching);
    return () => {
      stop();
      useMapStore.setState(useMapStore.getInitialState());
      fetching.mockReset();
      vi.unstubAllGlobals();
    };
  });

  function watch() {
    const fake = fakeMap({ style: { sources: { parcels: {} } } });
    const addSource = vi.spyOn(fake.map, 'addSource');
    stop = watchParcelVersion(fake.map);
    const arrive = async (version: string, sourceId = 'parcels') => {
      const loaded = { state: 'loaded', etag: etag(version), tileID: { canonical: tile } };
      fake.fire('sourcedata', { sourceId, tile: loaded });
      await Promise.resolve();
    };
    const urls = () => addSource.mock.calls.map(([, source]) => (source as { tiles: string[] }).tiles[0]);
    return { ...fake, arrive, urls };
  }
  const reloaded = (version: string) => `https://platbook.example.org/tiles/{z}/{x}/{y}.pbf?v=${version}`;

  test('are loaded with the first tile of the new version, once', async () => {
    const { arrive, urls } = watch();
    await arrive('old');
    await arrive('old');
    expect(urls()).toEqual([]);
    await arrive('new');
    await arrive('new');
    // From the browser's cache.
    await arrive('old');
    expect(urls()).toEqual([reloaded('new')]);
  });

  test('are told to the rest of the page', async () => {
    const { arrive } = watch();
    await arrive('old');
    expect(useMapStore.getState().parcelVersion).toBeUndefined();
    await arrive('new');
    expect(useMapStore.getState().parcelVersion).toBe('new');
  });

  test('stay after a change of style: no old tile comes back from the browser’s cache', async () => {
    const { map, arrive, urls, loadStyle } = watch();
    const stopParcels = keepParcelsOnMap(map, ['Noto Sans Regular']);
    await arrive('old');
    await arrive('new');
    loadStyle({});
    expect(urls().at(-1)).toBe(reloaded('new'));
    stopParcels();
  });

  test('are noticed by nothing but tiles of parcels', async () => {
    const { arrive, fire, urls } = watch();
    await arrive('old');
    await arrive('new', 'basemap');
    fire('sourcedata', { sourceId: 'parcels', sourceDataType: 'metadata' });
    expect(urls()).toEqual([]);
  });

  test('are looked for when somebody returns to the page', async () => {
    const { arrive, urls } = watch();
    page.dispatchEvent(new Event('visibilitychange'));
    expect(fetching).not.toHaveBeenCalled();
    await arrive('old');
    fetching.mockResolvedValue(new Response(null, { headers: { ETag: etag('new') } }));
    page.dispatchEvent(new Event('visibilitychange'));
    await vi.waitUntil(() => urls().length > 0);
    expect(fetching.mock.lastCall![0]).toBe('https://platbook.example.org/tiles/14/4512/6453.pbf');
    expect(urls()).toEqual([reloaded('new')]);
  });

  test('a server that does not answer changes nothing', async () => {
    const { arrive, urls } = watch();
    await arrive('old');
    fetching.mockRejectedValue(new TypeError('Failed to fetch'));
    page.dispatchEvent(new Event('visibilitychange'));
    await Promise.resolve();
    expect(urls()).toEqual([]);
  });

  test('are not watched for after the map is gone', async () => {
    const { arrive, listenerCount } = watch();
    await arrive('old');
    stop();
    expect(listenerCount()).toBe(0);
    page.dispatchEvent(new Event('visibilitychange'));
    expect(fetching).not.toHaveBeenCalled();
  });
});
