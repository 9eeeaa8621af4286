// The bytes of a JSON file in chunks: plain or gzip, told by the first bytes, never by the file's name.
import { createReadStream } from 'node:fs';
import { open, stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { createGunzip } from 'node:zlib';
import { OperatorError } from '../../runtime/operator-error.ts';
import { checkSize, UNPACK_LIMITS } from '../unpack-archive.ts';

const CHUNK_BYTES = 1024 * 1024;

export async function* readBytes(path: string): AsyncGenerator<Buffer> {
  // First, as it throws for a file that is not there; a stream without a listener would end the process.
  const isPacked = await isGzip(path);
  // Before the streams, too: nothing may be waited for between them and the loop that catches their errors.
  const { size: packedBytes } = await stat(path);
  const file = createReadStream(path, { highWaterMark: CHUNK_BYTES });
  if (!isPacked) {
    yield* file;
    return;
  }
  const gunzip = createGunzip({ chunkSize: CHUNK_BYTES });
  file.on('error', (error) => gunzip.destroy(error));
  file.pipe(gunzip);
  const name = basename(path);
  let bytes = 0;
  try {
    for await (const chunk of gunzip as AsyncIterable<Buffer>) {
      bytes += chunk.length;
      checkSize({ name, bytes, packedBytes, limits: UNPACK_LIMITS });
      yield chunk;
    }
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && String(error.code).startsWith('Z_'))) throw error;
    throw new OperatorError(`${name} is a damaged or cut gzip file (${error.message}): download it again.`, {
      cause: error,
    });
  } finally {
    file.destroy();
    gunzip.destroy();
  }
}

async function isGzip(path: string): Promise<boolean> {
  const first = await firstBytes(path, 2);
  return first[0] === 0x1f && first[1] === 0x8b;
}

export async function firstBytes(path: string, length: number): Promise<Uint8Array> {
  const handle = await open(path);
  try {
    const { buffer, bytesRead } = await handle.read(new Uint8Array(length), 0, length, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await handle.close();
  }
}

/** The end of a plain file as text; undefined for a gzip file, whose end is not to be had without reading all of it. */
export async function lastText(path: string, length: number): Promise<string | undefined> {
  if (await isGzip(path)) return undefined;
  const handle = await open(path);
  try {
    const { size } = await handle.stat();
    const wanted = Math.min(size, length);
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(wanted), 0, wanted, size - wanted);
    return buffer.toString('utf8', 0, bytesRead);
  } finally {
    await handle.close();
  }
}
