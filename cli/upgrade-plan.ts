// What an upgrade would do: which counties an older version has left and where each is imported again from, what is in the way,
// how long it takes. Nothing is changed here.
import { existsSync } from 'node:fs';
import { statfs } from 'node:fs/promises';
import { PARCEL_FORMAT } from '../contract/parcel-columns.ts';
import { withoutToken } from '../import/arcgis/arcgis-address.ts';
import { OperatorError } from '../runtime/operator-error.ts';
import { sizeInWords } from '../runtime/size-in-words.ts';
import type { Config } from '../server/config.ts';
import { ACCOUNT_SCHEMA_VERSION } from '../store/account-migrations.ts';
import type { OlderSet, OlderSource, ParcelStore } from '../store/parcel-store.ts';
import { isDefinitionId, type Recipe, readRecipe } from './county-source.ts';
import { isImported, olderToImport } from './older-version.ts';

/** Of a slow machine: better promised too long than too short. */
const PARCELS_PER_SECOND = 2000;
const SECONDS_PER_SOURCE = 5;
const SECONDS_FOR_MAPS = 20;
const DEMO_SECONDS = 60;
/** Parcels, tiles and columns, and what an import writes meanwhile. */
const BYTES_PER_PARCEL = 2500;

export type UpgradeStep = OlderSource & {
  recipe: string | null;
  from: Recipe | undefined;
  /** A county's server is asked: how long that takes, only it knows. */
  isRemote: boolean;
  /** Imported by an upgrade that did not come to its end. */
  isDone: boolean;
  seconds: number;
  /** Why it cannot be imported again. */
  missing: string | undefined;
};

export type UpgradePlan = {
  older: OlderSet | undefined;
  steps: readonly UpgradeStep[];
  /** Of the older counties. */
  leftOut: readonly string[];
  /** That the version before did not have. */
  added: readonly string[];
  /** Somebody went back, and imported there: each county is shown as soon as it is imported again. */
  isLive: boolean;
  /** The version of the accounts' schema, where it is an older one. */
  accountVersion: number | undefined;
  bytesNeeded: number;
  bytesFree: number;
};

/** Of a store that was opened for an upgrade. */
export async function planUpgrade(
  config: Config,
  store: ParcelStore,
  without: ReadonlySet<string> = new Set(),
): Promise<UpgradePlan> {
  const older = await olderToImport(store);
  const sources = older?.sources ?? [];
  const steps = sources
    .filter(({ name }) => !without.has(name))
    .map((source) => stepOf(source, older!, store));
  const isKnown = ({ name }: { name: string }) => sources.some((source) => source.name === name);
  const isLive = store.liveSince() !== undefined;
  const parcels = steps.reduce((sum, { isDone, count }) => sum + (isDone ? 0 : count), 0);
  const { bavail, bsize } = await statfs(config.dataDir);
  return {
    older,
    steps,
    leftOut: sources.map(({ name }) => name).filter((name) => without.has(name)),
    added: isLive
      ? []
      : (store.current()?.sources ?? []).filter((source) => !isKnown(source)).map(({ name }) => name),
    isLive,
    accountVersion: await olderAccountVersion(config),
    bytesNeeded: parcels * BYTES_PER_PARCEL,
    bytesFree: bavail * bsize,
  };
}

function stepOf(source: OlderSource, older: OlderSet, store: ParcelStore): UpgradeStep {
  const from = readRecipe(source.recipe);
  const isDemo = source.kind === 'demo';
  const files = [from?.source, from?.join].filter((path) => path !== undefined);
  const gone = files.find((path) => !isRemote(path) && !existsSync(path));
  const isDone = isImported(source, older, store);
  return {
    ...source,
    from,
    isRemote: files.some(isRemote),
    isDone,
    seconds: isDone ? 0 : isDemo ? DEMO_SECONDS : SECONDS_PER_SOURCE + source.count / PARCELS_PER_SECOND,
    missing:
      isDone || isDemo ? undefined : from ? gone && `${gone} is gone` : 'where it came from is not known',
  };
}

