// platbook refresh: imports counties again as before, for cron.
import { OperatorError } from '../runtime/operator-error.ts';
import type { OlderSet, ParcelSource, ParcelStore } from '../store/parcel-store.ts';
import type { Call, Command } from './command.ts';
import { readRecipe } from './county-source.ts';
import { ACCEPT_LOSS, EXIT_CODES, FAILED, STOPPED } from './exit-codes.ts';
import { explainFailure } from './explain-failure.ts';
import { openWithOlder } from './older-version.ts';
import { openParcels } from './open-parts.ts';

export const refresh: Command = {
  options: {
    quiet: { summary: 'for cron: say nothing unless the exit code is not 0' },
    'dry-run': { summary: 'show what would change, and change nothing' },
    'accept-loss': ACCEPT_LOSS,
    token: {
      value: 'TOKEN',
      summary: 'for an ArcGIS layer that is not public; remembered for its refreshes',
    },
  },
  notes: `${EXIT_CODES}
Of several sources, one that fails does not stop the others; the exit code is then 1.
After DATABASE_URL was set for the first time, it imports what the files of DATA_DIR were imported from.`,
  run: async (call) => {
    const { store, older } = await openWithOlder(call.config);
    try {
      const codes = new Set<number>();
      const inFiles = await sourcesOfFiles(call.config);
      const names = [...namesToRefresh(store, older, inFiles, call.args)];
      for (const [at, name] of names.entries()) {
        const code = await refreshOne({ call, store, older, inFiles, name, left: names.slice(at + 1) });
        codes.add(code);
        if (code === STOPPED) break;
      }
      // What a script must know first: a failure counts more than refused rows.
      return [STOPPED, FAILED].find((code) => codes.has(code)) ?? Math.max(...codes);
    } finally {
      await store.close();
    }
  },
};

type Older = OlderSet | undefined;
type One = {
  call: Call;
  store: ParcelStore;
  older: Older;
  inFiles: readonly ParcelSource[];
  name: string;
  left: readonly string[];
};

async function refreshOne({ call, store, older, inFiles, name, left }: One): Promise<number> {
  try {
    const known = requireSource([...(older?.sources ?? []), ...importedSources(store), ...inFiles], name);
    const recipe = readRecipe(known.recipe);
    if (!recipe) throw new OperatorError('it was not imported from anywhere, so it cannot be refreshed.');
    const { loadCounty } = await import('./load-county.ts');
    return await loadCounty({
      call,
      store,
      name,
      recipe,
      known,
      left,
      isRemembered: () => true,
      isUpgrade: store.liveSince() === undefined,
    });
  } catch (failure) {
    const error = explainFailure(failure, call.config);
    // With its name: a mail from cron has nothing else to tell which county it is about.
    const isExplained = error instanceof OperatorError;
    if (isExplained) console.error(`platbook: ${name}: ${error.message}`);
    else console.error(`platbook: ${name}:`, error);
    return isExplained ? error.exitCode : FAILED;
  }
}

/** The names that are given, once each; else those of all counties. A database that never had one gets those of the files. */
function namesToRefresh(
  store: ParcelStore,
  older: Older,
  inFiles: readonly ParcelSource[],
  given: readonly string[],
): Iterable<string> {
  const loaded = [...importedSources(store), ...(older?.sources ?? [])];
  const isNew = loaded.length === 0 && !store.isEmptied();
  const names = (isNew ? inFiles : loaded).map(({ name }) => name);
  if (given.length > 0) return new Set(given);
  if (names.length === 0) {
    throw new OperatorError('No county has been imported yet: platbook import SOURCE.');
  }
  return new Set(names);
}

/** What was imported before the parcels moved to a database. */
async function sourcesOfFiles({ dataDir, databaseUrl }: Call['config']): Promise<ParcelSource[]> {
  if (databaseUrl === undefined) return [];
  const files = await openParcels({ dataDir, databaseUrl: undefined });
  try {
    return importedSources(files);
  } finally {
    await files.close();
  }
}

function requireSource<Source extends { name: string }>(loaded: readonly Source[], name: string): Source {
  const found = loaded.find((source) => source.name === name);
  if (found) return found;
  const others = loaded.map((source) => source.name).join(', ') || 'none';
  throw new OperatorError(`There is no source of this name; loaded are: ${others}.`);
}

function importedSources(store: ParcelStore): ParcelSource[] {
  const loaded = [...(store.current()?.sources ?? []), ...store.damaged()];
  return loaded.filter(({ kind }) => kind === 'imported');
}
