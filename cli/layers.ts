// platbook layers: what lies under and over parcels. Lists it, adds to it, removes from it, and gets it anew.
import { resolve } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { withoutToken, withoutViewer } from '../import/arcgis/arcgis-address.ts';
import { NothingThere } from '../import/nothing-there.ts';
import { type Catalog, readCatalog } from '../layers/catalog.ts';
import { type LayerRecipe, readLayerRecipe } from '../layers/layer-recipe.ts';
import { OperatorError } from '../runtime/operator-error.ts';
import { printable } from '../runtime/printable-text.ts';
import {
  isLayerName,
  LAYER_KINDS,
  type LayerKind,
  layersFolderOf,
  removeWorkFolder,
  type StoredLayer,
} from '../store/layer-folder.ts';
import { openAuditLog } from './audit-log.ts';
import { alignedRows, type Call, type Command } from './command.ts';
import { nameFromSource, SOURCE_OPTIONS } from './county-source.ts';
import { FAILED, STOPPED } from './exit-codes.ts';
import { explainFailure } from './explain-failure.ts';
import { changeLayers, currentLayers } from './layer-changes.ts';
import { sizeOf } from './layer-words.ts';
import type { LoadLayer } from './load-layer.ts';
import { boundsInWords } from './sources.ts';

const ACTIONS: Record<string, (call: Call) => Promise<number | undefined>> = {
  list,
  add,
  remove,
  refresh,
  find,
};

export const layers: Command = {
  options: {
    as: { value: 'KIND', summary: `what it is: ${LAYER_KINDS.join(', ')}; else it is guessed` },
    name: { value: 'NAME', summary: 'the name to refresh or remove it by; the same name replaces it' },
    title: { value: 'TEXT', summary: 'how the page calls it' },
    'color-by': { value: 'FIELD', summary: 'the field that colors an overlay' },
    label: { value: 'FIELD', summary: 'the field that is written on the map' },
    colors: { value: 'COLORS', summary: 'of an overlay: "AE=#2b6cb0,X=#dddddd"' },
    ...SOURCE_OPTIONS,
    map: { value: 'FIELDS', summary: 'which field is which: name=Label,class=MajorRoad,oneway=DIR' },
    units: { value: 'UNIT', summary: 'of heights: feet or meters, where the file lacks them' },
    'max-zoom': { value: 'ZOOM', summary: 'the deepest zoom of map tiles, where their address does not say' },
    attribution: { value: 'TEXT', summary: 'the credit to be shown on the map' },
    yes: { summary: 'do not ask before a large download' },
    'dry-run': { summary: 'show what would be read, asked for and drawn, and change nothing' },
    quiet: { summary: 'with refresh, for cron: say nothing unless something fails' },
  },
  notes: `platbook layers                     lists the layers
platbook layers find [WORD]         lists sources of the whole country that are known by name
platbook layers add SOURCE…         adds a layer: a file, an address, an ArcGIS layer, a PMTiles archive, a GeoTIFF,
                                    the address of map tiles, or a name that find lists
platbook layers refresh [NAME…]     gets layers again as before, or all of them
platbook layers remove NAME         takes a layer away`,
  run: async (call) => {
    const [word = 'list', ...args] = call.args;
    const action = ACTIONS[word];
    if (!action) {
      throw new OperatorError(
        `platbook layers has no ${word}: the actions are ${Object.keys(ACTIONS).join(', ')}.`,
      );
    }
    return action({ ...call, args });
  },
};

async function list({ config }: Call): Promise<undefined> {
  const all = await currentLayers(config);
  console.log(
    all.length === 0
      ? 'No layers were added. platbook layers find lists sources for every county; platbook layers add SOURCE adds one.'
      : printable(all.map(layerInWords).join('\n\n')),
  );
}

function layerInWords(layer: StoredLayer): string {
  const { name, title, kind, bounds, addedAt, dataDate, source, credit } = layer;
  return [
    `${name}: ${title}`,
    `  kind      ${kind}`,
    `  size      ${sizeOf(layer)}`,
    `  added     ${addedAt.slice(0, 16).replace('T', ' ')} UTC${dataDate ? `, data of ${dataDate}` : ''}`,
    `  bounds    ${boundsInWords(bounds)}`,
    `  from      ${source}`,
    ...(credit ? [`  credit    ${credit}`] : []),
  ].join('\n');
}

