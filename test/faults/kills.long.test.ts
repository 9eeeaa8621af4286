// kill -9 at random moments, on both databases: everything acknowledged is there afterwards, nothing is half done, and
// nothing left behind keeps the next one from working.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, onTestFinished, test } from 'vitest';
import { closeStores } from '../store-places.ts';
import { noteFigure } from './figures.ts';
import { type KillPlace, killPlaces } from './kill-places.ts';
import { FAULT_TIMEOUT_MS, size } from './size.ts';

const saveFile = new URL('./save-parcels.ts', import.meta.url);
const holdFile = new URL('./hold-stores.ts', import.meta.url);

function start(file: URL, { where, settings }: KillPlace, ...args: readonly string[]) {
  const child = spawn(process.execPath, ['--import', 'tsx', file.pathname, where, ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, ...settings },
  });
  onTestFinished(() => {
    child.kill('SIGKILL');
  });
  const lines = createInterface(child.stdout);
  return { child, lines, exited: once(child, 'exit') };
}

describe.each(killPlaces)('on $kind', ({ kind, createPlace }) => {
  test(
    'killed under writes: every acknowledged save is there',
    async () => {
      const place = await createPlace();
      const kills = size({ short: 4, long: 100 });
      let acknowledged = 0;
      for (let round = 0; round < kills; round++) {
        const pins: string[] = [];
        const { child, lines, exited } = start(saveFile, place, String(round));
        await new Promise<void>((resolve, reject) => {
          exited.then(() => reject(new Error('It ended by itself.')));
          const wanted = 1 + Math.floor(Math.random() * 120);
          // Whatever is printed until the process is gone has been acknowledged.
          lines.on('line', (line) => pins.push(line) === wanted && resolve());
        });
        if (round % 3 === 2) await place.endBackends?.();
        await pause(Math.random() * 20);
        child.kill('SIGKILL');
        await exited;
        const stores = await place.open();
        const { userId } = await stores.accounts.findOrCreateUser({
          email: `crash-${round}@example.com`,
          nowMs: 1,
        });
        const stored = new Set(
          (await stores.accounts.listSavedParcels(userId)).map(({ parcel_pin }) => parcel_pin),
        );
        expect(pins.filter((pin) => !stored.has(pin))).toEqual([]);
        acknowledged += pins.length;
        await closeStores(stores);
      }
      noteFigure({
        what: `kill -9 under writes, ${kind}`,
        times: `${kills} kills`,
        result: `${acknowledged} acknowledged saves, 0 lost`,
      });
    },
    FAULT_TIMEOUT_MS,
  );

  test(
    'killed under a migration: everybody and everything saved is there',
    async () => {
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
        await pause(Math.random() * openMs);
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
        times: `${kills} kills, ${unfinished} before its end`,
        result: `${before.users} people and ${before.saved} saved parcels there each time`,
      });
    },
    FAULT_TIMEOUT_MS,
  );
});
