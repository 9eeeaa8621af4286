import { mkdir, readdir, readFile, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { areaContains } from '../geo/area-contains.ts';
import { importRows, layerOf, MemoryStore, type Row, square, temporaryFolder } from '../test/small-county.ts';
import { compileMapping } from './fields/compile-mapping.ts';
import type { LayerField, StepProgress } from './layer.ts';
import { DRAWN_AGAIN } from './staging/group-rows.ts';
import { NUMBERED } from './staging/make-lot.ts';

const person = (at: number, rest: Partial<Row> = {}): Row => ({
  at,
  pin: `P${at}`,
  name: `OWNER ${at}`,
  ...rest,
});
const people = (count: number) => Array.from({ length: count }, (_, at) => person(at));

describe('an ordinary county', () => {
  test('every row becomes a parcel with its fields, its shape and a point inside', async () => {
    const store = new MemoryStore();
    const rows = people(1200).map((row) => ({ ...row, taxacres: 1.5, more: { DEED: '12/34' } }));
    const report = await importRows(rows, { store });

    expect(report).toMatchObject({ read: 1200, parcels: 1200, units: 0, notes: [] });
    expect(report.changes).toBeUndefined();
    const parcel = store.find('P7')!;
    expect(parcel).toMatchObject({ name: 'OWNER 7', taxacres: 1.5, add1: null, more: [['DEED', '12/34']] });
    expect(parcel.units).toBeUndefined();
    expect(areaContains(parcel.geometry, parcel.centroid)).toBe(true);
  });

  test('nothing to say leaves no report, and the staging file is gone', async () => {
    const workFolder = await temporaryFolder();
    const report = await importRows(people(3), { store: new MemoryStore(), workFolder });

    expect(report.reportFile).toBeUndefined();
    expect(await readdir(workFolder)).toEqual([]);
  });

  test('columns that found no room in their parcels are named at the end', async () => {
    const cells = Object.fromEntries(Array.from({ length: 81 }, (_, at) => [`F${at}`, 'x']));
    const fields = ['pin', ...Object.keys(cells)].map((name): LayerField => ({ name, type: 'text' }));
    const mapper = compileMapping({ mapping: { pin: 'pin' }, fields, dates: 'mdy' });
    const rows = people(3).map((row) => ({ ...row, more: cells }));
    const report = await importRows(rows, { store: new MemoryStore(), mapper });
    expect(report.notes).toEqual([expect.stringMatching(/^Columns left out .* rows: F80 \(3\)\.$/)]);
  });

  test('parcels keep the order of the source', async () => {
    const store = new MemoryStore();
    const rows = people(777).toReversed();
    await importRows(rows, { store });

    expect(store.parcels.map(({ pin }) => pin)).toEqual(rows.map(({ pin }) => pin));
  });

  test('progress tells of reading, grouping and what the store does', async () => {
    const steps: StepProgress[] = [];
    await importRows([], {
      store: new MemoryStore(),
      layer: layerOf(people(700), 700),
      onProgress: (step) => steps.push(step),
    });

    expect(steps[0]).toEqual({ stage: 'Reading', done: 500, total: 700, unit: 'rows' });
    expect([...new Set(steps.map(({ stage }) => stage))]).toEqual(['Reading', 'Grouping', 'Drawing tiles']);
  });
});

describe('bad rows', () => {
  test('are refused with a reason, counted, and listed with their row numbers', async () => {
    const store = new MemoryStore();
    const rows: Row[] = [...people(5), person(6, { pin: '' }), { ...person(7), at: null }];
    const report = await importRows(rows, { store });

    expect(report.parcels).toBe(5);
    expect([...report.refused]).toEqual([
      ['no PIN', 1],
      ['no geometry', 1],
    ]);
    expect((await readFile(report.reportFile!, 'utf8')).split('\r\n')).toEqual([
      'row,pin,what,reason',
      '6,,refused,no PIN',
      '7,P7,refused,no geometry',
      '',
    ]);
  });

  test('a place far from the rest is refused, even if the first rows are the far ones', async () => {
    const store = new MemoryStore();
    const island = {
      kind: 'polygons' as const,
      polygons: [[Float64Array.from([0, 0, 0.001, 0, 0.001, 0.001, 0, 0])]],
    };
    const odd = Array.from({ length: 110 }, (_, i): Row => ({ pin: `ODD${i}`, name: 'X', at: island }));
    const report = await importRows([...odd, ...people(1500)], { store });

    expect(store.pins).toHaveLength(1500);
    expect([...report.refused.values()]).toEqual([110]);
  });

  test('more than half of them is said loudly, and imported nevertheless', async () => {
    const store = new MemoryStore();
    const bad = Array.from({ length: 20 }, () => person(1, { pin: '' }));
    const report = await importRows([...people(10), ...bad], { store });

    expect(store.parcels).toHaveLength(10);
    expect(report.notes[0]).toContain('MORE THAN HALF OF THE ROWS WERE REFUSED: 20 of 30');
  });

  test('a PIN that is unique only within its town is said, with the way out', async () => {
    const rows = people(60).map((row, at) => ({ ...row, pin: `12-${at % 40}` }));
    const report = await importRows(rows, { store: new MemoryStore() });

    expect(report.notes).toEqual([
      expect.stringMatching(
        /^20 polygons have the PIN of another owner's land: .*--map "pin=TOWN & '-' & PIN"\.$/,
      ),
    ]);
  });

  test('nearly all of them end the import with the reason and the way out', async () => {
    const store = new MemoryStore();
    const bad = Array.from({ length: 95 }, () => person(1, { pin: '' }));
    const workFolder = await temporaryFolder();

    await expect(importRows([...people(5), ...bad], { store, workFolder })).rejects.toThrow(
      'Only 5 of the 100 rows are parcels: no PIN (95). Name its field with --map pin=FIELD.',
    );
    expect(store.loads).toBe(0);
    expect(await readdir(workFolder)).toEqual(['reports']);
    expect(await readdir(join(workFolder, 'reports'))).toHaveLength(1);
  });

  test('a layer without a single parcel or row is refused in words', async () => {
    const store = new MemoryStore();
    await expect(importRows([person(1, { pin: '' })], { store })).rejects.toThrow(
      'The only row is not a parcel: no PIN (1). Name its field with --map pin=FIELD.',
    );
    await expect(importRows([], { store })).rejects.toThrow('The layer parcels has no rows.');
  });
});

describe('rows that belong together', () => {
  test('a repeated row is left out and counted', async () => {
    const store = new MemoryStore();
    const turned = { ...person(3), at: square(3, { start: 2 }) };
    const report = await importRows([...people(5), person(3), turned], { store });

    expect(store.parcels).toHaveLength(5);
    expect([...report.repaired]).toEqual([['repeated row left out', 2]]);
  });

  test('several polygons of one PIN are one parcel', async () => {
    const store = new MemoryStore();
    const rows = [
      person(1, { taxacres: 3 }),
      person(40, { pin: 'P1', taxacres: 3 }),
      person(80, { pin: 'P1', taxacres: 3 }),
    ];
    const report = await importRows([...rows, person(2)], { store });

    expect(report).toMatchObject({ read: 4, parcels: 2, units: 0 });
    const { geometry, centroid, taxacres } = store.find('P1')!;
    expect(geometry.type).toBe('MultiPolygon');
    expect(geometry.coordinates).toHaveLength(3);
    expect(areaContains(geometry, centroid)).toBe(true);
    expect(taxacres).toBe(3);
  });

  test('several rows on one shape are a lot with units, each with its own PIN and owner', async () => {
    const store = new MemoryStore();
    const units = ['101', '102', '103'].map((number, i) => ({
      at: 50,
      pin: `4731.0${number}`,
      name: `OWNER ${i}`,
      site_address: `12 MAIN ST UNIT ${number}`,
      zoning: 'R1',
      more: { DISTRICT: '4', DOOR: number },
    }));
    const report = await importRows([person(1), ...units], { store });

    expect(report).toMatchObject({ parcels: 2, units: 3 });
    expect(report.repaired.size).toBe(0);
    expect(store.find('4731.010')).toMatchObject({
      name: '3 owners',
      isSummary: true,
      site_address: '12 MAIN ST',
      zoning: 'R1',
      more: [['DISTRICT', '4']],
      units: [
        {
          pin: '4731.0101',
          name: 'OWNER 0',
          site_address: '12 MAIN ST UNIT 101',
          more: [
            ['DISTRICT', '4'],
            ['DOOR', '101'],
          ],
        },
        { pin: '4731.0102', name: 'OWNER 1' },
        { pin: '4731.0103', name: 'OWNER 2' },
      ],
    });
  });

  test('units that were drawn a few centimeters apart are one lot, a lot beside it is not', async () => {
    const store = new MemoryStore();
    const moved = (centimeters: number) => square(50, { moveBy: centimeters * 1e-7 });
    const report = await importRows(
      [
        person(1),
        { at: moved(0), pin: '88-1.1', name: 'A' },
        { at: moved(7), pin: '88-1.2', name: 'B' },
        { at: moved(-6), pin: '88-1.3', name: 'C' },
        { at: moved(4), pin: '88-1.3', name: 'D' },
        { at: moved(120), pin: '99-1', name: 'E' },
      ],
      { store },
    );

    expect(report).toMatchObject({ parcels: 3, units: 4 });
    expect(report.repaired.get(DRAWN_AGAIN)).toBe(3);
    expect(store.find('88-1')!.units).toMatchObject([
      { pin: '88-1.1', name: 'A' },
      { pin: '88-1.2', name: 'B' },
      { pin: expect.stringMatching(/^88-1\.3 #\w{6}$/) },
      { pin: expect.stringMatching(/^88-1\.3 #\w{6}$/) },
    ]);
    expect(store.find('99-1')).toMatchObject({ name: 'E' });
  });

  test('[IMP-2] units that share the PIN of their lot keep their numbers when others come and go', async () => {
    const [store, again] = [new MemoryStore(), new MemoryStore()];
    const rows = ['C', 'A', 'B', 'D'].map((letter) => ({ at: 9, pin: '77-1', name: `${letter} SMITH` }));
    const report = await importRows([person(1), ...rows.slice(0, 3)], { store });
    await importRows([...rows.slice(1).toReversed(), person(1)], { store: again });

    const ownersOf = (read: MemoryStore) => {
      const units = read.find('77-1')!.units!;
      return new Map(units.map(({ pin, name }) => [pin, name]));
    };
    const [before, after] = [ownersOf(store), ownersOf(again)];
    expect([...before.values()].sort()).toEqual(['A SMITH', 'B SMITH', 'C SMITH']);
    expect([...after.values()].sort()).toEqual(['A SMITH', 'B SMITH', 'D SMITH']);
    for (const [pin, name] of before) {
      expect(pin).toMatch(/^77-1 #\w{6}$/);
      // C's number is gone, and nobody else has it.
      expect(after.get(pin)).toBe(name === 'C SMITH' ? undefined : name);
    }
    expect(report.repaired.get(NUMBERED)).toBe(3);
  });

  test('a lot of two buildings with all its units on both is one lot', async () => {
    const store = new MemoryStore();
    const rows = ['A', 'B', 'C'].flatMap((name) => [5, 60].map((at) => ({ at, pin: '900-1', name })));
    const report = await importRows([person(1), ...rows], { store });

    expect(report).toMatchObject({ parcels: 2, units: 3 });
    expect(store.find('900-1')!.geometry.coordinates).toHaveLength(2);
    const own = ['A', 'B', 'C'].flatMap((name) => [5, 60].map((at) => ({ at, pin: `900-${name}`, name })));
    const second = new MemoryStore();
    expect(await importRows([person(1), ...own], { store: second })).toMatchObject({ parcels: 2, units: 3 });
  });

  test('all PINs are unique in the end, whatever the county has', async () => {
    const store = new MemoryStore();
    const rows: Row[] = [
      { at: 1, pin: 'X1', name: 'A' },
      { at: 1, pin: 'X1', name: 'B' },
      { at: 3, pin: 'Y1', name: 'D' },
      { at: 3, pin: 'Z2', name: 'E' },
      { at: 4, pin: 'Y1 +', name: 'F' },
    ];
    await importRows(rows, { store });

    const all = store.parcels.flatMap(({ pin, units = [] }) => [pin, ...units.map((unit) => unit.pin)]);
    expect(new Set(all).size).toBe(all.length);
    const made = expect.stringMatching(/^X1 #\w{6}$/);
    expect(all.sort()).toEqual(['X1', made, made, 'Y1', 'Y1 +', 'Y1 + #2', 'Z2']);
  });

  test('1,300 rows, many of them repeated, in parts or in condominiums, all find their place', async () => {
    const store = new MemoryStore();
    function* rows(): Generator<Row> {
      for (let at = 0; at < 1000; at++) {
        const group = Math.floor(at / 100) % 10;
        const kind = at % 100;
        // 100 lots of three units, 100 repeated rows, 50 parcels of two parts; scattered over the file.
        if (kind < 10) {
          for (const unit of ['a', 'b', 'c'])
            yield { at, pin: `${100_000 + at}-${unit}`, name: `${unit} ${at}` };
        } else {
          yield { at, pin: kind < 20 ? `PART-${at - (kind % 2)}` : `P-${at}`, name: `N ${group}` };
        }
      }
      for (let at = 0; at < 1000; at++)
        if (at % 100 >= 90) yield { at, pin: `P-${at}`, name: `N ${Math.floor(at / 100) % 10}` };
    }
    const report = await importRows(rows(), { store });

    expect(report).toMatchObject({ read: 1300, parcels: 950, units: 300 });
    expect(Object.fromEntries(report.repaired)).toEqual({
      'repeated row left out': 100,
      'polygon joined to the others of its PIN': 50,
    });
    const all = store.parcels.flatMap(({ pin, units = [] }) => [pin, ...units.map((unit) => unit.pin)]);
    expect(new Set(all).size).toBe(1250);
  });

  test('1,000 holdings on one shape are one lot', async () => {
    const store = new MemoryStore();
    function* holdings(): Generator<Row> {
      yield* people(1000);
      for (let i = 0; i < 1000; i++) yield { at: 1001, pin: 'TOWER 1', name: `HOLDER ${i}` };
    }
    const report = await importRows(holdings(), { store });

    expect(report).toMatchObject({ parcels: 1001, units: 1000 });
    expect(store.find('TOWER 1')!.units!.slice(9)[0]).toMatchObject({ name: 'HOLDER 9' });
  });

  test('a PIN of more than a thousand polygons names no parcel', async () => {
    const store = new MemoryStore();
    const roads = Array.from({ length: 1001 }, (_, i) => person(i + 2000, { pin: 'ROW' }));
    const report = await importRows([...people(1500), ...roads], { store });

    expect([...report.refused]).toEqual([['PIN of more than 1,000 polygons', 1001]]);
    expect(store.parcels).toHaveLength(1500);
  });
});

describe('nothing is half imported', () => {
  test('a dry run reports all and changes nothing', async () => {
    const store = new MemoryStore();
    const report = await importRows([...people(5), person(1)], { store, dryRun: true });

    expect(store.loads).toBe(0);
    expect(report.parcels).toBe(5);
    expect(report.reportFile).toMatch(/reports\/report-\d{4}-\d\d-\d\d-\d{6}-dry-run\.csv$/);
  });

  test('a source that breaks, and an abort at any stage, leave the old set and no files', async () => {
    const store = new MemoryStore();
    await importRows(people(3), { store });
    const workFolder = await temporaryFolder();
    function* broken() {
      yield* people(1500);
      throw new Error('The file ends in the middle.');
    }
    await expect(importRows(broken(), { store, workFolder })).rejects.toThrow('ends in the middle');
    expect(await readdir(workFolder)).toEqual([]);

    for (const stage of ['Reading', 'Grouping', 'Drawing tiles']) {
      const abort = new AbortController();
      const onProgress = (step: StepProgress) => step.stage === stage && abort.abort(new Error('Stopped.'));
      const rows = people(3000).toReversed();
      await expect(
        importRows(rows, {
          store,
          workFolder,
          signal: abort.signal,
          onProgress: (step) => void onProgress(step),
        }),
      ).rejects.toThrow('Stopped.');
      expect(await readdir(workFolder, { recursive: true })).toEqual(
        stage === 'Drawing tiles' ? ['reports'] : [],
      );
    }
    expect(store.pins).toEqual(['P0', 'P1', 'P2']);
  });

  test('of the reports and lists of changes of a nightly refresh, the newest 30 are kept', async () => {
    const workFolder = await temporaryFolder();
    const reports = join(workFolder, 'reports');
    await mkdir(reports);
    for (let minute = 10; minute < 45; minute++) {
      for (const kind of ['report', 'changes']) {
        await writeFile(join(reports, `${kind}-2020-01-01-03${minute}00.csv`), '');
      }
    }
    await writeFile(join(reports, 'report-of-mine.csv'), '');
    await importRows([...people(3), person(3, { pin: '' })], { store: new MemoryStore(), workFolder });
    const names = (await readdir(reports)).sort();
    expect(names.filter((name) => name.startsWith('changes-'))).toHaveLength(30);
    expect(names.filter((name) => /^report-\d/.test(name))).toHaveLength(30);
    expect(names).toContain('report-of-mine.csv');
    expect(names).not.toContain('report-2020-01-01-031000.csv');
    expect(names.some((name) => /^report-20(?!20)/.test(name))).toBe(true);
  });

  test('what a killed import has left is removed, what another one uses is not', async () => {
    const workFolder = await temporaryFolder();
    await writeFile(join(workFolder, 'staging-1234.db'), 'half a file');
    await writeFile(join(workFolder, 'staging-5678.db'), '');
    await writeFile(join(workFolder, 'county.zip'), 'a download');
    await mkdir(join(workFolder, 'reports'));
    const oldList = join(workFolder, 'reports', 'changes-2020-01-01-000000.csv.part');
    await writeFile(oldList, 'half a list');
    await utimes(oldList, new Date('2020-01-01'), new Date('2020-01-01'));
    const seen: string[][] = [];
    const other = new MemoryStore();
    await importRows(people(600), {
      store: new MemoryStore(),
      workFolder,
      layer: {
        ...layerOf(people(600)),
        async *read() {
          yield* layerOf(people(600)).read();
          await importRows(people(5), { store: other, workFolder });
          seen.push(await readdir(workFolder));
        },
      },
    });

    expect(seen[0]).toEqual(['county.zip', 'reports', expect.stringMatching(/^staging-.{36}\.db$/)]);
    expect(await readdir(workFolder, { recursive: true })).toEqual(['county.zip', 'reports']);
    expect(other.parcels).toHaveLength(5);
  });
});

describe('a second import of the same source', () => {
  test('says what was added, is gone, has a new owner, was sold and reshaped, and keeps the list', async () => {
    const store = new MemoryStore();
    const sale = { sale_date: '2020-05-01', sales_price: 1000 };
    const condominium = ['1', '2'].map((unit) => ({ at: 90, pin: `8888-${unit}`, name: `U${unit}` }));
    await importRows([...people(8).map((row) => ({ ...row, ...sale })), ...condominium], { store });
    const report = await importRows(
      [
        person(0, { ...sale, name: 'Owner, 0.' }),
        person(1, { ...sale, name: 'SOMEBODY ELSE', sale_date: '2026-01-01' }),
        person(2, { ...sale, sales_price: 2000 }),
        { ...person(3, sale), at: square(3, { side: 0.0008 }) },
        { ...person(4, sale), at: square(4, { side: 0.0009001, start: 1 }) },
        person(5, sale),
        person(6, sale),
        person(70),
        { at: 90, pin: '8888-1', name: 'U1' },
        { at: 90, pin: '8888-2', name: 'BUYER' },
        { at: 90, pin: '8888-3', name: 'U3' },
      ],
      // One of eleven is more than a twentieth.
      { store, acceptLoss: true },
    );

    expect(report.changes).toEqual({ added: 2, gone: 1, newOwner: 2, sold: 2, reshaped: 1 });
    expect((await readFile(report.changesFile!, 'utf8')).trim().split('\r\n')).toEqual([
      'pin,what,before,after',
      '8888-3,added,,U3',
      'P70,added,,OWNER 70',
      'P7,gone,OWNER 7,',
      '8888-2,new owner,U2,BUYER',
      'P1,new owner,OWNER 1,SOMEBODY ELSE',
      'P3,reshaped,2.01 acres,1.59 acres',
      'P1,sold,2020-05-01 1000,2026-01-01 1000',
      'P2,sold,2020-05-01 1000,2020-05-01 2000',
    ]);
  });

  test('nothing changed makes no list', async () => {
    const store = new MemoryStore();
    await importRows(people(8), { store });
    const report = await importRows(people(8), { store });

    expect(report.changes).toEqual({ added: 0, gone: 0, newOwner: 0, sold: 0, reshaped: 0 });
    expect(report.changesFile).toBeUndefined();
  });

  test('a field that the last import did not have does not count as a change of every parcel', async () => {
    const store = new MemoryStore();
    await importRows(
      people(8).map((row) => ({ ...row, name: '' })),
      { store },
    );
    const report = await importRows(
      people(8).map((row) => ({ ...row, sale_date: '2020-05-01' })),
      { store },
    );

    expect(report.changes).toMatchObject({ newOwner: 0, sold: 0 });
    expect(report.notes).toEqual([
      'New owners are not listed: the last import had no owners.',
      'Sales are not listed: the last import had no dates of sales.',
    ]);
  });
});
