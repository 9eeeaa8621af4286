// A county by its name: what a definition of the OpenAddresses directory says is what is imported.
import { once } from 'node:events';
import { mkdir, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { dirname, join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { emptyFolder } from '../../test/test-folder.ts';
import { parseExpression } from '../fields/expression.ts';
import { findDefinitions, readDefinition } from './definitions.ts';

const folder = emptyFolder();
const workFolder = join(folder, 'work');

const wake = {
  schema: 2,
  coverage: {
    'US Census': { name: 'Wake County', state: 'North Carolina' },
    country: 'us',
    state: 'nc',
    county: 'Wake',
  },
  layers: {
    addresses: [{ name: 'county', data: 'https://example.org/addresses', protocol: 'ESRI' }],
    parcels: [
      {
        name: 'county',
        data: 'https://maps.example.org/rest/services/Parcels/MapServer/0',
        protocol: 'ESRI',
        conform: { format: 'geojson', pid: 'PIN_NUM' },
        attribution: 'Wake County GIS',
        license: { url: 'https://example.org/license', text: 'Open' },
      },
    ],
  },
};

async function define(id: string, definition: unknown): Promise<void> {
  const path = join(folder, 'sources', `${id}.json`);
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, typeof definition === 'string' ? definition : JSON.stringify(definition));
}

const withParcels = (...parcels: Record<string, unknown>[]) => ({ schema: 2, layers: { parcels } });
const entry = (name: string, more: Record<string, unknown> = {}) => ({
  name,
  data: `https://example.org/${name}.zip`,
  protocol: 'http',
  conform: { format: 'shapefile', pid: 'PIN' },
  ...more,
});
const read = (id: string) => readDefinition({ id, from: folder });

async function withServer<T>(
  files: Record<string, unknown>,
  use: (base: string, asked: string[]) => Promise<T>,
): Promise<T> {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(request.url ?? '');
    const file = files[request.url ?? ''];
    if (file === undefined) response.writeHead(404).end();
    else response.end(JSON.stringify(file));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  try {
    return await use(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked);
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

describe('a definition', () => {
  test('says where the parcels are, the PIN and whom to credit', async () => {
    await define('us/nc/wake', wake);
    const expected = {
      id: 'us/nc/wake',
      name: 'Wake County, North Carolina',
      data: 'https://maps.example.org/rest/services/Parcels/MapServer/0',
      pin: 'PIN_NUM',
      attribution: 'Wake County GIS',
      license: 'Open, https://example.org/license',
    };
    expect(await read('us/nc/wake')).toEqual(expected);
    // The folder of the sources may be named itself.
    expect(await readDefinition({ id: 'us/nc/wake', from: join(folder, 'sources') })).toEqual(expected);
  });

  test('is read from an address', async () => {
    await withServer({ '/sources/us/nc/wake.json': wake }, async (base) => {
      for (const from of [base, `${base}/sources`, `${base}/sources/`]) {
        expect(await readDefinition({ id: 'us/nc/wake', from })).toMatchObject({ pin: 'PIN_NUM' });
      }
      await expect(readDefinition({ id: 'us/nc/atlantis', from: base })).rejects.toThrow(
        /no definition us\/nc\/atlantis/,
      );
    });
  });

  test('of an archive with several Shapefiles names the right one', async () => {
    for (const [file, layer] of [
      ['parcels/Tax_Parcels.shp', 'Tax_Parcels'],
      ['Parcels.gdb', undefined],
    ]) {
      await define(
        'us/nc/polk',
        withParcels(entry('county', { compression: 'zip', conform: { pid: 'PIN', file } })),
      );
      expect((await read('us/nc/polk')).layer).toBe(layer);
    }
    await define('us/nc/polk', withParcels(entry('county', { conform: { pid: 'PIN', layer: 0 } })));
    expect((await read('us/nc/polk')).layer).toBeUndefined();
  });

  test('of an ArcGIS layer says nothing of its coordinates, which are asked for in degrees', async () => {
    const conform = { format: 'geojson', pid: 'PIN', srs: 'EPSG:2264', encoding: 'cp1252' };
    await define('us/nc/polk', withParcels(entry('county', { protocol: 'ESRI', conform })));
    const definition = await read('us/nc/polk');
    expect([definition.crs, definition.encoding]).toEqual([undefined, undefined]);
  });

  test('keeps layer, system and encoding', async () => {
    const conform = {
      format: 'gdb',
      pid: 'PIN',
      layer: 'Tax',
      file: 'a/b.gdb',
      srs: 'EPSG:2264',
      encoding: 'cp1252',
    };
    await define('us/nc/polk', withParcels(entry('county', { conform })));
    expect(await read('us/nc/polk')).toMatchObject({
      name: 'Polk, North Carolina',
      layer: 'Tax',
      crs: 'EPSG:2264',
      encoding: 'cp1252',
    });
  });

  test('takes the credit from the license where it stands there', async () => {
    const license = { url: 'https://example.org', attribution: true, 'attribution name': 'Polk County' };
    await define('us/nc/polk', withParcels(entry('county', { license })));
    expect(await read('us/nc/polk')).toMatchObject({
      attribution: 'Polk County',
      license: 'https://example.org',
    });
  });

  test('leaves out what is marked so, and prefers the county', async () => {
    await define('us/ny/a', withParcels(entry('county', { skip: true }), entry('town')));
    expect((await read('us/ny/a')).data).toBe('https://example.org/town.zip');
    await define('us/ny/b', withParcels(entry('town'), entry('county')));
    expect((await read('us/ny/b')).data).toBe('https://example.org/county.zip');
  });

  test('lists several layers of parcels, of which one can be named', async () => {
    await define('us/ny/c', withParcels(entry('north'), entry('south')));
    await expect(read('us/ny/c')).rejects.toThrow(
      'us/ny/c has several parcel layers: give one of us/ny/c#north, us/ny/c#south.',
    );
    expect((await read('us/ny/c#South')).data).toBe('https://example.org/south.zip');
    await expect(read('us/ny/c#east')).rejects.toThrow(/no parcels named east. Give one of us\/ny\/c#north/);
  });

  test('of the first schema is read where it is of parcels', async () => {
    const old = {
      coverage: { country: 'us', state: 'va', city: 'Norfolk' },
      data: 'https://example.org/0',
      type: 'http',
      conform: { type: 'shapefile-polygon', id: 'GPIN' },
    };
    await define('us/va/norfolk', old);
    expect(await read('us/va/norfolk')).toMatchObject({ name: 'Norfolk, Virginia', pin: 'GPIN' });
  });
});

describe('one sentence says what is wrong with a definition', () => {
  test('that has no parcels', async () => {
    await define('us/nc/none', { ...wake, layers: { addresses: [] } });
    await expect(read('us/nc/none')).rejects.toThrow(/names no parcels that are open/);
    await define('us/nc/skipped', withParcels(entry('county', { skip: true })));
    await expect(read('us/nc/skipped')).rejects.toThrow(/names no parcels that are open/);
  });

  test('that does not exist, is broken, or is not a name', async () => {
    await expect(read('us/nc/atlantis')).rejects.toThrow(
      /no definition us\/nc\/atlantis .*platbook find atlantis/,
    );
    await define('us/nc/cut', '{"schema": 2');
    await expect(read('us/nc/cut')).rejects.toThrow(/is not JSON/);
    await expect(read('us/../../etc/passwd')).rejects.toThrow(/names look like us\/nc\/wake/);
  });

  test('that lies where it cannot be fetched', async () => {
    await define(
      'us/nc/ftp',
      withParcels(entry('county', { protocol: 'ftp', data: 'ftp://example.org/parcels.zip' })),
    );
    await expect(read('us/nc/ftp')).rejects.toThrow(/fetch it with another program, and import the file/);
  });
});

describe('the PIN of a definition becomes an expression of --map', () => {
  const cases: [unknown, string | undefined][] = [
    ['PARCEL_ID', 'PARCEL_ID'],
    ['GIS.PARCELS.PIN', 'GIS.PARCELS.PIN'],
    ['Parcel Number', '"Parcel Number"'],
    [['MAP', 'LOT'], "join(' ', MAP, LOT)"],
    [['PIN'], 'PIN'],
    [{ function: 'join', fields: ['MAP', 'BLOCK', 'LOT'], separator: '-' }, "join('-', MAP, BLOCK, LOT)"],
    [{ function: 'join', fields: ['MAP', 'LOT'], separator: '' }, 'MAP & LOT'],
    [{ function: 'regexp', field: 'PIN', pattern: '^(\\d+)' }, "regexp(PIN, '^(\\d+)')"],
    [
      { function: 'regexp', field: 'PIN', pattern: "^'(.*)$", replace: '\\1' },
      "regexp(PIN, '^''(.*)$', '$1')",
    ],
    [{ function: 'format', fields: ['MAP', 'LOT'], format: '$1-$2' }, "MAP & '-' & LOT"],
    [{ function: 'prefixed_number', field: 'ADDR' }, "regexp(ADDR, '^\\s*(\\d+)')"],
    [{ function: 'remove_prefix', field: 'A', field_to_remove: 'B' }, undefined],
    [{ function: 'regexp', field: 'PIN', pattern: '(?P<pin>.*)' }, "regexp(PIN, '(?P<pin>.*)')"],
    [{ function: 'regexp', field: 'PIN', pattern: '(?!0)(.*)' }, undefined],
    [{ function: 'first_non_empty', fields: ['PIN', 'Alt PIN'] }, 'first(PIN, "Alt PIN")'],
    [{ function: 'get', field: 'PIN', index: 0 }, 'PIN'],
    [{}, undefined],
  ];
  for (const [pid, expected] of cases) {
    test(`${JSON.stringify(pid)}`, async () => {
      await define('us/nc/polk', withParcels(entry('county', { conform: { pid } })));
      const { pin, note } = await read('us/nc/polk');
      expect(pin).toBe(expected);
      expect(note !== undefined).toBe(expected === undefined);
      if (pin !== undefined) expect(() => parseExpression(pin)).not.toThrow();
    });
  }
});

describe('finding a county', () => {
  beforeEach(async () => {
    await define('us/nc/wake', wake);
    await define('us/nc/polk', withParcels(entry('county')));
    await define('us/tx/polk', withParcels(entry('county')));
    await define('us/va/city_of_wakefield', withParcels(entry('county', { protocol: 'ESRI' })));
    await define('us/nc/wakenone', { schema: 2, layers: {} });
  });

  const find = async (words: string) =>
    (await findDefinitions({ words, from: folder, workFolder })).map(({ id }) => id);

  test('by words of the county and the state, in any order', async () => {
    expect(await find('wake')).toEqual(['us/nc/wake', 'us/va/city_of_wakefield']);
    for (const words of ['wake nc', 'NC Wake', 'wake county, north carolina', 'us/nc/wake']) {
      expect(await find(words)).toEqual(['us/nc/wake']);
    }
    expect(await find('polk')).toEqual(['us/nc/polk', 'us/tx/polk']);
    expect(await find('texas')).toEqual(['us/tx/polk']);
    expect(await find('atlantis')).toEqual([]);
    expect(await find('')).toEqual([]);
  });

  test('says its name and how it is published', async () => {
    expect(await findDefinitions({ words: 'wake', from: folder, workFolder })).toEqual([
      { id: 'us/nc/wake', name: 'Wake County, North Carolina', format: 'ArcGIS' },
      { id: 'us/va/city_of_wakefield', name: 'City of Wakefield, Virginia', format: 'ArcGIS' },
    ]);
    const [polk] = await findDefinitions({ words: 'polk nc', from: folder, workFolder });
    expect(polk).toEqual({ id: 'us/nc/polk', name: 'Polk, North Carolina', format: 'shapefile' });
  });

  test('in the public repository, whose list is kept for a day', async () => {
    const tree = {
      tree: [{ path: 'sources/us/nc/wake.json' }, { path: 'sources/us/nc/polk.json' }, { path: 'README.md' }],
    };
    await withServer({ '/sources/us/nc/wake.json': wake, '/tree': tree }, async (base, asked) => {
      const o = { words: 'wake', from: `${base}/sources`, workFolder, listing: `${base}/tree` };
      const expected = [{ id: 'us/nc/wake', name: 'Wake County, North Carolina', format: 'ArcGIS' }];
      expect(await findDefinitions(o)).toEqual(expected);
      expect(await findDefinitions(o)).toEqual(expected);
      expect(asked.filter((path) => path === '/tree')).toHaveLength(1);
    });
  });

  test('at an address that cannot be listed ends with a sentence', async () => {
    const from = 'https://example.org/sources';
    await expect(findDefinitions({ words: 'wake', from, workFolder })).rejects.toThrow(
      /cannot be listed: set OPENADDRESSES/,
    );
    await expect(findDefinitions({ words: 'wake', from: join(folder, 'no'), workFolder })).rejects.toThrow(
      /There is no folder/,
    );
  });
});
