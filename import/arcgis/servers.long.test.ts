// Every kind of ArcGIS server in the field, and those that strangers will try: odd ids, odd counts, pages that overlap, tokens,
// maps and pages instead of layers. Each gives all of its rows, each exactly once, or one sentence says what is wrong.
import { mkdtemp } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import {
  downloads,
  expectedPins,
  open,
  pauses,
  pinsOf,
  read,
  start,
  timing,
} from '../../test/arcgis-client.ts';
import { type Character, ID_FIELD, type StandInRow, standInRows } from '../../test/arcgis-stand-in-layer.ts';
import { chooseLayer } from '../choose-layer.ts';
import type { StepProgress } from '../layer.ts';

const old: Character = {
  claimsPaging: false,
  statistics: 'refused',
  hidesLimits: true,
  maxRecordCount: 1000,
};

const withoutIdField = { objectIdField: null, fields: [{ name: 'PIN', type: 'esriFieldTypeString' }] };

describe('all rows arrive exactly once from', () => {
  const paging: Character = { claimsPaging: true };
  const plain: Record<string, Character> = {
    'a modern server that pages': { claimsPaging: true },
    'a modern server with a small limit': { claimsPaging: true, maxRecordCount: 120 },
    'an old server without paging': old,
    'an old server without paging that gives no ids': { ...old, ids: 'null', statistics: 'given' },
    'a server that gives no ids and refuses statistics': {
      claimsPaging: false,
      ids: 'null',
      statistics: 'refused',
    },
    'a server that gives no ids, no statistics and no order': {
      claimsPaging: false,
      ids: 'refused',
      statistics: 'refused',
      orderBy: false,
    },
    'an old server with nothing but boxes that does not say its limit': {
      ...old,
      ids: 'null',
      orderBy: false,
      maxRecordCount: 300,
    },
    'an old server with ids that does not say its small limit': { ...old, maxRecordCount: 300 },
    'an old server with ranges that does not say its small limit': {
      ...old,
      ids: 'null',
      statistics: 'given',
      maxRecordCount: 300,
    },
    'a server that names its statistics oddly': { claimsPaging: false, ids: 'null', statistics: 'odd-names' },
    'a server that cuts its list of ids': { claimsPaging: false, ids: 'cut', maxRecordCount: 700 },
    'a server that claims paging and refuses it': { claimsPaging: true, pages: false, orderBy: false },
    'a server that ignores resultOffset': { claimsPaging: true, pages: false },
    'a server that can page and does not say so': {
      claimsPaging: false,
      pages: true,
      ids: 'null',
      statistics: 'refused',
      orderBy: false,
      knowsBoxes: false,
    },
    'a server that ignores lists of ids': { claimsPaging: false, knowsObjectIds: false },
    'a server whose pages overlap': { claimsPaging: true, overlap: 3 },
    'a server that answers errors with status 200 now and then': {
      claimsPaging: true,
      spoils: { every: 3, as: 'error-200' },
    },
    'a server that answers with a web page now and then': {
      claimsPaging: true,
      spoils: { every: 3, as: 'html' },
    },
    'a server whose answers break off now and then': { claimsPaging: true, spoils: { every: 3, as: 'cut' } },
    'a server that loses connections': { claimsPaging: true, spoils: { every: 3, as: 'reset' } },
    'a server behind a gateway that gives up': { claimsPaging: true, spoils: { every: 4, as: '504' } },
    'a server that limits requests': { claimsPaging: true, spoils: { every: 4, as: '429' } },
    'an old server that is unavailable now and then': { ...old, spoils: { every: 4, as: '503' } },
    'a server that cannot give as many rows as it says': { claimsPaging: true, strength: 90 },
    'an old server that cannot give as many rows as it says': { ...old, strength: 90 },
    'a server that refuses long addresses': { claimsPaging: false, longestAddress: 150 },
    'a server that refuses POST': { claimsPaging: false, refusesPost: true },
    'a slow server': { claimsPaging: true, slowTurns: 20 },
    'a server behind a firewall that takes 1=1 for an attack': { claimsPaging: true, firewall: true },
    'a server that does not count': { claimsPaging: true, counts: false },
    'a server that ignores resultOffset and breaks on one record': {
      claimsPaging: true,
      pages: false,
      ids: 'cut',
      knowsObjectIds: false,
      maxRecordCount: 33,
      poison: [{ id: 5, breaks: 'shape' }],
    },
    'a weak server that ignores resultOffset and lists of ids': {
      claimsPaging: true,
      pages: false,
      ids: 'null',
      knowsObjectIds: false,
      maxRecordCount: 33,
      strength: 20,
    },
    'a server that refuses both long addresses and POST': {
      claimsPaging: false,
      longestAddress: 400,
      refusesPost: true,
    },
  };
  const characters: Record<string, [Character, StandInRow[]?]> = {
    ...Object.fromEntries(Object.entries(plain).map(([name, character]) => [name, [character]])),
    'a server that gives one row at a time': [{ ...paging, maxRecordCount: 1 }, standInRows(60)],
    'a server that gives one row at a time, always the first': [
      { ...paging, pages: false, maxRecordCount: 1 },
      standInRows(60),
    ],
    'a server whose limit is 0': [{ ...paging, maxRecordCount: 0 }],
    'a server whose limit is 100,000': [{ ...paging, maxRecordCount: 100_000 }],
    'a server that claims a higher limit than it has': [{ ...paging, description: { maxRecordCount: 5000 } }],
    'a server that sorts anew for every page': [{ ...paging, orderBy: false, shuffles: true }],
    'a server that sorts anew for every page and gives no ids': [
      { ...paging, orderBy: false, shuffles: true, ids: 'null' },
    ],
    'a joined layer': [{ ...paging, idField: 'GIS.DBO.PARCELS.OBJECTID' }],
    'a joined layer without paging': [{ idField: 'GIS.DBO.PARCELS.OBJECTID' }],
    'a joined layer with ranges only': [{ idField: 'GIS.DBO.PARCELS.OBJECTID', ids: 'null' }],
    'a layer that does not describe its object id': [{ description: withoutIdField }],
    'a layer without object ids': [{ ...paging, hidesIds: true, description: withoutIdField }],
    'a layer without object ids that always gives the first page': [
      { ...paging, pages: false, hidesIds: true, description: withoutIdField },
    ],
    'a layer without object ids whose later pages are too slow': [
      { ...paging, farthestOffset: 300, maxRecordCount: 200, hidesIds: true, description: withoutIdField },
    ],
    'a layer without object ids whose pages overlap': [
      { ...paging, overlap: 3, maxRecordCount: 200, hidesIds: true, description: withoutIdField },
    ],
    'ids as text': [{ ...paging, idsAs: 'text' }],
    'a server with paging only, which it denies, and without boxes': [
      {
        pages: true,
        ids: 'null',
        statistics: 'refused',
        orderBy: false,
        knowsBoxes: false,
        maxRecordCount: 200,
      },
    ],
    'ids as text without paging': [{ idsAs: 'text' }],
    'a count as text': [{ ...paging, countsAs: 'text' }],
    'ids up to two billion, by ranges': [
      { ids: 'null', maxRecordCount: 100 },
      standInRows(1300, (at) => (at < 700 ? at : 2_000_000_000 + at * 3)),
    ],
    'ids below zero': [{ ids: 'null' }, standInRows(1300, (at) => at - 650)],
    'a server whose later pages take too long': [{ ...paging, farthestOffset: 500, maxRecordCount: 100 }],
    'a server that says its limit in properties': [
      { ids: 'null', statistics: 'refused', orderBy: false, limitInProperties: true, maxRecordCount: 400 },
    ],
    'a server that packs with gzip': [{ ...paging, packs: 'gzip' }],
    'a server that packs with brotli': [{ ...paging, packs: 'br' }],
    'a server whose packed answers break off': [{ ...paging, packs: 'cut', maxRecordCount: 300 }],
  };
  for (const [name, [character, rows]] of Object.entries(characters)) {
    test(name, async () => {
      const server = await start(character, rows);
      const source = await open(server.layer);
      const features = await read(source);
      expect(pinsOf(features)).toEqual(expectedPins(server.rows));
      expect(features.map(({ row }) => row)).toEqual(features.map((_, at) => at + 1));
      if (name in plain) return;
      expect(source.notes).toEqual([]);
      expect(server.rowRequests().length).toBeLessThan(120);
    });
  }
});

