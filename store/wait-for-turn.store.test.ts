// Several processes that change parcels at once, tested on both databases: one changes them, the others wait.
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { movedParcels, oddParcels } from '../test/odd-parcels.ts';
import { type StorePlace, storeKinds } from '../test/store-places.ts';
import { testSource } from '../test/test-source.ts';
import type { ChangeOptions, ParcelRecord, ParcelStore } from './parcel-store.ts';

const loadOf = (name: string, parcels: ParcelRecord[]) => ({
  ...testSource,
  name,
  parcels,
  expectedCount: parcels.length,
});
const iredell = loadOf('iredell', oddParcels);
const rowan = loadOf('rowan', movedParcels(oddParcels, { lng: 1, lat: 1 }));

function gate(): { opened: Promise<void>; open: () => void } {
  let open = () => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { opened, open };
}

/** So that a failing test does not hang in a load that nobody tells to go on. */
const toldAtTheEnd: (() => void)[] = [];

/** A load by the store that goes on once it is told to. */
function beginLoad(store: ParcelStore, load: typeof iredell) {
  const told = gate();
  const begun = gate();
  toldAtTheEnd.push(told.open);
  async function* parcels() {
    begun.open();
    await told.opened;
    yield* load.parcels;
  }
  const loaded = store.replaceSource({ ...load, parcels: parcels() });
  return { begun: begun.opened, goOn: told.open, loaded };
}

/** What tells that a change waits, and what the change has to say. */
function watch(): { waits: Promise<void>; stages: string[]; onProgress: ChangeOptions['onProgress'] } {
  const waiting = gate();
  const stages: string[] = [];
  return {
    waits: waiting.opened,
    stages,
    onProgress: ({ stage }) => {
      stages.push(stage);
      if (stage === 'Waiting for another import') waiting.open();
    },
  };
}

describe.each(storeKinds)('two processes on one $kind', ({ createPlace }) => {
  let place: StorePlace;
  let first: ParcelStore;
  let second: ParcelStore;
  beforeEach(async () => {
    place = await createPlace();
    first = await place.openParcels();
    second = await place.openParcels();
  });
  afterEach(async () => {
    for (const goOn of toldAtTheEnd.splice(0)) goOn();
    await Promise.all([first.close(), second.close()]);
    await place.remove();
  });

  const namesIn = (store: ParcelStore) => store.current()?.sources.map(({ name }) => name);

  test('load a county each at once: the second waits, and both are loaded', async () => {
    const one = beginLoad(first, iredell);
    await one.begun;
    const { waits, onProgress } = watch();
    const other = second.replaceSource({ ...rowan, onProgress });
    await waits;
    one.goOn();
    await one.loaded;
    await other;
    expect(namesIn(second)).toEqual(['iredell', 'rowan']);
  });

  test('one loads while the other removes: the removal waits', async () => {
    await first.replaceSource(iredell);
    const one = beginLoad(first, rowan);
    await one.begun;
    const { waits, onProgress } = watch();
    const removed = second.removeSource('iredell', { onProgress });
    await waits;
    one.goOn();
    await one.loaded;
    expect((await removed)?.sources.map(({ name }) => name)).toEqual(['rowan']);
  });

  test('one that wants any parcels keeps those that it has waited for', async () => {
    const one = beginLoad(first, iredell);
    await one.begun;
    const { waits, stages, onProgress } = watch();
    const other = second.replaceSource({ ...rowan, unlessLoaded: true, onProgress });
    await waits;
    one.goOn();
    expect(await other).toEqual(await one.loaded);
    expect(stages).not.toContain('Writing parcels');
  });

  test('a signal ends the wait, and the other load goes on', async () => {
    const one = beginLoad(first, iredell);
    await one.begun;
    const { waits, onProgress } = watch();
    const abort = new AbortController();
    const other = second.replaceSource({ ...rowan, onProgress, signal: abort.signal });
    await waits;
    abort.abort(new Error('Stopped.'));
    await expect(other).rejects.toThrow('Stopped.');
    one.goOn();
    await one.loaded;
    expect(namesIn(first)).toEqual(['iredell']);
  });

  test('a signal ends a load at any stage, and nothing is changed', async () => {
    await first.replaceSource(iredell);
    for (const last of ['Writing parcels', 'Indexing', 'Drawing tiles']) {
      const abort = new AbortController();
      const onProgress: ChangeOptions['onProgress'] = ({ stage }) => {
        if (stage === last) abort.abort(new Error('Stopped.'));
      };
      const load = first.replaceSource({ ...rowan, onProgress, signal: abort.signal });
      await expect(load).rejects.toThrow('Stopped.');
    }
    expect(namesIn(first)).toEqual(['iredell']);
  });
});
