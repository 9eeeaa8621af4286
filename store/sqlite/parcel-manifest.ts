// The manifest of a data folder, parcels.json: names the sources that make up the set, in their order. It is the set:
// files that it does not name are leftovers, and replacing it is what publishes a change.
import { open, readFile, rename, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { searchableBy } from '../../contract/client-config.ts';
import { PARCEL_FORMAT } from '../../contract/parcel-columns.ts';
import { OperatorError } from '../../runtime/operator-error.ts';
import { SOURCE_NAME, type StoredSource } from '../parcel-sources.ts';
import { syncFolder } from '../sync-files.ts';

export type Manifest = {
  version: string;
  sources: readonly StoredSource[];
  /** The version of the file with the tiles that several sources share, if there are any. */
  sharedTiles: string | null;
};

/** Every format has these. */
const anyFormat = z.object({
  format: z.number(),
  version: z.string().regex(/^\d+$/),
  sources: z.array(z.object({ title: z.string(), kind: z.enum(['demo', 'imported']) })),
});
export type AnyManifest = z.infer<typeof anyFormat>;

const version = z.string().regex(/^\d+$/);
const thisFormat = z.object({
  format: z.literal(PARCEL_FORMAT),
  version,
  sharedTiles: version.nullable(),
  sources: z.array(
    z.object({
      name: z.string().regex(SOURCE_NAME),
      title: z.string(),
      attribution: z.string().nullable(),
      kind: z.enum(['demo', 'imported']),
      version,
      loadedAt: z.string(),
      dataDate: z.string().nullable(),
      count: z.number(),
      unitCount: z.number().optional(),
      searchable: z.array(searchableBy).optional(),
      bounds: z.object({ west: z.number(), south: z.number(), east: z.number(), north: z.number() }),
      center: z.object({ lng: z.number(), lat: z.number() }),
      outline: z.array(z.array(z.tuple([z.number(), z.number()]))).optional(),
      recipe: z.string().nullable(),
      hasBarePins: z.boolean(),
    }),
  ),
}) satisfies z.ZodType<Manifest>;

export const MANIFEST_FILE = 'parcels.json';
export const UNFINISHED_MANIFEST_FILE = `${MANIFEST_FILE}.unfinished`;

/** Changes whenever the manifest is replaced. Undefined where there is none. */
export async function manifestSignature(dataDir: string): Promise<string | undefined> {
  const found = await stat(join(dataDir, MANIFEST_FILE), { bigint: true }).catch(undefinedIfMissing);
  return found && `${found.ino} ${found.mtimeNs} ${found.size}`;
}

/** Undefined where there is none. One of an older format is returned as it is. */
export async function readManifest(
  dataDir: string,
): Promise<Manifest | { outdated: AnyManifest } | undefined> {
  const path = join(dataDir, MANIFEST_FILE);
  const text = await readFile(path, 'utf8').catch(undefinedIfMissing);
  if (text === undefined) return undefined;
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    throw brokenManifest(path);
  }
  const any = anyFormat.safeParse(json);
  if (!any.success) throw brokenManifest(path);
  const { format } = any.data;
  if (format > PARCEL_FORMAT) {
    throw new OperatorError(
      `${path} has format ${format}, but this version of Platbook reads format ${PARCEL_FORMAT}: use the newer Platbook.`,
    );
  }
  if (format < PARCEL_FORMAT) return { outdated: any.data };
  const manifest = thisFormat.safeParse(json);
  if (!manifest.success) throw brokenManifest(path);
  return manifest.data;
}

export class BrokenManifest extends OperatorError {}

function brokenManifest(path: string): BrokenManifest {
  return new BrokenManifest(
    `The file ${path} is damaged: restore it from a backup, or remove it and import the parcels again.`,
  );
}

/** Crash-safe: readers find the old manifest or the new one, even after a power failure. */
export async function publishManifest(dataDir: string, manifest: Manifest): Promise<void> {
  const unfinished = join(dataDir, UNFINISHED_MANIFEST_FILE);
  const handle = await open(unfinished, 'w');
  try {
    await handle.writeFile(`${JSON.stringify({ format: PARCEL_FORMAT, ...manifest }, null, 2)}\n`);
    await handle.sync();
  } finally {
    await handle.close();
  }
  await rename(unfinished, join(dataDir, MANIFEST_FILE));
  await syncFolder(dataDir);
}

function undefinedIfMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error;
}
