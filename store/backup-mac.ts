// The MAC at the end of a backup: that this installation wrote it, and that nobody has changed it since.
import { createHmac, randomBytes, randomUUID, timingSafeEqual } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { appendFile, link, mkdir, open, readFile, rm, stat, truncate } from 'node:fs/promises';
import { join } from 'node:path';
import { OperatorError } from '../runtime/operator-error.ts';
import { syncFolder } from './sync-files.ts';

/** In the data folder, and in no backup: who can change backups must not be able to make a MAC. */
export const BACKUP_KEY_FILE = 'backup.key';
const KEY_BYTES = 32;

/** Behind the last page of the SQLite file, where SQLite does not look: older versions restore it as any other. */
const BEGINNING = 'platbook-mac-1:';
const MAC_BYTES = 32;
const END_BYTES = BEGINNING.length + 2 * MAC_BYTES + 1;

export type MacState = 'right' | 'wrong' | 'missing' | 'no key';

export async function appendMac({ path, dataDir }: { path: string; dataDir: string }): Promise<void> {
  const key = (await readKey(dataDir)) ?? (await makeKey(dataDir));
  await appendFile(path, `${BEGINNING}${(await macOf(path, key)).toString('hex')}\n`);
}

/** Leaves the file without its MAC, if it has one. */
export async function takeOffMac({ path, dataDir }: { path: string; dataDir: string }): Promise<MacState> {
  const { size } = await stat(path);
  const [, hex] =
    new RegExp(`^${BEGINNING}([0-9a-f]{${2 * MAC_BYTES}})\n$`).exec(await endOf(path, size)) ?? [];
  if (hex === undefined) return 'missing';
  await truncate(path, size - END_BYTES);
  const key = await readKey(dataDir);
  if (!key) return 'no key';
  return timingSafeEqual(await macOf(path, key), Buffer.from(hex, 'hex')) ? 'right' : 'wrong';
}

async function endOf(path: string, size: number): Promise<string> {
  const handle = await open(path);
  try {
    const { buffer, bytesRead } = await handle.read({
      buffer: Buffer.alloc(END_BYTES),
      position: Math.max(0, size - END_BYTES),
    });
    return buffer.toString('latin1', 0, bytesRead);
  } finally {
    await handle.close();
  }
}

async function macOf(path: string, key: Buffer): Promise<Buffer> {
  const mac = createHmac('sha256', key);
  for await (const chunk of createReadStream(path)) mac.update(chunk);
  return mac.digest();
}

async function readKey(dataDir: string): Promise<Buffer | undefined> {
  const path = join(dataDir, BACKUP_KEY_FILE);
  const key = await readFile(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
  if (key && key.length !== KEY_BYTES) {
    throw new OperatorError(`${path} is damaged: put a copy of it back, or remove it.`);
  }
  return key;
}

/** Of two processes that make one at the same time, the first wins: a link never replaces a file. */
async function makeKey(dataDir: string): Promise<Buffer> {
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  const unfinished = join(dataDir, `.${BACKUP_KEY_FILE}-${randomUUID()}`);
  try {
    const handle = await open(unfinished, 'wx', 0o600);
    try {
      await handle.writeFile(randomBytes(KEY_BYTES));
      await handle.sync();
    } finally {
      await handle.close();
    }
    await link(unfinished, join(dataDir, BACKUP_KEY_FILE)).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error;
    });
  } finally {
    await rm(unfinished, { force: true });
  }
  await syncFolder(dataDir);
  return (await readKey(dataDir))!;
}
