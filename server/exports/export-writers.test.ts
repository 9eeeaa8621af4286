// Every format, read back by the importer's readers, which share no code with the writers.
import { fstatSync, readdirSync, readlinkSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer, text } from 'node:stream/consumers';
import { DatabaseSync } from '@photostructure/sqlite';
import { parseXml } from '@rgrove/parse-xml';
import { describe, expect, test, vi } from 'vitest';
import { fromBufferPromise } from 'yauzl';
import { decodeGeometry } from '../../geo/geometry-code.ts';
import { openSource } from '../../import/open-source.ts';
import type { ExportedParcel } from '../../store/parcel-queries.ts';
import { aboutExport, inBatches } from '../../test/exported-parcels.ts';
import { ODD_ADDRESS, ODD_NAME, oddParcels, oddShapes, ringsOf } from '../../test/odd-exports.ts';
import { featuresOf } from '../../test/read-layer.ts';
import { shapeOf } from '../../test/read-source.ts';
import { testFolder } from '../../test/test-folder.ts';
import type { AboutExport } from './about-export.ts';
import { type ExportFormat, exportWriters } from './export-writers.ts';
import type { ParcelWriter } from './parcel-writer.ts';
import { ScratchFile } from './scratch-file.ts';
import { shapefileWriter } from './write-shapefile.ts';

const folder = testFolder();
const formats = Object.keys(exportWriters) as ExportFormat[];

function write(
  writer: ParcelWriter,
  parcels: readonly ExportedParcel[],
  { signal = new AbortController().signal, ...changes }: Partial<AboutExport> & { signal?: AbortSignal } = {},
): AsyncIterable<Uint8Array> {
  const countyFields = [...new Set(parcels.flatMap(({ more }) => more.map(([label]) => label)))];
  const about = aboutExport({ count: parcels.length, countyFields, ...changes });
  // By two, so that something comes between the first and the last.
  return writer.write(inBatches(parcels, 2), about, signal);
}

const bytesOf = (...[writer, parcels, changes]: Parameters<typeof write>) =>
  buffer(Readable.from(write(writer, parcels, changes)));

async function readBack(format: ExportFormat, parcels: readonly ExportedParcel[]) {
  const writer = exportWriters[format];
  const path = join(folder, `export.${writer.ending}`);
  await writeFile(path, await bytesOf(writer, parcels));
  const source = await openSource({ source: path, workFolder: join(folder, 'work') });
  try {
    expect(source.layers).toHaveLength(1);
    const layer = source.layers[0]!;
    return { layer, features: await featuresOf(layer) };
  } finally {
    await source.close();
  }
}

async function unzipped(bytes: Buffer): Promise<Map<string, Buffer>> {
  const zip = await fromBufferPromise(bytes);
  const files = new Map<string, Buffer>();
  for await (const entry of zip.eachEntry())
    files.set(entry.fileName, await buffer(await zip.openReadStreamPromise(entry)));
  return files;
}

/** The same ring may begin elsewhere and run the other way. */
function cornersOf(rings: readonly (readonly (readonly number[])[])[]): string[] {
  return rings.map((ring) =>
    ring
      .slice(1)
      .map(([x, y]) => `${x!.toFixed(7)} ${y!.toFixed(7)}`)
      .sort()
      .join(', '),
  );
}

const withShapes = formats.filter((format) => format !== 'csv');

