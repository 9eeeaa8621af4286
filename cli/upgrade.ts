// platbook upgrade: brings what an older version has left into the form of this one, beside it, and shows it at the end.

import { OperatorError } from '../runtime/operator-error.ts';
import { printable } from '../runtime/printable-text.ts';
import { VERSION } from '../runtime/version.ts';
import { backupsFolderOf, freePath, nameBeforeMigration } from '../store/account-backup.ts';
import type { ParcelStore } from '../store/parcel-store.ts';
import { ask } from './ask.ts';
import { openAuditLog } from './audit-log.ts';
import { backUp } from './backup.ts';
import type { Call, Command } from './command.ts';
import { ACCEPT_LOSS, FAILED } from './exit-codes.ts';
import { requireFreePort } from './listen.ts';
import { isImported, olderToImport, removeOlder, WAY_BACK_DAYS } from './older-version.ts';
import { openParcels } from './open-parts.ts';
import { prepare } from './prepare-before-start.ts';
import {
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
    yes: { summary: 'with --done: do not ask' },
  },
  notes: `Works beside a server of the version before, which goes on as it was. Counties are imported again from where they came
from; if one fails, nothing is shown, and the same command goes on from there. Then stop that server and start this version. Going
back is a matter of the link and of restoring the accounts (docs/operating.md), until --done, or a start ${WAY_BACK_DAYS} days later.`,
  run: async (call) => {
    const { config } = call;
    const store = await openParcels(config, { isUpgrade: true });
    try {
      if (call.has('done')) return await endWayBack(call, store);
      const names = call.valueOf('without')?.split(',');
      const plan = await planUpgrade(config, store, new Set(names?.map((name) => name.trim())));
      if (!plan.older && plan.accountVersion === undefined) {
        // An upgrade that was killed while it made them.
        if (!call.has('check') && (await store.older())) await prepare('maps to start with', config);
        const place = config.databaseUrl ? 'the database' : config.dataDir;
        console.log(
          `Nothing to upgrade: all parcels and accounts in ${place} are of this version, ${VERSION}.`,
        );
        return undefined;
      }
      console.log(
        printable(`This is Platbook ${VERSION}. An older one has left here:\n\n${planInWords(plan)}\n`),
      );
      refuseImpossible(plan, config);
      if (call.has('check')) return undefined;
      const code = await carryOut(call, store, plan);
      if (code === undefined) console.log(conclusion(plan));
      return code;
    } finally {
      await store.close();
    }
  },
};

function conclusion({ isLive }: UpgradePlan): string {
  const next = isLive ? '' : ` Start Platbook ${VERSION} now, in place of the one that is running.`;
  return `Done.${next} What the version before has left stays for ${WAY_BACK_DAYS} days, for the way back, or until platbook upgrade --done.`;
}

type UpgradeCall = Pick<Call, 'config' | 'runGuarded'> & Partial<Pick<Call, 'has'>>;

/** Returns the exit code. */
async function carryOut(
  call: UpgradeCall,
  store: ParcelStore,
  plan: UpgradePlan,
): Promise<number | undefined> {
  const { config } = call;
  if (plan.accountVersion !== undefined) {
    const path = await freePath(backupsFolderOf(config), nameBeforeMigration(new Date()));
    await backUp(config, path);
    console.log(`The accounts are backed up: ${path}`);
  }
  const names = plan.steps.filter(({ isDone, kind }) => !isDone && kind !== 'demo').map(({ name }) => name);
  const code = names.length > 0 ? await importAgain(call, names) : undefined;
  await store.catchUp();
  const left = plan.steps.filter((step) => step.kind !== 'demo' && !isImported(step, plan.older!, store));
  if (left.length > 0) {
    console.error(
      `platbook: Nothing is shown yet: platbook upgrade goes on with what is left (${left.map(({ name }) => name).join(', ')}).`,
    );
    return code || FAILED;
  }
  if (!plan.older) return undefined;
  const isDemo = plan.older.kind === 'demo';
  if (!isDemo) await store.goLive();
  // Before the first start, which then takes a second.
  await prepare(isDemo ? 'demo county' : 'maps to start with', config);
  openAuditLog(config).event('upgraded', { version: VERSION, count: store.current()?.count });
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

async function endWayBack(call: Call, store: ParcelStore): Promise<number | undefined> {
  const { config, has } = call;
  if (has('check') || call.valueOf('without') !== undefined) {
    throw new OperatorError('--done removes files, so it goes with no other option but --yes.');
  }
  const { accountVersion } = await planUpgrade(config, store);
  if ((await olderToImport(store)) || accountVersion !== undefined) {
    throw new OperatorError(
      'The version before is still needed: platbook upgrade, and a start of this version, come first.',
    );
  }
  const older = await store.older();
  if (!older) {
    console.log('There was nothing left of a version before.');
    return undefined;
  }
  const question = `Remove what the version before has left (${older.source}, and its maps)? It must not run any more, and cannot be gone back to.`;
  if (!has('yes') && !(await ask(question))) return FAILED;
  await removeOlder(config, store);
  openAuditLog(config).event('older-version-removed');
  console.log('What the version before had left is removed.');
  return undefined;
}

/**
 * Before a start opens anything, where parcels are outdated: does what takes less than a minute, and refuses the rest before the
 * accounts are migrated. Returns the exit code, where it is not 0.
 */
export async function upgradeBeforeStart(call: UpgradeCall): Promise<number | undefined> {
  const { config } = call;
  const store = await openParcels(config, { isUpgrade: true });
  try {
    const plan = await planUpgrade(config, store);
    refuseImpossible(plan, config);
    const seconds = secondsOf(plan);
    if (seconds > SECONDS_AT_START || plan.steps.some(({ isRemote, isDone }) => isRemote && !isDone)) {
      throw new OperatorError(
        `The parcels (${plan.older!.source}) were loaded by an older Platbook. platbook upgrade imports them again (about ${timeInWords(seconds)}); platbook upgrade --check only tells what it would do. Until then nothing is changed, and the version before can be started.`,
      );
    }
    await requireFreePort(config);
    console.log(`Platbook ${VERSION} imports the parcels of an older one again.\n\n${planInWords(plan)}\n`);
    return await carryOut(call, store, plan);
  } finally {
    await store.close();
  }
}
