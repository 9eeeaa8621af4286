// kill -9 of commands at random moments, as real processes and on both databases: import, first start and backup.
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { countyText, rowsOf } from '../county-text.ts';
import { finishPlatbook, freePort, runPlatbook, type Settings } from '../run-platbook.ts';
import { closeStores } from '../store-places.ts';
import { ask } from './ask.ts';
import { noteFigure } from './figures.ts';
import { type KillPlace, killPlaces } from './kill-places.ts';
import { FAULT_TIMEOUT_MS, isLong, size } from './size.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'platbook-kill-commands-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** Whether the command was still running. */
async function killAfter(args: readonly string[], settings: Settings, afterMs: number): Promise<boolean> {
  const { child } = runPlatbook(args, settings);
  const exited = once(child, 'exit');
  const wasRunning = await Promise.race([pause(afterMs, true), exited.then(() => false)]);
  child.kill('SIGKILL');
  await exited;
  return wasRunning;
}

async function succeed(args: readonly string[], settings: Settings): Promise<number> {
  const startMs = Date.now();
  const { code, stdout, stderr } = await finishPlatbook(args, settings);
  expect({ code, stderr, stdout }).toMatchObject({ code: 0 });
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

describe.each(killPlaces)('on $kind', ({ kind, createPlace }) => {
  /** Commands keep downloads and maps in a folder of their own, in either case. */
  const settingsOf = (place: KillPlace): Settings => ({
    DATA_DIR: join(folder, `data-${kind}`),
    ...place.settings,
  });

  test(
    'an import is there whole or not at all',
    async () => {
      const place = await createPlace();
      const settings = settingsOf(place);
      const kills = size({ short: 2, long: 20 });
      const importing = (file: string) => ['import', file, '--as', 'polk'];
      let present = { owner: 'First', count: 400 };
      const wholeMs = await succeed(importing(await writeCounty(`${kind}.geojson`, 'First', 400)), settings);
      let unfinished = 0;
      for (let round = 0; round < kills; round++) {
        const next = { owner: `Round${round}`, count: 400 + round };
        const file = await writeCounty(`${kind}.geojson`, next.owner, next.count);
        if (await killAfter(importing(file), settings, Math.random() * wholeMs)) unfinished++;
        const owners = await ownersIn(place);
        if (owners[next.owner] !== undefined) present = next;
        expect(owners).toEqual({ [present.owner]: present.count });
      }
      await succeed(importing(await writeCounty(`${kind}.geojson`, 'Last', 300)), settings);
      expect(await ownersIn(place)).toEqual({ Last: 300 });
      noteFigure({
        what: `kill -9 under import, ${kind}`,
        times: `${kills} kills, ${unfinished} before its end`,
        result: 'the old or the new parcels, whole, each time; the next import works',
      });
    },
    FAULT_TIMEOUT_MS,
  );

  // Drawing the map of the world takes half a minute: only in the long form.
  const testLong = isLong ? test : () => {};
  testLong(
    'a first start begins again, and serves',
    async () => {
      const place = await createPlace();
      const settings = { ...settingsOf(place), DATA_DIR: join(folder, `first-${kind}`), ...place.settings };
      await succeed(['import', await writeCounty('first.geojson', 'Only', 60), '--as', 'polk'], settings);
      const kills = 20;
      const port = await freePort();
      let unfinished = 0;
      for (let round = 0; round < kills; round++) {
        const afterMs = 500 + Math.random() * 12_000;
        if (await killAfter(['start'], { ...settings, PORT: String(port) }, afterMs)) unfinished++;
      }
      const { child, output } = runPlatbook(['start'], { ...settings, PORT: String(port) });
      onTestFinished(() => {
        child.kill('SIGKILL');
      });
      await new Promise<void>((resolve, reject) => {
        child.stdout.on('data', () => output.stdout.includes('Ctrl-C') && resolve());
        child.once('close', () => reject(new Error(output.stderr)));
      });
      expect((await ask({ port, path: '/readyz' })).status).toBe(200);
      const leftovers = (await readdir(settings.DATA_DIR, { recursive: true })).filter((name) =>
        /unfinished|\.part$/.test(name),
      );
      expect(leftovers).toEqual([]);
      noteFigure({
        what: `kill -9 under the first start, ${kind}`,
        times: `${kills} kills, ${unfinished} before it served`,
        result: 'the next start finishes the work and serves',
      });
    },
    FAULT_TIMEOUT_MS,
  );

  test.runIf(existsSync(join(import.meta.dirname, '../../cli/backup.ts')))(
    'a backup is there whole or not at all, and the accounts stay as they are',
    async () => {
      const place = await createPlace();
      const settings = settingsOf(place);
      await place.writeOldAccounts();
      await place.restoreOldAccounts();
      await closeStores(await place.open());
      const before = await place.countAccounts();
      const kills = size({ short: 2, long: 20 });
      const target = (round: number | string) => join(folder, `${kind}-${round}.backup`);
      const wholeMs = await succeed(['backup', '--to', target('first')], settings);
      let written = 0;
      for (let round = 0; round < kills; round++) {
        await killAfter(['backup', '--to', target(round)], settings, Math.random() * wholeMs);
        expect(await place.countAccounts()).toEqual(before);
        if (!existsSync(target(round))) continue;
        written++;
        const empty = await createPlace();
        await succeed(['restore', target(round)], { ...settingsOf(empty), ...empty.settings });
        expect(await empty.countAccounts()).toEqual(before);
      }
      await succeed(['backup', '--to', target('last')], settings);
      noteFigure({
        what: `kill -9 under backup, ${kind}`,
        times: `${kills} kills, ${written} after the file was there`,
        result: 'no half backup, nothing lost; the next backup works',
      });
    },
    FAULT_TIMEOUT_MS,
  );
});
