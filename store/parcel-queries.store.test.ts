// Questions about sets of parcels, tested on both databases. What a filter finds is the engine's own test's matter; here it is
// that each database answers from the parcels that are loaded, whatever is loaded or removed meanwhile.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { emptyParcelFields, parcelFields } from '../contract/parcel-columns.ts';
import type { ParcelFilter } from '../contract/parcel-filter.ts';
import { pinsAnswer } from '../contract/parcel-set.ts';
import type { AreaGeometry } from '../geo/geometry.ts';
import { encodeGeometry } from '../geo/geometry-code.ts';
import { movedParcels, oddParcels } from '../test/odd-parcels.ts';
import { closeStores, type StorePlace, type Stores, storeKinds } from '../test/store-places.ts';
import { syntheticParcels } from '../test/synthetic-parcels.ts';
import { testSource } from '../test/test-source.ts';
import { type ExportedParcel, FilterRefused, parcelsIn } from './parcel-queries.ts';
import type { ParcelStore, ParcelToLoad, SourceDescription, UnitRecord } from './parcel-store.ts';

const all: ParcelFilter = { op: 'all' };
const smiths: ParcelFilter = { op: 'like', field: 'name', pattern: 'smith%' };
const never = new AbortController().signal;
const everything = { filter: all, sort: [], limit: 10, offset: 0 };

const [lotShape] = movedParcels(oddParcels, { lng: 0, lat: -0.01 });
const unit = (pin: string, name: string) => ({
  ...emptyParcelFields,
  pin,
  name,
  more: [['FLOOR', pin.slice(-1)]] as [string, string][],
});
/** A lot that the county has no row for, with two units. */
const condominium: ParcelToLoad = {
  ...lotShape!,
  pin: '8000',
  name: '2 owners',
  isSummary: true,
  more: [],
  units: [unit('8000-1', 'Ada Smith'), unit('8000-2', 'Bo Jones')],
};
const records: ParcelToLoad[] = [
  ...syntheticParcels({ columns: 60, rows: 20 }),
  ...oddParcels.map((parcel) => ({
    ...parcel,
    more: [['USE', `Use of ${parcel.pin}`]] as [string, string][],
  })),
  condominium,
];
/** As the set has them: without the lot that is no row of the county. */
const rows = records.flatMap((record) => (record === condominium ? record.units! : [record]));
const pinsOf = (filtered: readonly { pin: string }[]) => filtered.map(({ pin }) => pin).sort();

const load = (about: SourceDescription, parcels: readonly ParcelToLoad[]) => ({
  ...about,
  parcels,
  expectedCount: parcels.length,
});
const rowan: SourceDescription = { ...testSource, name: 'rowan', title: 'Rowan County' };

async function pinsIn({ queries }: ParcelStore, filter: ParcelFilter) {
  const { version, json } = await queries.pins(filter, never);
  return { version, ...pinsAnswer.parse(JSON.parse(Buffer.from(json).toString())) };
}

async function streamed(parcels: ParcelStore, filter: ParcelFilter) {
  const versions = new Set<string>();
  const found: ExportedParcel[] = [];
  for await (const batch of parcels.queries.stream(filter, never)) {
    versions.add(batch.version);
    found.push(...batch.parcels);
  }
  return { versions: [...versions], found };
}

