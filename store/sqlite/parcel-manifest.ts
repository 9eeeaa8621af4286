// The manifest of a format's folder, parcels.json: names the sources that make up the set, in their order. It is the set:
// files that it does not name are leftovers, and replacing it is what publishes a change.
import { open, readdir, readFile, rename, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { searchableBy } from '../../contract/client-config.ts';
import { PARCEL_FORMAT } from '../../contract/parcel-columns.ts';
import { OperatorError } from '../../runtime/operator-error.ts';
import { FIRST_FORMAT_WITH_SOURCES, formatFolderOf, formatsIn } from '../format-folder.ts';
import { SOURCE_NAME, type StoredSource, titleAndKind } from '../parcel-sources.ts';
import type { OlderSet } from '../parcel-store.ts';
import { syncFolder } from '../sync-files.ts';

export type Manifest = {
  version: string;
  sources: readonly StoredSource[];
  /** The version of the file with the tiles that several sources share, if there are any. */
  sharedTiles: string | null;
  /** When parcels of this format were first served. Null while an upgrade loads them: then they are nobody else's. */
  liveSince: string | null;
};

const version = z.string().regex(/^\d+$/);
const thisFormat = z.object({
  format: z.literal(PARCEL_FORMAT),
  version,
  sharedTiles: version.nullable(),
  liveSince: z.string().nullable(),
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
export async function manifestSignature(formatFolder: string): Promise<string | undefined> {
  const found = await stat(join(formatFolder, MANIFEST_FILE), { bigint: true }).catch(undefinedIfMissing);
  return found && `${found.ino} ${found.mtimeNs} ${found.size}`;
}

/** Undefined where there is none. */
export async function readManifest(formatFolder: string): Promise<Manifest | undefined> {
  return readAs(thisFormat, join(formatFolder, MANIFEST_FILE));
}

const olderFormat = z.object({
  format: z.number().min(FIRST_FORMAT_WITH_SOURCES),
  version,
  /** Formats without a folder of their own do not have it. */
  liveSince: z.string().nullish(),
  sources: z.array(
    thisFormat.shape.sources.element.pick({
      name: true,
      title: true,
      attribution: true,
      kind: true,
      loadedAt: true,
      dataDate: true,
      count: true,
      recipe: true,
      hasBarePins: true,
    }),
  ),
});

/** Where a newer version's parcels are all there are, this one would begin anew beside them. */
export async function refuseNewer(dataDir: string): Promise<void> {
  const [newest = 0] = await formatsIn(dataDir);
  if (newest <= PARCEL_FORMAT) return;
  throw new OperatorError(
    `The parcels in ${formatFolderOf({ dataDir }, newest)} have format ${newest}, but this version of Platbook reads format ${PARCEL_FORMAT}: use the newer Platbook.`,
  );
}

/** The newest set that an older version has left in a data folder. */
export async function readOlderSet(dataDir: string): Promise<OlderSet | undefined> {
  const formats = await formatsIn(dataDir);
  const folders = formats
    .filter((format) => format < PARCEL_FORMAT)
    .map((format) => formatFolderOf({ dataDir }, format));
  for (const folder of [...folders, dataDir]) {
    const found = await readAs(olderFormat, join(folder, MANIFEST_FILE));
    if (!found || found.liveSince === null) continue;
    const { format, version, sources } = found;
    return { format, version, sources, ...titleAndKind(sources) };
  }
  const withoutManifest = (await readdir(dataDir)).find((name) => /^parcels-\d+\.db$/.test(name));
  if (withoutManifest !== undefined) {
    throw new OperatorError(
      `${join(dataDir, withoutManifest)} is of a Platbook before 0.1.0, which no version since can read: move it away, and import the parcels again.`,
    );
  }
  return undefined;
}

async function readAs<Schema extends z.ZodType>(
  schema: Schema,
  path: string,
): Promise<z.infer<Schema> | undefined> {
  const text = await readFile(path, 'utf8').catch(undefinedIfMissing);
  if (text === undefined) return undefined;
  try {
    return schema.parse(JSON.parse(text));
  } catch {
    throw new BrokenManifest(
      `The file ${path} is damaged: restore it from a backup, or remove it and import the parcels again.`,
    );
  }
}

export class BrokenManifest extends OperatorError {}

/** Crash-safe: readers find the old manifest or the new one, even after a power failure. */
export async function publishManifest(formatFolder: string, manifest: Manifest): Promise<void> {
  const unfinished = join(formatFolder, UNFINISHED_MANIFEST_FILE);
  const handle = await open(unfinished, 'w');
  try {
    await handle.writeFile(`${JSON.stringify({ format: PARCEL_FORMAT, ...manifest }, null, 2)}\n`);
    await handle.sync();
  } finally {
    await handle.close();
  }
  await rename(unfinished, join(formatFolder, MANIFEST_FILE));
  await syncFolder(formatFolder);
}

function undefinedIfMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error;
}
