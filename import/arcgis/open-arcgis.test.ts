// Every kind of ArcGIS server in the field gives all of its rows, each exactly once.
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type ArcGisStandIn, openArcGisStandIn } from '../../test/arcgis-stand-in.ts';
import { type Character, type StandInRow, standInRows } from '../../test/arcgis-stand-in-layer.ts';
import type { RawFeature, StepProgress } from '../layer.ts';
import { forgetDownload, type OpenArcGisOptions, openArcGis } from './open-arcgis.ts';

let workFolder: string;
let server: ArcGisStandIn;
let pauses: number[];

beforeEach(async () => {
  workFolder = await mkdtemp(join(tmpdir(), 'platbook-arcgis-'));
  pauses = [];
});
afterEach(async () => {
  await server?.close();
  await rm(workFolder, { recursive: true, force: true });
});

const timing = {
  pause: async (ms: number, signal: AbortSignal | undefined) => {
    signal?.throwIfAborted();
    pauses.push(ms);
  },
  random: () => 0.5,
};

const open = (more: Partial<OpenArcGisOptions> = {}) =>
  openArcGis({ url: server.layer, workFolder, timing, ...more });

async function start(character: Character, rows: StandInRow[] = standInRows(2500)): Promise<void> {
  server = await openArcGisStandIn({ rows, character });
}

async function readAll(more: Partial<OpenArcGisOptions> = {}): Promise<RawFeature[]> {
  const source = await open(more);
  const features: RawFeature[] = [];
  for await (const batch of source.layers[0]!.read()) features.push(...batch);
  await source.close();
  return features;
}

const pinsOf = (features: RawFeature[]) => features.map(({ properties }) => properties.PIN);
const sortedPins = (features: RawFeature[]) => pinsOf(features).sort();
const expectedPins = (rows: StandInRow[]) => rows.map(({ attributes }) => attributes.PIN).sort();

const old: Character = {
  claimsPaging: false,
  statistics: 'refused',
  hidesLimits: true,
  maxRecordCount: 1000,
};

const characters: Record<string, Character> = {
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
};

