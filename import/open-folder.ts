// Opens all files with layers in a folder as one source.
import { basename, relative } from 'node:path';
import { OperatorError } from '../runtime/operator-error.ts';
import { findDataFiles } from './find-data-files.ts';
import type { Layer, OpenSource } from './layer.ts';

/** Each is opened. A folder of all counties of a state has some hundreds. */
const FILES_MAX = 1000;

export type OpenFile = (path: string) => Promise<OpenSource>;

/** `shownName` is the archive or the folder as the operator knows it. */
export async function openFolder(o: {
  folder: string;
  shownName: string;
  openFile: OpenFile;
}): Promise<OpenSource> {
  const found = await findDataFiles(o.folder);
  const count = Object.values(found).flat().length;
  if (count > FILES_MAX) {
    throw new OperatorError(
      `${o.shownName} holds ${count.toLocaleString('en-US')} files of data, and ${FILES_MAX.toLocaleString('en-US')} at most are looked at: give the file with the parcels.`,
    );
  }
  const all: Opened[] = [];
  try {
    const layers = await openAll(found.layers, o.openFile, all);
    const tables = await openAll(found.perhaps, o.openFile, all);
    // A file that describes the data looks like data, and is left out where it cannot be read.
    const usable = [...layers, ...tables.filter(({ source }) => source)];
    if (!usable.some(hasShapes)) {
      usable.push(...(await openAll([...found.forGdal, ...found.archives], o.openFile, all)));
    }
    if (usable.some(({ source }) => source)) return combine(usable, o.folder);
    throw all.find(({ error }) => error)?.error ?? noLayer(o.shownName);
  } catch (error) {
    await closeAll(all);
    throw error;
  }
}

function noLayer(shownName: string): OperatorError {
  return new OperatorError(
    `${shownName} holds no layer: there is no Shapefile, GeoPackage, GeoJSON or other file with shapes in it. Check that it is the right one.`,
  );
}

/** One of the two is there. */
type Opened = { path: string; source?: OpenSource; error?: OperatorError };

/** Also adds them to `all`, which must be closed if anything fails. */
async function openAll(paths: readonly string[], openFile: OpenFile, all: Opened[]): Promise<Opened[]> {
  const opened: Opened[] = [];
  for (const path of paths) {
    const one = await openOne(path, openFile);
    opened.push(one);
    all.push(one);
  }
  return opened;
}

async function openOne(path: string, openFile: OpenFile): Promise<Opened> {
  try {
    return { path, source: await openFile(path) };
  } catch (error) {
    if (error instanceof OperatorError) return { path, error };
    throw error;
  }
}

function hasShapes({ source, error }: Opened): boolean {
  return error !== undefined || (source?.layers.some(({ geometry }) => geometry !== 'none') ?? false);
}

async function closeAll(opened: readonly Opened[]): Promise<void> {
  for (const { source } of opened) await source?.close();
}

function combine(opened: readonly Opened[], folder: string): OpenSource {
  const [only] = opened;
  if (opened.length === 1 && only!.source) return only!.source;
  const named = opened.flatMap(({ path, source, error }) => {
    const file = relative(folder, path);
    const name = basename(path).replace(/(?:\.\w+)+$/, '') || basename(path);
    if (!source) return [{ layer: brokenLayer(name, error!), longName: file }];
    // One layer is known by its file; several in one file have names of their own.
    if (source.layers.length === 1) return [{ layer: withName(source.layers[0]!, name), longName: file }];
    return source.layers.map((layer) => ({ layer, longName: `${file}:${layer.name}` }));
  });
  const layers = named.map(({ layer, longName }) => {
    const isTaken = named.some((other) => other.layer !== layer && sameName(other.layer, layer));
    return isTaken ? withName(layer, longName) : layer;
  });
  return { layers, close: () => closeAll(opened) };
}

function sameName(one: Layer, other: Layer): boolean {
  return one.name.toLowerCase() === other.name.toLowerCase();
}

function withName(layer: Layer, name: string): Layer {
  return { ...layer, name };
}

/** A file that cannot be opened beside others that can: it is an error only if that layer is wanted. */
function brokenLayer(name: string, error: OperatorError): Layer {
  return {
    name,
    geometry: 'unknown',
    fields: [],
    crs: undefined,
    count: undefined,
    // biome-ignore lint/correctness/useYield: it fails before its first batch.
    read: async function* () {
      throw error;
    },
  };
}
