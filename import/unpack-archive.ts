// Unpacks a zip or a gzip file into a folder of its own, with limits against archives that are made to fill the disk.
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, stat, statfs, utimes } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { type Entry, openPromise, type ZipFile } from 'yauzl';
import { OperatorError } from '../runtime/operator-error.ts';
import type { StepProgress } from './layer.ts';
import { makeUnpackFolder } from './unpack-folder.ts';
import { checkNames, nameRefused } from './zip-names.ts';

export type UnpackLimits = {
  /** Of all files together. */
  bytes: number;
  /** Unpacked to packed, beyond `freeBytes`. Real archives of parcels shrink to a twentieth at best. */
  ratio: number;
  freeBytes: number;
  entries: number;
};

export const UNPACK_LIMITS: UnpackLimits = {
  bytes: 40e9,
  ratio: 200,
  freeBytes: 100e6,
  entries: 100_000,
};

/** Of an archive and all archives inside it, which could else unpack to as much each; `bytes` are those so far. */
export type UnpackBudget = { name: string; packedBytes: number; bytes: number };

export async function budgetOf(path: string): Promise<UnpackBudget> {
  return { name: basename(path), packedBytes: (await stat(path)).size, bytes: 0 };
}

export type UnpackOptions = {
  path: string;
  /** Of the archive around this one. */
  budget?: UnpackBudget | undefined;
  workFolder: string;
  limits?: UnpackLimits;
  signal?: AbortSignal | undefined;
  onProgress?: ((progress: StepProgress) => void) | undefined;
};

export type Unpacked = { folder: string; remove(): Promise<void> };

/** What lies beside parcels in archives and is none of them: pictures, papers, projects, what a Mac adds. */
const NO_DATA =
  /(?:^|\/)(?:__MACOSX\/|\._|\.DS_Store$|Thumbs\.db$)|\.(?:pdf|docx?|xlsx?|pptx?|html?|jpe?g|png|gif|bmp|tiff?|tfw|ecw|sid|jp2|ovr|mxd|mxt|aprx|lyrx?|qgz|exe|msi|mp4|avi|mov)$/i;

export async function unpackZip(o: UnpackOptions): Promise<Unpacked> {
  const unpacked = await makeUnpackFolder(o);
  try {
    await unpackZipInto(unpacked.folder, o);
    return unpacked;
  } catch (error) {
    await unpacked.remove();
    throw error;
  }
}

export async function unpackZipInto(folder: string, o: UnpackOptions): Promise<void> {
  const zip = await openZip(o.path);
  try {
    const { entries, bytes } = await listEntries(zip, o);
    await checkFreeSpace(folder, bytes, basename(o.path));
    const count = counter(o, bytes);
    for (const entry of entries) {
      const target = join(folder, entry.fileName);
      await mkdir(dirname(target), { recursive: true });
      // yauzl refuses an entry that holds more than it declares.
      const packed = await zip.openReadStreamPromise(entry);
      await pipeline(packed, count(), createWriteStream(target), pipeOptions(o));
      await keepTime(target, entry.getLastModDate({ timezone: 'UTC' }));
    }
  } catch (error) {
    throw inWords(error, o);
  } finally {
    zip.close();
  }
}

async function openZip(path: string): Promise<ZipFile> {
  try {
    return await openPromise(path, { autoClose: false });
  } catch (error) {
    throw damaged(path, error);
  }
}

/** The entries that may be data. Checks everything that can be known before a byte is written. */
async function listEntries(zip: ZipFile, o: UnpackOptions): Promise<{ entries: Entry[]; bytes: number }> {
  const name = basename(o.path);
  const limits = o.limits ?? UNPACK_LIMITS;
  if (zip.entryCount > limits.entries) {
    throw new OperatorError(
      `${name} holds ${count(zip.entryCount)} files, far more than parcels need. ${UNPACK_YOURSELF}`,
    );
  }
  const entries: Entry[] = [];
  for await (const entry of zip.eachEntry()) {
    if (!entry.fileName.endsWith('/') && !NO_DATA.test(entry.fileName)) entries.push(entry);
  }
  checkNames(name, entries);
  if (entries.some((entry) => entry.isEncrypted())) {
    throw new OperatorError(`${name} is protected with a password. Unpack it, and import the folder.`);
  }
  const strange = entries.find((entry) => !entry.canDecodeFileData());
  if (strange) {
    throw new OperatorError(
      `${strange.fileName} in ${name} is packed in a way that Platbook does not know (method ${strange.compressionMethod}). Unpack the archive with the program that made it, and import the folder.`,
    );
  }
  const bytes = entries.reduce((sum, entry) => sum + entry.uncompressedSize, 0);
  const budget = o.budget ?? (await budgetOf(o.path));
  budget.bytes += bytes;
  checkSize({ ...budget, limits });
  return { entries, bytes };
}

