// Tests damaged parcels and tiles: the file is named with the way out, what can be made again is set aside, and other
// counties are served.

import { cp, mkdtemp, readdir, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { tileAt } from '../../geo/tile-address.ts';
import { movedParcels, oddParcels } from '../../test/odd-parcels.ts';
import { type StorePlace, sqlitePlace } from '../../test/store-places.ts';
import { testSource } from '../../test/test-source.ts';
import { formatFolderOf } from '../format-folder.ts';
import type { ParcelRecord, ParcelStore, SourceDescription } from '../parcel-store.ts';
import { openSqliteParcels } from './open-sqlite-stores.ts';

let place: StorePlace & { dataDir: string };
let warnings: string[];
beforeEach(async () => {
  place = await sqlitePlace();
  warnings = [];
});
afterEach(() => place.remove());

const open = () => openSqliteParcels({ dataDir: place.dataDir, onWarning: (line) => warnings.push(line) });

async function using<T>(use: (parcels: ParcelStore) => Promise<T>): Promise<T> {
  const parcels = await open();
  try {
    return await use(parcels);
  } finally {
    await parcels.close();
  }
}

const iredell: SourceDescription = { ...testSource, name: 'iredell', title: 'Iredell County' };
const rowan: SourceDescription = { ...testSource, name: 'rowan', title: 'Rowan County' };
const union: SourceDescription = { ...testSource, name: 'union', title: 'Union County' };
const demo: SourceDescription = { ...testSource, name: 'demo', title: 'Demo county', kind: 'demo' };
/** Rowan shares tiles with Iredell; Union is far away. */
const rowanRecords = movedParcels(oddParcels, { lng: 0, lat: 0.0004 });
const unionRecords = movedParcels(oddParcels, { lng: 1, lat: 1 });
const load = (about: SourceDescription, parcels: ParcelRecord[]) => ({
  ...about,
  parcels,
  expectedCount: parcels.length,
});

async function fileOf(pattern: RegExp): Promise<string> {
  const name = (await readdir(formatFolderOf(place))).find((other) => pattern.test(other));
  return join(formatFolderOf(place), name!);
}

const damages: [string, (path: string) => Promise<unknown>][] = [
  ['garbage', (path) => writeFile(path, 'neither parcels nor tiles'.repeat(999))],
  [
    'overwritten at its beginning and its end',
    async (path) => {
      const bytes = await readFile(path);
      await writeFile(path, bytes.fill(0xa5, 0, 200).fill(0xa5, bytes.length - 200));
    },
  ],
  ['cut off at half', async (path) => truncate(path, Math.floor((await stat(path)).size / 2))],
  ['cut off by one byte', async (path) => truncate(path, (await stat(path)).size - 1)],
  ['empty', (path) => truncate(path, 0)],
  ['missing', (path) => rm(path)],
];

/** Folders that each test copies: loading takes longer than all else here. */
let templates: { demo: string; counties: string; remove(): Promise<void> };
beforeAll(async () => {
  const folder = await mkdtemp(join(tmpdir(), 'platbook-damage-'));
  const [demoFolder, counties] = [join(folder, 'demo'), join(folder, 'counties')];
  const parcels = await openSqliteParcels({ dataDir: demoFolder });
  await parcels.replaceSource(load(demo, oddParcels));
  await parcels.close();
  const several = await openSqliteParcels({ dataDir: counties });
  await several.replaceSource(load(iredell, oddParcels));
  await several.replaceSource(load(rowan, rowanRecords));
  await several.replaceSource(load(union, unionRecords));
  await several.close();
  templates = { demo: demoFolder, counties, remove: () => rm(folder, { recursive: true }) };
});
afterAll(() => templates.remove());
const fillFrom = (template: string) => cp(template, place.dataDir, { recursive: true });

describe.each([['db'], ['tiles'], ['columns']])('a .%s file', (end) => {
  const ofIredell = new RegExp(`^parcels-iredell-\\d+\\.${end}$`);
  const ofDemo = new RegExp(`^parcels-demo-\\d+\\.${end}$`);

  test.each(damages)('of one county that is %s: the others are served', async (_how, damage) => {
    await fillFrom(templates.counties);
    const path = await fileOf(ofIredell);
    await damage(path);
    await using(async (parcels) => {
      expect(warnings).toEqual([
        expect.stringMatching(
          / is damaged \(.+\)\. So the parcels of iredell \(Iredell County\) are not served/,
        ),
      ]);
      expect(warnings[0]).toContain(path);
      expect(warnings[0]).toContain('platbook refresh iredell');
      expect(parcels.current()?.sources.map(({ name }) => name)).toEqual(['rowan', 'union']);
      expect(parcels.damaged().map(({ name }) => name)).toEqual(['iredell']);
      const { pin } = unionRecords[0]!;
      expect((await parcels.findByPin(`${pin}~union`))?.pin).toBe(`${pin}~union`);
      expect((await parcels.storedTile(tileAt(unionRecords[0]!.centroid, 16)))?.gzip).toBeDefined();
    });
  });

  test('of one county that is damaged: it is remembered until it is imported again', async () => {
    await fillFrom(templates.counties);
    await truncate(await fileOf(ofIredell), 500);
    await using(async (parcels) => {
      await parcels.replaceSource(load(rowan, rowanRecords));
      expect(parcels.damaged().map(({ name }) => name)).toEqual(['iredell']);
    });
    await using(async (parcels) => {
      expect(parcels.damaged().map(({ name }) => name)).toEqual(['iredell']);
      const set = await parcels.replaceSource(load(iredell, oddParcels));
      expect(set.sources.map(({ name }) => name)).toEqual(['iredell', 'rowan', 'union']);
      expect(parcels.damaged()).toEqual([]);
      // By its bare PIN, as before: that is how people have saved it.
      expect((await parcels.findByPin(oddParcels[0]!.pin))?.origin?.name).toBe('iredell');
    });
    warnings = [];
    await using(async () => expect(warnings).toEqual([]));
  });

  test.each(damages)('of the demo county that is %s is set aside', async (_how, damage) => {
    await fillFrom(templates.demo);
    const path = await fileOf(ofDemo);
    await damage(path);
    const damaged = await readFile(path).catch(() => undefined);
    await using(async (parcels) => {
      expect(parcels.current()).toBeUndefined();
      expect(parcels.damaged()).toEqual([]);
    });
    const aside = (await readdir(formatFolderOf(place))).filter((name) => name.includes('.damaged-'));
    expect(aside).toHaveLength(damaged ? 1 : 0);
    if (damaged) {
      expect(warnings).toEqual([expect.stringContaining(`${path} is damaged`)]);
      expect(await readFile(join(formatFolderOf(place), aside[0]!))).toEqual(damaged);
    }
  });

  test('of the demo county that is damaged: the county can be made again', async () => {
    await fillFrom(templates.demo);
    await truncate(await fileOf(ofDemo), 500);
    await using(async (parcels) => {
      await parcels.replaceSource({ ...load(demo, oddParcels), unlessLoaded: true });
      expect((await parcels.findByPin(oddParcels[0]!.pin))?.pin).toBe(oddParcels[0]!.pin);
    });
  });

  test('of every county that is damaged does not let the demo county take their place', async () => {
    await fillFrom(templates.counties);
    for (const name of ['iredell', 'rowan', 'union']) {
      await truncate(await fileOf(new RegExp(`^parcels-${name}-\\d+\\.${end}$`)), 500);
    }
    await using(async (parcels) => {
      expect(parcels.current()).toBeUndefined();
      const again = parcels.replaceSource({ ...load(demo, oddParcels), unlessLoaded: true });
      await expect(again).rejects.toThrow('Real counties are loaded (iredell, rowan, union)');
      for (const name of ['iredell', 'rowan', 'union']) await parcels.removeSource(name);
      await parcels.replaceSource(load(demo, oddParcels));
      expect(parcels.current()?.kind).toBe('demo');
    });
  });
});

const atBorder = tileAt(oddParcels[0]!.centroid, 14);

test.each(damages)('tiles that counties share that are %s: all counties are served', async (_how, damage) => {
  await fillFrom(templates.counties);
  const path = await fileOf(/^shared-\d+\.tiles$/);
  await damage(path);
  await using(async (parcels) => {
    expect(warnings).toEqual([expect.stringContaining(`${path} is damaged`)]);
    expect(warnings[0]).toContain('platbook refresh');
    expect(parcels.current()?.sources).toHaveLength(3);
    expect((await parcels.storedTile(atBorder))?.gzip).toBeDefined();
  });
});

test('tiles that counties share that are damaged are drawn again by any import', async () => {
  await fillFrom(templates.counties);
  const tile = async (parcels: ParcelStore) => (await parcels.storedTile(atBorder))?.gzip;
  const before = await using(tile);
  await truncate(await fileOf(/^shared-\d+\.tiles$/), 20);
  await using(async (parcels) => {
    expect(await tile(parcels)).not.toEqual(before);
    // A county that has nothing to do with them.
    await parcels.replaceSource(load(union, unionRecords));
    expect(await tile(parcels)).toEqual(before);
  });
});

const ofText = damages.filter(([how]) => ['garbage', 'cut off at half', 'empty'].includes(how));
test.each(ofText)('a manifest of the demo county that is %s is set aside', async (_how, damage) => {
  await fillFrom(templates.demo);
  const path = join(formatFolderOf(place), 'parcels.json');
  await damage(path);
  await using(async (parcels) => {
    expect(warnings).toEqual([expect.stringContaining(`${path} is damaged. It was set aside`)]);
    expect(parcels.current()).toBeUndefined();
    await parcels.replaceSource({ ...load(demo, oddParcels), unlessLoaded: true });
    expect(parcels.current()?.kind).toBe('demo');
  });
});

test('a manifest of real counties is never set aside', async () => {
  await fillFrom(templates.counties);
  await truncate(join(formatFolderOf(place), 'parcels.json'), 0);
  await expect(open()).rejects.toThrow('parcels.json is damaged: restore it from a backup, or remove it');
});
