// One layer of an ArcGIS server as a Layer: downloaded into its folder on the first reading, and read from there.
import type { Bounds } from '../../geo/geometry.ts';
import { plainText } from '../../runtime/escape-html.ts';
import { OperatorError } from '../../runtime/operator-error.ts';
import { inParallel } from '../in-parallel.ts';
import {
  type CrsName,
  FEATURES_PER_BATCH,
  type Layer,
  type RawFeature,
  type StepProgress,
} from '../layer.ts';
import { NothingThere } from '../nothing-there.ts';
import { esriGeometry } from '../readers/esri-geometry.ts';
import { LONGITUDE_LATITUDE, systemOf } from './answer-system.ts';
import { ArrivedRows } from './arrived-rows.ts';
import { type AttributeReader, attributeReader } from './attribute-values.ts';
import { describePlan } from './describe-plan.ts';
import { geometryOf, type LayerDescription, objectIdFieldOf } from './layer-description.ts';
import { LayerDownload } from './layer-download.ts';
import { countRows } from './layer-queries.ts';
import { folderOf, PageFolder, type StoredRow } from './page-folder.ts';
import type { Timing } from './request-pace.ts';
import type { ServerClient } from './server-client.ts';

/** Rows that are read on opening, to see which system the server answers in. They need not be asked for again. */
const FIRST_ROWS = 50;

export type OpenLayerOptions = {
  client: ServerClient;
  address: string;
  description: LayerDescription;
  where: string | undefined;
  /** Only rows that touch one of these. Undefined for all. */
  within: readonly Bounds[] | undefined;
  workFolder: string;
  timing: Timing;
  onProgress: ((progress: StepProgress) => void) | undefined;
  note(text: string): void;
  /** Counts the rows and reads a few. Otherwise that waits for the first reading: asking all layers is impolite. */
  lookInto: boolean;
};

export type OpenedLayer = { layer: Layer; plan(): Promise<string[]> };

/** What a layer looks like by its description alone. */
export function looksOf(description: LayerDescription): Pick<Layer, 'name' | 'fields' | 'geometry'> {
  return {
    name: description.name?.trim() || `Layer ${description.id ?? ''}`.trim(),
    fields: attributeReader(description).fields,
    geometry: geometryOf(description),
  };
}

type Begun = { count: number | undefined; folder: PageFolder; download: LayerDownload };

async function begin(o: OpenLayerOptions, within: Bounds | undefined): Promise<Begun> {
  const { client, address, description, where, timing } = o;
  const { name, geometry } = looksOf(description);
  const counted = await countRows({ client, address, description, where, within });
  if (counted.count === undefined && counted.said !== undefined && !mayQuery(description)) {
    throw new OperatorError(
      `The server does not allow the layer ${name} to be queried (it says: ${counted.said}): ask the publisher to allow it, or for a file.`,
    );
  }

  const folder = await PageFolder.open({
    path: folderOf({ workFolder: o.workFolder, address, where: where ?? '', within }),
    identity: {
      address,
      where: where ?? '',
      ...(within && { within }),
      count: counted.count ?? null,
      fields: (description.fields ?? []).map((field) => `${field.name}:${field.type ?? ''}`),
      lastEdit: description.editingInfo?.dataLastEditDate ?? description.editingInfo?.lastEditDate ?? null,
    },
    nowMs: timing.now(),
  });
  const download = new LayerDownload({
    layer: counted.layer,
    count: counted.count,
    hasShapes: geometry !== 'none',
    folder,
    timing,
    onProgress: o.onProgress,
    note: o.note,
  });

  if (geometry !== 'none' && o.lookInto && counted.count !== 0) await download.need(FIRST_ROWS, undefined);
  return { count: counted.count, folder, download };
}

