// Whatever an operator names is opened: files by their content, zips, folders, addresses; and bad input in a sentence.
import { execFileSync } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, rename, rm, truncate, utimes, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { gzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { box, csvText, smallCounty, writeGeoPackage } from '../test/county-files.ts';
import { dbfBytes, writeShapefile } from '../test/county-shapefile.ts';
import { featuresOf } from '../test/read-layer.ts';
import { type ZipEntry, zipBytes } from '../test/zip-bytes.ts';
import { chooseLayer } from './choose-layer.ts';
import type { OpenSource } from './layer.ts';
import { openSource } from './open-source.ts';

let folder: string;
let workFolder: string;
let opened: OpenSource[];
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'platbook-source-'));
  workFolder = join(folder, 'work');
  opened = [];
});
afterEach(async () => {
  try {
    for (const source of opened) await source.close();
    // What was unpacked goes with the source.
    expect(await readdir(workFolder).catch(() => [])).not.toContain('unpacked');
  } finally {
    await rm(folder, { recursive: true });
  }
});

async function open(source: string): Promise<OpenSource> {
  const one = await openSource({ source, workFolder });
  opened.push(one);
  return one;
}

async function fileWith(name: string, content: string | Buffer): Promise<string> {
  const path = join(folder, name);
  await writeFile(path, content);
  return path;
}

async function pinsOf({ layers }: OpenSource): Promise<unknown[]> {
  return (await featuresOf(layers[0]!)).map(({ properties }) => properties.PIN);
}

const pins = smallCounty.features.map(({ properties }) => properties.PIN);

const geoPackage = async () => readFile(await writeGeoPackage({ path: join(folder, 'a.gpkg') }));
/** Unpacked by itself it is no bomb. */
const PAD: ZipEntry = { name: 'pad.bin', bytes: Buffer.alloc(60_000_000) };
const KML = '<kml><Placemark><Point><coordinates>-81,35</coordinates></Point></Placemark></kml>';

/** The files of a Shapefile, as entries of a zip. */
async function shapefileEntries(prefix: string, name = 'parcels'): Promise<ZipEntry[]> {
  const where = join(folder, 'shape');
  await writeShapefile({ folder: where, name });
  const names = (await readdir(where)).filter((file) => file.startsWith(`${name}.`));
  return Promise.all(
    names.map(async (file) => ({ name: `${prefix}${file}`, bytes: await readFile(join(where, file)) })),
  );
}

describe('a file', () => {
  test('is read by its content, whatever its name', async () => {
    const gpkg = await writeGeoPackage({ path: join(folder, 'parcels.dat') });
    expect(await pinsOf(await open(gpkg))).toEqual(pins);
  });

  test('may be a Shapefile, or any of its parts, or a file: address', async () => {
    const shp = await writeShapefile({ folder });
    expect(await pinsOf(await open(shp))).toEqual(pins);
    expect(await pinsOf(await open(shp.replace('.shp', '.prj')))).toEqual(pins);
    expect(await pinsOf(await open(pathToFileURL(shp).href))).toEqual(pins);
  });

  test('may be a table: a DBF or a CSV', async () => {
    const table = await open(await fileWith('assessor.dbf', dbfBytes({})));
    expect(table.layers[0]).toMatchObject({ name: 'assessor', geometry: 'none' });
    expect(await pinsOf(await open(await fileWith('parcels.csv', csvText())))).toEqual(pins);
  });

  test('may be gzipped', async () => {
    const source = await open(await fileWith('parcels.csv.gz', gzipSync(csvText())));
    expect(source.layers[0]!.name).toBe('parcels');
    expect(await pinsOf(source)).toEqual(pins);
  });
});