const strategies: Record<string, Character> = {
  paging: { claimsPaging: true, maxRecordCount: 100 },
  ids: { claimsPaging: false, maxRecordCount: 100 },
  ranges: { claimsPaging: false, ids: 'null', maxRecordCount: 100 },
  boxes: { claimsPaging: false, ids: 'null', statistics: 'refused', orderBy: false, maxRecordCount: 100 },
};

describe.each(Object.entries(strategies))('by %s', (_, strategy) => {
  test('of a record that breaks the server the attributes are kept, and its shape is reported', async () => {
    const server = await start({
      ...strategy,
      maxRecordCount: 1000,
      poison: [{ id: 1234, breaks: 'shape' }],
    });
    const source = await open(server.layer);
    const features = await read(source);
    expect(pinsOf(features)).toEqual(expectedPins(server.rows));
    const broken = features.filter(({ geometry }) => geometry?.kind === 'unreadable');
    expect(pinsOf(broken)).toEqual(['P001233']);
    expect(broken[0]!.geometry).toMatchObject({
      reason: expect.stringContaining('could not be delivered by the server'),
    });
    expect(source.notes).toEqual(['1 row came without a shape, which the server could not deliver.']);
    expect(server.rowRequests().length).toBeLessThan(300);
  });

  test('after a break the next run asks only for the rest', async () => {
    const server = await start(strategy, standInRows(2500));
    await open(server.layer, { workFolder: await mkdtemp(join(downloads(), 'whole-')) }).then(read);
    const requestsOfAWhole = server.rowRequests().length;

    server.asked.length = 0;
    const stop = new AbortController();
    const onProgress = ({ done }: StepProgress) => {
      if (done > 1200) stop.abort(new Error('killed'));
    };
    await expect(open(server.layer, { signal: stop.signal, onProgress }).then(read)).rejects.toThrow(
      'killed',
    );
    const before = server.rowRequests().length;

    server.asked.length = 0;
    expect(pinsOf(await open(server.layer).then(read))).toEqual(expectedPins(server.rows));
    const after = server.rowRequests().length;
    // What was in flight when it was killed is asked for again.
    expect(before + after).toBeLessThanOrEqual(requestsOfAWhole + 6);
    expect(after).toBeLessThan(0.7 * requestsOfAWhole);
  });
});

