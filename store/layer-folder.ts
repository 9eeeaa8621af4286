// The layers of a data folder: everything that lies under and over parcels, as files that layers.json names. That manifest is
// the set: replacing it is what publishes a change, and files that it does not name are leftovers.
import { mkdir, open, readdir, readFile, rename, rm, rmdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { mapLayer } from '../contract/client-config.ts';
import { OperatorError } from '../runtime/operator-error.ts';
import { syncFolder } from './sync-files.ts';

/** What a layer is to the map. The kinds from roads to boundaries are drawn into the street map. */
export const GROUND_KINDS = ['roads', 'water', 'rail', 'buildings', 'parks', 'places', 'boundaries'] as const;
export const LAYER_KINDS = ['basemap', ...GROUND_KINDS, 'imagery', 'terrain', 'overlay'] as const;
export type GroundKind = (typeof GROUND_KINDS)[number];
export type LayerKind = (typeof LAYER_KINDS)[number];

/** Names of tile sets that the server has already. */
const RESERVED = ['world', 'basemap', 'contours', 'terrain', 'aerial', 'fonts', 'sprites', 'layers', 'layer'];
const LAYER_NAME = /^[a-z0-9][a-z0-9-]{0,39}$/;

export function isLayerName(name: string): boolean {
  return LAYER_NAME.test(name) && !RESERVED.includes(name);
}

/** Only such names: a manifest must not lead out of its folder. */
const LAYER_FILE = /^[a-z0-9-]+-[0-9a-f]{8}\.(pmtiles|db)$/;
const fileName = z.string().regex(LAYER_FILE).optional();

/** Tiles that the server fetches from elsewhere when somebody looks at them. */
const remoteTiles = z.object({
  /** With {z}, {x} and {y}, or {bbox} in Web Mercator. */
  url: z.string(),
  zoomMin: z.number(),
  zoomMax: z.number(),
  tileSizePx: z.number(),
});

const storedLayer = z.object({
  name: z.string().regex(LAYER_NAME),
  kind: z.enum(LAYER_KINDS),
  title: z.string(),
  /** Where it came from, without secrets. */
  source: z.string(),
  /** Everything that the next refresh needs, as JSON. May hold a token: it is never shown. */
  recipe: z.string(),
  addedAt: z.string(),
  /** The day of the data, YYYY-MM-DD. */
  dataDate: z.string().nullable(),
  /** Features or tiles. */
  count: z.number(),
  bytes: z.number(),
  bounds: z.object({ west: z.number(), south: z.number(), east: z.number(), north: z.number() }),
  /** Plain text. */
  credit: z.string().nullable(),
  /** Names in the folder. `tiles` is a PMTiles archive, `contours` another; `shapes` answers what lies on a parcel. */
  files: z.object({ tiles: fileName, contours: fileName, shapes: fileName }),
  remote: remoteTiles.optional(),
  /** How an overlay is drawn. */
  look: mapLayer.pick({ property: true, labelProperty: true, legend: true }).optional(),
});
/** Shapes of these kinds are parts of the street map. */
export function isGroundKind(kind: LayerKind): kind is GroundKind {
  return (GROUND_KINDS as readonly string[]).includes(kind);
}

export type StoredLayer = z.infer<typeof storedLayer>;
export type RemoteTiles = z.infer<typeof remoteTiles>;

/** Their names in the folder. */
export function filesOfLayer({ files }: Pick<StoredLayer, 'files'>): string[] {
  return Object.values(files).filter((file) => file !== undefined);
}

const FORMAT = 1;
const manifest = z.object({ format: z.literal(FORMAT), layers: z.array(storedLayer) });

export const LAYERS_FILE = 'layers.json';

export function layersFolderOf({ dataDir }: { dataDir: string }): string {
  return join(dataDir, 'layers');
}

/** Empty where nothing was added yet. */
export async function readLayers(folder: string): Promise<StoredLayer[]> {
  const path = join(folder, LAYERS_FILE);
  let text: string | undefined;
  try {
    text = await readFile(path, 'utf8').catch(undefinedIfMissing);
  } catch (error) {
    throw new OperatorError(`${path} cannot be read: ${(error as Error).message}.`);
  }
  if (text === undefined) return [];
  const layers = layersIn(text);
  if (layers) return layers;
  throw new OperatorError(
    `${path} is damaged, or of another version of Platbook: move it away, and add the layers again (platbook layers add).`,
  );
}

/** None where the manifest cannot be read, so that parcels are served and imported all the same. */
export async function readLayersOrWarn(
  folder: string,
  onWarning: (line: string) => void,
): Promise<StoredLayer[]> {
  return readLayers(folder).catch((error: Error) => {
    onWarning(error.message);
    return [];
  });
}

/** Undefined where the text is no manifest of this version. */
export function layersIn(text: string): StoredLayer[] | undefined {
  try {
    return manifest.parse(JSON.parse(text)).layers;
  } catch {
    return undefined;
  }
}

export function manifestOf(layers: readonly StoredLayer[]): string {
  return `${JSON.stringify({ format: FORMAT, layers }, undefined, 2)}\n`;
}

/** Changes whenever the layers do. Undefined where there are none. */
export async function layersSignature(folder: string): Promise<string | undefined> {
  const found = await stat(join(folder, LAYERS_FILE), { bigint: true }).catch(undefinedIfMissing);
  return found && `${found.ino} ${found.mtimeNs} ${found.size}`;
}

/** Publishes: readers find the layers before, or these. Their files must be complete. Then removes what nobody names. */
export async function writeLayers(folder: string, layers: readonly StoredLayer[]): Promise<void> {
  await mkdir(folder, { recursive: true });
  const path = join(folder, LAYERS_FILE);
  const unfinished = `${path}.unfinished`;
  // A recipe may hold a token.
  const file = await open(unfinished, 'w', 0o600);
  try {
    await file.writeFile(manifestOf(layers));
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(unfinished, path);
  await syncFolder(folder);
  await removeLeftovers(folder, layers);
}

/** A file of a layer, or one that becomes one when it is complete. */
const LEFTOVER = /^[a-z0-9-]+-[0-9a-f]{8}\.(pmtiles|db)(\.|$)/;
/** What was downloaded for a layer that nobody tried to add again. */
const DOWNLOAD_KEPT_MS = 7 * 24 * 3600_000;

/** Of changes that failed or were killed, and of layers before. Only for the process that holds the lock. */
export async function removeLeftovers(folder: string, layers: readonly StoredLayer[]): Promise<void> {
  const named = new Set(layers.flatMap(filesOfLayer));
  for (const name of await readdir(folder)) {
    if (!named.has(name) && LEFTOVER.test(name)) await rm(join(folder, name), { force: true });
  }
  for (const name of await readdir(join(folder, WORK)).catch(() => [])) {
    const { mtimeMs } = await stat(workFolderOf(folder, name));
    if (Date.now() - mtimeMs > DOWNLOAD_KEPT_MS) await removeWorkFolder(folder, name);
  }
}

const WORK = 'work';

/** For the downloads and scratch files of one layer. It stays after a failure, so that a download goes on where it stopped. */
export function workFolderOf(folder: string, name: string): string {
  return join(folder, WORK, name);
}

export async function removeWorkFolder(folder: string, name: string): Promise<void> {
  await rm(workFolderOf(folder, name), { recursive: true, force: true });
  // Fails where there is another one in it, which is right.
  await rmdir(join(folder, WORK)).catch(() => {});
}

/** The name of a file of a layer. Each has another one, so that readers of the file before are not disturbed. */
export function layerFile(name: string, ending: 'pmtiles' | 'db'): string {
  const id = crypto.getRandomValues(new Uint32Array(1))[0]!.toString(16).padStart(8, '0');
  return `${name}-${id}.${ending}`;
}

function undefinedIfMissing(error: unknown): undefined {
  if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
  throw error;
}
