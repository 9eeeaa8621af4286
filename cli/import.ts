// platbook import and platbook refresh: a county's data become the running map.
import { forgetDownload } from '../import/arcgis/open-arcgis.ts';
import { parseMapping } from '../import/fields/mapping.ts';
import { readMappingFile, writeMappingFile } from '../import/fields/mapping-file.ts';
import type { OpenSource, StepProgress } from '../import/layer.ts';
import { openSource } from '../import/open-source.ts';
import { changesTable, type ImportReport, reportTable } from '../import/report.ts';
import { runImport } from '../import/run-import.ts';
import { OperatorError } from '../runtime/operator-error.ts';
import type { ParcelSource, ParcelStore } from '../store/parcel-store.ts';
import type { Call, Command } from './command.ts';
import {
  dayOfFile,
  nameFromSource,
  type Recipe,
  readRecipe,
  requireSourceName,
  resolveRecipe,
  titleFromName,
} from './county-source.ts';
import { openParcels } from './open-parts.ts';
import { createProgressBar, type Progress } from './progress-bar.ts';
import { stopSignal } from './stop-server.ts';
import { lockWorkFolder, workFolderOf } from './work-folder.ts';

/** More refused rows than this share, and a script should look at the report. */
const REFUSED_SHARE_EXPECTED = 0.1;
const MANY_REFUSED = 3;
/** As shells report a process that Ctrl-C has ended. */
const STOPPED = 130;

const EXIT_CODES = `Exit codes: 0 imported; 1 failed, and the parcels loaded before go on serving; 3 imported, but
more than a tenth of the rows were refused (the report says why); 130 stopped by Ctrl-C, nothing changed.`;

export const importCommand: Command = {
  summary: 'load the parcels of a county: a file, an address, an ArcGIS layer, or a name such as us/nc/wake',
  parameters: ['SOURCE'],
  options: {
    as: {
      value: 'NAME',
      summary: 'the name to refresh or remove it by; importing the same name replaces it',
    },
    'dry-run': { summary: 'show what would be imported and why rows are refused, and change nothing' },
    map: { value: 'FIELDS', summary: 'which field is which: pin=ML,address=Location,acres=LandArea/43560' },
    mapping: { value: 'FILE', summary: 'the same from a file' },
    'write-mapping': { value: 'FILE', summary: 'write the fields that were found to a file, to be edited' },
    crs: { value: 'SYSTEM', summary: 'the coordinate system, such as EPSG:2264, where the source lacks it' },
    layer: { value: 'NAME', summary: 'which layer, where the source has several' },
    join: { value: 'FILE', summary: 'a second table with owners and sales' },
    'join-layer': { value: 'NAME', summary: 'which table, where that file has several' },
    on: { value: 'KEY', summary: 'the field that both have: LOC_ID, or LOC_ID=KEY where it differs' },
    dates: { value: 'ORDER', summary: 'mdy (the default) or dmy' },
    encoding: { value: 'NAME', summary: 'of text, such as windows-1252, where the guess is wrong' },
    title: { value: 'TEXT', summary: 'shown with every parcel: "Iredell County, North Carolina"' },
    attribution: { value: 'TEXT', summary: 'a credit that the county asks for' },
    date: { value: 'DAY', summary: 'the day of the data, YYYY-MM-DD; else the day of the file' },
    token: { value: 'TOKEN', summary: 'for an ArcGIS layer that is not public; better in ARCGIS_TOKEN' },
    forget: { summary: 'do not reuse the options of the last import of this name' },
  },
  notes: EXIT_CODES,
  run: async (call) => {
    const store = await openParcels(call.config);
    try {
      const [source] = call.args as [string];
      const given = await recipeOf(source, call);
      const name = requireSourceName(call.valueOf('as') ?? nameFromSource(source));
      const known = store.current()?.sources.find((other) => other.name === name);
      const before = known && readRecipe(known.recipe);
      if (before && call.valueOf('as') === undefined && before.source !== source) {
        throw new OperatorError(
          `A source named ${name} is loaded already, from ${before.source}: choose a name with --as, the same one to replace it.`,
        );
      }
      const recipe = before && !call.has('forget') ? remembered(before, given) : given;
      return await loadCounty({ call, store, name, recipe, known });
    } finally {
      await store.close();
    }
  },
};

export const refresh: Command = {
  summary: 'import a source again as before, or all of them',
  parameters: ['[NAME…]'],
  options: {
    'dry-run': { summary: 'show what would change, and change nothing' },
    token: { value: 'TOKEN', summary: 'for an ArcGIS layer that is not public; better in ARCGIS_TOKEN' },
  },
  notes: `${EXIT_CODES} With several sources the highest code.`,
  run: async (call) => {
    const store = await openParcels(call.config);
    try {
      let highest: number | undefined;
      for (const known of sourcesToRefresh(store, call.args)) {
        const recipe = readRecipe(known.recipe);
        if (!recipe) {
          throw new OperatorError(`${known.name} was not imported from anywhere, so it cannot be refreshed.`);
        }
        const code = await loadCounty({ call, store, name: known.name, recipe, known });
        highest = Math.max(highest ?? 0, code ?? 0);
      }
      return highest;
    } finally {
      await store.close();
    }
  },
};

function sourcesToRefresh(store: ParcelStore, names: readonly string[]): ParcelSource[] {
  const loaded = (store.current()?.sources ?? []).filter(({ kind }) => kind === 'imported');
  if (names.length === 0) {
    if (loaded.length === 0)
      throw new OperatorError('No county has been imported yet: platbook import SOURCE.');
    return loaded;
  }
  return names.map((name) => {
    const found = loaded.find((source) => source.name === name);
    if (found) return found;
    const others = loaded.map((source) => source.name).join(', ') || 'none';
    throw new OperatorError(`There is no source named ${name}; loaded are: ${others}.`);
  });
}

