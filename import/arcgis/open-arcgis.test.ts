// An ArcGIS layer, by each strategy for asking for its rows: all of them arrive, each exactly once, also after a break. What every
// kind of server in the field needs beyond that is in servers.long.test.ts.
import { mkdtemp, readdir, readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import proj4 from 'proj4';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import * as client from '../../test/arcgis-client.ts';
import { downloads, expectedPins, pauses, pinsOf, timing } from '../../test/arcgis-client.ts';
import type { ArcGisStandIn } from '../../test/arcgis-stand-in.ts';
import { type Character, type StandInRow, standInRows } from '../../test/arcgis-stand-in-layer.ts';
import { smallHydrants, smallStreets } from '../../test/county-files.ts';
import { esriGeometryOf, writeGeoJson } from '../../test/county-files-more.ts';
import { chooseLayer } from '../choose-layer.ts';
import { REFUSALS } from '../geometry/clean-words.ts';
import type { OpenSource, RawFeature, StepProgress } from '../layer.ts';
import { openShapes } from '../open-shapes.ts';
import { openGeoJson } from '../readers/geojson.ts';
import { forgetDownload, openArcGis } from './open-arcgis.ts';
import { realTiming } from './request-pace.ts';
import { ANSWER_BYTES_MAX, ServerClient } from './server-client.ts';

let server: ArcGisStandIn;

async function start(character: Character, rows: StandInRow[] = standInRows(2500)): Promise<void> {
  server = await client.start(character, rows);
}

const open = ({ url = server.layer, ...more }: client.OpenOptions = {}) => client.open(url, more);
const readAll = async (more: client.OpenOptions = {}) => client.read(await open(more));

const strategies: Record<string, Character> = {
  paging: { claimsPaging: true },
  ids: { claimsPaging: false },
  ranges: { claimsPaging: false, ids: 'null' },
  boxes: { claimsPaging: false, ids: 'null', statistics: 'refused', orderBy: false },
};

describe.each(Object.entries(strategies))('by %s', (_, strategy) => {
  test('all rows arrive exactly once, of a server that fails now and then', async () => {
    await start({ ...strategy, maxRecordCount: 100, spoils: { every: 5, as: '429' } }, standInRows(700));
    const features = await readAll();
    expect(pinsOf(features)).toEqual(expectedPins(server.rows));
    expect(features.map(({ row }) => row)).toEqual(features.map((_, at) => at + 1));
    expect(features[0]!.geometry).toMatchObject({ kind: 'rings' });
    // As long as the server asks for.
    expect(pauses).toContain(7000);
  });
});

describe('[LAY-2] within the bounds of loaded counties', () => {
  /** Squares have a side of 0.001 degrees from 81° W, 35.5° N, and 11 by 6 of them touch each box. */
  const west = { west: -80.9995, south: 35.5005, east: -80.9895, north: 35.5055 };
  const east = { west: -80.9105, south: 35.5005, east: -80.9005, north: 35.5055 };
  const river = { ...standInRows(1)[0]!, id: 5000, y: 35.503, width: 0.1 };
  const rows = () => [...standInRows(1000), structuredClone({ ...river, attributes: { PIN: 'RIVER' } })];
  const touches = ({ x, y, width = 0.001 }: StandInRow) =>
    [west, east].some(
      (box) => x <= box.east && x + width >= box.west && y <= box.north && y + 0.001 >= box.south,
    );
  const queries = () => server.asked.filter(({ path }) => path.endsWith('/query'));

  test.each(Object.entries(strategies))(
    'by %s every query is about them alone, and a row that touches two of them arrives once',
    async (_, strategy) => {
      // Pages of more than 20 rows are too much for it, as large polygons are.
      await start({ ...strategy, maxRecordCount: 40, strength: 20, spoils: { every: 5, as: '503' } }, rows());
      const features = await readAll({ within: [west, east] });
      const expected = server.rows.filter(touches);
      expect(expected).toHaveLength(2 * 11 * 6 + 1);
      expect(pinsOf(features)).toEqual(expectedPins(expected));
      expect(features.map(({ row }) => row)).toEqual(features.map((_, at) => at + 1));
      const ids = new Set(expected.map(({ id }) => id));
      for (const { parameters } of queries()) {
        if (parameters.objectIds === undefined) {
          expect(parameters).toMatchObject({
            geometry: expect.stringMatching(/^-8[01]\.\d+,35\.\d+,-8[01]\.\d+,35\.\d+$/),
            geometryType: 'esriGeometryEnvelope',
            inSR: '4326',
            spatialRel: 'esriSpatialRelIntersects',
          });
        } else {
          const asked = parameters.objectIds.split(',').map(Number);
          expect(asked.filter((id) => !ids.has(id))).toEqual([]);
        }
      }
    },
  );

  test('counties side by side are one query, those far apart two; the plan shows it', async () => {
    await start({ claimsPaging: true }, rows());
    const beside = { ...west, west: west.east, east: -80.9795 };
    const near = await open({ within: [west, beside] });
    expect(near.layers[0]!.count).toBe(21 * 6 + 1);
    expect(near.plan!.filter((line) => line.includes('geometry='))).toEqual([
      expect.stringContaining('/query?geometry=-80.9995,35.5005,-80.9795,35.5055&geometryType'),
    ]);
    const far = await open({ within: [west, east] });
    // What they share would be counted twice.
    expect(far.layers[0]!.count).toBeUndefined();
    expect(far.plan!.filter((line) => line.includes('geometry='))).toHaveLength(2);
    expect(far.plan!.join('\n')).toMatch(/Parcels: 67 rows.*Parcels: 67 rows/s);
  });

  test('other bounds are not answered with the rows of the download before', async () => {
    await start({ claimsPaging: true }, rows());
    expect(await readAll({ within: [west] })).toHaveLength(67);
    expect(await readAll({ within: [east] })).toHaveLength(67);
    expect(await readAll()).toHaveLength(1001);
  });

  test('land without a row is said', async () => {
    await start({ claimsPaging: true }, rows());
    const iowa = { west: -94, south: 41, east: -93, north: 42 };
    await expect(open({ within: [iowa] })).rejects.toThrow('The layer Parcels has no rows on this land');
  });
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

  test.each([
    ['esriGeometryPolyline', smallStreets, 'line'],
    ['esriGeometryMultipoint', smallHydrants, 'point'],
    ['esriGeometryPoint', smallHydrants, 'point'],
  ])(
    '[LAY-3] %s is read as in a file, from servers that ignore outSR, too',
    async (geometryType, county, kind) => {
      const folder = await mkdtemp(join(downloads(), 'file-'));
      const shapesIn = async (source: OpenSource) => {
        const layer = await openShapes({ source });
        expect(layer.geometry).toBe(kind);
        const shapes = [];
        for await (const batch of layer.read()) shapes.push(...batch.map(({ geometry }) => geometry));
        expect([...layer.refused]).toEqual([[REFUSALS.none, 1]]);
        return shapes;
      };
      const expected = await shapesIn(await openGeoJson({ path: await writeGeoJson({ folder, county }) }));
      const { forward } = proj4('EPSG:3857');
      for (const ignoresOutSr of [false, true]) {
        const move = ([x, y]: readonly [number, number]) =>
          (ignoresOutSr ? forward([x, y]) : [x, y]) as [number, number];
        const rows = county.features.map((feature, at) => {
          const { lines, points } = feature;
          const moved = {
            ...feature,
            ...(lines && { lines: lines.map((line) => line.map(move)) }),
            ...(points && { points: points.map(move) }),
          };
          const geometry = esriGeometryOf(moved);
          return {
            id: at + 1,
            attributes: feature.properties,
            x: 0,
            y: 0,
            ...(geometry ? { geometry } : { noShape: true }),
          };
        });
        await start({ claimsPaging: true, ignoresOutSr, description: { geometryType } }, rows);
        expect(await shapesIn(await open())).toEqual(expected);
      }
    },
  );

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

  test('the bar hears how many of how many rows are here', async () => {
    await start({ claimsPaging: true });
    const heard: StepProgress[] = [];
    await readAll({ onProgress: (progress) => heard.push(progress) });
    expect(heard.at(-1)).toEqual({ stage: 'Downloading Parcels', done: 2500, total: 2500, unit: 'rows' });
    expect(heard.map(({ done }) => done)).toEqual([...heard.map(({ done }) => done)].sort((a, b) => a - b));
  });
});

describe('after a break', () => {
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
    const [folder] = await readdir(downloads());
    const pages = (await readdir(join(downloads(), folder!))).filter((name) => name.includes('_550-'));
    await writeFile(join(downloads(), folder!, pages[0]!), 'broken');
    await expect(readAll()).rejects.toThrow(/cannot be read any more: run the same command again/);
    server.asked.length = 0;
    expect(pinsOf(await readAll())).toEqual(expectedPins(server.rows));
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
    expect(await readdir(downloads())).toHaveLength(1);
    await forgetDownload(downloads());
    expect(await readdir(downloads())).toEqual([]);
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
    expect(pinsOf(all)).toEqual(expectedPins(server.rows));
  });
});

