// The contract of several sources side by side, and of units and county fields, tested on both databases.
import { gunzipSync } from 'node:zlib';
import { VectorTile } from '@mapbox/vector-tile';
import { PbfReader } from 'pbf';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { emptyParcelFields } from '../contract/parcel-columns.ts';
import { boundsOf } from '../geo/bounds-of.ts';
import type { TileAddress } from '../geo/geometry.ts';
import { encodeGeometry } from '../geo/geometry-code.ts';
import { tileAt } from '../geo/tile-address.ts';
import { eventually } from '../test/eventually.ts';
import { movedParcels, oddParcels } from '../test/odd-parcels.ts';
import { closeStores, nextChange, type StorePlace, type Stores, storeKinds } from '../test/store-places.ts';
import { syntheticParcels } from '../test/synthetic-parcels.ts';
import { testSource } from '../test/test-source.ts';
import type { ParcelRecord, ParcelStore, SourceDescription, SourceParcel } from './parcel-store.ts';

const iredell: SourceDescription = {
  ...testSource,
  name: 'iredell',
  title: 'Iredell County, North Carolina',
};
/** Right beside Iredell, with the same PINs. */
const rowan: SourceDescription = { ...testSource, name: 'rowan', title: 'Rowan County', dataDate: null };
const faraway: SourceDescription = { ...testSource, name: 'far-away', title: 'Far County' };
const demo: SourceDescription = { ...testSource, name: 'demo', title: 'Demo county', kind: 'demo' };

const rowanRecords = movedParcels(oddParcels, { lng: 0, lat: 0.0004 }).map((record) => ({
  ...record,
  name: record.name && `${record.name} of Rowan`,
}));
const farRecords = movedParcels(oddParcels, { lng: 1, lat: 1 });
const first = oddParcels[0]!;
const inRowan = rowanRecords[0]!;

const unit = (pin: string, name: string) => ({
  ...emptyParcelFields,
  pin,
  name,
  site_address: `${name} Tower`,
});
const tower: ParcelRecord = {
  ...first,
  pin: 'LOT-1',
  name: 'Tower Association',
  more: [
    ['Year built', '1987'],
    ['Süßwasser', '日本 "quoted"'],
  ],
  units: [
    { ...unit('UNIT-2', 'Zuckermann'), more: [['Floor', '2']] },
    unit('UNIT-1', 'Aardvark'),
    unit('UNIT-3', 'Middleton'),
  ],
};

const load = (about: SourceDescription, parcels: ParcelRecord[]) => ({
  ...about,
  parcels,
  expectedCount: parcels.length,
});

