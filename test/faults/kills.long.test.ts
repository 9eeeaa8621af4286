// kill -9 at random and at delicate moments, on both databases: everything acknowledged is there afterwards, nothing is half
// done, a running server goes on serving, and nothing left behind keeps the next process from working.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, onTestFinished, test } from 'vitest';
import { currentLayers } from '../../cli/layer-changes.ts';
import type { AreaGeometry } from '../../geo/geometry.ts';
import { tileAt } from '../../geo/tile-address.ts';
import { mapsFolderOf } from '../../store/format-folder.ts';
import { layersFolderOf } from '../../store/layer-folder.ts';
import { openOverlays } from '../../store/sqlite/overlay-file-store.ts';
import { CORNER, countyText, rowsOf } from '../county-text.ts';
import { drawTestWorld } from '../draw-test-maps.ts';
import { eventually } from '../eventually.ts';
import { finishPlatbook, freePort, runPlatbook, type Settings, startPlatbook } from '../run-platbook.ts';
import { seededRandom } from '../seeded-random.ts';
import { closeStores } from '../store-places.ts';
import { testFolder } from '../test-folder.ts';
import { ask } from './ask.ts';
import { noteFigure } from './figures.ts';
import { type KillPlace, killPlaces } from './kill-places.ts';
import { FAULT_TIMEOUT_MS, size } from './size.ts';

const saveFile = new URL('./save-parcels.ts', import.meta.url);
const holdFile = new URL('./hold-stores.ts', import.meta.url);

const folder = testFolder();