describe.each(withShapes)('%s', (format) => {
  /** A name as the format has it. */
  const called = (name: string) => {
    if (format === 'kml' && name === 'name') return 'owner';
    return format === 'shp' ? name.slice(0, 10) : name;
  };

  test('[P15] all parcels come back with their fields, nulls and types', async () => {
    const { features, layer } = await readBack(format, oddParcels);
    expect(features).toHaveLength(3);
    const [first, second, third] = features.map(({ properties }) => (name: string) => {
      const value = properties[called(name)];
      // KML has no types but those of its Schema, and neither it nor a Shapefile has an empty text.
      return value === undefined || value === '' ? null : format === 'kml' ? String(value) : value;
    });
    const number = (value: number) => (format === 'kml' ? String(value) : value);
    expect(first!('pin')).toBe('0012-3');
    expect(first!('name')).toBe(ODD_NAME);
    // Readers of XML and CSV may turn a carriage return into a line feed; the lines are three in any case.
    expect(String(first!('add1')).split(/\r?\n/)).toEqual(ODD_ADDRESS.split(/\r?\n/));
    expect(first!('zip')).toBe('02139');
    expect(first!('taxacres')).toBe(number(2.125));
    expect(first!('sales_price')).toBe(number(250_000));
    expect(first!('sale_date')).toBe('2019-06-30');
    expect(first!('shape_acres')).toBe(number(2.1235));
    expect(first!('price_per_acre')).toBe(number(117_647.06));
    expect(first!('elsewhere')).toBe(format === 'kml' ? '1' : true);
    expect(first!('source')).toBe('iredell');
    expect(second!('name')).toBe('=1+1');
    expect(second!('add1')).toBe('ABC\ufffd');
    expect(second!('city')).toBe('@SUM(A1)');
    expect(second!('taxacres')).toBe(number(1_234_567.5));
    expect(second!('sales_price')).toBe(number(0));
    expect(second!('lot')).toBe('0012-3');
    expect(second!('elsewhere')).toBe(format === 'kml' ? '0' : false);
    expect(third!('pin')).toBe('12345678901234567');
    for (const name of ['name', 'add1', 'zip', 'taxacres', 'sale_date', 'sales_price', 'shape_acres', 'lot'])
      expect([name, third!(name)]).toEqual([name, null]);
    if (format === 'kml') return;
    const types = new Map(layer.fields.map(({ name, type }) => [name, type]));
    const typed = ['pin', 'zip', 'taxacres', 'sales_price', 'sale_date', 'elsewhere'].map((name) =>
      types.get(called(name)),
    );
    // GeoJSON has no dates.
    const date = format === 'geojson' ? 'text' : 'date';
    expect(typed).toEqual(['text', 'text', 'number', 'number', date, 'boolean']);
  });

  test("[P15] the county's own fields are columns, and none hides another", async () => {
    const { features } = await readBack(format, oddParcels);
    const [first, second, third] = features.map(({ properties }) => properties);
    const [zone, name, land, buildings, odd] =
      format === 'shp'
        ? ['SNOW_ZONE', 'NAME_2', 'Assessed_v', 'Assessed_2', 'b_q']
        : [
            'SNOW ZONE',
            'NAME_2',
            'Assessed value of the land',
            'Assessed value of the buildings',
            '<b> "q" &',
          ];
    expect([first![zone!], first![name!], first![land!], first![buildings!]]).toEqual([
      '7b',
      "the county's own",
      '$204,600',
      '0',
    ]);
    expect([second![zone!], second![odd!]]).toEqual(['-7b', '<i>&amp;</i>']);
    expect(third![zone!] ?? null).toBeNull();
  });

  test('[P15] shapes come back to the last digit, with holes and all parts', async () => {
    const { features, layer } = await readBack(format, oddParcels);
    const shapes = [oddShapes.plain, oddShapes.holed, oddShapes.parted];
    features.forEach((feature, at) => {
      expect(cornersOf(shapeOf(feature) as number[][][])).toEqual(cornersOf(ringsOf(shapes[at]!)));
    });
    const polygons = features.map(({ geometry }) =>
      geometry?.kind === 'polygons' ? geometry.polygons.map((rings) => rings.length) : undefined,
    );
    if (format !== 'shp') expect(polygons).toEqual([[1], [3], [2, 1, 1]]);
    if (layer.crs?.kind === 'epsg') expect(layer.crs.code).toBe(4326);
    if (format === 'shp') expect(layer.crs).toMatchObject({ kind: 'wkt', text: /^GEOGCS\["GCS_WGS_1984"/ });
  });

  test('[P15] no parcels are a file without rows', async () => {
    // An import of nothing is refused as a mistake, so these are looked at as what they are.
    const all = (await bytesOf(exportWriters[format], [])).toString();
    if (format === 'geojson') expect(JSON.parse(all).features).toEqual([]);
    else if (format === 'kml') expect(parseXml(all).root?.text).not.toContain('PIN');
    else expect((await readBack(format, [])).features).toEqual([]);
  });
});

describe.each(formats)('%s', (format) => {
  const writer = exportWriters[format];

  test('[P17] what stops in the middle is never ended as if it were whole, and leaves nothing behind', async () => {
    const before = readdirSync(tmpdir()).filter((name) => name.startsWith('platbook-export-'));
    const whole = await bytesOf(writer, oddParcels);
    async function* broken() {
      yield oddParcels.slice(0, 2);
      throw new Error('the store is gone');
    }
    const signal = new AbortController().signal;
    const received: Uint8Array[] = [];
    const run = async () => {
      for await (const chunk of writer.write(broken(), aboutExport({ count: 3 }), signal))
        received.push(chunk);
    };
    await expect(run()).rejects.toThrow('the store is gone');
    expect(Buffer.concat(received).length).toBeLessThan(whole.length);

    const stop = new AbortController();
    const stopped = async () => {
      for await (const _ of write(writer, oddParcels, { signal: stop.signal })) stop.abort(new Error('gone'));
    };
    const early = new AbortController();
    early.abort(new Error('gone'));
    await expect(bytesOf(writer, oddParcels, { signal: early.signal })).rejects.toThrow('gone');
    // A small file may have been handed over in one piece already.
    await stopped().catch((error: Error) => expect(error.message).toBe('gone'));
    // Somebody who stops reading without a word.
    for await (const _ of write(writer, oddParcels)) break;
    const after = readdirSync(tmpdir()).filter((name) => name.startsWith('platbook-export-'));
    expect(after.filter((name) => !before.includes(name))).toEqual([]);
  });

  test('[P15] a set around other parcels has its distances', async () => {
    const near = oddParcels.map((parcel, at) => ({ ...parcel, feet: at * 100.126, touches: null }));
    const bytes = await bytesOf(writer, near, { hasDistances: true });
    const plain = await bytesOf(writer, near);
    const names = async (all: Buffer) =>
      format === 'shp'
        ? [...(await unzipped(all)).values()].join('').includes('touches')
        : all.includes('touches');
    expect(await names(bytes)).toBe(true);
    expect(await names(plain)).toBe(false);
  });
});

test('[P15] CSV is what spreadsheets open rightly: a mark of UTF-8, codes as text, no formulas, rows by CRLF', async () => {
  const csv = (await bytesOf(exportWriters.csv, oddParcels)).toString();
  expect(csv.startsWith('\ufeffpin,name,add1,')).toBe(true);
  // No-break spaces keep codes from becoming numbers; an apostrophe stops a formula.
  expect(csv).toContain('\r\n0012-3\u2007,"SMITH, ""BUD"" & <script>alert(1)</script> ]]> O’HARA 🏡",');
  expect(csv).toContain('\r\n12345678901234567\u2007,');
  expect(csv).toContain(',02139\u2007,');
  expect(csv).toContain(",'=1+1,");
  expect(csv).toContain(",'@SUM(A1),");
  expect(csv).toContain('"first line\r\nsecond\nthird\tend"');
  expect(csv).not.toContain('\0');
  expect(csv.endsWith('\r\n')).toBe(true);

  const { features, layer } = await readBack('csv', oddParcels);
  expect(features).toHaveLength(3);
  expect(layer.fields.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['pin', 'lng', 'lat', 'SNOW ZONE', 'NAME_2', 'Assessed value of the land']),
  );
  const [first, , third] = features.map(({ properties }) => properties);
  expect(first).toMatchObject({ name: ODD_NAME, taxacres: '2.125', lng: '-80.8595', lat: '35.6205' });
  expect(String(third!.pin).trim()).toBe('12345678901234567');
});