describe.each(storeKinds)('several sources in $kind', ({ createPlace }) => {
  let place: StorePlace;
  let stores: Stores;
  let parcels: ParcelStore;

  beforeAll(async () => {
    place = await createPlace();
    stores = await place.open();
    parcels = stores.parcels;
  });
  afterAll(async () => {
    await closeStores(stores);
    await place.remove();
  });

  const names = () => parcels.current()?.sources.map(({ name }) => name);
  const bytes = async (address: TileAddress) => (await parcels.storedTile(address))?.gzip;
  const pinsIn = async (address: TileAddress) => {
    const gzip = await bytes(address);
    if (!gzip) return [];
    const layer = new VectorTile(new PbfReader(gunzipSync(gzip))).layers.parcels!;
    return Array.from({ length: layer.length }, (_, at) => String(layer.feature(at).properties.PIN));
  };
  /** A tile at the border has parcels of both counties, a tile elsewhere those of one. */
  const atBorder = (z: number) => tileAt(first.centroid, z);
  const farAt = (z: number) => tileAt(farRecords[0]!.centroid, z);
  async function readAll(name: string, withShapes: boolean): Promise<SourceParcel[]> {
    const all: SourceParcel[] = [];
    for await (const batch of parcels.readSource({ name, withShapes })) all.push(...batch);
    return all.sort((a, b) => (a.pin < b.pin ? -1 : 1));
  }

  test('the demo county goes when a real county comes, and is refused beside it', async () => {
    expect(await parcels.replaceSource(load(demo, [first]))).toMatchObject({ kind: 'demo', count: 1 });
    const set = await parcels.replaceSource(load(iredell, oddParcels));
    expect(set).toMatchObject({ kind: 'imported', count: oddParcels.length, source: iredell.title });
    expect(names()).toEqual(['iredell']);
    await expect(parcels.replaceSource(load(demo, [first]))).rejects.toThrow(
      'Real counties are loaded (iredell): platbook remove takes them away first.',
    );
    expect(parcels.current()).toEqual(set);
    const [found] = await parcels.search({ text: first.pin, limit: 1 });
    expect(found).not.toHaveProperty('source');
    expect(await parcels.replaceSource({ ...load(demo, [first]), unlessLoaded: true })).toEqual(set);
  });

  test('a second county is added, and the set describes both', async () => {
    const heard = nextChange(parcels);
    const set = await parcels.replaceSource(load(rowan, rowanRecords));
    expect(await heard).toEqual(set);
    expect(names()).toEqual(['iredell', 'rowan']);
    expect(set.source).toBe('Iredell County, North Carolina and Rowan County');
    expect(set.count).toBe(2 * oddParcels.length);
    const north = Math.max(...rowanRecords.map(({ geometry }) => boundsOf(geometry).north));
    const south = Math.min(...oddParcels.map(({ geometry }) => boundsOf(geometry).south));
    expect(set.bounds).toMatchObject({ north, south });
    expect(set.center).toEqual(set.sources[0]!.center);
    await parcels.replaceSource(load(faraway, farRecords));
  });

  test.each(['', 'Iredell', 'a b', '-a', 'a/b', 'x'.repeat(41)])(
    'a source cannot be named %j',
    async (name) => {
      await expect(parcels.replaceSource(load({ ...rowan, name }, [first]))).rejects.toThrow(
        'cannot be used for a source',
      );
    },
  );

  test('the same PIN in two counties is told apart: the one loaded first has it alone', async () => {
    const { pin } = first;
    const today = new Date().toISOString().slice(0, 10);
    expect(await parcels.findByPin(pin)).toMatchObject({
      pin,
      name: first.name,
      origin: { name: 'iredell', title: iredell.title, date: '2026-01-31' },
    });
    expect(await parcels.findByPin(`${pin}~rowan`)).toMatchObject({
      pin: `${pin}~rowan`,
      name: inRowan.name,
      origin: { name: 'rowan', title: 'Rowan County', date: today },
    });
    expect((await parcels.findByPin(`${pin}~iredell`))?.pin).toBe(pin);
    expect(await parcels.findByPin(`${pin}~nowhere`)).toBeUndefined();
    expect(parcels.current()!.bareSource).toBe('iredell');
    expect(await parcels.findShape(`${pin}~rowan`)).toEqual({
      pin: `${pin}~rowan`,
      geometry: inRowan.geometry,
    });
    expect(await parcels.findAt(first.centroid)).toMatchObject({ pin });
    expect(await parcels.findAt(inRowan.centroid)).toMatchObject({ pin: `${pin}~rowan` });
    expect(await parcels.findAt(farRecords[0]!.centroid)).toMatchObject({ pin: `${pin}~far-away` });
  });

  test('a search answers all counties in one order, with names that can be opened', async () => {
    const found = await parcels.search({ text: 'baker', limit: 20 });
    expect(found.map(({ pin, name }) => [pin, name])).toEqual([
      ['9000-02', 'Baker & Sons, LLC'],
      ['9000-02~far-away', 'Baker & Sons, LLC'],
      ['9000-02~rowan', 'Baker & Sons, LLC of Rowan'],
    ]);
    const pinsFor = async (text: string, limit: number) =>
      (await parcels.search({ text, limit })).map(({ pin }) => pin);
    expect(await pinsFor('9000-02', 20)).toEqual(['9000-02', '9000-02~far-away', '9000-02~rowan']);
    const twins = await parcels.search({ text: '9000-02', limit: 20 });
    expect(twins.map(({ source }) => source)).toEqual([iredell.title, faraway.title, rowan.title]);
    expect(await pinsFor('9000-02', 2)).toEqual(['9000-02', '9000-02~far-away']);
    expect(await pinsFor('9 north quarry hill', 20)).toEqual([
      '9000-06',
      '9000-06~far-away',
      '9000-06~rowan',
    ]);
    // A mistyped word is corrected to the words of all counties.
    expect(await pinsFor('bakre rowan', 20)).toEqual(['9000-02~rowan']);
  });

  test('a box answers the parcels of all counties in it, by PIN', async () => {
    const { bounds, version } = parcels.current()!;
    const box = await parcels.inBox({ bounds, limit: 1000 });
    expect(box).toMatchObject({ version });
    const pins = box!.parcels.map(({ properties }) => properties.PIN);
    expect(pins).toHaveLength(3 * oddParcels.length);
    expect(pins.filter((pin) => pin.startsWith('9000-02')).sort()).toEqual([
      '9000-02',
      '9000-02~far-away',
      '9000-02~rowan',
    ]);
    expect((await parcels.inBox({ bounds, limit: 4 }))!.parcels).toHaveLength(4);
    const far = await parcels.inBox({ bounds: boundsOf(farRecords[0]!.geometry), limit: 9 });
    expect(far!.parcels.map(({ properties }) => properties.PIN)).toEqual([`${first.pin}~far-away`]);
  });

  test('[M13] a tile at the border shows the parcels of both counties', async () => {
    for (const z of [14, 15, 16]) {
      const pins = await pinsIn(atBorder(z));
      expect(pins).toContain(first.pin);
      expect(pins).toContain(`${first.pin}~rowan`);
    }
    expect(await pinsIn(farAt(16))).toContain(`${first.pin}~far-away`);
  });

  test('replacing one county leaves the others as they are, byte for byte where tiles are not shared', async () => {
    const before = parcels.current()!;
    const farTiles = await Promise.all([10, 13, 16].map((z) => bytes(farAt(z))));
    expect(farTiles.every((tile) => tile !== undefined)).toBe(true);
    const ofIredell = await readAll('iredell', true);
    const fewer = rowanRecords.slice(1).map((record) => ({ ...record, name: 'New Owner' }));
    fewer.push({ ...fewer[0]!, pin: 'ROWAN-ALONE' });
    const set = await parcels.replaceSource(load(rowan, fewer));

    expect(set.version).not.toBe(before.version);
    expect(names()).toEqual(['iredell', 'rowan', 'far-away']);
    expect(set.sources.filter(({ name }) => name !== 'rowan')).toEqual(
      before.sources.filter(({ name }) => name !== 'rowan'),
    );
    expect(await Promise.all([10, 13, 16].map((z) => bytes(farAt(z))))).toEqual(farTiles);
    expect(await readAll('iredell', true)).toEqual(ofIredell);
    expect(await parcels.findByPin(`${first.pin}~rowan`)).toBeUndefined();
    expect((await parcels.findByPin('9000-02~rowan'))?.name).toBe('New Owner');
    // [IMP-3] A bare PIN is one of the first county, also where that has lost it.
    expect((await parcels.findByPin('ROWAN-ALONE~rowan'))?.name).toBe('New Owner');
    expect(await parcels.findByPin('ROWAN-ALONE')).toBeUndefined();
    expect(await parcels.findShape('ROWAN-ALONE')).toBeUndefined();
    const pins = await pinsIn(atBorder(16));
    expect(pins).toContain(first.pin);
    expect(pins).toContain('9000-02~rowan');
    expect(pins).not.toContain(`${first.pin}~rowan`);
  });

  test('a load that fails leaves all counties as they are', async () => {
    const before = parcels.current();
    const tile = await bytes(atBorder(16));
    const broken = [...rowanRecords, rowanRecords[0]!];
    await expect(parcels.replaceSource(load(rowan, broken))).rejects.toThrow('occurs twice');
    expect(parcels.current()).toEqual(before);
    expect(await bytes(atBorder(16))).toEqual(tile);
  });

  test('readers see no error and no mixture while another process replaces and removes counties', async () => {
    const other = await place.openParcels();
    let changing = true;
    const changes = (async () => {
      for (const owner of ['One', 'Two']) {
        await other.replaceSource(
          load(
            rowan,
            rowanRecords.map((record) => ({ ...record, name: owner })),
          ),
        );
      }
      const left = await other.removeSource('far-away');
      await eventually(() => expect(parcels.current()).toEqual(left));
      await other.close();
    })().finally(() => {
      changing = false;
    });
    const { bounds } = parcels.current()!.sources[1]!;
    const readOn = async () => {
      do {
        const [one, box, tile, found, shape] = await Promise.all([
          parcels.findByPin(first.pin),
          parcels.inBox({ bounds, limit: 1000 }),
          parcels.storedTile(atBorder(16)),
          parcels.search({ text: first.pin, limit: 20 }),
          parcels.findShape('9000-03~rowan'),
          parcels.findAt(inRowan.centroid),
          parcels.search({ text: 'bakre', limit: 20 }),
        ]);
        expect(one?.name).toBe(first.name);
        const owners = box!.parcels.flatMap(({ properties }) =>
          properties.PIN.endsWith('~rowan') ? [properties.Name] : [],
        );
        expect(new Set(owners).size).toBe(1);
        expect(tile!.gzip).toBeDefined();
        expect(found.map(({ pin }) => pin)).toContain(first.pin);
        expect(shape).toBeDefined();
      } while (changing);
    };
    await Promise.all([changes, readOn(), readOn(), readOn()]);
    expect(names()).toEqual(['iredell', 'rowan']);
    await parcels.replaceSource(load(faraway, farRecords));
  });

  test('a process follows the changes of another, within seconds', async () => {
    const other = await place.openParcels();
    const loading = nextChange(other);
    const set = await parcels.replaceSource(load(rowan, rowanRecords));
    expect(await loading).toEqual(set);
    expect(other.current()).toEqual(set);
    expect((await other.findByPin(`${first.pin}~rowan`))?.name).toBe(inRowan.name);
    const heard: unknown[] = [];
    const stop = parcels.onChange((set) => heard.push(set));
    const removing = nextChange(parcels);
    const left = await other.removeSource('far-away');
    expect(await removing).toEqual(left);
    expect(heard).toEqual([left]);
    expect(names()).toEqual(['iredell', 'rowan']);
    expect(await bytes(farAt(16))).toBeUndefined();
    stop();
    await other.close();
  });

  test('a county that is not loaded cannot be removed', async () => {
    await expect(parcels.removeSource('wake')).rejects.toThrow(
      'There is no source "wake": loaded are iredell, rowan.',
    );
  });

  test('when the first county is removed, the others keep their names, and a bare PIN finds them', async () => {
    const left = await parcels.removeSource('iredell');
    expect(left).toMatchObject({ source: 'Rowan County', count: rowanRecords.length, bareSource: undefined });
    for (const pin of [first.pin, `${first.pin}~rowan`]) {
      expect(await parcels.findByPin(pin)).toMatchObject({ pin: `${first.pin}~rowan`, name: inRowan.name });
    }
    const pins = await pinsIn(atBorder(16));
    expect(pins).toContain(`${first.pin}~rowan`);
    expect(pins).not.toContain(first.pin);
  });

  test('once the last county is removed, the store is empty, and can be loaded again', async () => {
    expect(await parcels.removeSource('rowan')).toBeUndefined();
    expect(parcels.current()).toBeUndefined();
    expect(parcels.outdated()).toBeUndefined();
    expect(await parcels.findByPin(first.pin)).toBeUndefined();
    expect(await parcels.storedTile(atBorder(16))).toBeUndefined();
    await closeStores(stores);
    stores = await place.open();
    parcels = stores.parcels;
    expect(parcels.current()).toBeUndefined();
    expect(parcels.isEmptied()).toBe(true);
    await expect(parcels.removeSource('rowan')).rejects.toThrow('none is loaded');
  });

  describe('a lot with units', () => {
    const units = ['UNIT-1', 'UNIT-2', 'UNIT-3'].map((pin) => {
      const { name, site_address } = tower.units!.find((unit) => unit.pin === pin)!;
      return { pin, name, site_address };
    });
    beforeAll(async () => {
      const set = await parcels.replaceSource(load(iredell, [tower, oddParcels[1]!]));
      expect(set.count).toBe(2);
    });

    test('lists them, and has the fields that the county adds', async () => {
      const lot = { pin: 'LOT-1', lot: null, units, more: tower.more };
      expect(await parcels.findByPin('LOT-1')).toMatchObject(lot);
      expect(await parcels.findAt(tower.centroid)).toMatchObject(lot);
      expect(await parcels.findByPin(oddParcels[1]!.pin)).toMatchObject({ units: [], more: [], lot: null });
    });

    test('each unit is found by its own PIN, with the place and the shape of its lot', async () => {
      expect(await parcels.findByPin('UNIT-2')).toMatchObject({
        pin: 'UNIT-2',
        name: 'Zuckermann',
        lot: 'LOT-1',
        units,
        more: [['Floor', '2']],
        centroid: tower.centroid,
      });
      expect(await parcels.findShape('UNIT-2')).toEqual({ pin: 'UNIT-2', geometry: tower.geometry });
    });

    test.each([
      ['owner', 'zuckermann', ['UNIT-2']],
      ['PIN', 'unit-1', ['UNIT-1']],
      ['address', 'middleton tower', ['UNIT-3']],
      ['mistyped owner', 'zuckerman', ['UNIT-2']],
    ])('each unit is found by its %s', async (_, text, pins) => {
      const found = await parcels.search({ text, limit: 20 });
      expect(found.map(({ pin }) => pin)).toEqual(pins);
      expect(found[0]!.centroid).toEqual(tower.centroid);
    });

    test('[IMP-6] units are counted beside the parcels', () => {
      expect(parcels.current()!.sources.at(-1)).toMatchObject({ unitCount: units.length });
    });

    test('units are not drawn, and not found at a point or in a box', async () => {
      expect((await pinsIn(atBorder(16))).sort()).toEqual(['9000-02', 'LOT-1']);
      const box = await parcels.inBox({ bounds: parcels.current()!.bounds, limit: 100 });
      expect(box!.parcels.map(({ properties }) => properties.PIN)).toEqual(['9000-02', 'LOT-1']);
    });

    test('in another county than the first, all their names are qualified', async () => {
      const other = { ...tower, ...movedParcels([tower], { lng: 0, lat: 0.0004 })[0]! };
      await parcels.replaceSource(load(rowan, [other]));
      const qualified = units.map((unit) => ({ ...unit, pin: `${unit.pin}~rowan` }));
      expect(await parcels.findByPin('UNIT-2~rowan')).toMatchObject({
        pin: 'UNIT-2~rowan',
        lot: 'LOT-1~rowan',
        units: qualified,
      });
      expect(await parcels.findShape('UNIT-2~rowan')).toEqual({
        pin: 'UNIT-2~rowan',
        geometry: other.geometry,
      });
    });

    test('a tower of a thousand units and a shore of ten thousand corners are found like any other', async () => {
      const many = Array.from({ length: 1000 }, (_, at) => unit(`UNIT-${1000 + at}`, `Owner ${at}`));
      const corners = Array.from({ length: 10_000 }, (_, at): [number, number] => {
        const angle = (2 * Math.PI * at) / 10_000;
        return [Number((3 + Math.cos(angle) / 10).toFixed(7)), Number((3 + Math.sin(angle) / 10).toFixed(7))];
      });
      const shore: ParcelRecord = {
        ...first,
        pin: 'SHORE',
        centroid: { lng: 3, lat: 3 },
        geometry: { type: 'Polygon', coordinates: [[...corners, corners[0]!]] },
      };
      await parcels.replaceSource(load(rowan, [{ ...tower, units: many }, shore]));
      expect((await parcels.findByPin('LOT-1~rowan'))?.units).toHaveLength(1000);
      expect((await parcels.findAt({ lng: 3, lat: 3.05 }))?.pin).toBe('SHORE~rowan');
      expect(await parcels.findShape('SHORE~rowan')).toEqual({
        pin: 'SHORE~rowan',
        geometry: shore.geometry,
      });
    });

    test('a PIN that is a parcel and a unit is refused', async () => {
      const twice = { ...tower, units: [unit('LOT-1', 'Twice')] };
      await expect(parcels.replaceSource(load(rowan, [twice]))).rejects.toThrow(
        'The PIN "LOT-1" occurs twice.',
      );
    });

    test('a source is read back whole, with its units', async () => {
      const all = await readAll('iredell', true);
      expect(all.map(({ pin, isUnit }) => [pin, isUnit])).toEqual([
        ['9000-02', false],
        ['LOT-1', false],
        ['UNIT-1', true],
        ['UNIT-2', true],
        ['UNIT-3', true],
      ]);
      const { geometry, centroid, more: _, units: __, ...fields } = tower;
      expect(all[1]).toEqual({ ...fields, centroid, isUnit: false, shape: expect.any(Uint8Array) });
      expect(Buffer.from(all[1]!.shape!)).toEqual(Buffer.from(encodeGeometry(geometry)));
      expect(all[2]!.shape).toBeUndefined();
      const plain = await readAll('iredell', false);
      expect(plain.map(({ shape }) => shape)).toEqual(plain.map(() => undefined));
      expect(await readAll('nowhere', false)).toEqual([]);
    });

    test('a source that is being read can be replaced meanwhile', async () => {
      const reading = parcels.readSource({ name: 'iredell', withShapes: false })[Symbol.asyncIterator]();
      const batch = await reading.next();
      expect(batch.value).toHaveLength(5);
      await parcels.replaceSource(load(iredell, oddParcels));
      await reading.return?.();
      expect(parcels.current()!.sources[0]!.count).toBe(oddParcels.length);
    });

    test('a source that is removed while it is being read is read whole, or said to be gone', async () => {
      const many = [...syntheticParcels({ columns: 50, rows: 50 })];
      await parcels.replaceSource(load(iredell, many));
      const reading = parcels.readSource({ name: 'iredell', withShapes: false })[Symbol.asyncIterator]();
      let read = ((await reading.next()).value as SourceParcel[]).length;
      expect(read).toBeLessThan(many.length);
      await parcels.removeSource('iredell');
      const rest = (async () => {
        for (let next = await reading.next(); !next.done; next = await reading.next())
          read += next.value.length;
        return read;
      })();
      const outcome = await rest.catch((error: Error) => error.message);
      expect([many.length, 'The source iredell was removed while it was being read.']).toContain(outcome);
    });
  });
});
