// An import from an opened source to the store: chooses the layer, finds its place on earth, guesses its fields, and
// hands all rows on. Says what it decided before it reads the whole.

import type { ParcelField } from '../contract/parcel-columns.ts';
import { areaSquareMeters, SQUARE_METERS_PER_ACRE } from '../geo/area.ts';
import { OperatorError } from '../runtime/operator-error.ts';
import type { SourceDescription } from '../store/parcel-store.ts';
import { adviseOwner } from './advise-owner.ts';
import { chooseLayer, chooseTable } from './choose-layer.ts';
import type { Projection } from './coordinates/projection.ts';
import { compileMapping } from './fields/compile-mapping.ts';
import { requireField } from './fields/field-names.ts';
import { guessMapping } from './fields/guess-mapping.ts';
import { type JoinCounts, type JoinedLayer, joinTable, keyOfTable } from './fields/join-table.ts';
import { type FieldMapping, type Sample, usedFields } from './fields/mapping.ts';
import { mappingTable } from './fields/mapping-table.ts';
import { type ColumnWishes, findLeftOut, isNamedBy, leftOutInWords } from './fields/private-columns.ts';
import { findProjection, readSample } from './find-projection.ts';
import { cleanArea } from './geometry/clean-area.ts';
import { importLayer, type SourceStore } from './import-layer.ts';
import type { Layer, LayerField, OpenSource, RawFeature, StepProgress } from './layer.ts';
import { columnsToKeep, LossRefused, lostColumns, lostColumnsInWords, unfilledFields } from './loss.ts';
import type { ImportReport } from './report.ts';

/** What the operator can say about a source. Remembered with it, so that a refresh repeats it. */
export type LayerOptions = {
  layer?: string | undefined;
  crs?: string | undefined;
  map?: FieldMapping | undefined;
  dates?: 'mdy' | 'dmy' | undefined;
  /** Labels of columns under "More from the county". */
  rename?: Readonly<Record<string, string>> | undefined;
} & ColumnWishes;

type Join = { source: OpenSource; layer: string | undefined; on: string };

type RunImport = {
  source: OpenSource;
  join: Join | undefined;
  options: LayerOptions;
  about: Omit<SourceDescription, 'recipe'>;
  /** The text that a refresh reads, made once the fields are known. */
  recipeOf: (found: { mapping: FieldMapping; columns: string[] }) => string | null;
  /** The columns that the last import of this name had. */
  columnsBefore?: readonly string[] | undefined;
  /** The source as the operator wrote it, for advice. */
  sourceText?: string | undefined;
  /** Replaces the parcels although columns or many parcels are gone. */
  acceptLoss?: boolean | undefined;
  store: SourceStore;
  workFolder: string;
  dryRun: boolean;
  /** See ReplaceSource. */
  unlessLoaded?: boolean | undefined;
  /** Called with lines for the operator: decisions, doubts, the table of fields. */
  say: (text: string) => void;
  signal?: AbortSignal | undefined;
  onProgress?: ((progress: StepProgress) => void) | undefined;
};

export type FinishedImport = {
  mapping: FieldMapping /** Undefined if a dry run did not read the rows. */;
  report: ImportReport | undefined;
};

const LISTED_FIELDS = 100;

export async function runImport(run: RunImport): Promise<FinishedImport> {
  const chosen = chooseLayer(run.source.layers, run.options.layer);
  const joined = run.join && (await joinOnto(chosen, run.join, run));
  try {
    const finished = await importChosen(joined ?? chosen, run);
    if (joined && finished.report) run.say(joinInWords(joined.counts()));
    for (const note of run.source.notes ?? []) run.say(`Note: ${note}`);
    return finished;
  } finally {
    await joined?.close();
  }
}

