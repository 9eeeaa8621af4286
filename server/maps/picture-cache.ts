// An LRU cache of WebP tiles on disk. A change of version empties it.
import { randomUUID } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { LRUCache } from 'lru-cache';
import type { TileAddress } from '../../geo/geometry.ts';

type PictureLog = { warn(details: { err: unknown }, message: string): void };

export type PictureCache = {
  /** Undefined for a cache miss, an unreadable file or a truncated one. */
  read(address: TileAddress): Promise<Buffer | undefined>;
  /** A failure is logged, not thrown: the caller has the picture anyway. */
  write(address: TileAddress, picture: Buffer): Promise<void>;
  /** A picture that stands in for a missing one is a cache miss after a day. */
  readEnlarged(address: TileAddress): Promise<Buffer | undefined>;
  writeEnlarged(address: TileAddress, picture: Buffer): Promise<void>;
  /** Resolves once the files of earlier runs have been counted or removed. */
  settled: Promise<void>;
};

export type PictureCacheOptions = {
  /** For this cache alone: anything that does not belong to `version` is removed. */
  folder: string;
  version: string;
  bytesMax: number;
  log: PictureLog;
};

export function openPictureCache({ folder, version, bytesMax, log }: PictureCacheOptions): PictureCache {
  const current = join(folder, encodeURIComponent(version));
  const pathOf = ({ z, x, y }: TileAddress, mark = '') =>
    join(current, String(z), String(x), `${y}${mark}.webp`);
  const warn = (err: unknown) => log.warn({ err }, 'The imagery cache on disk does not work.');

  /** Sizes in bytes by path. */
  const files = new LRUCache<string, number>({
    maxSize: bytesMax,
    sizeCalculation: (bytes) => bytes,
    dispose: (_, path, reason) => {
      if (reason === 'evict') rm(path, { force: true }).catch(warn);
    },
  });
  /** Marks the temporary files of this process, so that only those of earlier runs are removed. */
  const writer = randomUUID();
  let written = 0;

  async function scan(): Promise<void> {
    for (const name of await namesIn(folder)) {
      if (join(folder, name) !== current) await rm(join(folder, name), { recursive: true, force: true });
    }
    for (const entry of await readdir(current, { recursive: true, withFileTypes: true }).catch(
      noneIfMissing,
    )) {
      if (!entry.isFile() || entry.name.includes(writer)) continue;
      const path = join(entry.parentPath, entry.name);
      // A temporary file of a process that was stopped while writing.
      if (!entry.name.endsWith('.webp')) await rm(path, { force: true });
      else if (!files.has(path)) await count(path);
    }
  }

  async function count(path: string): Promise<void> {
    try {
      files.set(path, Math.max(1, (await stat(path)).size));
    } catch (error) {
      // Race: it has been evicted meanwhile.
      if (!isMissing(error)) throw error;
    }
  }

  async function read(path: string): Promise<Buffer | undefined> {
    try {
      const picture = await readFile(path);
      files.get(path);
      return isWhole(picture) ? picture : undefined;
    } catch (error) {
      if (!isMissing(error)) warn(error);
      return undefined;
    }
  }

  async function write(path: string, picture: Buffer): Promise<void> {
    const temporary = `${path}.${writer}-${written++}`;
    try {
      await mkdir(dirname(path), { recursive: true });
      await writeFile(temporary, picture);
      await rename(temporary, path);
      files.set(path, picture.length);
    } catch (error) {
      warn(error);
      // On a full disk parts of pictures would take the last of it.
      await rm(temporary, { force: true }).catch(() => {});
    }
  }

  return {
    settled: scan().catch(warn),
    read: (address) => read(pathOf(address)),
    write: (address, picture) => write(pathOf(address), picture),
    async readEnlarged(address) {
      const path = pathOf(address, ENLARGED);
      const { mtimeMs } = (await stat(path).catch(() => undefined)) ?? { mtimeMs: 0 };
      return Date.now() - mtimeMs < ENLARGED_MAX_MS ? read(path) : undefined;
    },
    writeEnlarged: (address, picture) => write(pathOf(address, ENLARGED), picture),
  };
}

/** In the name of a file. */
const ENLARGED = '-enlarged';
const ENLARGED_MAX_MS = 24 * 3600_000;

/** A power cut can leave a file empty or truncated. A WebP says in bytes 4 to 7 how many bytes follow. */
function isWhole(picture: Buffer): boolean {
  return (
    picture.length >= 8 &&
    picture.toString('latin1', 0, 4) === 'RIFF' &&
    picture.readUInt32LE(4) === picture.length - 8
  );
}

async function namesIn(folder: string): Promise<string[]> {
  return readdir(folder).catch(noneIfMissing);
}

function noneIfMissing(error: unknown): [] {
  if (isMissing(error)) return [];
  throw error;
}

function isMissing(error: unknown): boolean {
  return (error as NodeJS.ErrnoException).code === 'ENOENT';
}
