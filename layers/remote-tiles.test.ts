// Pictures by address: templates, and services on loopback that describe themselves as real ones do.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, test } from 'vitest';
import { fillTileTemplate } from '../geo/tile-template.ts';
import { describeTiles, isTilesAddress } from './remote-tiles.ts';

let stop: () => Promise<void> = async () => {};
let asked: string[] = [];
afterEach(async () => {
  await stop();
  stop = async () => {};
  asked = [];
});

/** Answers everything with one document, in which ORIGIN is the server's own. */
async function serve(document: string, status = 200): Promise<string> {
  const server = createServer((request, response) => {
    asked.push(request.url!);
    response.writeHead(status).end(document.replaceAll('ORIGIN', origin));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  stop = () =>
    new Promise<void>((resolve) => {
      server.closeAllConnections();
      server.close(() => resolve());
    });
  return origin;
}

describe('[LAY-1] templates', () => {
  test.each([
    ['https://t.test/{z}/{x}/{y}.png', 'https://t.test/{z}/{x}/{y}.png', 256],
    ['https://{s}.t.test/{z}/{y}/{x}', 'https://a.t.test/{z}/{y}/{x}', 256],
    ['https://t.test/%7Bz%7D/%7Bx%7D/%7B-y%7D.jpg', 'https://t.test/{z}/{x}/{-y}.jpg', 256],
    ['https://t.test/{z}/{x}/{y}@2x.webp?token=t', 'https://t.test/{z}/{x}/{y}@2x.webp?token=t', 512],
    ['https://t.test/{z}/{x}/{y}{r}.png', 'https://t.test/{z}/{x}/{y}.png', 256],
    ['https://t.test/a{quadkey}.jpeg', 'https://t.test/a{q}.jpeg', 256],
    ['https://t.test/{TileMatrix}/{TileRow}/{TileCol}', 'https://t.test/{z}/{y}/{x}', 256],
    ['https://t.test/wms?BBOX={bbox-epsg-3857}&LAYERS=a', 'https://t.test/wms?BBOX={bbox}&LAYERS=a', 256],
  ])('%s', async (address, url, tileSizePx) => {
    expect(await describeTiles(address)).toEqual({ url, zoomMin: 0, zoomMax: 19, tileSizePx });
  });

  test.each([
    ['https://t.test/{z}/{x}/{y}.png?key={apikey}', /has \{apikey\} in its address/],
    ['https://t.test/{z}/{x}.png', /without a place for each of/],
    ['https://ada:secret@t.test/{z}/{x}/{y}.png', /a name or a password/],
    ['ftp://t.test/{z}/{x}/{y}.png', /must begin with/],
    ['https://t.test/photos?token=sesame', /is not given as an address of pictures/],
  ])('[LAY-bad] %s is refused in one sentence', async (address, words) => {
    const failure = await describeTiles(address).catch((error: Error) => error);
    expect(failure).toMatchObject({ name: 'OperatorError', message: expect.stringMatching(words) });
    expect((failure as Error).message).not.toMatch(/sesame|secret/);
  });
});

test('[LAY-1] pictures are told from what the importer reads', () => {
  const service = 'https://gis.test/arcgis/rest/services/Ortho';
  for (const pictures of [
    'https://t.test/{z}/{x}/{y}.png',
    `${service}/ImageServer`,
    `${service}/MapServer/WMTS/1.0.0/WMTSCapabilities.xml`,
    `${service}/MapServer/WMSServer?request=GetCapabilities`,
    'https://t.test/geoserver/gwc/service/wmts',
    'https://t.test/cgi-bin/mapserv?map=a.map&SERVICE=WMS',
  ])
    expect(isTilesAddress(pictures), pictures).toBe(true);
  for (const data of [
    `${service}/FeatureServer/0`,
    `${service}/MapServer/0`,
    `${service}/MapServer`,
    'https://t.test/parcels.zip',
    'https://t.test/ows?service=WFS',
    'parcels.shp',
    '/tiles/{z}/{x}/{y}.png',
  ])
    expect(isTilesAddress(data), data).toBe(false);
  expect(isTilesAddress(`${service}/MapServer`, { kind: 'imagery' })).toBe(true);
  expect(isTilesAddress(`${service}/MapServer/0`, { kind: 'imagery' })).toBe(false);
});

const WORLD_SCALE = 559082264.0287178;

/** `id` names a zoom; a size of 512 px has half the scale. */
function matrixSet(
  name: string,
  {
    crs = 'urn:ogc:def:crs:EPSG::3857',
    corner = '-20037508.3427892 20037508.3427892',
    size = 256,
    zooms = [0, 18],
    id = (z: number): string => `${z}`,
  } = {},
) {
  const matrices = Array.from({ length: zooms[1]! - zooms[0]! + 1 }, (_, i) => zooms[0]! + i).map(
    (z) => `<TileMatrix><ows:Identifier>${id(z)}</ows:Identifier>
      <ScaleDenominator>${(WORLD_SCALE * 256) / size / 2 ** z}</ScaleDenominator><TopLeftCorner>${corner}</TopLeftCorner>
      <TileWidth>${size}</TileWidth><TileHeight>${size}</TileHeight>
      <MatrixWidth>${2 ** z}</MatrixWidth><MatrixHeight>${2 ** z}</MatrixHeight></TileMatrix>`,
  );
  return `<TileMatrixSet><ows:Identifier>${name}</ows:Identifier><ows:SupportedCRS>${crs}</ows:SupportedCRS>${matrices.join('')}</TileMatrixSet>`;
}

const wmtsLayer = (name: string, { set = 'GoogleMapsCompatible', format = 'image/jpeg', more = '' } = {}) => `
  <Layer><ows:Title>Title of ${name}</ows:Title><ows:Identifier>${name}</ows:Identifier>
    <Style><ows:Identifier>other</ows:Identifier></Style><Style isDefault="true"><ows:Identifier>default</ows:Identifier></Style>
    <Format>image/png</Format><Format>${format}</Format>
    <TileMatrixSetLink><TileMatrixSet>${set}</TileMatrixSet></TileMatrixSetLink>${more}</Layer>`;

const wmts = (layers: string, sets: string, href = 'ORIGIN/wmts?') => `<?xml version="1.0" encoding="UTF-8"?>
<Capabilities xmlns="http://www.opengis.net/wmts/1.0" xmlns:ows="http://www.opengis.net/ows/1.1" xmlns:xlink="http://www.w3.org/1999/xlink" version="1.0.0">
  <ows:ServiceProvider><ows:ProviderName>State of Examples &amp; Co</ows:ProviderName></ows:ServiceProvider>
  <ows:OperationsMetadata>
    <ows:Operation name="GetCapabilities"><ows:DCP><ows:HTTP><ows:Get xlink:href="ORIGIN/other?"/></ows:HTTP></ows:DCP></ows:Operation>
    <ows:Operation name="GetTile"><ows:DCP><ows:HTTP><ows:Get xlink:href="${href}"><ows:Constraint name="GetEncoding"><ows:AllowedValues><ows:Value>KVP</ows:Value></ows:AllowedValues></ows:Constraint></ows:Get></ows:HTTP></ows:DCP></ows:Operation>
  </ows:OperationsMetadata>
  <Contents>${layers}${sets}</Contents></Capabilities>`;

describe('[LAY-1] WMTS', () => {
  test('by parameters, with the zooms and names of its matrix set, and the token of the address', async () => {
    const set = matrixSet('EPSG:900913', {
      crs: 'urn:ogc:def:crs:EPSG::900913',
      id: (z) => `EPSG:900913:${z}`,
      zooms: [2, 20],
    });
    const origin = await serve(wmts(wmtsLayer('ortho', { set: 'EPSG:900913' }), set));
    const found = await describeTiles(`${origin}/wmts?token=sesame`);
    expect(asked).toEqual(['/wmts?token=sesame&SERVICE=WMTS&REQUEST=GetCapabilities&VERSION=1.0.0']);
    expect(found).toMatchObject({
      zoomMin: 2,
      zoomMax: 20,
      tileSizePx: 256,
      title: 'Title of ortho',
      credit: 'State of Examples & Co',
    });
    const tile = new URL(fillTileTemplate(found.url, { z: 5, x: 9, y: 12 }));
    expect(tile.pathname).toBe('/wmts');
    expect(Object.fromEntries(tile.searchParams)).toEqual({
      token: 'sesame',
      SERVICE: 'WMTS',
      REQUEST: 'GetTile',
      VERSION: '1.0.0',
      LAYER: 'ortho',
      STYLE: 'default',
      FORMAT: 'image/jpeg',
      TILEMATRIXSET: 'EPSG:900913',
      TILEMATRIX: 'EPSG:900913:5',
      TILEROW: '12',
      TILECOL: '9',
    });
  });

  test('RESTful, with dimensions, 512 px and two digits', async () => {
    const more = `<Dimension><ows:Identifier>Time</ows:Identifier><Default>2023</Default><Value>2021</Value></Dimension>
      <ResourceURL format="image/png" resourceType="tile" template="ORIGIN/png/{TileMatrix}"/>
      <ResourceURL format="image/jpeg" resourceType="tile" template="ORIGIN/tiles/ortho/{Style}/{Time}/{TileMatrixSet}/{TileMatrix}/{TileRow}/{TileCol}.jpg?format=image/jpeg"/>`;
    const sets =
      matrixSet('degrees', { crs: 'urn:ogc:def:crs:OGC:1.3:CRS84', corner: '-180 90' }) +
      matrixSet('web', { size: 512, zooms: [0, 17], id: (z) => String(z).padStart(2, '0') });
    const layers = wmtsLayer('ortho', { set: 'web', more }) + wmtsLayer('topo', { set: 'web' });
    const origin = await serve(wmts(layers, sets));
    const found = await describeTiles(`${origin}/1.0.0/WMTSCapabilities.xml`, { layer: 'title of ORTHO' });
    expect(asked).toEqual(['/1.0.0/WMTSCapabilities.xml']);
    expect(found).toMatchObject({ zoomMin: 0, zoomMax: 17, tileSizePx: 512 });
    expect(fillTileTemplate(found.url, { z: 7, x: 1, y: 2 })).toBe(
      `${origin}/tiles/ortho/default/2023/web/07/2/1.jpg?format=image/jpeg`,
    );
  });

  test.each([
    [
      'several layers',
      wmts(wmtsLayer('a') + wmtsLayer('b'), matrixSet('GoogleMapsCompatible')),
      /has several layers: name one with --layer\. It has a \(Title of a\), b/,
    ],
    [
      'another grid',
      wmts(wmtsLayer('a', { set: 'state' }), matrixSet('state', { crs: 'urn:ogc:def:crs:EPSG::26986' })),
      /no tiles of a on the grid of web maps/,
    ],
    [
      'another corner',
      wmts(wmtsLayer('a'), matrixSet('GoogleMapsCompatible', { corner: '-8000000 5200000' })),
      /grid of web maps/,
    ],
    [
      'a private address',
      wmts(wmtsLayer('a'), matrixSet('GoogleMapsCompatible'), 'http://169.254.169.254/wmts?'),
      /not a public address/,
    ],
    [
      'an exception',
      '<ows:ExceptionReport xmlns:ows="o"><ows:Exception/></ows:ExceptionReport>',
      /does not answer as a WMTS does/,
    ],
    ['half a document', wmts(wmtsLayer('a'), '').slice(0, 900), /XML that cannot be read/],
    ['a web page', '<!doctype html><html><br></html>', /XML that cannot be read|as a WMTS/],
  ])('[LAY-bad] %s: one sentence', async (_, document, words) => {
    const origin = await serve(document);
    await expect(describeTiles(`${origin}/wmts`)).rejects.toMatchObject({
      name: 'OperatorError',
      message: expect.stringMatching(words),
    });
  });
});

const WMS_130 = `<?xml version='1.0' encoding="UTF-8"?>
<WMS_Capabilities version="1.3.0" xmlns="http://www.opengis.net/wms" xmlns:xlink="http://www.w3.org/1999/xlink">
<Service><Name>WMS</Name><Title>Imagery</Title></Service>
<Capability><Request><GetMap><Format>image/tiff</Format><Format>image/png; mode=8bit</Format><Format>image/png</Format>
<DCPType><HTTP><Get><OnlineResource xlink:href="ORIGIN/cgi-bin/mapserv?map=/srv/ortho.map&amp;"/></Get></HTTP></DCPType></GetMap></Request>
<Layer><Title>All</Title><CRS>EPSG:4326</CRS><CRS>EPSG:3857</CRS>
  <Layer queryable="0"><Name>ortho_2023</Name><Title>Ortho 2023</Title>
    <Attribution><Title>MassGIS</Title></Attribution></Layer></Layer></Capability></WMS_Capabilities>`;

const WMS_111 = `<?xml version="1.0"?>
<!DOCTYPE WMT_MS_Capabilities SYSTEM "http://schemas.opengis.net/wms/1.1.1/WMS_MS_Capabilities.dtd" [ <!ELEMENT VendorSpecificCapabilities EMPTY> ]>
<WMT_MS_Capabilities version="1.1.1"><Service><Name>OGC:WMS</Name></Service>
<Capability><Request><GetMap><Format>image/gif</Format><Format>image/jpeg</Format>
<DCPType><HTTP><Get><OnlineResource xmlns:xlink="http://www.w3.org/1999/xlink" xlink:href="ORIGIN/wms?SERVICE=WMS&amp;"/></Get></HTTP></DCPType></GetMap></Request>
<Layer><Name>everything</Name><Title>Everything</Title><SRS>EPSG:4326 EPSG:900913</SRS>
  <Layer><Name>photos</Name><Title>Photos</Title></Layer>
  <Layer><Name>plans</Name><Title>Plans</Title></Layer></Layer></Capability></WMT_MS_Capabilities>`;

describe('[LAY-1] WMS', () => {
  test('1.3.0: the only layer, in Web Mercator with east first, as PNG', async () => {
    const origin = await serve(WMS_130);
    const found = await describeTiles(`${origin}/cgi-bin/mapserv?map=/srv/ortho.map&service=WMS&token=t`);
    expect(found).toMatchObject({
      tileSizePx: 512,
      title: 'Ortho 2023',
      credit: 'MassGIS',
    });
    const { searchParams } = new URL(fillTileTemplate(found.url, { z: 1, x: 0, y: 0 }));
    expect(Object.fromEntries(searchParams)).toEqual({
      map: '/srv/ortho.map',
      token: 't',
      SERVICE: 'WMS',
      REQUEST: 'GetMap',
      VERSION: '1.3.0',
      LAYERS: 'ortho_2023',
      STYLES: '',
      FORMAT: 'image/png',
      TRANSPARENT: 'TRUE',
      CRS: 'EPSG:3857',
      BBOX: '-20037508.342789244,0,0,20037508.342789244',
      WIDTH: '512',
      HEIGHT: '512',
    });
  });

  test('1.1.1: a layer by name, with what it inherits, as JPEG', async () => {
    const origin = await serve(WMS_111);
    const found = await describeTiles(`${origin}/wms`, { layer: 'Photos' });
    expect(found).toMatchObject({ title: 'Photos' });
    expect(found.url).toContain('&VERSION=1.1.1&LAYERS=photos&');
    expect(found.url).toMatch(/FORMAT=image%2Fjpeg&TRANSPARENT=FALSE&SRS=EPSG%3A900913&BBOX=\{bbox\}/);
    expect(found.url.match(/SERVICE=/g)).toHaveLength(1);
  });

  test.each([
    ['several layers', WMS_111, undefined, /has several layers.*photos \(Photos\), plans \(Plans\)/],
    ['no such layer', WMS_111, 'roads', /has no layer roads/],
    [
      'no Web Mercator',
      WMS_130.replace('EPSG:3857', 'EPSG:26986'),
      undefined,
      /does not draw ortho_2023 in Web Mercator/,
    ],
    ['no pictures', WMS_130.replaceAll('image/png', 'image/tiff'), undefined, /has no JPEG, PNG or WebP/],
    ['an exception', '<ServiceExceptionReport/>', undefined, /does not answer as a WMS does/],
  ])('[LAY-bad] %s: one sentence', async (_, document, layer, words) => {
    const origin = await serve(document);
    await expect(describeTiles(`${origin}/wms`, { layer })).rejects.toMatchObject({
      name: 'OperatorError',
      message: expect.stringMatching(words),
    });
  });

  test('[LAY-bad] a service that refuses is named by its host alone', async () => {
    const origin = await serve('', 403);
    const failure = await describeTiles(`${origin}/wms?token=sesame`).catch((error: Error) => error);
    expect((failure as Error).message).toMatch(
      /^127\.0\.0\.1:\d+ does not describe its pictures \(the server answered 403\)/,
    );
    expect((failure as Error).message).not.toContain('sesame');
  });
});

const cache = (o: { wkid?: number; x?: number; levels?: number[]; size?: number } = {}) => {
  const { wkid = 102100, x = -20037508.342787, levels = [0, 1, 2, 3], size = 256 } = o;
  return {
    mapName: 'Layers',
    documentInfo: { Title: 'Ortho' },
    copyrightText: 'USGS The National Map',
    capabilities: 'Map,Query',
    singleFusedMapCache: true,
    tileInfo: {
      rows: size,
      cols: size,
      origin: { x, y: 20037508.342787 },
      spatialReference: { wkid, latestWkid: wkid === 102100 ? 3857 : wkid },
      lods: levels.map((level) => ({ level, resolution: (156543.03392800014 * 256) / size / 2 ** level })),
    },
  };
};

describe('[LAY-1] ArcGIS', () => {
  const path = '/arcgis/rest/services/Ortho';

  test.each([256, 512])(
    'a cache on the grid of web maps, of %i px, is asked for its tiles, row first',
    async (size) => {
      const origin = await serve(JSON.stringify(cache({ size })));
      const found = await describeTiles(`${origin}${path}/MapServer?token=t`);
      expect(asked).toEqual([`${path}/MapServer?token=t&f=json`]);
      expect(found).toMatchObject({
        url: `${origin}${path}/MapServer/tile/{z}/{y}/{x}?token=t`,
        zoomMin: 0,
        zoomMax: 3,
        tileSizePx: size,
        title: 'Ortho',
        credit: 'USGS The National Map',
      });
    },
  );

  test.each([
    ['without a cache', { ...cache(), singleFusedMapCache: false }],
    ['with one in another projection', cache({ wkid: 26986 })],
    ['with one from another corner', cache({ x: -5120900 })],
  ])('a map %s is drawn for each tile', async (_, about) => {
    const origin = await serve(JSON.stringify(about));
    const { url, tileSizePx } = await describeTiles(`${origin}${path}/MapServer`);
    expect(url).toBe(
      `${origin}${path}/MapServer/export?bbox={bbox}&bboxSR=3857&imageSR=3857&size=512,512&format=png32&transparent=true&f=image`,
    );
    expect(tileSizePx).toBe(512);
  });

  test('an image service is drawn for each tile', async () => {
    const origin = await serve(JSON.stringify({ name: 'Ortho', capabilities: 'Image,Metadata' }));
    const { url, title } = await describeTiles(`${origin}${path}/ImageServer?token=t`);
    expect(url).toBe(
      `${origin}${path}/ImageServer/exportImage?token=t&bbox={bbox}&bboxSR=3857&imageSR=3857&size=512,512&format=jpgpng&f=image`,
    );
    expect(title).toBe('Ortho');
  });

  test.each([
    [
      'an error with status 200',
      JSON.stringify({ error: { code: 499, message: 'Token Required' } }),
      /does not describe its pictures: Token Required/,
    ],
    ['a web page', '<html>', /does not answer as an ArcGIS server does/],
    [
      'tiles on another grid alone',
      JSON.stringify({ ...cache({ wkid: 26986 }), capabilities: 'TilesOnly' }),
      /on another grid than that of web maps/,
    ],
  ])('[LAY-bad] %s: one sentence', async (_, document, words) => {
    const origin = await serve(document);
    await expect(describeTiles(`${origin}${path}/MapServer`)).rejects.toMatchObject({
      name: 'OperatorError',
      message: expect.stringMatching(words),
    });
  });
});