async function importChosen(layer: Layer, run: RunImport): Promise<FinishedImport> {
  const { options, say, signal } = run;
  const sample = await readSample(layer, signal);
  if (sample.length === 0) throw new OperatorError(`The layer ${layer.name} has no rows.`);
  const found = await findProjection({ layer, sample, crs: options.crs });
  const { projection } = found;
  for (const note of found.notes) say(`Note: ${note}`);
  const rows = sample.map((feature) => ({
    properties: feature.properties,
    acres: acresOf(feature, projection),
  }));
  const given = withoutLeftOut(withoutLost(layer, run), layer, options);
  const guess = (fields: readonly LayerField[]) =>
    guessMapping({ fields, sample: rows, given, isUnique: layer.isUnique });
  const { pin } = guess(layer.fields).mapping;
  // What makes up the PIN or was named by the operator is wanted, whatever it looks like.
  const wanted = usedFields({ ...(pin !== undefined && { pin }), ...given }, layer.fields);
  const leftOut = findLeftOut(layer.fields, sample, options, wanted);
  const fields = layer.fields.filter(({ name }) => !leftOut.has(name));
  const { mapping, notes } = guess(fields);
  const dates = options.dates ?? 'mdy';
  say(`Layer ${layer.name}${countInWords(layer.count)}, coordinates ${projection.title}.`);
  say(mappingTable({ mapping, fields, sample: rows, dates }));
  for (const line of leftOutInWords(leftOut)) say(line);
  for (const note of [...(layer.notes ?? []), ...notes]) say(`Note: ${note}`);
  requirePin(mapping, layer);
  const { sourceText = 'SOURCE', join, source } = run;
  const hasOwner = mapping.name !== undefined;
  const others = source.layers.filter(({ name }) => name !== layer.name);
  const advice = hasOwner
    ? []
    : [adviseOwner({ layer, others, source: sourceText, isJoined: join !== undefined })];
  for (const line of advice) say(line);
  if (run.dryRun && run.source.plan) {
    say(['To read the whole layer, the server would be asked:', ...run.source.plan].join('\n  '));
    return { mapping, report: undefined };
  }

  const report = await importLayer({
    layer,
    projection,
    mapper: compileMapping({ mapping, fields: renamed(fields, options.rename), dates }),
    store: run.store,
    about: {
      ...run.about,
      attribution: run.about.attribution ?? layer.attribution ?? null,
      dataDate: run.about.dataDate ?? layer.day ?? null,
      recipe: run.recipeOf({ mapping, columns: columnsToKeep(fields, sample) }),
    },
    workFolder: run.workFolder,
    dryRun: run.dryRun,
    unlessLoaded: run.unlessLoaded ?? false,
    acceptLoss: run.acceptLoss ?? false,
    ...(signal && { signal }),
    ...(run.onProgress && { onProgress: run.onProgress }),
  });
  // Again at the end, behind all that has been said since.
  return { mapping, report: { ...report, notes: [...report.notes, ...advice] } };
}

/** Fields are remembered even where they were guessed: a column that is left out now is not read by any of them. */
function withoutLeftOut(
  mapping: FieldMapping,
  { fields }: Layer,
  { leaveOut = [] }: LayerOptions,
): FieldMapping {
  const names = fields.flatMap(({ name }) => (isNamedBy(leaveOut, name) ? [name] : []));
  return without(mapping, unfilledFields(mapping, names));
}

function without(mapping: FieldMapping, unfilled: readonly ParcelField[]): FieldMapping {
  return Object.fromEntries(
    Object.entries(mapping).filter(([field]) => !unfilled.includes(field as ParcelField)),
  );
}

function renamed(fields: readonly LayerField[], rename: LayerOptions['rename'] = {}): LayerField[] {
  const labels = new Map(
    Object.entries(rename).map(([wanted, label]) => [
      requireField({ wanted, fields, use: '--rename' }).name,
      label,
    ]),
  );
  return fields.map((field) => ({
    ...field,
    ...(labels.has(field.name) && { alias: labels.get(field.name)! }),
  }));
}

/** The fields that the operator has named, but for those whose column is gone, and may be. */
function withoutLost(
  layer: Layer,
  { options, columnsBefore = [], acceptLoss, dryRun, say }: RunImport,
): FieldMapping {
  const given = options.map ?? {};
  const lost = lostColumns(columnsBefore, layer.fields);
  if (lost.length === 0) return given;
  const unfilled = unfilledFields(given, lost);
  if (!acceptLoss && !dryRun) throw new LossRefused(lostColumnsInWords(lost), { unfilled });
  say(`Note: ${lostColumnsInWords(lost)}${acceptLoss ? '' : ' An import would need --accept-loss.'}`);
  return without(given, unfilled);
}

function joinOnto(layer: Layer, join: Join, { workFolder, signal }: RunImport): Promise<JoinedLayer> {
  // A file that has both: the shapes are not joined to themselves.
  const others = join.source.layers.filter((other) => other !== layer);
  const table = chooseTable(others.length > 0 ? others : join.source.layers, {
    wanted: join.layer,
    key: keyOfTable(join.on),
  });
  return joinTable({ layer, table, on: join.on, workFolder, ...(signal && { signal }) });
}

function acresOf({ geometry }: RawFeature, projection: Projection): Sample['acres'] {
  const cleaned = cleanArea({ raw: geometry, projection });
  return 'geometry' in cleaned ? areaSquareMeters(cleaned.geometry) / SQUARE_METERS_PER_ACRE : undefined;
}

function requirePin(mapping: FieldMapping, layer: Layer): void {
  if (mapping.pin !== undefined) return;
  const names = layer.fields.slice(0, LISTED_FIELDS).map(({ name }) => name);
  if (layer.fields.length > LISTED_FIELDS) names.push('…');
  if (names.length === 0) {
    throw new OperatorError(
      `The layer ${layer.name} has shapes without any field, so its parcels have no PINs. Ask the county for the parcels with their attributes.`,
    );
  }
  throw new OperatorError(
    `No field of the layer ${layer.name} looks like a PIN. Name it with --map pin=FIELD; the fields are ${names.join(', ')}.`,
  );
}

function joinInWords({ tableRows, tableRowsWithoutFeature, featuresWithoutRow }: JoinCounts): string {
  const words = (count: number) => count.toLocaleString('en-US');
  return `Joined ${words(tableRows)} rows of the table; ${words(tableRowsWithoutFeature)} of them belong to no shape, and ${words(featuresWithoutRow)} shapes have no row.`;
}

function countInWords(count: number | undefined): string {
  return count === undefined ? '' : `, ${count.toLocaleString('en-US')} rows`;
}