/** Found by trying characters at random. */
const combinations: Record<string, Character> = {
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
Object.assign(characters, combinations);

describe('all rows arrive exactly once from', () => {
  for (const [name, character] of Object.entries(characters)) {
    test(name, async () => {
      await start(character, standInRows(1300));
      const features = await readAll();
      expect(sortedPins(features)).toEqual(expectedPins(server.rows));
      expect(features.map(({ row }) => row)).toEqual(features.map((_, at) => at + 1));
      expect(features[0]!.geometry).toMatchObject({ kind: 'rings' });
    });
  }
});

describe('what the layer says', () => {
  test('fields, words of codes, attribution and system are those of the county', async () => {
    await start(
      {
        claimsPaging: true,
        description: {
          fields: [
            { name: 'OBJECTID', type: 'esriFieldTypeOID' },
            { name: 'PIN', type: 'esriFieldTypeString', alias: 'Parcel number' },
            {
              name: 'USE_CODE',
              type: 'esriFieldTypeSmallInteger',
              domain: { type: 'codedValue', codedValues: [{ code: 0, name: 'Farm' }] },
            },
            { name: 'SOLD', type: 'esriFieldTypeDate', alias: 'Sold' },
            { name: 'Shape__Area', type: 'esriFieldTypeDouble' },
            { name: 'GlobalID', type: 'esriFieldTypeGlobalID' },
          ],
        },
      },
      standInRows(2).map((row, at) => ({
        ...row,
        attributes: { ...row.attributes, SOLD: at === 0 ? -86_400_000 : 1_601_942_400_000 },
      })),
    );
    const source = await open();
    const [layer] = source.layers;
    expect(layer).toMatchObject({
      name: 'Parcels',
      geometry: 'area',
      count: 2,
      crs: { kind: 'epsg', code: 4326 },
      attribution: 'Stand-in County & Friends',
    });
    expect(layer!.fields).toEqual([
      { name: 'PIN', type: 'text', alias: 'Parcel number' },
      { name: 'USE_CODE', type: 'text' },
      { name: 'SOLD', type: 'date', alias: 'Sold' },
    ]);
    const [first, second] = await readAll();
    expect(first!.properties).toEqual({ PIN: 'P000000', USE_CODE: 'Farm', SOLD: '1969-12-31' });
    expect(second!.properties).toEqual({ PIN: 'P000001', USE_CODE: 1, SOLD: '2020-10-06' });
    expect(first!.geometry).toMatchObject({ kind: 'rings', rings: [expect.any(Float64Array)] });
  });

  test('a server that ignores outSR is read in its own system', async () => {
    await start({ claimsPaging: true, ignoresOutSr: true }, standInRows(120));
    const source = await open();
    expect(source.layers[0]!.crs).toEqual({ kind: 'epsg', code: 3857 });
    const [first] = await readAll();
    const { rings } = first!.geometry as { rings: Float64Array[] };
    expect(rings[0]![0]).toBeLessThan(-9_000_000);
  });

  test('rows of a layer joined with a table of owners are kept, though they share an object id', async () => {
    const rows = standInRows(300).flatMap((row) =>
      ['A', 'B'].map((owner) => ({ ...row, attributes: { ...row.attributes, OWNER: owner } })),
    );
    await start({ claimsPaging: true, maxRecordCount: 100 }, rows);
    expect(await readAll()).toHaveLength(600);
  });

  test('rows without a shape are kept', async () => {
    const rows = standInRows(900).map((row, at) => (at % 10 === 0 ? { ...row, noShape: true } : row));
    await start({ claimsPaging: false, ids: 'null', statistics: 'given' }, rows);
    const features = await readAll();
    expect(features).toHaveLength(900);
    expect(features.filter(({ geometry }) => geometry === null)).toHaveLength(90);
  });

  test('an empty layer has no rows', async () => {
    await start({ claimsPaging: true }, []);
    expect(await readAll()).toEqual([]);
  });

  test('a condition in the address is kept: one county of a statewide layer', async () => {
    await start({ claimsPaging: true });
    const url = `${server.layer}/query?where=${encodeURIComponent("OWNER='Owner 7'")}&f=html`;
    expect(pinsOf(await readAll({ url }))).toEqual(['P000007']);
  });
});

describe('a record that breaks the server', () => {
  const ways: Record<string, Character> = {
    paging: { claimsPaging: true },
    ids: { claimsPaging: false },
    ranges: { claimsPaging: false, ids: 'null' },
    boxes: { claimsPaging: false, ids: 'null', statistics: 'refused', orderBy: false },
  };
  for (const [way, character] of Object.entries(ways)) {
    test(`by ${way}: its attributes are kept, and its shape is reported`, async () => {
      await start({ ...character, poison: [{ id: 1234, breaks: 'shape' }] });
      const features = await readAll();
      expect(sortedPins(features)).toEqual(expectedPins(server.rows));
      const broken = features.filter(({ geometry }) => geometry?.kind === 'unreadable');
      expect(pinsOf(broken)).toEqual(['P001233']);
      expect(broken[0]!.geometry).toMatchObject({
        reason: expect.stringContaining('could not be delivered by the server'),
      });
      expect(server.rowRequests().length).toBeLessThan(300);
    });
  }

  test.each([1, 3])('where not even its attributes come, its row is kept (row %i)', async (id) => {
    await start({ claimsPaging: true, poison: [{ id, breaks: 'all' }] });
    const features = await readAll();
    expect(features).toHaveLength(2500);
    expect(features.filter(({ geometry }) => geometry?.kind === 'unreadable')).toHaveLength(1);
  });

  test('a server that has lost its shapes altogether is given up soon', async () => {
    const rows = standInRows(2500);
    await start(
      { claimsPaging: true, poison: rows.slice(900).map(({ id }) => ({ id, breaks: 'shape' })) },
      rows,
    );
    await expect(readAll()).rejects.toThrow(
      /cannot deliver the shapes of more than \d+ rows .*Try again later/,
    );
    expect(server.rowRequests().length).toBeLessThan(400);
  });

  test('it is said how many came without a shape', async () => {
    await start({ claimsPaging: true, poison: [{ id: 3, breaks: 'shape' }] });
    const source = await open();
    for await (const batch of source.layers[0]!.read()) expect(batch.length).toBeGreaterThan(0);
    expect(source.notes).toEqual(['1 row came without a shape, which the server could not deliver.']);
  });
});

describe('manners', () => {
  test('a modern server is asked in pages of its limit', async () => {
    await start({ claimsPaging: true });
    await readAll();
    const offsets = server
      .rowRequests()
      .map(({ parameters: p }) => `${p.resultOffset}+${p.resultRecordCount}`);
    expect(offsets.sort()).toEqual(['0+50', '1050+1000', '2050+450', '50+1000'].sort());
    expect(server.rowRequests()[0]!.parameters).toMatchObject({ orderByFields: 'OBJECTID', outSR: '4326' });
  });

  test('long lists of ids go by POST', async () => {
    await start({ claimsPaging: false });
    await readAll();
    const lists = server.rowRequests().filter(({ parameters }) => parameters.objectIds !== undefined);
    expect(lists.filter(({ method }) => method === 'POST').length).toBeGreaterThan(0);
  });

  test('the time that the server asks for is waited', async () => {
    await start({ claimsPaging: true, spoils: { every: 2, as: '429' } });
    await readAll();
    expect(pauses).toContain(7000);
  });

  test('the page that took too long is not sent again whole', async () => {
    await start({ claimsPaging: true, hangs: [2] });
    const features = await readAll({ timing: { ...timing, timeoutMs: 2000 } });
    expect(features).toHaveLength(2500);
    const sizes = server.rowRequests().map(({ parameters }) => parameters.resultRecordCount);
    expect(sizes).toContain('500');
  });

  test('the bar hears how many of how many rows are here', async () => {
    await start({ claimsPaging: true });
    const heard: StepProgress[] = [];
    await readAll({ onProgress: (progress) => heard.push(progress) });
    expect(heard.at(-1)).toEqual({ stage: 'Downloading Parcels', done: 2500, total: 2500, unit: 'rows' });
    expect(heard.map(({ done }) => done)).toEqual([...heard.map(({ done }) => done)].sort((a, b) => a - b));
  });
});

describe('after a break', () => {
  const ways: Record<string, Character> = {
    paging: { claimsPaging: true, maxRecordCount: 100 },
    ids: { claimsPaging: false, maxRecordCount: 100 },
    ranges: { claimsPaging: false, ids: 'null', maxRecordCount: 100 },
    boxes: { claimsPaging: false, ids: 'null', statistics: 'refused', orderBy: false, maxRecordCount: 100 },
  };
  for (const [name, character] of Object.entries(ways)) {
    test(`the next run asks only for the rest, by ${name}`, async () => {
      await start(character);
      const whole = await mkdtemp(join(workFolder, 'whole-'));
      await readAll({ workFolder: whole });
      const requestsOfAWhole = server.rowRequests().length;

      server.asked.length = 0;
      const stop = new AbortController();
      const reading = readAll({
        signal: stop.signal,
        onProgress: ({ done }) => {
          if (done > 1200) stop.abort(new Error('killed'));
        },
      });
      await expect(reading).rejects.toThrow('killed');
      const before = server.rowRequests().length;

      server.asked.length = 0;
      expect(sortedPins(await readAll())).toEqual(expectedPins(server.rows));
      const after = server.rowRequests().length;
      // What was under way when it was killed is asked for again.
      expect(before + after).toBeLessThanOrEqual(requestsOfAWhole + 6);
      expect(after).toBeLessThan(0.7 * requestsOfAWhole);
    });
  }

  test('aborting the reading ends it with the reason, and what came stays', async () => {
    await start({ claimsPaging: true, maxRecordCount: 100, hangs: [9] });
    const stop = new AbortController();
    const source = await open({ onProgress: ({ done }) => done > 600 && stop.abort(new Error('enough')) });
    const reading = async () => {
      for await (const batch of source.layers[0]!.read({ signal: stop.signal })) expect(batch).toBeDefined();
    };
    await expect(reading()).rejects.toThrow('enough');
    server.asked.length = 0;
    expect(await readAll()).toHaveLength(2500);
    expect(server.rowRequests().length).toBeLessThan(22);
  });

  test('a page that got lost on disk is asked for again', async () => {
    await start({ claimsPaging: true, maxRecordCount: 500 });
    const source = await open();
    for await (const batch of source.layers[0]!.read()) expect(batch).toBeDefined();
    const [folder] = await readdir(workFolder);
    const pages = (await readdir(join(workFolder, folder!))).filter((name) => name.includes('_550-'));
    await writeFile(join(workFolder, folder!, pages[0]!), 'broken');
    await expect(readAll()).rejects.toThrow(/cannot be read any more: run the same command again/);
    server.asked.length = 0;
    expect(sortedPins(await readAll())).toEqual(expectedPins(server.rows));
    expect(server.rowRequests()).toHaveLength(1);
  });

  test('a whole download is read again without asking for a row', async () => {
    await start({ claimsPaging: true });
    await readAll();
    server.asked.length = 0;
    expect(await readAll()).toHaveLength(2500);
    expect(server.rowRequests()).toEqual([]);
  });

  test('a server that was switched off ends the run with a sentence, and the next run goes on', async () => {
    await start({ claimsPaging: true, maxRecordCount: 100, diesAfter: 12 });
    await expect(readAll()).rejects.toThrow(
      /has stopped answering after [\d,]+ of 2,500 rows .*Run the same command again later: it goes on where it stopped\./,
    );
    delete server.character.diesAfter;
    server.asked.length = 0;
    expect(await readAll()).toHaveLength(2500);
    expect(server.rowRequests().length).toBeLessThan(20);
  });

  test('a layer that has changed is downloaded anew', async () => {
    await start({ claimsPaging: true, lastEditDate: 1 });
    await readAll();
    server.character.lastEditDate = 2;
    server.rows[0]!.attributes.OWNER = 'Someone else';
    const features = await readAll();
    expect(features.map(({ properties }) => properties.OWNER)).toContain('Someone else');
  });

  test('a download of a layer without an edit date is not trusted after a day', async () => {
    await start({ claimsPaging: true });
    await readAll({ timing: { ...timing, now: () => 0 } });
    server.asked.length = 0;
    await readAll({ timing: { ...timing, now: () => 25 * 3_600_000 } });
    expect(server.rowRequests().length).toBeGreaterThan(0);
  });

  test('after a success the pages are forgotten', async () => {
    await start({ claimsPaging: true });
    await readAll();
    expect(await readdir(workFolder)).toHaveLength(1);
    await forgetDownload(workFolder);
    expect(await readdir(workFolder)).toEqual([]);
  });
});

describe('a sample', () => {
  test('is one small request, which is not repeated for the whole', async () => {
    await start({ claimsPaging: true });
    const [layer] = (await open()).layers;
    const sample: RawFeature[] = [];
    for await (const batch of layer!.read({ limit: 200 })) sample.push(...batch);
    expect(sample).toHaveLength(200);
    expect(server.rowRequests()).toHaveLength(2);
    const all: RawFeature[] = [];
    for await (const batch of layer!.read()) all.push(...batch);
    expect(sortedPins(all)).toEqual(expectedPins(server.rows));
  });
});

describe('the plan of a dry run', () => {
  test('says the way, the requests and the fields, and hides the token', async () => {
    await start({ claimsPaging: true, token: 'secret-token' });
    const { plan } = await open({ token: 'secret-token' });
    expect(plan).toEqual([
      `Parcels: 2,500 rows, polygon, ${server.layer}`,
      '  already here: 50 rows',
      '  by pages (resultOffset): 3 requests of up to 1,000 rows, 2 to 4 at a time',
      expect.stringMatching(/^ {2}first: GET http.*resultOffset=50&resultRecordCount=1000/),
      '  fields: PIN, OWNER, USE_CODE',
    ]);
    expect(plan!.join()).not.toContain('secret');
  });
});

describe('one sentence says what is wrong', () => {
  test('a token is needed', async () => {
    await start({ claimsPaging: true, token: 'secret-token' });
    await expect(open()).rejects.toThrow(/only to those with a token .*--token or ARCGIS_TOKEN/);
    await expect(open({ token: 'wrong-one' })).rejects.toThrow(/does not accept the token/);
  });

  test('a token from the address is used, and is found in no file and no message', async () => {
    await start({ claimsPaging: true, token: 'secret-token', diesAfter: 2 });
    const url = `${server.layer}?token=secret-token&f=html`;
    const failure = await readAll({ url }).catch((error: Error) => error);
    expect(String(failure)).toContain('has stopped answering');
    expect(String(failure)).not.toContain('secret');
    delete server.character.diesAfter;
    await readAll({ url });
    for (const folder of await readdir(workFolder)) {
      expect(await readFile(join(workFolder, folder, 'plan.json'), 'utf8')).not.toContain('secret');
    }
  });

  test('rows that do not come by any way', async () => {
    await start({ claimsPaging: true });
    const [layer] = (await open()).layers;
    server.rows.splice(100);
    server.character.counts = false;
    const reading = async () => {
      for await (const batch of layer!.read()) expect(batch).toBeDefined();
    };
    await expect(reading()).rejects.toThrow(
      /Only 100 of 2,500 rows could be read .*Nothing was imported; try again later, or ask the publisher for a file\./,
    );
  });

  test('a layer that shrinks a little is tolerated, and said', async () => {
    await start({ claimsPaging: true, shrinks: { after: 2, by: 4 } });
    const source = await open();
    const features: RawFeature[] = [];
    for await (const batch of source.layers[0]!.read()) features.push(...batch);
    expect(features.length).toBeGreaterThanOrEqual(2496);
    expect(new Set(pinsOf(features)).size).toBe(features.length);
    expect(source.notes).toEqual([
      expect.stringMatching(
        /^The layer changed while it was read: 2,500 rows at the start, 2,496 at the end/,
      ),
    ]);
  });

  test('a layer that shrinks much is not imported', async () => {
    await start({ claimsPaging: true, shrinks: { after: 2, by: 400 } });
    await expect(readAll()).rejects.toThrow(/The layer changed while it was read: .*Nothing was imported/);
  });

  test('nothing is there, or something else', async () => {
    await start({ claimsPaging: true });
    await expect(open({ url: `${server.service}/7` })).rejects.toThrow(
      /There is nothing at .*check the address/,
    );
    server.more.set('/rest/services/Land/MapServer/8', { hello: 'world' });
    await expect(open({ url: `${server.service}/8` })).rejects.toThrow(/does not describe a layer/);
  });

  test('nobody answers', async () => {
    await start({ claimsPaging: true });
    const { layer } = server;
    await server.close();
    await expect(open({ url: layer })).rejects.toThrow(/does not answer with data \(no connection/);
    server = await openArcGisStandIn({ rows: [] });
  });
});

describe('services and items', () => {
  const path = '/rest/services/Land/MapServer';

  test('a service lists its polygon layers and tables', async () => {
    await start({ claimsPaging: true }, standInRows(5));
    server.more.set(path, {
      layers: [
        { id: 5, name: 'Land', subLayerIds: [0] },
        { id: 0, name: 'Parcels' },
        { id: 1, name: 'Hydrants' },
        { id: 3, name: 'Parcels' },
      ],
      tables: [{ id: 2, name: 'Owners' }],
    });
    server.more.set(`${path}/1`, { id: 1, name: 'Hydrants', geometryType: 'esriGeometryPoint', fields: [] });
    server.more.set(`${path}/2`, { id: 2, name: 'Owners', type: 'Table', fields: [] });
    server.more.set(`${path}/3`, { id: 3, name: 'Parcels', geometryType: 'esriGeometryPolygon', fields: [] });
    const { layers } = await open({ url: server.service });
    expect(layers.map(({ name, geometry }) => `${name}: ${geometry}`)).toEqual([
      'Parcels: area',
      'Parcels (3): area',
      'Owners: none',
    ]);
  });

  test('a broken layer of a service does not hide the others', async () => {
    await start({ claimsPaging: true }, standInRows(5));
    server.more.set(path, { layers: [{ id: 0 }, { id: 9 }] });
    const { layers, notes } = await open({ url: server.service });
    expect(layers).toHaveLength(1);
    expect(notes).toEqual([expect.stringMatching(/MapServer\/9 is left out: There is nothing at/)]);
  });

  test('a group of layers is opened as its polygon layers', async () => {
    await start({ claimsPaging: true }, standInRows(5));
    server.more.set(`${path}/4`, { id: 4, name: 'Land', type: 'Group Layer', subLayers: [{ id: 0 }] });
    const { layers } = await open({ url: `${server.service}/4` });
    expect(layers.map(({ name }) => name)).toEqual(['Parcels']);
  });

  test('a Hub page that is named in words leads to its layer', async () => {
    await start({ claimsPaging: true }, standInRows(5));
    const url = 'https://data-wake.example.org/datasets/wake::parcels/explore';
    server.more.set('/api/v3/datasets', { data: [{ attributes: { url: server.layer } }] });
    const hub = new URL(server.layer).origin;
    const { layers } = await open({ url, hub, token: 'secret-token' });
    expect(layers.map(({ count }) => count)).toEqual([5]);
    const lookUp = server.asked.find(({ path }) => path === '/api/v3/datasets');
    expect(lookUp!.parameters).toEqual({ 'filter[slug]': 'wake::parcels' });
    server.more.set('/api/v3/datasets', { data: [] });
    await expect(open({ url, hub })).rejects.toThrow(/does not say which layer the page wake::parcels shows/);
  });

  test('a service without polygons says what it has', async () => {
    await start({});
    server.more.set(path, { layers: [{ id: 1, name: 'Hydrants' }] });
    server.more.set(`${path}/1`, { id: 1, name: 'Hydrants', geometryType: 'esriGeometryPoint', fields: [] });
    await expect(open({ url: server.service })).rejects.toThrow(/has polygons. It has: Hydrants/);
  });

  test('the page of an item leads to its layer', async () => {
    await start({ claimsPaging: true }, standInRows(5));
    const item = '0123456789abcdef0123456789abcdef';
    const { origin } = new URL(server.layer);
    server.more.set(`/portal/sharing/rest/content/items/${item}`, {
      type: 'Feature Service',
      url: server.service,
    });
    const { layers } = await open({ url: `${origin}/portal/home/item.html?id=${item}&sublayer=0` });
    expect(layers.map(({ count }) => count)).toEqual([5]);

    server.more.set(`/portal/sharing/rest/content/items/${item}`, { type: 'Shapefile' });
    await expect(open({ url: `${origin}/portal/home/item.html?id=${item}` })).rejects.toThrow(
      /is of a file \(Shapefile\): give the address of the file itself, .*\/data/,
    );
  });
});
