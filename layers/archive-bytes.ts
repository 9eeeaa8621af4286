// The bytes of an archive, on disk or behind HTTP: read in parts, with retries, and never from two versions of it.
import { open } from 'node:fs/promises';
import { basename } from 'node:path';
import { FIRST_BYTES } from '../basemap/pmtiles-directory.ts';
import {
  Break,
  checkAnswer,
  failureOf,
  notDownloaded,
  type RetryOptions,
  request,
  silenceWatch,
  startsAt,
  withRetries,
} from '../import/download-request.ts';
import { shownAddress } from '../import/shown-address.ts';
import { OperatorError } from '../runtime/operator-error.ts';

export type ByteRange = { offset: number; length: number };

export type ArchiveBytes = {
  /** For messages: the address without its query, or the file's name. */
  name: string;
  isRemote: boolean;
  /** Undefined where the server does not say. */
  size: number | undefined;
  /** Changes with the archive. */
  version: string;
  /** Shorter at the end of the archive. */
  read(range: ByteRange): Promise<Buffer>;
  /** Calls `onBytes` with all bytes of the range in order, and waits for it. */
  stream(range: ByteRange, onBytes: (bytes: Uint8Array) => Promise<void>): Promise<void>;
  /** Throws where the archive has changed since it was opened. */
  checkUnchanged(): Promise<void>;
  close(): Promise<void>;
};

export type OpenArchiveOptions = RetryOptions & {
  /** A path, or an http or https address. */
  source: string;
  /** Without a byte for so long, a request counts as lost; for tests. */
  silenceMs?: number;
};

/** What a reader of PMTiles asks for first: the header and the root directory. */
export const FIRST_RANGE = { offset: 0, length: FIRST_BYTES };

/** The archive is not the one that was opened. */
export class ArchiveChanged extends OperatorError {
  constructor(name: string) {
    super(`${name} changed while it was being read: run the command again, and it starts over.`);
  }
}

export function isAddress(source: string): boolean {
  return /^https?:\/\//i.test(source);
}

export function openArchiveBytes(o: OpenArchiveOptions): Promise<ArchiveBytes> {
  return isAddress(o.source) ? openAddress(o) : openPath(o);
}

async function openPath({ source, signal }: OpenArchiveOptions): Promise<ArchiveBytes> {
  const name = basename(source);
  const file = await open(source).catch((error: NodeJS.ErrnoException) => {
    throw error.code === 'ENOENT' ? new OperatorError(`There is no file ${source}: check the path.`) : error;
  });
  const versionOf = async () => {
    const { size, mtimeMs } = await file.stat();
    return { size, version: `${size} ${mtimeMs}` };
  };
  const { size, version } = await versionOf();
  const read = async ({ offset, length }: ByteRange) => {
    signal?.throwIfAborted();
    const bytes = Buffer.allocUnsafeSlow(Math.max(0, Math.min(length, size - offset)));
    for (let done = 0; done < bytes.length; ) {
      const { bytesRead } = await file.read(bytes, done, bytes.length - done, offset + done);
      if (bytesRead === 0) throw new ArchiveChanged(name);
      done += bytesRead;
    }
    return bytes;
  };
  return {
    name,
    isRemote: false,
    size,
    version,
    read,
    stream: async (range, onBytes) => onBytes(await read(range)),
    checkUnchanged: async () => {
      if ((await versionOf()).version !== version) throw new ArchiveChanged(name);
    },
    close: () => file.close(),
  };
}

/** What a server says about the version of its file. */
type Validators = { etag: string | null; lastModified: string | null; size: number | undefined };

async function openAddress(o: OpenArchiveOptions): Promise<ArchiveBytes> {
  const { source, signal } = o;
  const url = shownAddress(source);
  let known: Validators | undefined;

  /** Asks once, for what is left of the range; tells how much has come. */
  async function attempt(range: ByteRange, onBytes: (bytes: Uint8Array) => Promise<void>): Promise<void> {
    const watch = silenceWatch(signal, o.silenceMs);
    let isStored = true;
    try {
      const headers: Record<string, string> = {
        'accept-encoding': 'identity',
        'user-agent': 'Platbook',
        range: `bytes=${range.offset}-${range.offset + range.length - 1}`,
      };
      // Weak ones never match.
      if (known?.etag && !known.etag.startsWith('W/')) headers['if-match'] = known.etag;
      const { response } = await request({ url: source, headers, signal: watch.signal });
      watch.reset();
      const total = checkPart(response, range);
      const length = Math.min(range.length, (total ?? Infinity) - range.offset);
      let done = 0;
      for await (const chunk of response.body ?? []) {
        watch.reset();
        const wanted = chunk.subarray(0, length - done);
        isStored = false;
        await onBytes(wanted);
        isStored = true;
        done += wanted.length;
      }
      if (done < length) throw new Break('the answer was cut');
    } catch (error) {
      // A full disk is not the server's failure.
      if (signal?.aborted || !isStored) throw error;
      throw failureOf(error, { url, isSilent: watch.isSilent(), isFirst: known === undefined });
    } finally {
      watch.stop();
    }
  }

  /** The size of the archive, where the server says. */
  function checkPart(response: Response, range: ByteRange): number | undefined {
    const { status, headers } = response;
    const refuse = (error: Error): never => {
      void response.body?.cancel();
      throw error;
    };
    if (status === 412) refuse(new ArchiveChanged(url));
    if (status === 416)
      refuse(known ? new ArchiveChanged(url) : new OperatorError(`${url} is an empty file.`));
    checkAnswer(response, url);
    const [, size] = /\/(\d+)$/.exec(headers.get('content-range') ?? '') ?? [];
    const now: Validators = {
      etag: headers.get('etag'),
      lastModified: headers.get('last-modified'),
      size: size === undefined ? undefined : Number(size),
    };
    if (status !== 206 || headers.has('content-encoding')) {
      if (known && now.etag !== known.etag) refuse(new ArchiveChanged(url));
      refuse(
        new OperatorError(
          `${url} cannot be read in parts (its server ignores range requests): download it, and give the path of the file.`,
        ),
      );
    }
    if (!startsAt(response, range.offset)) refuse(new Break('the server sent another part than asked for'));
    known ??= now;
    if (now.etag !== known.etag || now.lastModified !== known.lastModified || now.size !== known.size) {
      refuse(new ArchiveChanged(url));
    }
    return now.size;
  }

  async function stream(range: ByteRange, onBytes: (bytes: Uint8Array) => Promise<void>): Promise<void> {
    let done = 0;
    await withRetries({ ...o, giveUp: notDownloaded(url) }, async (onProgress) => {
      const left = { offset: range.offset + done, length: range.length - done };
      await attempt(left, async (bytes) => {
        await onBytes(bytes);
        done += bytes.length;
        onProgress();
      });
    });
  }

  async function read(range: ByteRange): Promise<Buffer> {
    const parts: Uint8Array[] = [];
    await stream(range, async (bytes) => void parts.push(bytes));
    return Buffer.concat(parts);
  }

  const first = await read(FIRST_RANGE);
  return {
    name: url,
    isRemote: true,
    size: known!.size,
    version: JSON.stringify(known),
    // Small archives are in memory already.
    read: async (range) =>
      range.offset + range.length <= first.length
        ? first.subarray(range.offset, range.offset + range.length)
        : read(range),
    stream,
    // Every answer was compared.
    checkUnchanged: async () => {},
    close: async () => {},
  };
}
