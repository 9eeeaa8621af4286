// Loads one county by its recipe: opens the source, runs the import, and says what came of it.
import { withoutToken } from '../import/arcgis/arcgis-address.ts';
import { forgetDownload } from '../import/arcgis/open-arcgis.ts';
import { tokensOf } from '../import/arcgis/source-tokens.ts';
import { UnknownField } from '../import/fields/field-names.ts';
import { fieldWords } from '../import/fields/mapping.ts';
import { writeMappingFile } from '../import/fields/mapping-file.ts';
import type { OpenSource, StepProgress } from '../import/layer.ts';
import { LossRefused } from '../import/loss.ts';
import { openSource } from '../import/open-source.ts';
import { changesTable, type ImportReport, reportTable, sumOf } from '../import/report.ts';
import { runImport } from '../import/run-import.ts';
import { tellGuard } from '../runtime/guarded-process.ts';
import { OperatorError } from '../runtime/operator-error.ts';
import { printable } from '../runtime/printable-text.ts';
import type { ParcelSource, ParcelStore } from '../store/parcel-store.ts';
import { openAuditLog } from './audit-log.ts';
import type { Call } from './command.ts';
import { type Recipe, readRecipe, resolveRecipe, titleFromName } from './county-source.ts';
import { MANY_REFUSED, STOPPED } from './exit-codes.ts';
import { missingGround } from './missing-ground.ts';
import { createProgressBar, type Progress } from './progress-bar.ts';
import type { GuardNews } from './run-guarded.ts';
import { stopSignal } from './stop-server.ts';
import { lockWorkFolder, workFolderOf } from './work-folder.ts';

/** More refused rows than this share, and a script should look at the report. */
const REFUSED_SHARE_EXPECTED = 0.1;

/** As this command was called: from the sources by npm, or as an installed package. */
const START = process.env.npm_lifecycle_event === 'platbook' ? 'npm start' : 'platbook start';

type Load = {
  call: Call;
  store: ParcelStore;
  name: string;
  recipe: Recipe;
  /** The source as it is loaded now. */
  known: Pick<ParcelSource, 'title' | 'recipe'> | undefined;
  /** Whether a field was named by an import before, and not now. */
  isRemembered: (field: string) => boolean;
  /** Those that come after it. */
  left?: readonly string[] | undefined;
  /** The day of the data, where it is given. */
  dataDate?: string | undefined;
  /** It is shown to people when `platbook upgrade` has imported the others, too. */
  isUpgrade?: boolean;
};

/** Returns the exit code. */
export async function loadCounty(load: Load): Promise<number> {
  tellGuard({ source: load.name, left: load.left, dryRun: load.call.has('dry-run') } satisfies GuardNews);
  // A dry run changes nothing.
  if (load.call.has('dry-run')) return runLoad(load);
  const { call, name: source, store } = load;
  const log = openAuditLog(call.config);
  const startMs = performance.now();
  const seconds = () => Math.round((performance.now() - startMs) / 1000);
  log.event('import-begun', { source });
  try {
    const code = await runLoad(load);
    const { count } = store.current()?.sources.find(({ name }) => name === source) ?? {};
    if (code === STOPPED) log.event('import-failed', { source, reason: 'stopped', seconds: seconds() });
    else log.event('import-ended', { source, count, status: code, seconds: seconds() });
    return code;
  } catch (err) {
    log.event('import-failed', { source, err, seconds: seconds() });
    throw err;
  }
}