async function recipeOf(source: string, call: Call): Promise<Recipe> {
  const dates = call.valueOf('dates');
  if (dates !== undefined && dates !== 'mdy' && dates !== 'dmy') {
    throw new OperatorError(`--dates is "${dates}": expected mdy or dmy.`);
  }
  if ((call.valueOf('join') === undefined) !== (call.valueOf('on') === undefined)) {
    throw new OperatorError(
      '--join and --on belong together: the file of the table, and the field that both have.',
    );
  }
  const file = call.valueOf('mapping');
  const fromFile = file === undefined ? undefined : await readMappingFile(file);
  const fromText = call.valueOf('map');
  const mapping = { ...fromFile?.mapping, ...(fromText === undefined ? {} : parseMapping(fromText)) };
  return {
    source,
    layer: call.valueOf('layer'),
    crs: call.valueOf('crs'),
    encoding: call.valueOf('encoding'),
    dates: dates ?? fromFile?.dates,
    join: call.valueOf('join'),
    joinLayer: call.valueOf('join-layer'),
    on: call.valueOf('on'),
    title: call.valueOf('title'),
    attribution: call.valueOf('attribution'),
    ...(Object.keys(mapping).length > 0 && { mapping }),
  };
}

function givenDay(text: string | undefined): string | undefined {
  if (text === undefined) return undefined;
  if (!/^\d{4}-\d\d-\d\d$/.test(text) || Number.isNaN(Date.parse(text))) {
    throw new OperatorError(`--date is "${text}": expected a day such as 2026-06-30.`);
  }
  return text;
}

/** The options of the last import, with those that are given now. */
function remembered(before: Recipe, given: Recipe): Recipe {
  const isGiven = ([, value]: [string, unknown]) => value !== undefined;
  return {
    ...before,
    ...Object.fromEntries(Object.entries(given).filter(isGiven)),
    mapping: { ...before.mapping, ...given.mapping },
  } as Recipe;
}

type Load = {
  call: Call;
  store: ParcelStore;
  name: string;
  recipe: Recipe;
  /** The source as it is loaded now. */
  known: ParcelSource | undefined;
};

async function loadCounty({ call, store, name, recipe, known }: Load): Promise<number | undefined> {
  const { config } = call;
  const dryRun = call.has('dry-run');
  const workFolder = workFolderOf({ dataDir: config.dataDir, name });
  const unlock = await lockWorkFolder(workFolder, { wait: false });
  const stop = stopSignal();
  const bar = createProgressBar(process.stderr);
  const opened: OpenSource[] = [];
  const say = (line: string) => {
    bar.end();
    console.log(line);
  };
  try {
    const resolved = await resolveRecipe(recipe, { from: config.openAddresses, say });
    say(`${dryRun ? 'Reading' : 'Importing'} ${resolved.source} as ${name}.`);
    const shared = {
      workFolder,
      signal: stop.signal,
      onProgress: (step: StepProgress) => bar.show(shownProgress(step)),
    };
    const open = async (source: string) => {
      const token = call.valueOf('token') ?? config.arcGisToken;
      const one = await openSource({ ...shared, source, encoding: resolved.encoding, token });
      opened.push(one);
      return one;
    };
    const source = await open(resolved.source);
    const table = resolved.join === undefined ? undefined : await open(resolved.join);
    const finished = await runImport({
      ...shared,
      source,
      join: table && { source: table, layer: resolved.joinLayer, on: resolved.on! },
      options: { layer: resolved.layer, crs: resolved.crs, map: resolved.mapping, dates: resolved.dates },
      about: {
        name,
        title: resolved.title ?? known?.title ?? titleFromName(name),
        attribution: resolved.attribution ?? null,
        kind: 'imported',
        dataDate: givenDay(call.valueOf('date')) ?? (await dayOfFile(resolved.source)),
      },
      recipeOf: (mapping) => JSON.stringify({ ...recipe, mapping } satisfies Recipe),
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
        ...(resolved.dates && { dates: resolved.dates }),
      });
      console.log(`The fields are written to ${file}: --mapping ${file} reads them.`);
    }
    if (!finished.report) return undefined;
    if (!dryRun) await forgetDownload(workFolder);
    return conclude({ report: finished.report, name, dryRun });
  } catch (error) {
    bar.end();
    if (!stop.signal.aborted) throw error;
    console.error('platbook: Stopped. Nothing was changed.');
    return STOPPED;
  } finally {
    for (const source of opened) await source.close();
    stop.release();
    unlock();
  }
}

/** What was imported and what was not, in words. Returns the exit code. */
function conclude({
  report,
  name,
  dryRun,
}: {
  report: ImportReport;
  name: string;
  dryRun: boolean;
}): number | undefined {
  console.log(reportTable(report));
  for (const note of report.notes) console.log(`Note: ${note}`);
  if (report.changes) console.log(changesTable(report.changes));
  if (report.changesFile) console.log(`What changed: ${report.changesFile}`);
  if (report.reportFile) console.log(`Row by row: ${report.reportFile}`);
  console.log(
    dryRun
      ? 'A dry run: nothing was changed.'
      : `Imported as ${name}. A running Platbook shows it within seconds; platbook start starts one.`,
  );
  const refused = [...report.refused.values()].reduce((sum, count) => sum + count, 0);
  return refused > REFUSED_SHARE_EXPECTED * report.read ? MANY_REFUSED : undefined;
}

function shownProgress({ stage, done, total, unit }: StepProgress): Progress {
  const fraction = total === undefined ? undefined : done / Math.max(1, total);
  return unit === 'steps' ? { stage, fraction } : { stage, fraction, count: { done, unit } };
}
