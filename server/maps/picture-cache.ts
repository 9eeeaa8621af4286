// Finished pictures on disk: those used least go when they take too much room, and all when the version changes.
import { randomUUID } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { LRUCache } from 'lru-cache';
import type { TileAddress } from '../../geo/geometry.ts';

export type PictureLog = { warn(details: { err: unknown }, message: string): void };

export type PictureCache = {
  /** Undefined, too, where the disk does not give it, or not the whole of it. */
  read(address: TileAddress): Promise<Buffer | undefined>;
  /** A disk that refuses is logged: the picture is there all the same. */
  write(address: TileAddress, picture: Buffer): Promise<void>;
  /** When what an earlier start left behind has been looked through. */
  settled: Promise<void>;
};

export type PictureCacheOptions = {
  /** Of this cache alone: what belongs to other versions is removed from it. */
  folder: string;
  version: string;
  bytesMax: number;
  log: PictureLog;
};

export function openPictureCache({ folder, version, bytesMax, log }: PictureCacheOptions): PictureCache {
  const current = join(folder, encodeURIComponent(version));
  const pathOf = ({ z, x, y }: TileAddress) => join(current, String(z), String(x), `${y}.webp`);
  const warn = (err: unknown) => log.warn({ err }, 'The cache of aerial imagery does not work as it should.');

  /** Each file's path and size. */
  const files = new LRUCache<string, number>({
    maxSize: bytesMax,
    sizeCalculation: (bytes) => bytes,
    dispose: (_, path, reason) => {
      if (reason === 'evict') rm(path, { force: true }).catch(warn);
    },
  });
  /** Tells the files that are being written now from those that an earlier start left behind. */
  const writer = randomUUID();
  let written = 0;

  async function lookThrough(): Promise<void> {
    for (const name of await namesIn(folder)) {
      if (join(folder, name) !== current) await rm(join(folder, name), { recursive: true, force: true });
    }
    for (const entry of await readdir(current, { recursive: true, withFileTypes: true }).catch(
      noneIfMissing,
    )) {
      if (!entry.isFile() || entry.name.includes(writer)) continue;
      const path = join(entry.parentPath, entry.name);
      // Something else was being written when the server stopped.
      if (!entry.name.endsWith('.webp')) await rm(path, { force: true });
      else if (!files.has(path)) await count(path);
    }
  }

  async function count(path: string): Promise<void> {
    try {
      files.set(path, Math.max(1, (await stat(path)).size));
    } catch (error) {
      // It made room for another picture meanwhile.
      if (!isMissing(error)) throw error;
    }
  }

  return {
    settled: lookThrough().catch(warn),
    async read(address) {
      const path = pathOf(address);
      try {
        const picture = await readFile(path);
        files.get(path);
        return isWhole(picture) ? picture : undefined;
      } catch (error) {
        if (!isMissing(error)) warn(error);
        return undefined;
      }
    },
    async write(address, picture) {
      const path = pathOf(address);
      const beside = `${path}.${writer}-${written++}`;
      try {
        await mkdir(dirname(path), { recursive: true });
        await writeFile(beside, picture);
        await rename(beside, path);
        files.set(path, picture.length);
      } catch (error) {
        warn(error);
      }
    },
  };
}

/** A power cut leaves files empty or cut off. A WebP tells how many bytes follow after its first eight. */
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
