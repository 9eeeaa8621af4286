// Addresses as people copy them from a browser lead to their layer.
import { describe, expect, test } from 'vitest';
import { isArcGisAddress, parseArcGisAddress, withoutToken } from './arcgis-address.ts';

const service = 'https://gis.example.gov/arcgis/rest/services/Land/Parcels/MapServer';
const item = '0123456789abcdef0123456789abcdef';

describe('an address of a layer or service', () => {
  for (const [address, layer] of [
    [`${service}/0`, 0],
    [`${service}/12/`, 12],
    [`${service}/0/query?where=1%3D1&outFields=*&f=json`, 0],
    [`${service}/0?f=pjson`, 0],
    [service, undefined],
    [`${service}/`, undefined],
    [`${service}?f=json`, undefined],
  ] as const) {
    test(address, () => {
      expect(parseArcGisAddress(address)).toEqual({
        kind: 'service',
        service,
        layer,
        where: undefined,
        token: undefined,
      });
    });
  }

  test('in any letters, with a token and a condition', () => {
    const address = `https://x.example/ARCGIS/rest/services/A/featureserver/3/query?WHERE=CNTY%3D%27Wake%27&token=abc`;
    expect(parseArcGisAddress(address)).toEqual({
      kind: 'service',
      service: 'https://x.example/ARCGIS/rest/services/A/featureserver',
      layer: 3,
      where: "CNTY='Wake'",
      token: 'abc',
    });
  });
});

describe('a page of an item', () => {
  test.each([
    [`https://www.arcgis.com/home/item.html?id=${item}`, 'https://www.arcgis.com', undefined],
    [`https://wake.maps.arcgis.com/home/item.html?id=${item}&sublayer=2`, 'https://wake.maps.arcgis.com', 2],
    [`https://gis.example.gov/portal/home/item.html?id=${item}`, 'https://gis.example.gov/portal', undefined],
    [`https://data-wake.opendata.arcgis.com/datasets/${item}_0/explore`, 'https://www.arcgis.com', 0],
    [`https://data.example.gov/datasets/${item}`, 'https://www.arcgis.com', undefined],
    [`https://www.arcgis.com/sharing/rest/content/items/${item}?f=json`, 'https://www.arcgis.com', undefined],
  ])('%s', (address, portal, layer) => {
    expect(parseArcGisAddress(address)).toEqual({ kind: 'item', portal, item, layer, token: undefined });
  });

  test('of a map viewer, with a map or with the address of a layer', () => {
    const map = `https://wake.maps.arcgis.com/apps/mapviewer/index.html?webmap=${item}`;
    expect(parseArcGisAddress(map)).toMatchObject({
      kind: 'item',
      portal: 'https://wake.maps.arcgis.com',
      item,
    });
    for (const page of ['home/webmap/viewer.html', 'apps/mapviewer/index.html']) {
      const viewer = `https://www.arcgis.com/${page}?url=${encodeURIComponent(`${service}/3`)}&source=sd`;
      expect(parseArcGisAddress(viewer)).toMatchObject({ kind: 'service', service, layer: 3 });
    }
  });

  test('that is named in words', () => {
    expect(parseArcGisAddress('https://data.example.gov/datasets/wake::parcels/about')).toMatchObject({
      kind: 'slug',
      slug: 'wake::parcels',
    });
  });
});

test('the services directory of a server is known, and is not taken for a file', () => {
  const services = 'https://gis.example.gov/arcgis/rest/services';
  for (const address of [services, `${services}/`, `${services}?f=json`]) {
    expect(parseArcGisAddress(address)).toMatchObject({ kind: 'directory', directory: services });
  }
  const images = `${services}/Aerial/ImageServer`;
  expect(parseArcGisAddress(images)).toMatchObject({ kind: 'directory', directory: images });
  expect(isArcGisAddress('https://example.gov/rest/services/parcels.zip')).toBe(false);
});

test('an address is shown and stored without its token', () => {
  expect(withoutToken(`${service}/0?token=abc&f=json`)).toBe(`${service}/0?f=json`);
  expect(withoutToken(`${service}/0/query?where=A%3D1&Token=abc`)).toBe(`${service}/0/query?where=A%3D1`);
  for (const source of ['https://example.gov/parcels.zip?token=abc', 'parcels.zip', `${service}/0?f=json`]) {
    expect(withoutToken(source)).toBe(source);
  }
});

test('other addresses and paths are not for this reader', () => {
  for (const address of [
    'parcels.zip',
    '/data/MapServer/0',
    'https://example.gov/parcels.geojson',
    'https://example.gov/datasets/parcels.zip',
    `https://www.arcgis.com/sharing/rest/content/items/${item}/data`,
    'ftp://example.gov/MapServer/0',
  ]) {
    expect([address, isArcGisAddress(address)]).toEqual([address, false]);
  }
});
