// Parcels that a version before has left: beside those of this version, on both databases, and what an upgrade loads.
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { eventually } from '../test/eventually.ts';
import { oddParcels } from '../test/odd-parcels.ts';
import { closeStores, type StorePlace, storeKinds } from '../test/store-places.ts';
import { testSource } from '../test/test-source.ts';
import type { ParcelRecord, SourceDescription } from './parcel-store.ts';

const iredell: SourceDescription = {
  ...testSource,
  name: 'iredell',
  title: 'Iredell County',
  recipe: '{"source":"a"}',
};
const rowan: SourceDescription = {
  ...testSource,
  name: 'rowan',
  title: 'Rowan County',
  recipe: '{"source":"b"}',
};
const load = (about: SourceDescription, parcels: ParcelRecord[]) => ({
  ...about,
  parcels,
  expectedCount: parcels.length,
});
const { pin } = oddParcels[0]!;

describe.each(storeKinds)('$kind', ({ createPlace }) => {
  let place: StorePlace;
  let version: string;
  beforeEach(async () => {
    place = await createPlace();
    const { parcels, accounts } = await place.open();
    await accounts.findOrCreateUser({ email: 'ada@example.org', nowMs: 0 });
    await parcels.replaceSource(load(rowan, oddParcels.slice(0, 1)));
    ({ version } = await parcels.replaceSource(load(iredell, oddParcels)));
    await closeStores({ parcels, accounts });
    await place.makeOlder();
  });
  afterEach(() => place.remove());

  test('are not read, but their sources are told in their order, with where each came from', async () => {
    const { parcels, accounts } = await place.open();
    expect(parcels.outdated()).toMatchObject({
      format: 5,
      version,
      kind: 'imported',
      sources: [
        { name: 'rowan', count: 1, recipe: rowan.recipe, hasBarePins: true },
        { name: 'iredell', count: oddParcels.length, recipe: iredell.recipe, hasBarePins: false },
      ],
    });
    expect(parcels.current()).toBeUndefined();
    expect(parcels.liveSince()).toBeUndefined();
    expect(await parcels.findByPin(pin)).toBeUndefined();
    await closeStores({ parcels, accounts });
  });

  test('what is loaded lies beside them, with a later version; they go only when they are removed', async () => {
    const parcels = await place.openParcels();
    const older = parcels.outdated();
    await expect(parcels.replaceSource(load(rowan, []))).rejects.toThrow('no parcels');
    expect(parcels.outdated()).toEqual(older);
    const set = await parcels.replaceSource(load(rowan, oddParcels));
    expect(Number(set.version)).toBeGreaterThan(Number(version));
    expect(parcels.outdated()).toBeUndefined();
    expect(Date.parse(parcels.liveSince()!)).toBeGreaterThanOrEqual(Number(version));
    expect(await parcels.older()).toEqual(older);
    await parcels.removeOlder();
    expect(await parcels.older()).toBeUndefined();
    expect((await parcels.findByPin(pin))?.pin).toBe(pin);
    await parcels.close();
  });

  test('an upgrade shows all of its sources at once, and PINs keep the names that saved parcels have', async () => {
    const server = await place.openParcels();
    const upgrade = await place.openParcels({ isUpgrade: true });
    // Not in the order of before: one that was given anew comes first.
    await upgrade.replaceSource(load(iredell, oddParcels));
    await upgrade.replaceSource(load(rowan, oddParcels));
    expect(upgrade.current()?.sources).toHaveLength(2);
    expect(await server.catchUp()).toBeUndefined();
    expect(server.outdated()?.version).toBe(version);
    await upgrade.close();

    // Stopped on the way, it goes on with what it has.
    const again = await place.openParcels({ isUpgrade: true });
    expect(again.current()?.sources.map(({ name }) => name)).toEqual(['iredell', 'rowan']);
    await again.goLive();
    await eventually(() => expect(server.current()?.sources).toHaveLength(2));
    expect(server.outdated()).toBeUndefined();
    expect(server.current()?.bareSource).toBe('rowan');
    expect((await server.findByPin(`${pin}~iredell`))?.pin).toBe(`${pin}~iredell`);
    expect((await server.older())?.version).toBe(version);
    await again.close();
    await server.close();
  });
});