/** The day of the data is told by the time of its files. */
async function keepTime(path: string, time: Date): Promise<void> {
  const known = Number.isNaN(time.getTime()) ? new Date(0) : time;
  await utimes(path, known, known);
}

/** Unpacks the one file of a .gz. */
export async function unpackGzip(o: UnpackOptions): Promise<Unpacked & { path: string }> {
  const name = basename(o.path);
  const limits = o.limits ?? UNPACK_LIMITS;
  const { size: packedBytes, mtime } = await stat(o.path);
  const budget = o.budget ?? (await budgetOf(o.path));
  const unpacked = await makeUnpackFolder(o);
  const path = join(unpacked.folder, name.replace(/\.gz$/i, '') || 'data');
  // Nothing in a gzip file tells its size beforehand.
  const check = new Transform({
    transform(chunk: Buffer, _, done) {
      budget.bytes += chunk.length;
      try {
        checkSize({ ...budget, limits });
        done(null, chunk);
      } catch (error) {
        done(error as Error);
      }
    },
  });
  try {
    const count = counter(o, packedBytes);
    const packed = createReadStream(o.path);
    await pipeline(packed, count(), createGunzip(), check, createWriteStream(path), pipeOptions(o));
    await keepTime(path, mtime);
    return { ...unpacked, path };
  } catch (error) {
    await unpacked.remove();
    throw inWords(error, o);
  }
}

const UNPACK_YOURSELF = 'If you trust it, unpack it yourself and import the folder.';

/** Throws where so many unpacked bytes are more than an archive of that size can mean well. */
export function checkSize(o: {
  name: string;
  bytes: number;
  packedBytes: number;
  limits: UnpackLimits;
}): void {
  const { name, bytes, packedBytes, limits } = o;
  if (bytes > limits.bytes || (bytes > limits.freeBytes && bytes > packedBytes * limits.ratio)) {
    throw new OperatorError(
      `${name} has ${count(Math.ceil(packedBytes / 1000))} KB and would unpack to more than ${count(Math.floor(bytes / 1e6))} MB, far more than parcels need. ${UNPACK_YOURSELF}`,
    );
  }
}

async function checkFreeSpace(folder: string, bytes: number, name: string): Promise<void> {
  const free = await freeBytesIn(folder);
  if (bytes > free) {
    throw new OperatorError(
      `${name} unpacks to ${count(Math.ceil(bytes / 1e6))} MB, but ${folder} has ${count(Math.floor(free / 1e6))} MB free. Make room there.`,
    );
  }
}

export async function freeBytesIn(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
}

/** Makes streams that count the bytes going through all of them. */
function counter(o: UnpackOptions, total: number): () => Transform {
  let done = 0;
  return () =>
    new Transform({
      transform(chunk: Buffer, _, pass) {
        done += chunk.length;
        o.onProgress?.({ stage: `Unpacking ${basename(o.path)}`, done, total, unit: 'bytes' });
        pass(null, chunk);
      },
    });
}

function pipeOptions({ signal }: UnpackOptions): { signal?: AbortSignal } {
  return signal ? { signal } : {};
}

function inWords(error: unknown, o: UnpackOptions): unknown {
  if (error instanceof OperatorError) return error;
  if (o.signal?.aborted) return o.signal.reason;
  if ((error as NodeJS.ErrnoException).code === 'ENOSPC') {
    return new OperatorError(
      `The disk is full while ${basename(o.path)} is unpacked into ${o.workFolder}. Make room there.`,
    );
  }
  return nameRefused(basename(o.path), error) ?? damaged(o.path, error);
}

function damaged(path: string, error: unknown): OperatorError {
  const reason = error instanceof Error ? error.message : String(error);
  return new OperatorError(`${basename(path)} is a damaged archive (${reason}). Get a complete copy of it.`, {
    cause: error,
  });
}

function count(value: number): string {
  return value.toLocaleString('en-US');
}
