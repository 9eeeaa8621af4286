// The contract of the parcel store, tested on both databases.
import { gunzipSync } from 'node:zlib';
import { VectorTile } from '@mapbox/vector-tile';
import { PbfReader } from 'pbf';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { noExtras } from '../contract/parcel.ts';
import { areaContains } from '../geo/area-contains.ts';
import { boundsOf, boxesTouch, unionOfBounds } from '../geo/bounds-of.ts';
import { GRID_PER_DEGREE, type LngLat, polygonsOf } from '../geo/geometry.ts';
import { encodeGeometry } from '../geo/geometry-code.ts';
import { tileAt } from '../geo/tile-address.ts';
import { oddParcels } from '../test/odd-parcels.ts';
import { closeStores, type StorePlace, type Stores, storeKinds } from '../test/store-places.ts';
import { syntheticParcels } from '../test/synthetic-parcels.ts';
import { testSource } from '../test/test-source.ts';
import type { LoadProgress, ParcelRecord, ParcelSet, ParcelSource, ParcelStore } from './parcel-store.ts';

const records = [...syntheticParcels({ columns: 20, rows: 6 }), ...oddParcels];
const byPin = (a: { pin: string }, b: { pin: string }) => (a.pin < b.pin ? -1 : 1);

/** The expected answer for a point, by brute force. */
function pinAt(point: LngLat): string | undefined {
  return records.filter(({ geometry }) => areaContains(geometry, point)).sort(byPin)[0]?.pin;
}