function start(file: URL, { where, settings }: KillPlace, ...args: readonly string[]) {
  const child = spawn(process.execPath, ['--import', 'tsx', file.pathname, where, ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, ...settings },
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  return { child, lines: createInterface(child.stdout), exited: once(child, 'exit') };
}

/** Kills a command after a time, or once its progress says so. Answers whether it was still running. */
async function kill(args: readonly string[], settings: Settings, moment: number | string): Promise<boolean> {
  const { child, output } = runPlatbook(args, settings);
  const exited = once(child, 'exit');
  const reached =
    typeof moment === 'number'
      ? pause(moment, true)
      : new Promise<boolean>((resolve) => {
          child.stderr.on('data', () => output.stderr.includes(moment) && resolve(true));
        });
  const wasRunning = await Promise.race([reached, exited.then(() => false)]);
  child.kill('SIGKILL');
  await exited;
  return wasRunning;
}

/** Answers how long it took. */
async function succeed(args: readonly string[], settings: Settings): Promise<number> {
  const startMs = Date.now();
  expect(await finishPlatbook(args, settings)).toMatchObject({ code: 0 });
  return Date.now() - startMs;
}

async function writeCounty(name: string, owner: string, count: number): Promise<string> {
  const path = join(folder, name);
  await writeFile(path, countyText(rowsOf(owner, count)));
  return path;
}

/** Owners' first names, and how many parcels each has. */
async function ownersIn(place: KillPlace): Promise<Record<string, number>> {
  const parcels = await place.openParcels();
  const owners: Record<string, number> = {};
  try {
    for await (const batch of parcels.readSource({ name: 'polk', withShapes: false })) {
      for (const { name } of batch) {
        const owner = name.split(' ')[0]!;
        owners[owner] = (owners[owner] ?? 0) + 1;
      }
    }
  } finally {
    await parcels.close();
  }
  return owners;
}

/** Asks a server for a parcel, a search and a tile all the time, until it is stopped. Answers the statuses. */
function keepAsking(url: string) {
  const { z, x, y } = tileAt({ lng: CORNER.lng + 0.0005, lat: CORNER.lat - 0.0005 }, 14);
  const paths = ['/api/parcels/100-1', '/api/parcels/search?q=walnut', `/tiles/${z}/${x}/${y}.pbf`];
  const statuses = new Set<number>();
  let isOver = false;
  const asking = paths.map(async (path) => {
    while (!isOver) {
      // Without a breath the questions would take all the time that the import needs.
      await pause(10);
      const answer = await fetch(url + path);
      await answer.arrayBuffer();
      statuses.add(answer.status);
    }
  });
  return async () => {
    isOver = true;
    await Promise.all(asking);
    return [...statuses];
  };
}

describe.each(killPlaces)('on $kind', { timeout: FAULT_TIMEOUT_MS }, ({ kind, createPlace }) => {
  test('killed under writes: every acknowledged save is there', async () => {
    const { seed, random } = seededRandom();
    const place = await createPlace();
    const kills = size({ short: 4, long: 100 });
    let acknowledged = 0;
    for (let round = 0; round < kills; round++) {
      const pins: string[] = [];
      const { child, lines, exited } = start(saveFile, place, String(round));
      const wanted = 1 + Math.floor(random() * 120);
      await new Promise<void>((resolve, reject) => {
        exited.then(() => reject(new Error('It ended by itself.')));
        // Whatever is printed until the process is gone has been acknowledged.
        lines.on('line', (line) => pins.push(line) === wanted && resolve());
      });
      if (round % 3 === 2) await place.endBackends?.();
      await pause(random() * 20);
      child.kill('SIGKILL');
      await exited;
      const stores = await place.open();
      const email = `crash-${round}@example.com`;
      const { userId } = await stores.accounts.findOrCreateUser({ email, nowMs: 1 });
      const saved = await stores.accounts.listSavedParcels(userId);
      const stored = new Set(saved.map(({ parcel_pin }) => parcel_pin));
      expect(pins.filter((pin) => !stored.has(pin))).toEqual([]);
      acknowledged += pins.length;
      await closeStores(stores);
    }
    noteFigure({
      what: `kill -9 under writes, ${kind}`,
      times: `${kills} kills, seed ${seed}`,
      result: `${acknowledged} acknowledged saves, 0 lost`,
    });
  });

  test('killed under a migration: everybody and everything saved is there', async () => {
    const { seed, random } = seededRandom();
    const place = await createPlace();
    const kills = size({ short: 3, long: 20 });
    const before = await place.writeOldAccounts();
    let openMs = 400;
    let unfinished = 0;
    for (let round = 0; round < kills; round++) {
      await place.restoreOldAccounts();
      const { child, lines, exited } = start(holdFile, place);
      let isOpen = false;
      const opening = new Promise<number>((resolve) => {
        lines.on('line', (line) => {
          if (line === 'opening') resolve(Date.now());
          else isOpen = true;
        });
      });
      const beganMs = await opening;
      lines.once('line', () => {
        openMs = Date.now() - beganMs;
      });
      await pause(random() * openMs);
      child.kill('SIGKILL');
      await exited;
      if (!isOpen) unfinished++;
      const stores = await place.open();
      expect(await place.countAccounts()).toEqual(before);
      const { userId } = await stores.accounts.findOrCreateUser({ email: 'old-7@example.com', nowMs: 1 });
      expect(await stores.accounts.listSavedParcels(userId)).toMatchObject([{ parcel_pin: 'old-7' }]);
      await closeStores(stores);
    }
    noteFigure({
      what: `kill -9 under migration, ${kind}`,
      times: `${kills} kills, ${unfinished} before its end, seed ${seed}`,
      result: `${before.users} people and ${before.saved} saved parcels there each time`,
    });
  });

  test('killed under an import beside a server: its parcels are there whole or not at all, and no request fails', async () => {
    const { seed, random } = seededRandom();
    const place = await createPlace();
    // The two counties take turns, and one has fewer parcels.
    const importing = (file: string) => ['import', file, '--as', 'polk', '--accept-loss'];
    const name = `${kind}.geojson`;
    const wholeMs = await succeed(importing(await writeCounty(name, 'First', 400)), place.settings);
    const contents = await place.contents();
    const serverDir = place.settings.DATABASE_URL ? join(folder, 'server') : place.settings.DATA_DIR!;
    await drawTestWorld(mapsFolderOf({ dataDir: serverDir }));
    const server = await startPlatbook({ ...place.settings, DATA_DIR: serverDir, PARCEL_ACCESS: 'public' });
    onTestFinished(() => void server.child.kill('SIGKILL'));
    const stopAsking = keepAsking(server.url);

    let present = { owner: 'First', count: 400 };
    let unfinished = 0;
    const moments = Array.from({ length: size({ short: 2, long: 20 }) }, () => random() * wholeMs);
    for (const [round, moment] of ['Writing parcels', 'Drawing tiles', ...moments].entries()) {
      const next = { owner: `Round${round}`, count: 401 + round };
      const file = await writeCounty(name, next.owner, next.count);
      if (await kill(importing(file), place.settings, moment)) unfinished++;
      const owners = await ownersIn(place);
      if (owners[next.owner] !== undefined) present = next;
      expect(owners).toEqual({ [present.owner]: present.count });
    }

    // At the last moment before the sets are exchanged, then at the first one after it.
    const file = await writeCounty(name, 'Swapped', 300);
    const beforeSwap = runPlatbook([...importing(file), '--attribution', LONG_CREDIT], place.settings);
    await progress(beforeSwap, 'Writing parcels');
    const swap = await place.holdSwap();
    await swap.reached;
    beforeSwap.child.kill('SIGKILL');
    await once(beforeSwap.child, 'close');
    await swap.release();
    expect(await ownersIn(place)).toEqual({ [present.owner]: present.count });
    const afterSwap = runPlatbook(importing(file), place.settings);
    await progress(afterSwap, 'Writing parcels');
    await place.swapped();
    afterSwap.child.kill('SIGKILL');
    await once(afterSwap.child, 'close');
    expect(await ownersIn(place)).toEqual({ Swapped: 300 });
    await eventually(async () => {
      const answer = await fetch(`${server.url}/api/parcels/100-1`);
      expect(await answer.json()).toMatchObject({ name: 'Swapped 1' });
    });

    await succeed(importing(await writeCounty(name, 'Last', 250)), place.settings);
    expect(await ownersIn(place)).toEqual({ Last: 250 });
    expect(await place.contents()).toEqual(contents);
    expect(await stopAsking()).toEqual([200]);
    noteFigure({
      what: `kill -9 under import, ${kind}`,
      times: `${moments.length + 4} kills, ${unfinished + 2} before its end, seed ${seed}`,
      result: 'the old or the new parcels, whole, each time; no request failed; the next import works',
    });
  });

  test('[LAY-1] killed under layers add: all processes have the layers before or after, whole, and nothing is left', async () => {
    const { seed, random } = seededRandom();
    const { settings } = await createPlace();
    const dataDir = settings.DATA_DIR!;
    const adding = async (count: number) => {
      const file = await writeCounty(`${kind}-lots.geojson`, 'Any', count);
      return ['layers', 'add', file, '--name', 'lots', '--as', 'overlay'];
    };
    const wholeMs = await succeed(await adding(400), settings);
    let present = 400;
    let unfinished = 0;
    const kills = size({ short: 4, long: 30 });
    for (let next = 401; next <= 400 + kills; next++) {
      if (await kill(await adding(next), settings, random() * wholeMs)) unfinished++;
      // With a database: in a folder that has nothing yet.
      const databaseUrl = settings.DATABASE_URL;
      const reader = databaseUrl
        ? { dataDir: join(folder, `reader-${next}`), databaseUrl }
        : { dataDir, databaseUrl };
      const [lots, ...others] = await currentLayers(reader);
      expect([[present, next], others]).toEqual([expect.arrayContaining([lots!.count]), []]);
      present = lots!.count;
      const names = await readdir(layersFolderOf(reader));
      expect(names).toEqual(expect.arrayContaining(Object.values(lots!.files)));
      const overlays = openOverlays([{ ...lots!, path: join(layersFolderOf(reader), lots!.files.shapes!) }]);
      expect(await overlays.on(LOT)).toMatchObject([{ parts: [{ share: expect.closeTo(1, 6) }] }]);
      await overlays.close();
    }
    await succeed(await adding(500), settings);
    const [lots] = await currentLayers({ dataDir, databaseUrl: settings.DATABASE_URL });
    const names = (await readdir(layersFolderOf({ dataDir }))).filter((name) => !name.endsWith('-journal'));
    expect([lots!.count, names.sort()]).toEqual([
      500,
      ['layers.json', 'lock.db', ...Object.values(lots!.files)].sort(),
    ]);
    noteFigure({
      what: `kill -9 under layers add, ${kind}`,
      times: `${kills} kills, ${unfinished} before its end, seed ${seed}`,
      result: 'the old or the new layer, whole, each time; nothing left over; the next command works',
    });
  });

  test('an import that waits for another is ended by Ctrl-C at once, and goes on when its turn comes', async () => {
    const place = await createPlace();
    const args = ['import', await writeCounty(`${kind}-waits.geojson`, 'Only', 60), '--as', 'polk'];
    await succeed(args, place.settings);
    const unlock = await place.holdLock();
    const stopped = runPlatbook(args, place.settings);
    await progress(stopped, 'Waiting for another import');
    stopped.child.kill('SIGINT');
    expect(await once(stopped.child, 'close')).toEqual([130, null]);
    expect(stopped.output.stderr).toMatch(/Stopped before polk was changed/);
    const patient = runPlatbook(args, place.settings);
    await progress(patient, 'Waiting for another import');
    await unlock();
    expect(await once(patient.child, 'close')).toEqual([0, null]);
  });

  test('killed under a first start: the next one begins again, and serves', async () => {
    const { seed, random } = seededRandom();
    const place = await createPlace();
    const settings = { ...place.settings, PORT: String(await freePort()) };
    await succeed(['import', await writeCounty('first.geojson', 'Only', 60), '--as', 'polk'], settings);
    const kills = size({ short: 2, long: 20 });
    let unfinished = 0;
    for (let round = 0; round < kills; round++) {
      if (await kill(['start'], settings, 500 + random() * 12_000)) unfinished++;
    }
    const { child, output } = runPlatbook(['start'], settings);
    onTestFinished(() => void child.kill('SIGKILL'));
    await new Promise<void>((resolve, reject) => {
      child.stdout.on('data', () => output.stdout.includes('Ctrl-C') && resolve());
      child.once('close', () => reject(new Error(output.stderr)));
    });
    expect((await ask({ port: Number(settings.PORT), path: '/readyz' })).status).toBe(200);
    const names = await readdir(place.settings.DATA_DIR!, { recursive: true });
    expect(names.filter((name) => /unfinished|\.part$/.test(name))).toEqual([]);
    noteFigure({
      what: `kill -9 under the first start, ${kind}`,
      times: `${kills} kills, ${unfinished} before it served, seed ${seed}`,
      result: 'the next start finishes the work and serves',
    });
  });

  test('killed under a backup: it is there whole or not at all, and the accounts stay as they are', async () => {
    const { seed, random } = seededRandom();
    const place = await createPlace();
    await place.writeOldAccounts();
    await place.restoreOldAccounts();
    await closeStores(await place.open());
    const before = await place.countAccounts();
    const kills = size({ short: 2, long: 20 });
    const target = (round: number | string) => join(folder, `${kind}-${round}.backup`);
    const wholeMs = await succeed(['backup', '--to', target('first')], place.settings);
    let written = 0;
    for (let round = 0; round < kills; round++) {
      await kill(['backup', '--to', target(round)], place.settings, random() * wholeMs);
      expect(await place.countAccounts()).toEqual(before);
      if (!existsSync(target(round))) continue;
      written++;
      const empty = await createPlace();
      await succeed(['restore', '--foreign', target(round)], empty.settings);
      expect(await empty.countAccounts()).toEqual(before);
    }
    await succeed(['backup', '--to', target('last')], place.settings);
    noteFigure({
      what: `kill -9 under backup, ${kind}`,
      times: `${kills} kills, ${written} after the file was there, seed ${seed}`,
      result: 'no half backup, nothing lost; the next backup works',
    });
  });
});

/** Inside the first lot. */
const LOT: AreaGeometry = {
  type: 'Polygon',
  coordinates: [
    [0.0002, 0.0008, 0.0008, 0.0002, 0.0002].map((east, at): [number, number] => [
      CORNER.lng + east,
      CORNER.lat - [0.0008, 0.0008, 0.0002, 0.0002, 0.0008][at]!,
    ]),
  ],
};

/** More than a pipe holds. */
const LONG_CREDIT = 'Thanks. '.repeat(12_000);

/** Resolves once the progress of a command says so. */
async function progress({ child, output }: ReturnType<typeof runPlatbook>, line: string): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    child.stderr.on('data', () => output.stderr.includes(line) && resolve());
    child.once('close', () => reject(new Error(output.stdout + output.stderr)));
  });
}