test('[P15] CSV without parcels has its header, also of a single column with a line break in its name', async () => {
  const csv = (await bytesOf(exportWriters.csv, [], { countyFields: ['A\nB', '=C'] })).toString();
  expect(csv).toMatch(/^\ufeffpin,name,.*,lng,lat,"A\nB",'=C\r\n$/s);
});

test('[P15] GeoJSON is RFC 7946: ids, right-hand rule, at most seven digits', async () => {
  const collection = JSON.parse((await bytesOf(exportWriters.geojson, oddParcels)).toString());
  expect(collection.type).toBe('FeatureCollection');
  expect(collection.crs).toBeUndefined();
  expect(collection.features.map(({ id }: { id: string }) => id)).toEqual(oddParcels.map(({ pin }) => pin));
  expect(collection.features.map(({ geometry }: { geometry: unknown }) => geometry)).toEqual(
    oddParcels.map(({ shape }) => decodeGeometry(shape)),
  );
  expect(collection.features[2].geometry.coordinates[1][0][1]).toEqual([-80.8299999, 35.62]);
});

test('[P15] KML is well-formed, in the order of its schema, and escapes what programs show as HTML', async () => {
  const kml = (await bytesOf(exportWriters.kml, oddParcels)).toString();
  const { root } = parseXml(kml);
  expect(root?.attributes.xmlns).toBe('http://www.opengis.net/kml/2.2');
  const placemarks = kml.match(/<Placemark>.*?<\/Placemark>/gs)!;
  expect(placemarks).toHaveLength(3);
  for (const placemark of placemarks) {
    expect(
      placemark.match(/<(name|description|styleUrl|ExtendedData|Polygon|MultiGeometry)>/g)!.slice(0, 5),
    ).toEqual([
      '<name>',
      '<description>',
      '<styleUrl>',
      '<ExtendedData>',
      placemark.includes('<Multi') ? '<MultiGeometry>' : '<Polygon>',
    ]);
  }
  expect(kml).toContain('<SimpleField type="double" name="taxacres"/>');
  expect(kml).toContain('<SimpleField type="string" name="SNOW ZONE"/>');
  expect(placemarks[1]).toMatch(
    /<outerBoundaryIs>.*<\/outerBoundaryIs>(<innerBoundaryIs>.*<\/innerBoundaryIs>){2}/,
  );
  const address = [{ ...oddParcels[0]!, site_address: '<img src=x onerror=alert(1)>' }];
  const shown = (await bytesOf(exportWriters.kml, address)).toString();
  expect(shown).toContain('&amp;lt;img src=x onerror=alert(1)&amp;gt;</description>');
});

test('[P15] a GeoPackage has the id, bounds, index and metadata of one', async () => {
  const path = join(folder, 'looked-into.gpkg');
  await writeFile(path, await bytesOf(exportWriters.gpkg, oddParcels));
  const database = new DatabaseSync(path, { readOnly: true });
  try {
    const one = (sql: string) => Object.values(database.prepare(sql).get() as object);
    expect(one('PRAGMA application_id')).toEqual([0x47504b47]);
    expect(one('PRAGMA integrity_check')).toEqual(['ok']);
    expect(one('SELECT table_name, min_x, min_y, max_x, max_y, srs_id FROM gpkg_contents')).toEqual([
      'parcels',
      -80.8612345,
      35.6198765,
      -80.819,
      35.621,
      4326,
    ]);
    expect(one('SELECT count(*) FROM rtree_parcels_geom WHERE minx > -80.8501 AND maxx < -80.8489')).toEqual([
      1,
    ]);
    expect(one('SELECT metadata FROM gpkg_metadata')[0]).toContain(
      "Filter: taxacres > 1 AND zoning = 'R-40'",
    );
  } finally {
    database.close();
  }
});

test('[P15] a Shapefile turns outer rings clockwise, and tells the full names of its fields and what it cut', async () => {
  const long = `${'é'.repeat(126)}ab${'ü'.repeat(10)}`;
  const fields = Array.from({ length: 260 }, (_, at): [string, string] => [`Field number ${at}`, 'x']);
  const files = await unzipped(
    await bytesOf(exportWriters.shp, [{ ...oddParcels[1]!, name: long, more: fields }]),
  );
  const stem = 'iredell-parcels-2026-03-01';
  expect([...files.keys()].sort()).toEqual(
    ['README.txt', ...['cpg', 'dbf', 'prj', 'shp', 'shx'].map((ending) => `${stem}.${ending}`)].sort(),
  );
  const dbf = files.get(`${stem}.dbf`)!;
  const names = Array.from({ length: (dbf.readUInt16LE(8) - 33) / 32 }, (_, at) =>
    dbf.toString('latin1', 32 + at * 32, 42 + at * 32).replace(/\0.*/, ''),
  );
  expect(names).toHaveLength(255);
  expect(new Set(names.map((name) => name.toLowerCase())).size).toBe(255);
  const readme = files.get('README.txt')!.toString();
  expect(readme).toContain('site_addre  site_address\r\n');
  expect(readme).toMatch(/fields at most\. These are left out:\r\n {2}Field number/);
  expect(readme).toMatch(/254 bytes at most\. So many are cut:\r\n {2}name {8}1\r\n/);
  // Behind the PIN of six bytes: whole characters, up to 254 bytes.
  const row = dbf.readUInt16LE(8);
  expect(dbf.toString('utf8', row + 7, row + 7 + 254)).toBe(`${'é'.repeat(126)}ab`);
  // Corners of the first ring by turns: clockwise has a negative sum.
  const shp = files.get(`${stem}.shp`)!;
  const corner = (at: number) => [
    shp.readDoubleLE(100 + 52 + 12 + at * 16),
    shp.readDoubleLE(100 + 60 + 12 + at * 16),
  ];
  const twiceArea = [0, 1, 2, 3].reduce((sum, at) => {
    const [[x, y], [nextX, nextY]] = [corner(at), corner(at + 1)] as [number[], number[]];
    return sum + (x! + 80.85) * (nextY! - 35.62) - (nextX! + 80.85) * (y! - 35.62);
  }, 0);
  expect(twiceArea).toBeLessThan(0);
  expect(files.get(`${stem}.shx`)!.length).toBe(108);
});

test.each([
  ['shapes', 300],
  ['fields', 700],
])(
  '[P15] a Shapefile whose %s would not fit is refused in words before anything is sent',
  async (what, limit) => {
    const written = write(shapefileWriter(limit), oddParcels.slice(0, what === 'shapes' ? 3 : 1));
    await expect(text(Readable.from(written))).rejects.toMatchObject({
      status: 422,
      message: expect.stringMatching(new RegExp(`^The ${what} of these .* 2 GB.* GeoPackage instead\\.$`)),
    });
  },
);

test('[P17] a disk that fails while a Shapefile is put together breaks it off', async () => {
  async function* thenNoDisk() {
    yield oddParcels;
    vi.spyOn(ScratchFile.prototype, 'readAt').mockRejectedValue(new Error('EIO'));
  }
  try {
    const written = exportWriters.shp.write(
      thenNoDisk(),
      aboutExport({ count: 3 }),
      new AbortController().signal,
    );
    await expect(buffer(Readable.from(written))).rejects.toThrow('EIO');
  } finally {
    vi.restoreAllMocks();
  }
});

test('[P16] each format names source, date and filter, where it has a place for that', async () => {
  const said = ['Iredell County, North Carolina', '2026-03-01', 'taxacres'];
  for (const format of withShapes) {
    const bytes = await bytesOf(exportWriters[format], oddParcels);
    const all = format === 'shp' ? (await unzipped(bytes)).get('README.txt')! : bytes;
    for (const word of said) expect([format, word, all.includes(word)]).toEqual([format, word, true]);
  }
});

test.each(formats)('[P17] a %s takes no room on the disk once it was read', async (format) => {
  // Other threads of the process have files open, too.
  vi.stubEnv('TMPDIR', folder);
  await bytesOf(exportWriters[format], oddParcels);
  const bytes = readdirSync('/proc/self/fd').map((descriptor) => {
    try {
      const path = readlinkSync(`/proc/self/fd/${descriptor}`);
      return path.startsWith(join(folder, 'platbook-export-')) ? fstatSync(Number(descriptor)).size : 0;
    } catch {
      // That of the list itself, or one that another thread has closed.
      return 0;
    }
  });
  vi.unstubAllEnvs();
  expect(Math.max(...bytes)).toBe(0);
});