describe.each(storeKinds)('parcels in $kind', ({ createPlace }) => {
  let place: StorePlace;
  let stores: Stores;
  let parcels: ParcelStore;
  let loaded: ParcelSet;
  const progress: LoadProgress[] = [];

  beforeAll(async () => {
    place = await createPlace();
    stores = await place.open();
    parcels = stores.parcels;
  });
  afterAll(async () => {
    await closeStores(stores);
    await place.remove();
  });

  test('before the first load every query has an empty answer', async () => {
    expect(parcels.current()).toBeUndefined();
    expect(await parcels.findByPin('1')).toBeUndefined();
    expect(await parcels.findAt({ lng: 0, lat: 0 })).toBeUndefined();
    expect(await parcels.findShape('1')).toBeUndefined();
    expect(await parcels.search({ text: 'smith', limit: 20 })).toEqual([]);
    expect(
      await parcels.inBox({ bounds: { west: 0, south: 0, east: 1, north: 1 }, limit: 9 }),
    ).toBeUndefined();
    expect(await parcels.storedTile({ z: 10, x: 1, y: 1 })).toBeUndefined();
    expect(await parcels.deepTile({ z: 17, x: 1, y: 1 })).toBeUndefined();
    await parcels.ping();
  });

  describe('once loaded', () => {
    beforeAll(async () => {
      loaded = await parcels.replaceSource({
        ...testSource,
        attribution: 'With thanks to the county',
        recipe: '{"from":"a file"}',
        parcels: records,
        expectedCount: records.length,
        onProgress: (step) => progress.push(step),
      });
    });

    test('the loaded set is described', () => {
      const all = records.map(({ geometry }) => boundsOf(geometry));
      expect(parcels.current()).toEqual(loaded);
      const bounds = unionOfBounds(all);
      const version = expect.stringMatching(/^\d+$/);
      const center = { lng: expect.closeTo(-80.897, 3), lat: expect.closeTo(35.5, 2) };
      const source: ParcelSource = {
        ...testSource,
        attribution: 'With thanks to the county',
        recipe: '{"from":"a file"}',
        version,
        loadedAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
        count: records.length,
        unitCount: 0,
        searchable: ['owner', 'address'],
        bounds,
        center,
        outline: expect.arrayContaining([expect.arrayContaining([[expect.any(Number), expect.any(Number)]])]),
      };
      expect(loaded).toEqual({
        version,
        bareSource: testSource.name,
        count: records.length,
        source: 'Test county',
        kind: 'imported',
        bounds,
        center,
        sources: [source],
      });
    });

    test('progress passes through the stages, and each ends complete', () => {
      const stages = ['Writing parcels', 'Indexing', 'Drawing tiles'];
      expect([...new Set(progress.map(({ stage }) => stage))]).toEqual(stages);
      for (const stage of stages) {
        const steps = progress.filter((step) => step.stage === stage);
        expect(steps.map(({ done }) => done)).toEqual(steps.map(({ done }) => done).sort((a, b) => a - b));
        expect(steps.at(-1)!.done).toBe(steps.at(-1)!.total);
      }
    });

    test('[P1] [P7] every parcel is found by its PIN, with all its fields unchanged', async () => {
      for (const { geometry: _, ...known } of records) {
        const origin = { name: 'test', title: 'Test county', date: '2026-01-31' };
        expect(await parcels.findByPin(known.pin)).toEqual({
          ...known,
          owner: known.name,
          ...noExtras,
          origin,
        });
      }
    });

    test.each(['', 'nobody', '9000-0', "' OR 1=1 --", '%', '9000-01 ', '😀', 'x'.repeat(10_000)])(
      '[P1] there is no parcel with the PIN %j',
      async (pin) => {
        expect(await parcels.findByPin(pin)).toBeUndefined();
        expect(await parcels.findShape(pin)).toBeUndefined();
      },
    );

    test('[P3] a point inside a parcel answers it: in holes, in second parts and between them', async () => {
      for (const { centroid } of records) {
        const pin = pinAt(centroid);
        expect(pin).toBeDefined();
        expect((await parcels.findAt(centroid))?.pin).toBe(pin);
      }
      const parts = records.flatMap(({ pin, geometry }) =>
        geometry.type === 'MultiPolygon'
          ? geometry.coordinates.map(([outer]) => ({ pin, outer: outer! }))
          : [],
      );
      expect(parts.length).toBeGreaterThan(2);
      for (const { pin, outer } of parts) {
        const middle = {
          lng: (outer[0]![0] + outer[2]![0]) / 2,
          lat: (outer[0]![1] + outer[2]![1]) / 2,
        };
        expect((await parcels.findAt(middle))?.pin).toBe(pin);
      }
    });

    test('[P3] on shared edges and corners one of the neighbors answers, always the same', async () => {
      const snapped = (degrees: number) => Math.round(degrees * GRID_PER_DEGREE) / GRID_PER_DEGREE;
      const rings = records.slice(0, 40).flatMap(({ geometry }) => polygonsOf(geometry).flat());
      for (const ring of rings) {
        for (const [at, [lng, lat]] of ring.slice(1).entries()) {
          const [fromLng, fromLat] = ring[at]!;
          const middle = { lng: snapped((lng + fromLng) / 2), lat: snapped((lat + fromLat) / 2) };
          for (const point of [{ lng, lat }, middle]) {
            expect((await parcels.findAt(point))?.pin).toBe(pinAt(point));
          }
        }
      }
    });

    test('[P3] where two parcels overlap, the lower PIN answers', async () => {
      const { centroid } = records.find(({ pin }) => pin === '9000-21')!;
      expect((await parcels.findAt(centroid))?.pin).toBe('9000-20');
    });

    test.each([
      { lng: 0, lat: 0 },
      { lng: 180, lat: 90 },
      { lng: -180, lat: -90 },
    ])('[P3] there is no parcel at $lng, $lat', async (point) => {
      expect(await parcels.findAt(point)).toBeUndefined();
    });

    test('[P4] every shape comes back whole, to the last digit', async () => {
      for (const { pin, geometry } of records) {
        expect(await parcels.findShape(pin)).toEqual({ pin, geometry });
      }
    });

    test('a box answers the parcels that touch it, ordered by PIN', async () => {
      const whole = loaded.bounds;
      const { geometry } = records[30]!;
      const nowhere = { west: 1, south: 1, east: 2, north: 2 };
      for (const bounds of [whole, boundsOf(geometry), nowhere]) {
        const expected = records
          .filter((record) => boxesTouch(boundsOf(record.geometry), bounds))
          .sort(byPin);
        expect(await parcels.inBox({ bounds, limit: 1000 })).toEqual({
          version: loaded.version,
          parcels: expected.map((record) => ({
            properties: {
              PIN: record.pin,
              Name: record.name,
              ADD1: record.add1,
              CITY: record.city,
              TaxAcres: record.taxacres,
              Zoning: record.zoning,
              SaleYear: record.sale_date && Number(record.sale_date.slice(0, 4)),
              SalesPrice: record.sales_price && Number(record.sales_price.toPrecision(2)),
            },
            siteAddress: record.site_address,
            lng: record.centroid.lng,
            lat: record.centroid.lat,
            geometry: record.geometry,
          })),
        });
      }
      const few = await parcels.inBox({ bounds: whole, limit: 3 });
      expect(few!.parcels.map(({ properties }) => properties.PIN)).toEqual(
        [...records]
          .sort(byPin)
          .slice(0, 3)
          .map(({ pin }) => pin),
      );
    });

    describe('[P2] search', () => {
      const pinsFor = async (text: string, limit = 20) =>
        (await parcels.search({ text, limit })).map(({ pin }) => pin);

      test('a hit has the fields of a list entry, and the kind of match', async () => {
        const [record] = records.filter(({ pin }) => pin === '9000-02');
        expect(await parcels.search({ text: 'baker', limit: 20 })).toEqual([
          {
            pin: record!.pin,
            name: record!.name,
            add1: null,
            city: null,
            site_address: record!.site_address,
            taxacres: null,
            centroid: record!.centroid,
            match: 'owner',
          },
        ]);
      });

      test.each([
        ['a PIN', '9000-02', ['9000-02']],
        ['a PIN without its dash', '900002', ['9000-02']],
        ['the beginning of a PIN, the exact PIN first', '900-10', ['900-10']],
        ['a PIN that begins others', '9000-2', ['9000-20', '9000-21']],
        ['an odd PIN', "9000/08' %_\\", ["9000/08' %_\\"]],
        ['an owner', "o'shaughnessy", ['9000-01']],
        ['an owner without apostrophe and accent', 'OSHAUGHNESSY SIOBHAN', ['9000-01']],
        ['an owner in another order of words', 'siobhan oshaughnessy', ['9000-01']],
        ['an owner as one types', 'siob', ['9000-01']],
        ['an ampersand', 'baker & sons', ['9000-02']],
        ['its word', 'baker and sons', ['9000-02']],
        ['markup', '<b>Robert</b>', ['9000-03']],
        ['letters beyond accents', 'lukasz mussig', ['9000-05']],
        ['another script', '山田', ["9000/08' %_\\"]],
        ['a mailing address', 'po box 44 wien', ['9000-05']],
        ['an owner and an address together', 'zebulon elm', ['900-10']],
      ])('finds %s', async (_, text, pins) => {
        expect(await pinsFor(text)).toEqual(pins);
      });

      test.each([
        ['one letter changed', 'zebulan'],
        ['one missing', 'zeblon'],
        ['one too many', 'zebuloon'],
        ['two swapped', 'zebluon'],
        ['two errors in a long word', 'ozhaughnesy'],
        ['in a word not yet typed to its end', 'oshaughen'],
        ['with another word beside it', 'pike zebluon'],
      ])('forgives %s', async (_, text) => {
        expect([['900-10'], ['9000-01']]).toContainEqual(await pinsFor(text));
      });

      test('tells a mailing address from the site address, which comes first', async () => {
        expect(await parcels.search({ text: 'po box 44', limit: 20 })).toMatchObject([
          { pin: '9000-05', match: 'mailing' },
        ]);
        expect((await parcels.search({ text: '9 elm st', limit: 20 })).map(({ match }) => match)).toEqual([
          'address',
          'address',
          'address',
        ]);
      });

      test('takes numbers alone for a PIN, not for parts of an address', async () => {
        expect(await pinsFor('44-1010')).toEqual([]);
        expect(await pinsFor('po 44 1010')).toEqual(['9000-05']);
      });

      test('does not correct known words or numbers', async () => {
        expect(await pinsFor('91 quarry hill road')).toEqual([]);
      });

      test('knows street words and directions in their short and long forms', async () => {
        const quarry = ['9000-02', '9000-06'];
        for (const text of ['n quarry hill rd', 'north quarry hill road', 'North Quarry Hill Rd.']) {
          expect((await pinsFor(text)).sort()).toEqual(quarry);
        }
      });

      test('ranks owners that begin so before owners that contain it, and those before addresses', async () => {
        expect(await parcels.search({ text: 'quarry hill', limit: 20 })).toMatchObject([
          { pin: '9000-06', match: 'owner' },
          { pin: '9000-07', match: 'owner' },
          { pin: '9000-02', match: 'address' },
        ]);
      });

      test('ranks a mistyped owner as if it had been typed right', async () => {
        expect(await parcels.search({ text: 'quary hill', limit: 20 })).toMatchObject([
          { pin: '9000-06', match: 'owner' },
          { pin: '9000-07', match: 'owner' },
          { pin: '9000-02', match: 'address' },
        ]);
      });

      test('ranks the exact house number before longer numbers', async () => {
        const pins = await pinsFor('9 elm st');
        expect(pins).toEqual(['900-10', '9000-07', "9000/08' %_\\"]);
      });

      test('orders equal matches by owner, then PIN', async () => {
        const smiths = records
          .filter(({ name }) => name.startsWith('Smith '))
          .sort((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : byPin(a, b)));
        expect(smiths.length).toBeGreaterThan(5);
        expect(await pinsFor('smith', 5)).toEqual(smiths.slice(0, 5).map(({ pin }) => pin));
      });

      test.each([
        '"',
        "'",
        '%',
        '_',
        '*',
        '()',
        'NEAR(a b)',
        'owner:smith OR',
        'a AND NOT b',
        "'); DROP TABLE parcel; --",
        ':*|&!<->',
        '😀',
        '\u0000',
        '\ud800',
        '—…!?',
        'x'.repeat(200),
        'a '.repeat(100),
        '-- /* */',
        '{owner} : x',
        '^smith',
        '\\',
      ])('%j harms nothing', async (text) => {
        const found = await parcels.search({ text, limit: 20 });
        expect(found.length).toBeLessThanOrEqual(20);
        expect((await parcels.findByPin('9000-01'))?.pin).toBe('9000-01');
      });

      test.each(['"', '😀', '—…!?', '()', '%'])('%j alone finds nothing', async (text) => {
        expect(await pinsFor(text)).toEqual([]);
      });
    });

    test('[M13] each parcel is drawn in the stored tiles where it lies, in the layer `parcels`', async () => {
      const features = async (point: LngLat, z: number) => {
        const tile = (await parcels.storedTile(tileAt(point, z)))!;
        expect(tile.version).toBe(loaded.version);
        const layer = new VectorTile(new PbfReader(gunzipSync(tile.gzip!))).layers.parcels!;
        return Array.from({ length: layer.length }, (_, at) => layer.feature(at).properties);
      };
      for (const record of [records[0]!, records[60]!]) {
        for (const z of [13, 14, 15, 16]) {
          expect(await features(record.centroid, z)).toContainEqual(
            expect.objectContaining({ PIN: record.pin, Name: record.name }),
          );
        }
        for (const z of [10, 11, 12]) {
          expect((await features(record.centroid, z)).length).toBeGreaterThan(0);
        }
      }
    });

    test.each([17, 18])('[M13] each parcel is drawn in the tile of zoom %i where it lies', async (z) => {
      for (const record of [records[0]!, records[60]!]) {
        const tile = (await parcels.deepTile(tileAt(record.centroid, z)))!;
        expect(tile.version).toBe(loaded.version);
        const layer = new VectorTile(new PbfReader(gunzipSync(tile.gzip!))).layers.parcels!;
        const features = Array.from({ length: layer.length }, (_, at) => layer.feature(at).properties);
        expect(features).toContainEqual(expect.objectContaining({ PIN: record.pin, Name: record.name }));
      }
      // The tiles around a lot share it, and one of them says where its name stands.
      const { x, y } = tileAt(records[0]!.centroid, z);
      const named: string[] = [];
      for (const [dx, dy] of [-1, 0, 1].flatMap((right) => [-1, 0, 1].map((down) => [right, down]))) {
        const tile = (await parcels.deepTile({ z, x: x + dx!, y: y + dy! }))!;
        const labels = tile.gzip && new VectorTile(new PbfReader(gunzipSync(tile.gzip))).layers.labels;
        for (let at = 0; at < (labels?.length ?? 0); at++) {
          const { PIN } = labels!.feature(at).properties;
          if (PIN !== undefined) named.push(`${PIN}`);
        }
      }
      expect(named).toContain(records[0]!.pin);
      expect(new Set(named).size).toBe(named.length);
      const nowhere = await parcels.deepTile({ z, x: 0, y: 0 });
      expect(nowhere).toEqual({ version: loaded.version, gzip: undefined });
    });

    test('[M13] a tile without land has no bytes', async () => {
      expect(await parcels.storedTile({ z: 12, x: 0, y: 0 })).toEqual({
        version: loaded.version,
        gzip: undefined,
      });
    });

    test('the set survives a restart', async () => {
      await closeStores(stores);
      stores = await place.open();
      parcels = stores.parcels;
      expect(parcels.current()).toEqual(loaded);
      expect((await parcels.findByPin('9000-01'))?.name).toBe("O'Shaughnessy, Siobhán");
      expect((await parcels.storedTile(tileAt(records[0]!.centroid, 16)))?.gzip).toBeDefined();
      await parcels.ping();
    });
  });

  describe('replacing the source', () => {
    const renamed = (name: string): ParcelRecord[] => records.map((record) => ({ ...record, name }));
    const replacement = (list: Iterable<ParcelRecord>) => ({
      ...testSource,
      title: 'Test county, again',
      parcels: list,
      expectedCount: records.length,
    });

    test('readers see the old set until the swap, then only the new one', async () => {
      await parcels.replaceSource(replacement(renamed('Before')));
      const before = parcels.current()!;
      const load = parcels.replaceSource(replacement(renamed('After')));
      let loading = true;
      load.finally(() => {
        loading = false;
      });

      const readOn = async () => {
        const seen: string[] = [];
        do {
          const [one, box, tile] = await Promise.all([
            parcels.findByPin(records[0]!.pin),
            parcels.inBox({ bounds: before.bounds, limit: 1000 }),
            parcels.storedTile(tileAt(records[0]!.centroid, 16)),
          ]);
          const names = [...new Set(box!.parcels.map(({ properties }) => String(properties.Name)))];
          expect(names).toHaveLength(1);
          expect(box!.parcels).toHaveLength(records.length);
          expect(tile!.gzip).toBeDefined();
          expect(names[0] === 'Before').toBe(box!.version === before.version);
          expect(['Before', 'After']).toContain(one!.name);
          seen.push(names[0]!);
        } while (loading);
        expect(seen[0]).toBe('Before');
        expect(seen).toEqual([...seen].sort((a, b) => (a > b ? -1 : a < b ? 1 : 0)));
      };
      await Promise.all([readOn(), readOn(), readOn()]);

      const after = await load;
      expect(after.version).not.toBe(before.version);
      expect(parcels.current()).toEqual(after);
      expect(after.source).toBe('Test county, again');
      expect((await parcels.findByPin(records[0]!.pin))?.name).toBe('After');
      expect(await parcels.search({ text: 'before', limit: 5 })).toEqual([]);
      expect((await parcels.storedTile({ z: 12, x: 0, y: 0 }))?.version).toBe(after.version);
    });

    test.each<[string, Iterable<ParcelRecord>, string]>([
      [
        'breaks off',
        (function* () {
          yield* renamed('Half');
          throw new Error('The file ends too early.');
        })(),
        'The file ends too early.',
      ],
      ['has a PIN twice', [...renamed('Twice'), records[3]!], `The PIN "${records[3]!.pin}" occurs twice.`],
      ['is empty', [], 'There are no parcels to load.'],
    ])('a load that %s changes nothing', async (_, list, message) => {
      const before = parcels.current();
      await expect(parcels.replaceSource(replacement(list))).rejects.toThrow(message);
      expect(parcels.current()).toEqual(before);
      expect((await parcels.findByPin(records[0]!.pin))?.name).toBe('After');
    });

    test('parcels may come from an async iterable', async () => {
      const slowly = async function* () {
        yield* renamed('Slow Owner');
      };
      const set = await parcels.replaceSource({ ...replacement([]), parcels: slowly() });
      expect(set.count).toBe(records.length);
    });

    test('shapes may come encoded, as an import has them', async () => {
      const { pin, centroid, geometry } = records[0]!;
      const tile = async () => (await parcels.storedTile(tileAt(centroid, 16)))?.gzip;
      const { bounds } = await parcels.replaceSource(replacement(records));
      const drawn = await tile();
      const encoded = records.map((record) => ({ ...record, geometry: encodeGeometry(record.geometry) }));
      const set = await parcels.replaceSource({ ...replacement([]), parcels: encoded });
      expect(set.bounds).toEqual(bounds);
      expect(await parcels.findShape(pin)).toEqual({ pin, geometry });
      expect(await tile()).toEqual(drawn);
    });

    test('two loads at once: the second is refused', async () => {
      const first = parcels.replaceSource(replacement(renamed('First')));
      await expect(parcels.replaceSource(replacement(renamed('Second')))).rejects.toThrow(
        'Parcels are being loaded already.',
      );
      await first;
      expect((await parcels.findByPin(records[0]!.pin))?.name).toBe('First');
    });

    test('closing stops a load, and the old set stays', async () => {
      const before = parcels.current();
      const load = parcels.replaceSource(replacement(renamed('Never')));
      const refusal = expect(load).rejects.toThrow('the store was closed');
      await closeStores(stores);
      await refusal;
      stores = await place.open();
      parcels = stores.parcels;
      expect(parcels.current()).toEqual(before);
    });
  });
});