describe.each(storeKinds)('sets of parcels in $kind', ({ createPlace }) => {
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

  test('before the first load every set is empty', async () => {
    const { queries } = parcels;
    expect(await queries.select(everything, never)).toMatchObject({ count: 0, acres: 0, rows: 0 });
    expect(await pinsIn(parcels, smiths)).toMatchObject({ count: 0, pins: [], lots: [] });
    expect(await queries.values({ field: 'name', filter: all, limit: 5 }, never)).toEqual({
      values: [],
      distinct: 0,
    });
    expect(await queries.quartiles({ field: 'taxacres', filter: all, from: 0 }, never)).toEqual({
      quartiles: null,
      others: [],
    });
    expect(await queries.countyFields()).toEqual([]);
    expect(await queries.labelsOf(['test'])).toEqual([]);
    expect((await streamed(parcels, all)).found).toEqual([]);
  });

  describe('once loaded', () => {
    beforeAll(async () => {
      await parcels.replaceSource(load(testSource, records));
    });

    test('a page has the count and the sum of all, and its parcels in order', async () => {
      const smith = rows.filter(({ name }) => /^smith/i.test(name));
      const sort = [{ field: 'taxacres' as const, isDescending: true }];
      const page = await parcels.queries.select({ filter: smiths, sort, limit: 7, offset: 3 }, never);
      expect(page.version).toBe(parcels.current()!.version);
      expect(page.count).toBe(smith.length);
      const byAcres = smith.toSorted(
        (a, b) => (b.taxacres ?? -1) - (a.taxacres ?? -1) || (a.pin < b.pin ? -1 : 1),
      );
      expect(parcelsIn(page).map(({ pin }) => pin)).toEqual(byAcres.slice(3, 10).map(({ pin }) => pin));
      expect(page.rows).toBe(7);
      expect(page.acres).toBeGreaterThan(0);
    });

    test('PINs are all of the set, with the lots of units among them, and without lots that are no rows', async () => {
      const { count, pins, lots, version } = await pinsIn(parcels, all);
      expect(count).toBe(rows.length);
      expect(pins.toSorted()).toEqual(pinsOf(rows));
      expect(lots).toEqual(['8000']);
      expect(version).toBe(parcels.current()!.version);
    });

    test('values are counted, the most frequent first', async () => {
      const { values, distinct } = await parcels.queries.values(
        { field: 'township', filter: all, limit: 2 },
        never,
      );
      const counts = new Map<string | null, number>();
      for (const { township } of rows) counts.set(township, (counts.get(township) ?? 0) + 1);
      const expected = [...counts].sort(([, a], [, b]) => b - a).slice(0, 2);
      expect(values).toEqual(expected.map(([value, count]) => ({ value, count })));
      expect(distinct).toBe(counts.size);
    });

    test('quartiles of prices come with the prices that are left out', async () => {
      const ofPrices = { field: 'sales_price', filter: all } as const;
      const { values } = await parcels.queries.values({ ...ofPrices, limit: 10_000 }, never);
      const prices = values
        .flatMap(({ value, count }) => (value === null ? [] : Array<number>(count).fill(value as number)))
        .sort((a, b) => a - b);
      const from = prices[1]! + 1;
      const counted = prices.filter((price) => price >= from);
      const { quartiles, others } = await parcels.queries.quartiles({ ...ofPrices, from }, never);
      const middle = (counted.length - 1) / 2;
      expect(quartiles!.median).toBe((counted[Math.floor(middle)]! + counted[Math.ceil(middle)]!) / 2);
      expect(others).toEqual(values.filter(({ value }) => value === null || (value as number) < from));
    });

    test('fields of the county are known by their labels, and one that is not loaded is named', async () => {
      expect((await parcels.queries.countyFields()).toSorted()).toEqual(['FLOOR', 'USE']);
      expect((await parcels.queries.labelsOf(['test'])).toSorted()).toEqual(['FLOOR', 'USE']);
      expect(await parcels.queries.labelsOf(['rowan'])).toEqual([]);
      const use: ParcelFilter = { op: 'like', field: 'more:USE', pattern: '%9000-04' };
      expect((await pinsIn(parcels, use)).pins).toEqual(['9000-04']);
      const unknown: ParcelFilter = { op: 'is-null', field: 'more:ROOF' };
      const refused = parcels.queries.pins(unknown, never);
      await expect(refused).rejects.toBeInstanceOf(FilterRefused);
      await expect(refused).rejects.toThrow('ROOF');
      const stream = parcels.queries.stream(unknown, never)[Symbol.asyncIterator]();
      await expect(stream.next()).rejects.toBeInstanceOf(FilterRefused);
    });

    test('a stream has every parcel with all its fields, its shape and what the county says besides', async () => {
      const { found, versions } = await streamed(parcels, all);
      expect(versions).toEqual([parcels.current()!.version]);
      expect(pinsOf(found)).toEqual(pinsOf(rows));
      const expected = records.flatMap(({ units = [], ...record }) => {
        const shape = Buffer.from(encodeGeometry(record.geometry as AreaGeometry)).toString('hex');
        const row = (fields: UnitRecord, lot: string | null) => ({
          ...Object.fromEntries(parcelFields.map((field) => [field, fields[field]])),
          more: fields.more ?? [],
          lot,
          shape,
          centroid: record.centroid,
          source: 'test',
        });
        const ofUnits = units.map((unit) => row(unit, record.pin));
        return record.isSummary ? ofUnits : [row(record, null), ...ofUnits];
      });
      const given = found.map(({ shape, shape_acres: _, price_per_acre, elsewhere, ...others }) => ({
        ...others,
        shape: Buffer.from(shape).toString('hex'),
      }));
      const byPin = (a: object, b: object) =>
        (a as { pin: string }).pin < (b as { pin: string }).pin ? -1 : 1;
      expect(given.sort(byPin)).toEqual(expected.sort(byPin));
    });

    test('a question that nobody waits for any more ends at once', async () => {
      const reason = new Error('gone');
      await expect(parcels.queries.select(everything, AbortSignal.abort(reason))).rejects.toBe(reason);
      const leaving = new AbortController();
      const questions = [
        parcels.queries.pins({ op: 'near', of: smiths, feet: 2000 }, leaving.signal),
        parcels.queries.select(everything, leaving.signal),
        parcels.queries.values({ field: 'name', filter: all, limit: 5 }, leaving.signal),
      ];
      leaving.abort(reason);
      for (const question of questions) await expect(question).rejects.toBe(reason);
      expect((await parcels.queries.select(everything, never)).count).toBe(rows.length);
    });

    test('a stream that is left early, or stopped, lets others go on', async () => {
      for await (const { count } of parcels.queries.stream(all, never)) {
        expect(count).toBe(rows.length);
        break;
      }
      const stop = new AbortController();
      const stream = parcels.queries.stream(all, stop.signal)[Symbol.asyncIterator]();
      await stream.next();
      stop.abort(new Error('stopped'));
      await expect(stream.next()).rejects.toThrow('stopped');
      expect((await pinsIn(parcels, smiths)).pins.length).toBeGreaterThan(0);
    });

    test('[P17] a stream is of one version, even if an import and a removal replace it meanwhile', async () => {
      const before = parcels.current()!.version;
      const found: ExportedParcel[] = [];
      const stream = parcels.queries.stream(all, never);
      for await (const batch of stream) {
        expect(batch.version).toBe(before);
        if (found.length === 0) {
          await parcels.replaceSource(load(testSource, oddParcels));
          await parcels.replaceSource(load(rowan, oddParcels));
          await parcels.removeSource('rowan');
        }
        found.push(...batch.parcels);
      }
      expect(pinsOf(found)).toEqual(pinsOf(rows));
      const now = await parcels.queries.select(everything, never);
      expect(now).toMatchObject({ version: parcels.current()!.version, count: oddParcels.length });
    });
  });

  describe('of two counties with the same PINs', () => {
    beforeAll(async () => {
      await parcels.replaceSource(load(testSource, oddParcels));
      await parcels.replaceSource(load(rowan, movedParcels(oddParcels, { lng: 1, lat: 0 })));
    });

    test('both are one set, and are told apart', async () => {
      const { pins } = await pinsIn(parcels, all);
      const own = pinsOf(oddParcels);
      expect(pins.toSorted()).toEqual([...own, ...own.map((pin) => `${pin}~rowan`)].sort());
      const ofRowan: ParcelFilter = { op: 'compare', field: 'source', is: '=', value: 'rowan' };
      const page = await parcels.queries.select({ ...everything, filter: ofRowan }, never);
      expect(page.count).toBe(oddParcels.length);
      expect(new Set(parcelsIn(page).map(({ source }) => source))).toEqual(new Set(['rowan']));
      const streamedPins = (await streamed(parcels, all)).found.map(({ pin }) => pin);
      expect(streamedPins.toSorted()).toEqual(pins.toSorted());
    });

    test('one that is removed is in no set any more, and one that another process loads is', async () => {
      await parcels.removeSource('rowan');
      expect((await pinsIn(parcels, all)).pins.toSorted()).toEqual(pinsOf(oddParcels));
      const command = await place.openParcels();
      try {
        await command.replaceSource(load(rowan, oddParcels.slice(0, 3)));
        await parcels.catchUp();
        const count = oddParcels.length + 3;
        expect((await parcels.queries.select(everything, never)).count).toBe(count);
        expect((await command.queries.select(everything, never)).count).toBe(count);
      } finally {
        await command.close();
      }
    });

    test('a store that was closed and opened again answers alike', async () => {
      const before = await parcels.queries.pins(all, never);
      await closeStores(stores);
      stores = await place.open();
      parcels = stores.parcels;
      expect(await parcels.queries.pins(all, never)).toEqual(before);
    });
  });
});