describe('the day of the data', () => {
  const day = async (source: string) => (await open(source)).layers[0]!.day;
  const at = (text: string) => new Date(`${text}T12:00:00Z`);

  test('is that of the newest file of the layer', async () => {
    const shp = await writeShapefile({ folder });
    await utimes(shp, at('2019-05-01'), at('2019-05-01'));
    await utimes(shp.replace('.shp', '.shx'), at('2018-05-01'), at('2018-05-01'));
    await utimes(shp.replace('.shp', '.dbf'), at('2020-07-31'), at('2020-07-31'));
    expect(await day(shp)).toBe('2020-07-31');
  });

  test('is that of the files in a zip, and not of the zip', async () => {
    const entries = (await shapefileEntries('')).map((entry) => ({
      ...entry,
      modified: at(entry.name.endsWith('.shp') ? '2021-02-03' : '2020-01-01'),
    }));
    const other = { name: 'readme.txt', bytes: Buffer.from('x'), modified: at('2022-01-01') };
    expect(await day(await fileWith('county.zip', zipBytes([...entries, other])))).toBe('2021-02-03');
    expect(await day(await fileWith('no-times.zip', zipBytes(await shapefileEntries(''))))).toBeUndefined();
  });

  test('is what the server says of a download, also of a gzipped one', async () => {
    const server = createServer((request, response) => {
      if (!request.url!.includes('unknown')) {
        response.setHeader('last-modified', 'Tue, 03 Mar 2020 12:00:00 GMT');
      }
      response.end(request.url!.endsWith('.gz') ? gzipSync(csvText()) : csvText());
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    try {
      expect(await day(`${address}/parcels.csv`)).toBe('2020-03-03');
      expect(await day(`${address}/parcels.csv.gz`)).toBe('2020-03-03');
      expect(await day(`${address}/unknown.csv`)).toBeUndefined();
      expect(await day(`${address}/unknown.csv.gz`)).toBeUndefined();
    } finally {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    }
  });
});

describe('names of any kind', () => {
  test('are on one line and of a sensible length, and the values stay with them', async () => {
    const long = 'OWNER OF THE LAND '.repeat(50);
    const properties = {
      'PIN\r\nnumber': '1',
      PIN_number: '2',
      [long]: 'SMITH',
      '\u001b[2Jbell\u0007': 'x',
      ' ': 'y',
    };
    const geometry = { type: 'Polygon', coordinates: [box(-81, 35, 0.1, 0.1)] };
    const collection = {
      type: 'FeatureCollection',
      name: 'tax\n\tparcels',
      features: [{ type: 'Feature', properties, geometry }],
    };
    const { layers } = await open(await fileWith('odd.geojson', JSON.stringify(collection)));
    const names = layers[0]!.fields.map(({ name }) => name);
    expect(layers[0]!.name).toBe('tax parcels');
    expect(names.slice(0, 2)).toEqual(['PIN number', 'PIN_number']);
    expect(names[2]).toMatch(/^OWNER OF THE LAND OWNER .*…$/);
    expect(names[2]!.length).toBeLessThanOrEqual(120);
    expect(names.slice(3)).toEqual(['[2Jbell', 'FIELD_5']);
    const [feature] = await featuresOf(layers[0]!);
    expect(Object.values(feature!.properties)).toEqual(['1', '2', 'SMITH', 'x', 'y']);
    expect(Object.keys(feature!.properties)).toEqual(names);
  });
});

test('a pipe, which cannot be read twice, is told from a file', async () => {
  const path = join(folder, 'pipe.geojson');
  execFileSync('mkfifo', [path]);
  await expect(open(path)).rejects.toThrow(
    /pipe\.geojson is neither a file nor a folder\. Save the data in a file/,
  );
});

describe('a zip', () => {
  test('with a Shapefile in a sub-folder is read, and what a Mac adds is ignored', async () => {
    const entries = await shapefileEntries('Download 2024/GIS Data/');
    const junk = entries.map(({ name }) => ({ name: `__MACOSX/${name}`, bytes: Buffer.from('junk') }));
    const source = await open(await fileWith('county.zip', zipBytes([...junk, ...entries])));
    expect(source.layers).toHaveLength(1);
    expect(source.layers[0]).toMatchObject({ name: 'parcels', geometry: 'area', crs: { kind: 'wkt' } });
    expect(await pinsOf(source)).toEqual(pins);
  });

  test('with several files gives all their layers by the names of the files', async () => {
    const entries = [
      ...(await shapefileEntries('a/')),
      ...(await shapefileEntries('b/', 'zoning')),
      { name: 'assessor.dbf', bytes: dbfBytes({}) },
      { name: 'fields.json', bytes: Buffer.from('this is not JSON') },
    ];
    const source = await open(await fileWith('county.zip', zipBytes(entries)));
    expect(source.layers.map(({ name, geometry }) => [name, geometry])).toEqual([
      ['parcels', 'area'],
      ['zoning', 'area'],
      ['assessor', 'none'],
    ]);
  });

  test('with files of the same name in two folders tells them apart', async () => {
    const entries = [...(await shapefileEntries('2023/')), ...(await shapefileEntries('2024/'))];
    const source = await open(await fileWith('county.zip', zipBytes(entries)));
    expect(source.layers.map(({ name }) => name)).toEqual(['2023/parcels.shp', '2024/parcels.shp']);
  });

  test('in a zip is read', async () => {
    const inner = { name: 'parcels.zip', bytes: zipBytes(await shapefileEntries('')) };
    const outer = zipBytes([inner, { name: 'readme.pdf', bytes: Buffer.from('x') }]);
    expect(await pinsOf(await open(await fileWith('county.zip', outer)))).toEqual(pins);
  });

  test('with a broken layer beside a good one fails only for the broken one', async () => {
    const zoning = (await shapefileEntries('', 'zoning')).filter(({ name }) => !name.endsWith('.dbf'));
    const source = await open(
      await fileWith('c.zip', zipBytes([...zoning, ...(await shapefileEntries(''))])),
    );
    const parcels = chooseLayer(source.layers, undefined);
    expect(parcels.name).toBe('parcels');
    expect(await featuresOf(parcels)).toHaveLength(4);
    const broken = chooseLayer(source.layers, 'zoning');
    await expect(featuresOf(broken)).rejects.toThrow('zoning.shp has no zoning.dbf beside it');
  });
});

describe('a folder', () => {
  test('of Shapefiles is read', async () => {
    await writeShapefile({ folder: join(folder, 'county', 'shp') });
    expect(await pinsOf(await open(join(folder, 'county')))).toEqual(pins);
  });
});

describe('an address', () => {
  /** Answers every request with this, on loopback. */
  async function serve<T>(
    body: Buffer | string,
    type: string,
    use: (origin: string) => Promise<T>,
  ): Promise<T> {
    const server = createServer((_, reply) => {
      reply.writeHead(200, { 'content-type': type, 'content-length': Buffer.byteLength(body) }).end(body);
    });
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    try {
      return await use(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
    } finally {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    }
  }

  test('of a zip is downloaded and read', async () => {
    const zip = zipBytes(await shapefileEntries(''));
    await serve(zip, 'application/zip', async (origin) => {
      expect(await pinsOf(await open(`${origin}/files/parcels.zip?v=2`))).toEqual(pins);
    });
  });

  test.each(['text/html', 'application/zip'])('that answers a web page as %s is told', async (type) => {
    await serve('<!DOCTYPE html><html><body>Sign in</body></html>', type, async (origin) => {
      for (let time = 0; time < 2; time++) {
        await expect(open(`${origin}/parcels.zip`)).rejects.toThrow('web page');
      }
    });
  });

  test('of another kind than http is refused', async () => {
    await expect(open('ftp://example.com/parcels.zip')).rejects.toThrow(
      'Download the file, and give its path.',
    );
  });
});

describe('bad input ends with a sentence', () => {
  test('a path that does not exist, and none at all', async () => {
    await expect(open(join(folder, 'nowhere.zip'))).rejects.toThrow(
      /^There is no file or folder .*nowhere\.zip\. Check the path\.$/,
    );
    await expect(open(' ')).rejects.toThrow('No source is named.');
  });

  test.each(['parcels.geojson', 'parcels.zip', 'parcels.shp', 'parcels.gpkg', 'parcels.csv', 'parcels'])(
    'an empty file: %s',
    async (name) => {
      await expect(open(await fileWith(name, ''))).rejects.toThrow(
        `${name} is empty. Get a complete copy of it.`,
      );
    },
  );

  test('a web page that was saved under the name of data', async () => {
    await expect(open(await fileWith('parcels.zip', '<html></html>'))).rejects.toThrow(
      'parcels.zip is a web page',
    );
  });

  test('a zip without a layer, an empty zip, an empty folder', async () => {
    const papers = zipBytes([{ name: 'readme.txt', bytes: Buffer.from('hello') }]);
    await expect(open(await fileWith('papers.zip', papers))).rejects.toThrow('papers.zip holds no layer');
    await expect(open(await fileWith('empty.zip', zipBytes([])))).rejects.toThrow('empty.zip holds no layer');
    await mkdir(join(folder, 'nothing'));
    await expect(open(join(folder, 'nothing'))).rejects.toThrow('nothing holds no layer');
  });

  test('a zip bomb', async () => {
    const path = await fileWith(
      'bomb.zip',
      zipBytes([{ name: 'parcels.shp', bytes: Buffer.alloc(3_000_000) }]),
    );
    const limits = { bytes: 1e9, ratio: 200, freeBytes: 1e6, entries: 10 };
    await expect(openSource({ source: path, workFolder, limits })).rejects.toThrow(
      'far more than parcels need',
    );
  });

  test.each([
    ['zips', 'zip', () => zipBytes([{ name: 'parcels.csv', bytes: Buffer.from(csvText()) }, PAD])],
    ['gzip files', 'gpkg.gz', async () => gzipSync(Buffer.concat([await geoPackage(), PAD.bytes]))],
    ['KMZ files', 'kmz', () => zipBytes([{ name: 'doc.kml', bytes: Buffer.from(KML) }, PAD])],
  ])('a zip of %s that are a bomb only together', async (_, ending, pack) => {
    const bytes = await pack();
    const entries = ['a', 'b'].map((name) => ({ name: `${name}.${ending}`, bytes }));
    const source = await open(await fileWith('together.zip', zipBytes(entries)));
    expect(await featuresOf(source.layers[0]!)).not.toEqual([]);
    await expect(featuresOf(source.layers[1]!)).rejects.toThrow(
      /^together\.zip has \d+ KB and would unpack to more than/,
    );
  });

  test('zips in zips without end', async () => {
    let zip = zipBytes(await shapefileEntries(''));
    for (let depth = 0; depth < 4; depth++) zip = zipBytes([{ name: 'inner.zip', bytes: zip }]);
    await expect(open(await fileWith('russian-doll.zip', zip))).rejects.toThrow(
      'an archive deep inside archives',
    );
  });

  test('a zip with a Shapefile that is cut off, or has no .dbf', async () => {
    const entries = await shapefileEntries('');
    const cut = entries.map((entry) =>
      entry.name.endsWith('.shp') ? { ...entry, bytes: entry.bytes.subarray(0, -100) } : entry,
    );
    await expect(open(await fileWith('cut.zip', zipBytes(cut)))).rejects.toThrow(
      'parcels.shp is cut off: it ends after row 2',
    );
    const without = entries.filter(({ name }) => !name.endsWith('.dbf'));
    await expect(open(await fileWith('half.zip', zipBytes(without)))).rejects.toThrow(
      'has no parcels.dbf beside it',
    );
  });

  test('an archive that was cut off', async () => {
    const path = await fileWith('cut.zip', zipBytes(await shapefileEntries('')));
    await truncate(path, 300);
    await expect(open(path)).rejects.toThrow('cut.zip is a damaged archive');
  });

  test('a part of a Shapefile without the .shp, and another kind of archive', async () => {
    const shp = await writeShapefile({ folder: join(folder, 'x') });
    await rename(shp, join(folder, 'away.shp'));
    await expect(open(shp.replace('.shp', '.shx'))).rejects.toThrow('the .shp is not beside it');
    const archive = await fileWith('parcels.7z', Buffer.from('377abcaf271c0004', 'hex'));
    await expect(open(archive)).rejects.toThrow('parcels.7z is an archive that Platbook cannot unpack');
  });
});

test('a zip of thousands of files of data is refused before they are opened one by one', async () => {
  const entries = Array.from({ length: 1001 }, (_, i) => ({ name: `${i}.kml`, bytes: Buffer.from('<kml>') }));
  await expect(open(await fileWith('many.zip', zipBytes(entries)))).rejects.toThrow(
    'many.zip holds 1,001 files of data, and 1,000 at most are looked at: give the file with the parcels.',
  );
});
