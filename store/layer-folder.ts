// The layers of a data folder: everything that lies under and over parcels, as files that layers.json names. That manifest is
// the set: replacing it is what publishes a change, and files that it does not name are leftovers.
import { mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
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
  files: z.object({
    tiles: z.string().optional(),
    contours: z.string().optional(),
    shapes: z.string().optional(),
  }),
  remote: remoteTiles.optional(),
  /** How an overlay is drawn. */
  look: mapLayer.pick({ property: true, labelProperty: true, legend: true }).optional(),
});
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
  const text = await readFile(path, 'utf8').catch(undefinedIfMissing);
  if (text === undefined) return [];
  const layers = layersIn(text);
  if (layers) return layers;
  throw new OperatorError(
    `${path} is damaged, or of another version of Platbook: move it away, and add the layers again (platbook layers add).`,
  );
}

/** Undefined where the text is no manifest of this version. */
export function layersIn(text: string): StoredLayer[] | undefined {
  try {
    return manifest.parse(JSON.parse(text)).layers;
  } catch {
    return undefined;
  }
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
    await file.writeFile(`${JSON.stringify({ format: FORMAT, layers }, undefined, 2)}\n`);
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(unfinished, path);
  await syncFolder(folder);
  await removeLeftovers(folder, layers);
}

/** Of a change that failed, or of layers before. */
export async function removeLeftovers(folder: string, layers: readonly StoredLayer[]): Promise<void> {
  const named = new Set([LAYERS_FILE, ...layers.flatMap(filesOfLayer)]);
  for (const name of await readdir(folder)) {
    if (!named.has(name) && LAYER_FILE.test(name)) await rm(join(folder, name), { force: true });
  }
}

/** Not the files of a process that is still writing them. */
const LAYER_FILE = /^[a-z0-9-]+-[0-9a-f]{8}\.(pmtiles|db)$/;

/** The name of a file of a layer. Each has another one, so that readers of the file before are not disturbed. */
export function layerFile(name: string, ending: 'pmtiles' | 'db'): string {
  const id = crypto.getRandomValues(new Uint32Array(1))[0]!.toString(16).padStart(8, '0');
  return `${name}-${id}.${ending}`;
}

function undefinedIfMissing(error: unknown): undefined {
  if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
  throw error;
}