export async function openLayer(o: OpenLayerOptions): Promise<OpenedLayer> {
  const { address, description, client } = o;
  const looks = looksOf(description);
  const { geometry } = looks;
  const reader = attributeReader(description);
  let begun: Promise<Begun[]> | undefined;
  const beginOnce = () => {
    begun ??= inParallel(o.within ?? [undefined], (bounds) => begin(o, bounds));
    return begun;
  };
  const looked = o.lookInto ? await beginOnce() : undefined;
  if (o.within && looked?.every(({ count }) => count === 0)) {
    throw new NothingThere(`The layer ${looks.name} has no rows on this land (${address}).`);
  }
  // A folder without rows says nothing of the server's system.
  const withRows = looked?.find(({ folder }) => folder.pages.length > 0) ?? looked?.[0];
  const crs =
    geometry === 'none'
      ? undefined
      : withRows
        ? await systemOf(withRows.folder, description)
        : LONGITUDE_LATITUDE;

  async function* read(options: { signal?: AbortSignal; limit?: number } = {}): AsyncIterable<RawFeature[]> {
    const limit = options.limit ?? Number.POSITIVE_INFINITY;
    options.signal?.throwIfAborted();
    const all = await beginOnce();
    // A row may touch several bounds.
    const arrived = all.length > 1 ? new ArrivedRows(objectIdFieldOf(description)) : undefined;
    let row = 0;
    for (const { folder, download } of all) {
      if (row >= limit) return;
      await download.need(limit - row, options.signal);
      if (folder.pages.length === 0) continue;
      if (geometry !== 'none' && !isSameSystem(crs, await systemOf(folder, description))) {
        throw new OperatorError(
          `The server does not answer in longitude and latitude: give the address of the layer itself, ${address}.`,
        );
      }
      for await (const batch of readPages({ folder, reader, arrived, limit, row, signal: options.signal })) {
        row = batch.at(-1)!.row;
        yield batch;
      }
    }
  }

  const attribution = plainText(description.copyrightText ?? '');
  const layer: Layer = {
    ...looks,
    crs,
    // What several bounds share is counted by the server for each.
    count: looked?.length === 1 ? looked[0]!.count : undefined,
    ...(attribution ? { attribution } : {}),
    read,
  };
  return {
    layer,
    plan: async () => {
      const lines: string[] = [];
      for (const each of await beginOnce()) {
        lines.push(...(await describePlan({ layer, address, description, client, ...each })));
      }
      return lines;
    },
  };
}

/** `capabilities` is "Map,Query,Data" and the like; old servers leave it out. */
function mayQuery({ capabilities }: LayerDescription): boolean {
  return !capabilities || /query|data/i.test(capabilities);
}

function isSameSystem(one: CrsName | undefined, other: CrsName | undefined): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

async function* readPages(o: {
  folder: PageFolder;
  reader: AttributeReader;
  /** Rows that it knows are left out. */
  arrived: ArrivedRows | undefined;
  limit: number;
  /** The number of the last row before. */
  row: number;
  signal: AbortSignal | undefined;
}): AsyncIterable<RawFeature[]> {
  const pages = inOrder(o.folder);
  let { row } = o;
  let batch: RawFeature[] = [];
  // The next page is read and unzipped while this one is worked on.
  let next = pages[0] && o.folder.read(pages[0]);
  for (let at = 0; at < pages.length && row < o.limit; at++) {
    const rows: StoredRow[] | undefined = await next;
    next = pages[at + 1] && o.folder.read(pages[at + 1]!);
    if (!rows)
      throw new OperatorError('A downloaded page cannot be read any more: run the same command again.');
    const propertiesOf = o.reader.readerFor(rows[0]?.attributes ?? {});
    for (const { attributes, geometry, lost } of o.arrived?.sift(rows).fresh ?? rows) {
      if (row >= o.limit) break;
      batch.push({
        row: ++row,
        properties: propertiesOf(attributes ?? {}),
        geometry: lost === undefined ? esriGeometry(geometry) : { kind: 'unreadable', reason: lost },
      });
      if (batch.length < FEATURES_PER_BATCH) continue;
      o.signal?.throwIfAborted();
      yield batch;
      batch = [];
    }
  }
  await next?.catch(() => undefined);
  if (batch.length > 0) yield batch;
}

/** By strategy, as they were taken, and by place within a strategy: requests overtake each other. */
function inOrder(folder: PageFolder): PageFolder['pages'] {
  const firstOfStrategy = new Map<string, number>();
  for (const { strategy, sequence } of folder.pages)
    if (!firstOfStrategy.has(strategy)) firstOfStrategy.set(strategy, sequence);
  const place = (label: string) => Number(/^(-?\d+)-/.exec(label)?.[1] ?? 0);
  return [...folder.pages].sort(
    (a, b) =>
      firstOfStrategy.get(a.strategy)! - firstOfStrategy.get(b.strategy)! ||
      place(a.label) - place(b.label) ||
      a.sequence - b.sequence,
  );
}