const isRemote = (source: string) => URL.canParse(source) || isDefinitionId(source);

async function olderAccountVersion({ dataDir, databaseUrl }: Config): Promise<number | undefined> {
  const version = databaseUrl
    ? await (await import('../store/postgres/open-postgres-stores.ts')).accountVersionOf(databaseUrl)
    : (await import('../store/sqlite/open-sqlite-stores.ts')).accountVersionIn(dataDir);
  return version !== undefined && version > 0 && version < ACCOUNT_SCHEMA_VERSION ? version : undefined;
}

/** Whether `npm start` does it by itself: it asks nobody outside, and a person waits for it. */
export const SECONDS_AT_START = 60;
export const secondsOf = ({ steps }: UpgradePlan) =>
  steps.reduce((sum, { seconds }) => sum + seconds, SECONDS_FOR_MAPS);

export function planInWords(plan: UpgradePlan): string {
  const { older, steps, leftOut, added, isLive, accountVersion, bytesNeeded, bytesFree } = plan;
  const lines: string[] = [];
  if (older) {
    lines.push(
      `Parcels   of format ${older.format}; this version reads ${PARCEL_FORMAT}, so they are imported again:`,
      ...steps.map((step) => `  ${stepInWords(step)}`),
      ...leftOut.map((name) => `  ${name}: left out`),
      ...added.map((name) => `  ${name}: new, imported already`),
      `Maps      and places, about ${timeInWords(SECONDS_FOR_MAPS)}`,
    );
  }
  if (accountVersion !== undefined) {
    lines.push(
      `Accounts  of schema ${accountVersion}; this version has ${ACCOUNT_SCHEMA_VERSION}: backed up now, and migrated in seconds by the next start`,
    );
  }
  if (!older) return lines.join('\n');
  lines.push(
    `Disk      about ${sizeInWords(bytesNeeded)} more; ${sizeInWords(bytesFree)} are free`,
    '',
    isLive
      ? 'Parcels of this version are shown already: each county takes their place as soon as it is imported.'
      : 'Nothing changes for anybody before the end.',
    'A source that cannot be read, or has lost columns or more than a twentieth of its parcels, stops it with a sentence; what was',
    'imported again by then is kept, and the same command goes on.',
  );
  return lines.join('\n');
}

function stepInWords({ name, count, isDone, isRemote, seconds, missing, from, kind }: UpgradeStep): string {
  const parcels = `${name}: ${count.toLocaleString('en-US')} parcels`;
  if (isDone) return `${parcels}, imported again already`;
  if (missing !== undefined) return `${parcels}, but ${missing}`;
  const source = kind === 'demo' ? 'made again' : `from ${withoutToken(from!.source)}`;
  return `${parcels}, about ${timeInWords(seconds)}${isRemote ? ' and the download' : ''}, ${source}`;
}

export function timeInWords(seconds: number): string {
  if (seconds < 90) return `${Math.max(5, Math.ceil(seconds / 5) * 5)} s`;
  const minutes = Math.ceil(seconds / 60);
  return minutes < 90 ? `${minutes} min` : `${(minutes / 60).toFixed(1)} h`;
}

/** All that is in the way, before anything is changed. */
export function refuseImpossible({ steps, bytesNeeded, bytesFree }: UpgradePlan, { dataDir }: Config): void {
  const missing = steps.filter((step) => step.missing !== undefined);
  if (missing.length > 0) {
    const names = missing.map(({ name }) => name).join(',');
    const ways = missing.map(
      ({ name, missing }) => `  ${name}: ${missing}: platbook import FILE --as ${name}`,
    );
    throw new OperatorError(
      [
        'Nothing was changed, because some sources cannot be read. Give them anew, and call platbook upgrade again:',
        ...ways,
        `or leave them out: platbook upgrade --without ${names}`,
      ].join('\n'),
    );
  }
  if (bytesNeeded > bytesFree) {
    throw new OperatorError(
      `Nothing was changed: importing again needs about ${sizeInWords(bytesNeeded)} in ${dataDir}, where ${sizeInWords(bytesFree)} are free.`,
    );
  }
}