describe('the plan of a dry run', () => {
  test('says the strategy, the requests and the fields, and hides the token', async () => {
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

describe('[SEC-10] a token is told only to its host', () => {
  const token = 'secret-token';
  const tellsToken = (standIn: ArcGisStandIn) =>
    standIn.asked.some(({ parameters }) => JSON.stringify(parameters).includes(token));

  test('not to another one, which is named where a token is missing there', async () => {
    await start({ claimsPaging: true, token });
    const hosts = ['gis.example.gov', 'maps.example.gov'];
    const { url, workFolder } = { url: server.layer, workFolder: downloads() };
    await expect(openArcGis({ url, workFolder, timing, token: { text: token, hosts } })).rejects.toThrow(
      /only to those with a token .* was not sent, because .*gis\.example\.gov, maps\.example\.gov.*ARCGIS_TOKEN_HOST/,
    );
    expect(tellsToken(server)).toBe(false);
    const own = { text: token, hosts: [...hosts, new URL(url).host] };
    expect((await openArcGis({ url, workFolder, timing, token: own })).layers).toHaveLength(1);
    expect(tellsToken(server)).toBe(true);
  });

  test('not to one that it redirects to', async () => {
    const elsewhere = await client.start({ claimsPaging: true }, standInRows(5));
    await start({ claimsPaging: true, token }, standInRows(5));
    const front = createServer((request, response) => {
      const location = `${new URL(elsewhere.layer).origin}${request.url}`;
      response.writeHead(302, { location }).end();
    });
    onTestFinished(() => void front.close());
    await new Promise<void>((resolve) => front.listen(0, '127.0.0.1', resolve));
    const url = `http://127.0.0.1:${(front.address() as AddressInfo).port}${new URL(elsewhere.layer).pathname}`;
    expect(await readAll({ url, token })).toHaveLength(5);
    expect(elsewhere.asked.length).toBeGreaterThan(2);
    expect(tellsToken(elsewhere)).toBe(false);
  });

  test('again to itself, where it redirects to another path', async () => {
    await start({ claimsPaging: true, token }, standInRows(5));
    const { origin, pathname } = new URL(server.layer);
    const asked: string[] = [];
    const real = fetch;
    // A server that has moved its services to another folder, and passes the query on.
    vi.stubGlobal('fetch', async (address: string, options: RequestInit) => {
      const url = new URL(address);
      asked.push(`${url.pathname} ${url.searchParams.get('token')}`);
      if (url.pathname.startsWith('/old')) {
        const location = `${origin}${url.pathname.slice('/old'.length)}${url.search}`;
        return new Response(null, { status: 302, headers: { location } });
      }
      return real(address, options);
    });
    onTestFinished(() => void vi.unstubAllGlobals());
    expect(await readAll({ url: `${origin}/old${pathname}`, token })).toHaveLength(5);
    expect(asked).toContain(`${pathname} ${token}`);
  });

  test('not over plain http to another machine, but to all hosts of ArcGIS Online', async () => {
    const asked: string[] = [];
    vi.stubGlobal('fetch', async (url: string) => {
      asked.push(url);
      return new Response('{}');
    });
    onTestFinished(() => void vi.unstubAllGlobals());
    const hosts = ['gis.example.gov', 'www.arcgis.com'];
    const requests = new ServerClient({
      token: { text: token, hosts },
      signal: undefined,
      timing: realTiming,
    });
    for (const origin of [
      'http://gis.example.gov',
      'https://gis.example.gov.evil.example',
      'https://evilarcgis.com',
      'https://gis.example.gov',
      'https://services1.arcgis.com',
    ]) {
      await requests.ask({ url: `${origin}/rest/services`, parameters: { f: 'json' } });
    }
    expect(asked.filter((url) => url.includes(token)).map((url) => new URL(url).origin)).toEqual([
      'https://gis.example.gov',
      'https://services1.arcgis.com',
    ]);
  });

  test('[SEC-13] and an answer without end is not kept in memory', async () => {
    const chunk = new Uint8Array(1024 * 1024).fill(0x20);
    let sent = 0;
    const endless = () =>
      new ReadableStream({
        pull(controller) {
          sent += chunk.length;
          controller.enqueue(chunk);
        },
      });
    vi.stubGlobal('fetch', async () => new Response(endless()));
    onTestFinished(() => void vi.unstubAllGlobals());
    const requests = new ServerClient({ token: undefined, signal: undefined, timing: realTiming });
    const request = { url: 'https://gis.example.gov/rest', parameters: {}, heavyTries: 1 };
    expect(await requests.ask(request)).toEqual({
      problem: { kind: 'heavy', said: 'an answer of more than 128 MB' },
    });
    expect(sent).toBeLessThan(ANSWER_BYTES_MAX + 10 * chunk.length);
  });

  test('and a redirect from https to http is not followed', async () => {
    vi.stubGlobal(
      'fetch',
      async () => new Response(null, { status: 302, headers: { location: 'http://gis.example.gov/x' } }),
    );
    onTestFinished(() => void vi.unstubAllGlobals());
    const requests = new ServerClient({ token: undefined, signal: undefined, timing: realTiming });
    await expect(requests.ask({ url: 'https://gis.example.gov/rest', parameters: {} })).rejects.toThrow(
      /leads from https to http:.*not safe/,
    );
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
    for (const folder of await readdir(downloads())) {
      expect(await readFile(join(downloads(), folder, 'plan.json'), 'utf8')).not.toContain('secret');
    }
  });

  test('rows that do not come by any strategy', async () => {
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
    const features = await client.read(source);
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
    await server.close();
    await expect(open()).rejects.toThrow(/does not answer with data \(no connection/);
  });
});

describe('services and items', () => {
  const path = '/rest/services/Land/MapServer';

  test('a service lists its layers and tables', async () => {
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
      'Hydrants: point',
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

  test('of a service without polygons no layer is taken for the parcels', async () => {
    await start({});
    server.more.set(path, { layers: [{ id: 1, name: 'Hydrants' }] });
    server.more.set(`${path}/1`, { id: 1, name: 'Hydrants', geometryType: 'esriGeometryPoint', fields: [] });
    const { layers } = await open({ url: server.service });
    expect(() => chooseLayer(layers, undefined)).toThrow(
      /Hydrants has points or lines, but parcels are areas/,
    );
    server.more.set(`${path}/1`, { id: 1, name: 'Aerials', type: 'Raster Layer' });
    await expect(open({ url: server.service })).rejects.toThrow(/has shapes. It has: Aerials/);
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