test.each([1, 3])('where not even its attributes come, a row is kept (row %i)', async (id) => {
  const server = await start({ claimsPaging: true, poison: [{ id, breaks: 'all' }] });
  const features = await open(server.layer).then(read);
  expect(features).toHaveLength(1300);
  expect(features.filter(({ geometry }) => geometry?.kind === 'unreadable')).toHaveLength(1);
});

test('a server that has lost its shapes altogether is given up soon', async () => {
  const rows = standInRows(2500);
  const poison = rows.slice(900).map(({ id }) => ({ id, breaks: 'shape' as const }));
  const server = await start({ claimsPaging: true, poison }, rows);
  await expect(open(server.layer).then(read)).rejects.toThrow(
    /cannot deliver the shapes of more than \d+ rows .*Try again later/,
  );
  expect(server.rowRequests().length).toBeLessThan(400);
});

test('the page that took too long is not sent again whole', async () => {
  const server = await start({ claimsPaging: true, hangs: [2] });
  const source = await open(server.layer, { timing: { ...timing, timeoutMs: 2000 } });
  expect(await read(source)).toHaveLength(1300);
  const sizes = server.rowRequests().map(({ parameters }) => parameters.resultRecordCount);
  expect(sizes).toContain('500');
});

describe('a count that is not the number of rows', () => {
  test('is told from missing rows by the list of ids', async () => {
    const server = await start({ claimsPaging: true, countsOff: 1 });
    const source = await open(server.layer);
    expect(await read(source)).toHaveLength(1300);
    expect(source.notes).toEqual([
      'The server counts 1,301 rows, and 1,300 came: there is none with another object id.',
    ]);
  });

  test('of a joined layer is explained by rows that repeat others', async () => {
    const server = await start(
      { claimsPaging: true },
      standInRows(300).flatMap((row) => [row, { ...row }]),
    );
    const source = await open(server.layer);
    expect(await read(source)).toHaveLength(300);
    expect(source.notes!.join()).toContain('the others repeat rows that are here');
    expect(server.rowRequests().length).toBeLessThan(12);
  });

  test('is told from missing rows by ranges of ids', async () => {
    const server = await start({ claimsPaging: true, countsOff: 1, ids: 'null' });
    const source = await open(server.layer);
    expect(await read(source)).toHaveLength(1300);
    expect(source.notes!.join()).toContain('there is none with another object id');
  });

  test('that is not given at all does not hide that a list of ids was cut', async () => {
    const server = await start({ counts: false, ids: 'cut', maxRecordCount: 300 });
    const source = await open(server.layer);
    expect(await read(source)).toHaveLength(1300);
    expect(source.notes!.join()).toMatch(/^The server does not count its rows/);
  });

  test('that is not given is not an excuse for the first page alone', async () => {
    const server = await start({
      counts: false,
      knowsBoxes: false,
      hidesIds: true,
      maxRecordCount: 300,
      description: withoutIdField,
    });
    await expect(open(server.layer).then(read)).rejects.toThrow(
      /^Only 300 rows could be read from .*, which does not count them and has more \(the server says: Spatial queries/,
    );
  });

  test('without any ids it is refused', async () => {
    const server = await start({
      claimsPaging: true,
      countsOff: 1,
      hidesIds: true,
      description: withoutIdField,
    });
    await expect(open(server.layer).then(read)).rejects.toThrow(
      /^Only 1,300 of 1,301 rows could be read from .*Nothing was imported; try again later/,
    );
  });
});

describe('a layer that is edited while it is read', () => {
  test('loses no row that is left, and it is said', async () => {
    const server = await start({ claimsPaging: true, maxRecordCount: 200, shrinks: { after: 2, by: 3 } });
    const source = await open(server.layer);
    const pins = pinsOf(await read(source));
    expect(expectedPins(server.rows).filter((pin) => !pins.includes(pin as string))).toEqual([]);
    expect(source.notes!.join()).toMatch(
      /^The layer changed while it was read: 1,300 rows at the start, 1,297/,
    );
  });

  test('between two runs goes on where it stopped', async () => {
    const server = await start({ claimsPaging: true, maxRecordCount: 100, diesAfter: 8, lastEditDate: 1 });
    await expect(open(server.layer).then(read)).rejects.toThrow(/goes on where it stopped/);
    delete server.character.diesAfter;
    server.character.lastEditDate = 2;
    server.rows.splice(5, 1);
    server.asked.length = 0;
    const source = await open(server.layer);
    const pins = pinsOf(await read(source));
    expect(expectedPins(server.rows).filter((pin) => !pins.includes(pin as string))).toEqual([]);
    expect(server.rowRequests().length).toBeLessThan(9);
    expect(source.notes!.join()).toMatch(/^The layer changed while it was read: some rows are as they were/);
  });
});

describe('the system of the coordinates', () => {
  test.each([
    ["by Esri's number alone", { wkid: 102719 }, { kind: 'epsg', code: 102719 }],
    ['by a text', { wkt: 'PROJCS["x"]' }, { kind: 'wkt', text: 'PROJCS["x"]' }],
  ])('%s, of a server that ignores outSR', async (_, says, crs) => {
    const server = await start({ claimsPaging: true, ignoresOutSr: true, says });
    const source = await open(server.layer);
    expect(source.layers[0]!.crs).toEqual(crs);
    expect(await read(source)).toHaveLength(1300);
  });

  test('of a server that ignores outSR and denies it is the one of the extent', async () => {
    const server = await start({
      claimsPaging: true,
      ignoresOutSr: true,
      says: { wkid: 4326 },
      description: { extent: { spatialReference: { wkid: 102100 } } },
    });
    expect((await open(server.layer)).layers[0]!.crs).toEqual({ kind: 'epsg', code: 102100 });
  });
});

describe('tokens and sign-in pages', () => {
  const token = 'secret-token';

  test('a token that needs a Referer of the server itself works', async () => {
    const server = await start({ claimsPaging: true, token });
    server.character.referer = `${new URL(server.layer).origin}/`;
    expect(await open(server.layer, { token }).then(read)).toHaveLength(1300);
  });

  test('a token that is good for another web site is refused in words', async () => {
    const server = await start({ claimsPaging: true, token, referer: 'https://example.gov' });
    await expect(open(server.layer, { token })).rejects.toThrow(
      /does not accept the token .*made for the IP address of this machine/,
    );
  });

  test.each([false, true])(
    'a token that expires is asked for anew, and the rest comes (%s)',
    async (tokenStatus) => {
      const server = await start({
        claimsPaging: true,
        maxRecordCount: 100,
        token,
        tokenUses: 9,
        tokenStatus,
      });
      await expect(open(server.layer, { token }).then(read)).rejects.toThrow(
        /does not accept the token any more .*--token or ARCGIS_TOKEN: it goes on where it stopped/,
      );
      const before = server.rowRequests().length;
      Object.assign(server.character, { token: 'fresh-token', tokenUses: 1000 });
      expect(await open(server.layer, { token: 'fresh-token' }).then(read)).toHaveLength(1300);
      expect(server.rowRequests().length - before).toBeLessThan(11);
    },
  );

  test('a page that asks people to sign in is known at once', async () => {
    const server = await start({ signIn: true });
    await expect(open(server.layer)).rejects.toThrow(
      /only to those with a token \(it says: a web page: "Sign In" at 127.*\)\. Give one with --token/,
    );
    expect(server.asked).toHaveLength(2);
  });
});

test('a server that always gives the first row is found out soon', async () => {
  const server = await start({ claimsPaging: true, pages: false, maxRecordCount: 1 }, standInRows(200));
  expect(await open(server.layer).then(read)).toHaveLength(200);
  const paged = server.rowRequests().filter(({ parameters }) => parameters.resultOffset !== undefined);
  expect(paged.length).toBeLessThan(12);
});

test('a time to wait may be given as a date', async () => {
  const server = await start({
    claimsPaging: true,
    spoils: { every: 3, as: '429-date' },
    maxRecordCount: 500,
  });
  expect(await open(server.layer).then(read)).toHaveLength(1300);
  // An hour is longer than anybody waits: five minutes are enough to try again.
  expect(Math.max(...pauses)).toBe(300_000);
});

describe('services, groups, maps and pages', () => {
  const path = '/rest/services/Land/MapServer';
  const layerOf = (id: number, name: string, geometryType = 'esriGeometryPolygon') => ({
    id,
    name,
    type: 'Feature Layer',
    geometryType,
    fields: [{ name: 'NAME', type: 'esriFieldTypeString' }],
  });

  test('of a service with 40 layers only the parcels are looked into', async () => {
    const server = await start({ claimsPaging: true }, standInRows(5));
    const others = Array.from({ length: 39 }, (_, at) => layerOf(at + 1, `Zone ${at + 1}`));
    const parcels = { ...layerOf(0, 'Parcels'), fields: [{ name: 'PIN', type: 'esriFieldTypeString' }] };
    server.more.set(path, { layers: [parcels, ...others].map(({ id, name }) => ({ id, name })) });
    server.more.set(`${path}/layers`, { layers: [parcels, ...others], tables: [] });
    const source = await open(server.service);
    expect(source.layers).toHaveLength(40);
    expect(source.layers[0]).toMatchObject({ name: 'Parcels', count: 5 });
    expect(source.plan!.filter((line) => line.includes('rows, polygon'))).toHaveLength(1);
    expect(server.asked.length).toBeLessThan(9);
  });

  test('a service that does not describe its layers together is asked for each', async () => {
    const server = await start({ claimsPaging: true }, standInRows(5));
    const others = [1, 2, 3, 4, 5].map((id) => layerOf(id, `Roads ${id}`, 'esriGeometryPolyline'));
    server.more.set(path, { layers: [{ id: 0 }, ...others] });
    for (const other of others) server.more.set(`${path}/${other.id}`, other);
    const { layers } = await open(server.service);
    expect(layers.map(({ name }) => name)).toEqual(['Parcels', ...others.map(({ name }) => name)]);
    expect(chooseLayer(layers, undefined).name).toBe('Parcels');
    // Rows are asked for of the parcels alone.
    expect(new Set(server.rowRequests().map((asked) => asked.path))).toEqual(new Set([`${path}/0/query`]));
  });

  test('a group in a group is opened', async () => {
    const server = await start({ claimsPaging: true }, standInRows(5));
    const group = (id: number, child: number) =>
      server.more.set(`${path}/${id}`, { id, name: 'Land', type: 'Group Layer', subLayers: [{ id: child }] });
    group(7, 8);
    group(8, 0);
    const { layers } = await open(`${server.service}/7`);
    expect(layers.map(({ name }) => name)).toEqual(['Parcels']);
  });

  test('a map leads to its layers', async () => {
    const server = await start({ claimsPaging: true }, standInRows(5));
    const item = '0123456789abcdef0123456789abcdef';
    const place = `/portal/sharing/rest/content/items/${item}`;
    server.more.set(place, { type: 'Web Map' });
    server.more.set(`${place}/data`, {
      operationalLayers: [{ title: 'Notes' }, { layers: [{ url: server.layer }] }, { url: server.layer }],
    });
    const { origin } = new URL(server.layer);
    const url = `${origin}/portal/home/webmap/viewer.html?webmap=${item}`;
    expect((await open(url)).layers.map(({ count }) => count)).toEqual([5]);
    server.more.set(`${place}/data`, { operationalLayers: [] });
    await expect(open(url)).rejects.toThrow(/shows no layer of a server/);
  });

  test('an application leads to its map', async () => {
    const server = await start({ claimsPaging: true }, standInRows(5));
    const [app, map] = ['a', 'b'].map((letter) => letter.repeat(32)) as [string, string];
    const items = '/portal/sharing/rest/content/items';
    server.more.set(`${items}/${app}`, { type: 'Web Mapping Application', url: 'https://example.gov/app' });
    server.more.set(`${items}/${app}/data`, { map: { itemId: map } });
    server.more.set(`${items}/${map}`, { type: 'Web Map' });
    server.more.set(`${items}/${map}/data`, { operationalLayers: [{ url: server.layer }] });
    const url = `${new URL(server.layer).origin}/portal/apps/webappviewer/index.html?id=${app}`;
    expect((await open(url)).layers.map(({ count }) => count)).toEqual([5]);
    server.more.set(`${items}/${app}/data`, {});
    await expect(open(url)).rejects.toThrow(
      /is of a Web Mapping Application, not of a layer: look there for/,
    );
  });

  test('a directory of services lists them', async () => {
    const server = await start({});
    const services = `${new URL(server.service).origin}/rest/services`;
    server.more.set('/rest/services', {
      folders: ['Tax'],
      services: [
        { name: 'Land', type: 'MapServer' },
        { name: 'Aerial', type: 'ImageServer' },
      ],
    });
    await expect(open(services)).rejects.toThrow(
      `is a directory of services: give the one with the parcels. It has ${server.service}, ${services}/Tax.`,
    );
    server.more.set('/rest/services/Aerial/ImageServer', { name: 'Aerial' });
    await expect(open(`${services}/Aerial/ImageServer`)).rejects.toThrow(
      /ImageServer has no layers: give an/,
    );
  });
});

test('odd shapes come as they are, and say what is odd', async () => {
  const [row] = standInRows(1) as [StandInRow];
  const geometries: unknown[] = [
    {
      hasZ: true,
      rings: [
        [
          [1, 2, 9],
          [3, 4, 9],
          [5, 6, 9],
        ],
      ],
    },
    { rings: [] },
    { rings: [[]] },
    {
      curveRings: [
        [
          [1, 2],
          {
            c: [
              [3, 4],
              [5, 6],
            ],
          },
        ],
      ],
    },
    {
      rings: [
        [
          [1, 'NaN'],
          [3, 4],
        ],
      ],
    },
    null,
  ];
  const rows = geometries.map((geometry, at) => ({
    ...row,
    id: at + 1,
    attributes: { PIN: String(at) },
    ...(geometry === null ? { noShape: true } : { geometry }),
  }));
  const server = await start({ claimsPaging: true }, rows);
  const features = await open(server.layer).then(read);
  expect(features.map(({ geometry }) => geometry)).toEqual([
    { kind: 'rings', rings: [Float64Array.of(1, 2, 3, 4, 5, 6)] },
    null,
    { kind: 'rings', rings: [new Float64Array()] },
    expect.objectContaining({ kind: 'unreadable', reason: expect.stringContaining('curves') }),
    expect.objectContaining({ kind: 'unreadable' }),
    null,
  ]);
});

test('an object id is not asked for in vain where it is described', async () => {
  const server = await start({ claimsPaging: true }, standInRows(5));
  await open(server.layer);
  expect(server.asked.filter(({ parameters }) => parameters.returnIdsOnly)).toEqual([]);
  expect(server.rowRequests()[0]!.parameters.orderByFields).toBe(ID_FIELD);
});
