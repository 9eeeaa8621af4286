// Parts of an archive fetched into a file of the work folder, several at a time. What was fetched is still there after a kill.
import { createHash } from 'node:crypto';
import { mkdir, open, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { writeAt } from '../runtime/write-at.ts';
import type { ArchiveBytes, ByteRange } from './archive-bytes.ts';

const REQUESTS_UNDER_WAY = 4;

export type FetchedParts = {
  /** Bytes that an earlier run has fetched. */
  before: number;
  /** All that is missing. */
  fetch(onProgress: (done: number) => void): Promise<void>;
  /** Bytes of the archive. They are in one of the parts, or in several that follow each other. */
  read(range: ByteRange): Promise<Buffer>;
  /** Keeps what was fetched. */
  close(): Promise<void>;
  remove(): Promise<void>;
};

/** `parts` are sorted. `key` names what is cut out of which archive. */
export async function openFetchedParts(o: {
  archive: ArchiveBytes;
  parts: readonly ByteRange[];
  folder: string;
  key: string;
}): Promise<FetchedParts> {
  const { archive, parts, folder } = o;
  const name = join(folder, `cut-${createHash('sha256').update(o.key).digest('hex').slice(0, 16)}`);
  const [path, notePath] = [`${name}.part`, `${name}.json`];
  // The parts follow from the archive's version and the key.
  const note = JSON.stringify({ key: o.key, version: archive.version });
  /** Where each part is in the file. Behind all of them, each has a byte that is 1 once the part is complete. */
  const positions = new Float64Array(parts.length);
  let bytes = 0;
  parts.forEach(({ length }, i) => {
    positions[i] = bytes;
    bytes += length;
  });

  await mkdir(folder, { recursive: true });
  const isKnown = (await readFile(notePath, 'utf8').catch(() => '')) === note;
  if (!isKnown) {
    // The note comes last, when the file has nothing of an older archive.
    await rm(notePath, { force: true });
    await rm(path, { force: true });
  }
  const file = await open(path, isKnown ? 'r+' : 'w+').catch(() => open(path, 'w+'));
  const isComplete = new Uint8Array(parts.length);
  await file.truncate(bytes + parts.length);
  await file.read(isComplete, 0, parts.length, bytes);
  if (!isKnown) await writeFile(notePath, note);
  const before = parts.reduce((sum, { length }, i) => (isComplete[i] ? sum + length : sum), 0);

  async function fetchPart(i: number, onBytes: (count: number) => void): Promise<void> {
    let position = positions[i]!;
    await archive.stream(parts[i]!, async (chunk) => {
      await writeAt(file, chunk, position);
      position += chunk.length;
      onBytes(chunk.length);
    });
    await file.datasync();
    isComplete[i] = 1;
    await file.write(isComplete, i, 1, bytes + i);
  }

  async function fetch(onProgress: (done: number) => void): Promise<void> {
    let done = before;
    let next = 0;
    const fetchUntilDone = async () => {
      for (let i = next++; i < parts.length; i = next++) {
        if (isComplete[i]) continue;
        await fetchPart(i, (count) => {
          done += count;
          onProgress(done);
        });
      }
    };
    const results = await Promise.allSettled(
      Array.from({ length: REQUESTS_UNDER_WAY }, () =>
        fetchUntilDone().catch((error: unknown) => {
          // The others stop after their current part.
          next = parts.length;
          throw error;
        }),
      ),
    );
    for (const result of results) if (result.status === 'rejected') throw result.reason;
  }

  return {
    before,
    fetch,
    read: async ({ offset, length }) => {
      const part = lastAtOrBefore(parts, offset);
      const start = positions[part]! + offset - parts[part]!.offset;
      const into = Buffer.allocUnsafeSlow(length);
      const { bytesRead } = await file.read(into, 0, length, start);
      if (bytesRead < length) throw new Error('The file of fetched parts ends too early.');
      return into;
    },
    close: () => file.close(),
    remove: async () => {
      await rm(notePath, { force: true });
      await rm(path, { force: true });
    },
  };
}

function lastAtOrBefore(parts: readonly ByteRange[], offset: number): number {
  let low = 0;
  let high = parts.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (parts[middle]!.offset <= offset) low = middle;
    else high = middle - 1;
  }
  return low;
}