async function find({ config, args }: Call): Promise<number | undefined> {
  const catalog = await readCatalog(layersFolderOf(config));
  const wanted = args.join(' ').toLowerCase();
  const found = Object.entries(catalog).filter(([name, { summary }]) =>
    `${name} ${summary}`.toLowerCase().includes(wanted),
  );
  if (found.length === 0) {
    console.log(`Nothing in the catalog matches "${wanted}". A file or an address can be added as well.`);
    return FAILED;
  }
  const rows = found.map(([name, { summary, license }]) => ({
    call: name,
    summary: `${summary} (${license})`,
  }));
  console.log(
    printable([...alignedRows(rows), '', `Add one: platbook layers add ${found[0]![0]}`].join('\n')),
  );
  return undefined;
}

async function remove(call: Call): Promise<undefined> {
  const [name, ...others] = call.args;
  if (name === undefined || others.length > 0) {
    throw new OperatorError('platbook layers remove takes the name of one layer.');
  }
  await changeLayers(call, async (change) => {
    const layer = change.layers.find((other) => other.name === name);
    if (!layer) throw unknownLayer(name, change.layers);
    await change.publish(change.layers.filter((other) => other !== layer));
    await removeWorkFolder(layersFolderOf(call.config), name);
  });
  openAuditLog(call.config).event('layer-removed', { source: name });
  console.log(`The layer ${name} was removed.`);
}

function unknownLayer(name: string, known: readonly StoredLayer[]): OperatorError {
  const names = known.map((layer) => layer.name).join(', ') || 'none';
  return new OperatorError(`There is no layer named ${name}; there are: ${names}.`);
}

/** What one call of add or refresh makes, layer by layer. */
type Wanted = { name: string; recipe: LayerRecipe };

async function add(call: Call): Promise<number | undefined> {
  const { config, args } = call;
  if (args.length === 0 || args.some((source) => source.trim() === '')) {
    throw new OperatorError(
      'SOURCE is missing: a file, an address, or a name that platbook layers find lists.',
    );
  }
  const catalog = await readCatalog(layersFolderOf(config));
  const wanted = wantedLayers(call, catalog);
  return changeLayers(call, (change) => {
    for (const one of wanted) if (call.valueOf('name') === undefined) requireFree(one, change.layers);
    const loadOne = (one: Wanted) => load({ call, change, catalog, ...one });
    if (wanted.length === 1) return loadOne(wanted[0]!);
    return loadAll(call, wanted, loadOne);
  });
}

/** Parts of which there is nothing on the land, such as railroads, are left out. */
async function loadAll(
  call: Call,
  wanted: readonly Wanted[],
  loadOne: (one: Wanted) => Promise<number>,
): Promise<number> {
  const missing: NothingThere[] = [];
  const code = await eachInTurn(wanted, (one) =>
    orSay(call, one.name, () =>
      loadOne(one).catch((error: unknown) => {
        if (!(error instanceof NothingThere)) throw error;
        missing.push(error);
        console.log(printable(`Left out ${one.name}: ${error.message}`));
        return 0;
      }),
    ),
  );
  if (missing.length === wanted.length) throw missing[0]!;
  return code;
}

/** A name that was only guessed must not replace a layer of something else. */
function requireFree({ name, recipe }: Wanted, layers: readonly StoredLayer[]): void {
  const known = layers.find((layer) => layer.name === name);
  const before = known && readLayerRecipe(known.recipe);
  const isSame = ({ sources, part }: LayerRecipe) =>
    part === recipe.part && isDeepStrictEqual(sources.map(withoutToken), recipe.sources.map(withoutToken));
  if (!known || (before && isSame(before))) return;
  throw new OperatorError(
    `A layer named ${name} is there already, from ${known.source}: choose a name with --name, the same one to replace it.`,
  );
}

/** One that fails does not stop the others; Ctrl-C does. Returns the exit code. */
async function eachInTurn<T>(all: Iterable<T>, run: (one: T) => Promise<number>): Promise<number> {
  const codes: number[] = [];
  for (const one of all) {
    codes.push(await run(one));
    if (codes.at(-1) === STOPPED) break;
  }
  return [STOPPED, FAILED].find((code) => codes.includes(code)) ?? Math.max(...codes);
}

