// platbook import: a county's data become the running map.
import { existsSync } from 'node:fs';
import { access, constants } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { withoutToken, withoutViewer } from '../import/arcgis/arcgis-address.ts';
import { parseMapping } from '../import/fields/mapping.ts';
import { readMappingFile } from '../import/fields/mapping-file.ts';
import { OperatorError } from '../runtime/operator-error.ts';
import type { Call, Command } from './command.ts';
import {
  isDefinitionId,
  nameFromSource,
  type Recipe,
  readRecipe,
  requireSourceName,
  SOURCE_OPTIONS,
} from './county-source.ts';
import { ACCEPT_LOSS, EXIT_CODES } from './exit-codes.ts';
import { openWithOlder } from './older-version.ts';

export const importCommand: Command = {
  options: {
    as: {
      value: 'NAME',
      summary: 'the name to refresh or remove it by; importing the same name replaces it',
    },
    'dry-run': { summary: 'show what would be imported and why rows are refused, and change nothing' },
    map: { value: 'FIELDS', summary: 'which field is which: pin=ML,address=Location,acres=LandArea/43560' },
    mapping: { value: 'FILE', summary: 'the same from a file' },
    'write-mapping': { value: 'FILE', summary: 'write the fields that were found to a file, to be edited' },
    'leave-out': { value: 'COLUMNS', summary: 'columns that nobody shall see: OWNER_SSN,*_PHONE' },
    keep: { value: 'COLUMNS', summary: 'columns to show although their values look private' },
    rename: { value: 'LABELS', summary: 'how columns are called on the page: BLDG_VAL="Building value"' },
    ...SOURCE_OPTIONS,
    join: { value: 'FILE', summary: 'a second table with owners and sales' },
    'join-layer': { value: 'NAME', summary: 'which table, where that file has several' },
    on: { value: 'KEY', summary: 'the field that both have: LOC_ID, or LOC_ID=KEY where it differs' },
    dates: { value: 'ORDER', summary: 'mdy (the default) or dmy' },
    title: { value: 'TEXT', summary: 'shown with every parcel: "Iredell County, North Carolina"' },
    attribution: { value: 'TEXT', summary: 'a credit that the county asks for' },
    date: { value: 'DAY', summary: 'the day of the data, YYYY-MM-DD; else the day of the file' },
    'accept-loss': ACCEPT_LOSS,
    forget: { summary: 'do not reuse the options of the last import of this name' },
  },
  notes: EXIT_CODES,
  run: async (call) => {
    if (call.args[0]!.trim() === '') {
      throw new OperatorError(
        'SOURCE is empty: give a file, a folder, an address, or a name such as us/nc/wake.',
      );
    }
    const source = absoluteSource(call.args[0]!);
    await requireWritable(call.valueOf('write-mapping'));
    const given = await recipeOf(source, call);
    const dataDate = givenDay(call.valueOf('date'));
    const { store, older } = await openWithOlder(call.config);
    try {
      const name = requireSourceName(call.valueOf('as') ?? nameFromSource(source));
      const isNamed = (other: { name: string }) => other.name === name;
      const known = store.current()?.sources.find(isNamed) ?? older?.sources.find(isNamed);
      const before = known && readRecipe(known.recipe);
      if (before && !older && call.valueOf('as') === undefined && before.source !== withoutToken(source)) {
        throw new OperatorError(
          `A source named ${name} is loaded already, from ${before.source}: choose a name with --as, the same one to replace it.`,
        );
      }
      const isReused = before !== undefined && !call.has('forget');
      if (isReused) console.log(`The options of the last import of ${name} are reused; --forget drops them.`);
      const recipe = isReused ? remembered(before, given) : given;
      const { loadCounty } = await import('./load-county.ts');
      const fieldsGiven = JSON.stringify([given.mapping, given.on]);
      const isRemembered = (field: string) => isReused && !fieldsGiven.includes(field);
      const code = await loadCounty({
        call,
        store,
        name,
        recipe,
        known,
        isRemembered,
        dataDate,
        isUpgrade: older !== undefined && store.liveSince() === undefined,
      });
      if (store.current()?.kind === 'imported') {
        const { removeDemoLayers } = await import('./demo-layers.ts');
        await removeDemoLayers(call.config);
      }
      return code;
    } finally {
      await store.close();
    }
  },
};

/** A path from the root, so that a refresh finds the file from another folder; of an address, the layer itself; names stay as they are. */
function absoluteSource(source: string): string {
  if (URL.canParse(source)) return withoutViewer(source);
  return isDefinitionId(source) ? source : resolve(source);
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
  const join = call.valueOf('join');
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
    join: join === undefined ? undefined : absoluteSource(join),
    joinLayer: call.valueOf('join-layer'),
    on: call.valueOf('on'),
    title: call.valueOf('title'),
    attribution: call.valueOf('attribution'),
    leaveOut: columnList(call.valueOf('leave-out')) ?? fromFile?.leaveOut,
    keep: columnList(call.valueOf('keep')) ?? fromFile?.keep,
    rename: labelsOf(call.valueOf('rename')) ?? fromFile?.rename,
    ...(Object.keys(mapping).length > 0 && { mapping }),
  };
}

function columnList(text: string | undefined): string[] | undefined {
  return text
    ?.split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '');
}

/** 'BLDG_VAL=Building value, LAND_VAL="Land, in dollars"' */
function labelsOf(text: string | undefined): Record<string, string> | undefined {
  if (text === undefined) return undefined;
  const entries = [...text.matchAll(/\s*([^=,]+?)\s*=\s*(?:"([^"]*)"|([^,]*))\s*(?:,|$)/gy)];
  const read = entries.reduce((length, [entry]) => length + entry.length, 0);
  if (read < text.length || entries.length === 0) {
    throw new OperatorError(
      `--rename ${text} is not understood: write --rename BLDG_VAL="Building value",LAND_VAL=Land.`,
    );
  }
  return Object.fromEntries(
    entries.map(([, name, quoted, label]) => [name!, (quoted ?? label ?? '').trim()]),
  );
}

/** Looked at before the import: after it, a failure would be told although the parcels are loaded. */
async function requireWritable(file: string | undefined): Promise<void> {
  if (file === undefined) return;
  const target = existsSync(file) ? file : dirname(resolve(file));
  await access(target, constants.W_OK).catch((error: Error) => {
    throw new OperatorError(`The mapping file ${file} cannot be written: ${error.message}.`);
  });
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
    // What was private once stays so.
    leaveOut: joined(before.leaveOut, given.leaveOut),
    keep: joined(before.keep, given.keep),
    rename: { ...before.rename, ...given.rename },
  } as Recipe;
}

function joined(before: readonly string[] = [], given: readonly string[] = []): string[] {
  return [...new Set([...before, ...given])];
}