async function runLoad(load: Load): Promise<number> {
  const { call, store, name, recipe, known, dataDate, isUpgrade = false } = load;
  const { config } = call;
  const isQuiet = call.has('quiet');
  const dryRun = call.has('dry-run');
  const workFolder = workFolderOf({ dataDir: config.dataDir, name });
  const unlock = await lockWorkFolder(workFolder, { wait: false });
  const stop = stopSignal();
  const bar = createProgressBar(isQuiet ? { write: () => {} } : process.stderr);
  const opened: OpenSource[] = [];
  const say = (line: string) => {
    bar.end();
    if (!isQuiet) console.log(printable(line));
  };
  try {
    const resolved = await resolveRecipe(recipe, { from: config.openAddresses, say });
    say(`${dryRun ? 'Reading' : 'Importing'} ${withoutToken(resolved.source)} as ${name}.`);
    const shared = {
      workFolder,
      signal: stop.signal,
      onProgress: (step: StepProgress) => bar.show(shownProgress(step)),
    };
    const { tokens, remembered, isGiven } = tokensOf({
      sources: [resolved.source, ...(resolved.join === undefined ? [] : [resolved.join])],
      option: call.valueOf('token'),
      before: recipe.token,
      ofEnvironment: config.arcGisToken,
    });
    const open = async (source: string) => {
      const one = await openSource({ ...shared, source, encoding: resolved.encoding, tokens });
      opened.push(one);
      return one;
    };
    const source = await open(resolved.source);
    const table = resolved.join === undefined ? undefined : await open(resolved.join);
    const finished = await runImport({
      ...shared,
      source,
      join: table && { source: table, layer: resolved.joinLayer, on: resolved.on! },
      options: { ...resolved, map: resolved.mapping },
      about: {
        name,
        title: resolved.title ?? known?.title ?? titleFromName(name),
        attribution: resolved.attribution ?? null,
        kind: 'imported',
        dataDate: dataDate ?? null,
      },
      recipeOf: (found) =>
        JSON.stringify({ ...storable(recipe), token: remembered, ...found } satisfies Recipe),
      columnsBefore: known && readRecipe(known.recipe)?.columns,
      acceptLoss: call.has('accept-loss'),
      sourceText: shellWord(withoutToken(recipe.source)),
      store,
      dryRun,
      say,
    });
    bar.end();
    const file = call.valueOf('write-mapping');
    if (file !== undefined) {
      await writeMappingFile({
        path: file,
        mapping: finished.mapping,
        dates: resolved.dates,
        leaveOut: resolved.leaveOut,
        keep: resolved.keep,
        rename: resolved.rename,
      });
      console.log(`The fields are written to ${file}: --mapping ${file} reads them.`);
    }
    if (!finished.report) return 0;
    if (!dryRun) await forgetDownload(workFolder);
    if (!dryRun && isGiven) {
      say(`The token is remembered for the refreshes of ${name}; import with --forget drops it.`);
    }
    // Once: a refresh by cron repeats nothing.
    const loaded = store.current()?.sources.filter((one) => one.name === name) ?? [];
    const missing = known || dryRun ? undefined : await missingGround(config, loaded);
    const { words, code } = conclusion({ report: finished.report, name, dryRun, isUpgrade, missing });
    if (!isQuiet || code !== 0) console.log(printable(words));
    return code;
  } catch (error) {
    bar.end();
    if (!stop.signal.aborted) throw withWayOut(error, load);
    const isAddress = /^https?:/i.test(recipe.source);
    const goingOn = isAddress ? ' What was downloaded is kept: the same command goes on from there.' : '';
    console.error(`platbook: Stopped before ${name} was changed.${goingOn}`);
    return STOPPED;
  } finally {
    for (const source of opened) await source.close();
    stop.release();
    unlock();
  }
}

/** A token is kept apart from its address, which is shown. */
function storable(recipe: Recipe): Recipe {
  const { source, join } = recipe;
  return { ...recipe, source: withoutToken(source), join: join && withoutToken(join) };
}

/** Fields are remembered even where they were guessed, so an operator may never have heard of the one that is missing. */
function withWayOut(error: unknown, { name, recipe, isRemembered }: Load): unknown {
  if (error instanceof LossRefused && error.unfilled.length > 0) {
    const options = error.unfilled.map((field) => `${fieldWords[field]}=FIELD`).join(',');
    error.message += ` Where a column has another name now: platbook import ${shellWord(withoutToken(recipe.source))} --as ${name} --accept-loss --map ${options}.`;
  }
  if (!(error instanceof UnknownField) || !isRemembered(error.wanted)) return error;
  const option = error.use.startsWith('--on')
    ? `--join ${shellWord(recipe.join ?? 'FILE')} --on FIELD`
    : `--map ${error.use}=FIELD`;
  return new OperatorError(
    `${error.message} It is remembered from the import before: name another one with platbook import ${shellWord(withoutToken(recipe.source))} --as ${name} ${option}, or write --forget instead of ${option} to have all fields guessed anew.`,
  );
}

function shellWord(text: string): string {
  return /^[\w./:@%+=,-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;
}

type Conclusion = {
  report: ImportReport;
  name: string;
  dryRun: boolean;
  isUpgrade: boolean;
  /** What the maps lack for its land. */
  missing: string | undefined;
};

/** What was imported and what was not. */
function conclusion({ report, name, dryRun, isUpgrade, missing }: Conclusion): {
  words: string;
  code: number;
} {
  const { changes, changesFile, reportFile, notes } = report;
  const isMuchRefused = sumOf(report.refused) > REFUSED_SHARE_EXPECTED * report.read;
  const code = isMuchRefused ? MANY_REFUSED : 0;
  const words = [
    reportTable(report),
    ...notes.map((note) => `Note: ${note}`),
    ...(changes ? [changesTable(changes)] : []),
    ...(changesFile ? [`What changed: ${changesFile}`] : []),
    ...(reportFile ? [`Row by row: ${reportFile}`] : []),
    dryRun
      ? 'A dry run: nothing was changed.'
      : isUpgrade
        ? `Imported as ${name}: platbook upgrade shows it, with all the others.`
        : `Imported as ${name}. A running Platbook shows it within seconds; ${START} starts one.`,
    ...(missing === undefined ? [] : [missing]),
    ...(isMuchRefused
      ? [`More than a tenth of the rows were refused: look at the report. Exit code ${code}.`]
      : []),
  ].join('\n');
  return { words, code };
}

export function shownProgress({ stage, done, total, unit }: StepProgress): Progress {
  const fraction = total === undefined ? undefined : done / Math.max(1, total);
  return unit === 'steps' ? { stage, fraction } : { stage, fraction, count: { done, unit } };
}
