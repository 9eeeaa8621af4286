// platbook upgrade: brings what an older version has left into the form of this one, beside it, and shows it at the end.

import { OperatorError } from '../runtime/operator-error.ts';
import { printable } from '../runtime/printable-text.ts';
import { VERSION } from '../runtime/version.ts';
import type { Config } from '../server/config.ts';
import { backupName, backupsFolderOf, freePath } from '../store/account-backup.ts';
import type { OlderSet, ParcelStore } from '../store/parcel-store.ts';
import { backUp } from './backup.ts';
import type { Call, Command } from './command.ts';
import { ACCEPT_LOSS, FAILED } from './exit-codes.ts';
import { requireFreePort } from './listen.ts';
import { olderToImport, removeOlder, WAY_BACK_DAYS } from './older-version.ts';
import { openParcels } from './open-parts.ts';
import { prepareInProcess } from './prepare-in-process.ts';
import { stopSignal } from './stop-server.ts';
import {
  isImported,
  planInWords,
  planUpgrade,
  refuseImpossible,
  SECONDS_AT_START,
  secondsOf,
  timeInWords,
  type UpgradePlan,
} from './upgrade-plan.ts';

export const upgrade: Command = {
  options: {
    check: { summary: 'tell what is old, how long it takes and what is in the way, and change nothing' },
    without: { value: 'NAMES', summary: 'leave counties out: orange,wake' },
    'accept-loss': ACCEPT_LOSS,
    done: { summary: 'remove what the version before has left: after that there is no way back' },
  },
  notes: `Works beside a server of the version before, which goes on as it was. Counties are imported again from where they came
from; if one fails, nothing is shown, and the same command goes on from there. Then stop that server and start this version. Going
back is a matter of the link and of restoring the accounts (docs/operating.md), until --done, or a start ${WAY_BACK_DAYS} days later.`,
  run: async (call) => {
    const { config } = call;
    const store = await openParcels(config, { isUpgrade: true });
    try {
      if (call.has('done')) return await endWayBack(config, store);
      const without = new Set(
        call
          .valueOf('without')
          ?.split(',')
          .map((name) => name.trim()),
      );
      const plan = await planUpgrade(config, store, without);
      if (!plan.older && plan.accountVersion === undefined) {
        console.log(`Nothing to upgrade: all that is here is of this version, ${VERSION}.`);
        return undefined;
      }
      console.log(
        printable(`This is Platbook ${VERSION}. An older one has left here:\n\n${planInWords(plan)}\n`),
      );
      refuseImpossible(plan, config);
      return call.has('check') ? undefined : await carryOut(call, store, plan);
    } finally {
      await store.close();
    }
  },
};

type UpgradeCall = Pick<Call, 'config' | 'runGuarded'> & Partial<Pick<Call, 'has'>>;

/** Returns the exit code. */
async function carryOut(
  call: UpgradeCall,
  store: ParcelStore,
  plan: UpgradePlan,
): Promise<number | undefined> {
  const { config } = call;
  if (plan.accountVersion !== undefined) {
    const path = await freePath(backupsFolderOf(config), backupName(new Date()));
    await backUp(config, path);
    console.log(`The accounts are backed up: ${path}`);
  }
  const names = plan.steps.filter(({ isDone, kind }) => !isDone && kind !== 'demo').map(({ name }) => name);
  const code = names.length > 0 ? await importAgain(call, names) : undefined;
  await store.catchUp();
  const left = plan.steps.filter((step) => step.kind !== 'demo' && !isImported(step, store));
  if (left.length > 0) {
    console.error(
      `platbook: Nothing is shown yet: platbook upgrade goes on with what is left (${left.map(({ name }) => name).join(', ')}).`,
    );
    return code || FAILED;
  }
  if (plan.older) await showAll(config, store, plan.older.kind);
  console.log(
    `Done. Start Platbook ${VERSION} now, in place of the one that is running. What the version before has left stays for ${WAY_BACK_DAYS} days, for the way back, or until platbook upgrade --done.`,
  );
  return undefined;
}

/** As refresh does, beside a server: of counties of an older version it fills the set that is shown at the end. */
async function importAgain(
  { config, runGuarded, has }: UpgradeCall,
  names: string[],
): Promise<number | undefined> {
  const options = has?.('accept-loss') ? ['--accept-loss'] : [];
  if (runGuarded) return runGuarded(['refresh', ...options, ...names], names, config);
  const { refresh } = await import('./refresh.ts');
  const isGiven = (option: string) => options.includes(`--${option}`);
  return refresh.run({ config, args: names, valueOf: () => undefined, has: isGiven });
}

/** With maps and places, so that the first start takes a second. */
async function showAll(config: Config, store: ParcelStore, kind: OlderSet['kind']): Promise<void> {
  const { dataDir, databaseUrl, maps } = config;
  if (kind !== 'demo') await store.goLive();
  const stop = stopSignal();
  try {
    const task = kind === 'demo' ? 'demo county' : 'maps to start with';
    const { basemapFile } = maps;
    await prepareInProcess({ task, dataDir, databaseUrl, basemapFile, showsProgress: true }, stop.signal);
  } finally {
    stop.release();
  }
}

async function endWayBack(config: Config, store: ParcelStore): Promise<undefined> {
  if (await olderToImport(store)) {
    throw new OperatorError(
      'Not all parcels of the version before have been imported again: platbook upgrade does that first.',
    );
  }
  const wasThere = (await store.older()) !== undefined;
  await removeOlder(config, store);
  console.log(
    wasThere ? 'What the version before had left is removed.' : 'There was nothing left of a version before.',
  );
  return undefined;
}

/**
 * Before a start opens anything, where isOutdated: does what takes less than a minute, and refuses the rest before the accounts are migrated.
 * Returns the exit code, where it is not 0.
 */
export async function upgradeBeforeStart(call: UpgradeCall): Promise<number | undefined> {
  const { config } = call;
  const store = await openParcels(config, { isUpgrade: true });
  try {
    const plan = await planUpgrade(config, store);
    // The start itself makes the demo county.
    if (!plan.older || plan.older.kind === 'demo') return undefined;
    requireShort(plan);
    console.log(`Platbook ${VERSION} imports the parcels of an older one again.\n\n${planInWords(plan)}\n`);
    refuseImpossible(plan, config);
    await requireFreePort(config);
    return await carryOut(call, store, plan);
  } finally {
    await store.close();
  }
}

function requireShort(plan: UpgradePlan): void {
  const seconds = secondsOf(plan);
  const isShort =
    seconds < SECONDS_AT_START && !plan.steps.some(({ isRemote, isDone }) => isRemote && !isDone);
  if (!isShort || plan.steps.some(({ missing }) => missing !== undefined)) {
    throw new OperatorError(
      `The parcels (${plan.older!.source}) were loaded by an older Platbook. platbook upgrade imports them again (about ${timeInWords(seconds)}); platbook upgrade --check only tells what it would do. Until then nothing is changed, and the version before can be started.`,
    );
  }
}