/** A failure is said, and is the exit code. */
async function orSay(call: Call, name: string, run: () => Promise<number>): Promise<number> {
  try {
    return await run();
  } catch (failure) {
    const error = explainFailure(failure, call.config);
    if (!(error instanceof OperatorError)) throw error;
    console.error(`platbook: ${name}: ${error.message}`);
    return error.exitCode;
  }
}

function wantedLayers(call: Call, catalog: Catalog): Wanted[] {
  const { args } = call;
  const recipe = recipeOf(call);
  const named = call.valueOf('name');
  const entries = args.filter((source) => Object.hasOwn(catalog, source));
  if (entries.length === 0) {
    const name = requireLayerName(named ?? nameFromSource(args[0]!));
    return [{ name, recipe }];
  }
  if (entries.length < args.length) {
    throw new OperatorError('Names of the catalog and other sources are added one after the other.');
  }
  const parts = entries.flatMap((entry) => catalog[entry]!.parts.map((part) => ({ entry, part })));
  if (named !== undefined && parts.length > 1) {
    throw new OperatorError(`${entries.join(', ')} becomes several layers, so --name cannot name it.`);
  }
  return parts.map(({ entry, part }) => ({
    name: requireLayerName(named ?? part.name),
    recipe: { ...recipe, sources: [entry], part: part.name },
  }));
}

function requireLayerName(name: string): string {
  if (isLayerName(name)) return name;
  throw new OperatorError(
    `"${name}" cannot name a layer: up to 40 small letters, digits and dashes, such as zoning, and not basemap, contours, terrain, aerial or world. Name it with --name.`,
  );
}

function recipeOf(call: Call): LayerRecipe {
  const kind = call.valueOf('as');
  if (kind !== undefined && !(LAYER_KINDS as readonly string[]).includes(kind)) {
    throw new OperatorError(`--as is "${kind}": the kinds are ${LAYER_KINDS.join(', ')}.`);
  }
  const units = call.valueOf('units');
  if (units !== undefined && units !== 'feet' && units !== 'meters') {
    throw new OperatorError(`--units is "${units}": expected feet or meters.`);
  }
  const zoomMax = call.valueOf('max-zoom');
  if (zoomMax !== undefined && !/^(1?\d|2[0-4])$/.test(zoomMax)) {
    throw new OperatorError(`--max-zoom is "${zoomMax}": expected a number from 0 to 24.`);
  }
  return {
    sources: call.args.map(absoluteSource),
    zoomMax: zoomMax === undefined ? undefined : Number(zoomMax),
    kind: kind as LayerKind | undefined,
    units,
    title: call.valueOf('title'),
    colorBy: call.valueOf('color-by'),
    label: call.valueOf('label'),
    colors: call.valueOf('colors'),
    layer: call.valueOf('layer'),
    crs: call.valueOf('crs'),
    encoding: call.valueOf('encoding'),
    map: call.valueOf('map'),
    attribution: call.valueOf('attribution'),
  };
}

/** A path from the root, so that a refresh finds the file from another folder. */
function absoluteSource(source: string): string {
  return /^[a-z][a-z0-9+.-]+:\/\//i.test(source) ? withoutViewer(source) : resolve(source);
}

async function refresh(call: Call): Promise<number | undefined> {
  const { config, args } = call;
  const catalog = await readCatalog(layersFolderOf(config));
  return changeLayers(call, (change) => {
    const { layers } = change;
    // The demo county's were made with it, and have nothing to be refreshed from.
    const added = layers.filter(({ recipe }) => recipe !== '');
    const names = new Set(args.length > 0 ? args : added.map((layer) => layer.name));
    if (names.size === 0) throw new OperatorError('No layers were added yet: platbook layers add SOURCE.');
    return eachInTurn(names, (name) =>
      orSay(call, name, () => {
        const layer = change.layers.find((other) => other.name === name);
        if (!layer) throw unknownLayer(name, change.layers);
        const recipe = readLayerRecipe(layer.recipe);
        if (!recipe) throw new OperatorError('how it was added is not known any more: add it again.');
        const left = [...names].slice([...names].indexOf(name) + 1);
        return load({ call, change, catalog, name, recipe, left });
      }),
    );
  });
}

async function load(o: LoadLayer): Promise<number> {
  const { loadLayer } = await import('./load-layer.ts');
  return loadLayer(o);
}
