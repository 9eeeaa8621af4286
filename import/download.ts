// Downloads a county's file with progress: resumed after a break or a kill, retried with back-off.
import { mkdir, open, rename, stat, unlink, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { OperatorError } from '../runtime/operator-error.ts';
import { sizeInWords } from '../runtime/size-in-words.ts';
import { writeAt } from '../runtime/write-at.ts';
import {
  Break,
  checkAnswer,
  failureOf,
  notDownloaded,
  type RetryOptions,
  request,
  type SilenceWatch,
  silenceWatch,
  startsAt,
  webPage,
  withRetries,
} from './download-request.ts';
import { type DownloadNote, fileNameFor, readNote, writeNote } from './download-target.ts';
import type { StepProgress } from './layer.ts';
import { shownAddress } from './shown-address.ts';
import { freeBytesIn } from './unpack-archive.ts';

/** The largest files of states have 10 GB. The rest of the disk is for the server and its people. */
const DOWNLOAD_LIMITS = { bytes: 40e9, leftFreeBytes: 1e9 };
/** The free space is looked up whenever so much has arrived. */
const CHECK_EVERY_BYTES = 64e6;

export type DownloadOptions = RetryOptions & {
  url: string;
  folder: string;
  /** For tests. */
  limits?: typeof DOWNLOAD_LIMITS;
  onProgress?: (progress: StepProgress) => void;
};

export async function download(o: DownloadOptions): Promise<{ path: string }> {
  const { folder } = o;
  const url = checkedUrl(o.url);
  const shown = shownAddress(url);
  let farthest = 0;
  return withRetries({ ...o, giveUp: notDownloaded(shown) }, async (progressed) => {
    const onProgress = (progress: StepProgress) => {
      // A slow server that keeps sending is not given up; one that starts over each time is.
      if (progress.done > farthest) progressed();
      farthest = Math.max(farthest, progress.done);
      o.onProgress?.(progress);
    };
    try {
      await mkdir(folder, { recursive: true });
      return { path: await attempt({ ...o, url, onProgress }, await readNote(folder, url)) };
    } catch (error) {
      throw inWords(error, shown);
    }
  });
}

function checkedUrl(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url !== undefined && (url.protocol === 'https:' || url.protocol === 'http:')) return url.href;
  throw new OperatorError(
    `${text} is not an address that Platbook can download: give it one with https:// or http://.`,
  );
}

async function partSize(folder: string, note: DownloadNote | undefined): Promise<number> {
  if (note === undefined) return 0;
  return (await stat(join(folder, `${note.file}.part`)).catch(() => undefined))?.size ?? 0;
}

/** One request. Throws a Break where another one may help. */
async function attempt(o: DownloadOptions, note: DownloadNote | undefined): Promise<string> {
  const { url, folder } = o;
  const shown = shownAddress(url);
  const finished = note?.finished === true ? await finishedFile(folder, note) : undefined;
  const have = finished === undefined ? await partSize(folder, note) : 0;
  const headers: Record<string, string> = { 'accept-encoding': 'identity', 'user-agent': 'Platbook' };
  const validator = note?.etag ?? note?.lastModified ?? undefined;
  if (finished !== undefined) {
    if (note?.etag) headers['if-none-match'] = note.etag;
    else if (note?.lastModified) headers['if-modified-since'] = note.lastModified;
  } else if (have > 0 && validator !== undefined && !validator.startsWith('W/')) {
    // Without If-Range the rest of a newer file would be put behind the beginning of an older one.
    headers.range = `bytes=${have}-`;
    headers['if-range'] = validator;
  }

  const watch = silenceWatch(o.signal);
  try {
    const { response, finalUrl } = await request({ url, headers, signal: watch.signal });
    watch.reset();
    if (response.status === 304 && finished !== undefined) return finished;
    const isResumed = response.status === 206 && startsAt(response, have);
    if (headers.range !== undefined && (response.status === 416 || (response.status === 206 && !isResumed))) {
      // The part is longer than the file, or the server cannot go on from its end: the next try begins anew.
      await response.body?.cancel();
      await unlink(join(folder, `${note!.file}.part`)).catch(() => {});
      throw new Break('the server refused to go on');
    }
    checkAnswer(response, shown);
    if (response.status === 206 && !isResumed) {
      throw new OperatorError(
        `${shown} cannot be downloaded (the server sent another part than asked for): download it in a browser, and import it from disk.`,
      );
    }
    return await receive({ o, response, finalUrl, have: isResumed ? have : 0, note, watch });
  } catch (error) {
    if (o.signal?.aborted || isDiskError(error)) throw error;
    throw failureOf(error, { url: shown, isSilent: watch.isSilent(), isFirst: have === 0 });
  } finally {
    watch.stop();
  }
}

async function finishedFile(folder: string, note: DownloadNote): Promise<string | undefined> {
  const path = join(folder, note.file);
  const size = (await stat(path).catch(() => undefined))?.size;
  return size !== undefined && (note.bytes === null || size === note.bytes) ? path : undefined;
}

/** Writes the answer behind the `have` bytes that are there. */
async function receive(r: {
  o: DownloadOptions;
  response: Response;
  finalUrl: string;
  have: number;
  note: DownloadNote | undefined;
  watch: SilenceWatch;
}): Promise<string> {
  const { o, response, have } = r;
  const { url, folder } = o;
  const { headers } = response;
  const length = headers.get('content-length');
  // The length of what is sent compressed is not the length of the file.
  const isEncoded = !/^(?:identity)?$/i.test(headers.get('content-encoding') ?? '');
  const total = length === null || isEncoded ? undefined : have + Number(length);
  const note: DownloadNote = {
    url,
    file: have > 0 ? r.note!.file : fileNameFor({ url, finalUrl: r.finalUrl, headers }),
    etag: isEncoded ? null : headers.get('etag'),
    lastModified: isEncoded ? null : headers.get('last-modified'),
    bytes: total ?? null,
    finished: false,
  };
  await checkRoom(o, { total: total ?? have, have });
  await writeNote(folder, note);
  const path = join(folder, note.file);
  let done = have;
  const file = await open(`${path}.part`, have > 0 ? 'a' : 'w');
  try {
    o.onProgress?.({ stage: 'Downloading', done, total, unit: 'bytes' });
    for await (const chunk of response.body ?? []) {
      if (
        done === 0 &&
        /^\s*<(?:!doctype\s+html|html)/i.test(Buffer.from(chunk).toString('latin1', 0, 200))
      ) {
        throw webPage(shownAddress(url));
      }
      await writeAt(file, chunk, done);
      const isDue =
        Math.floor(done / CHECK_EVERY_BYTES) < Math.floor((done + chunk.length) / CHECK_EVERY_BYTES);
      done += chunk.length;
      // Some servers do not say how much they send, or send more.
      if (isDue) await checkRoom(o, { total: done, have: done });
      r.watch.reset();
      o.onProgress?.({ stage: 'Downloading', done, total, unit: 'bytes' });
    }
    if (total !== undefined && done < total) throw new Break('the file was cut');
    await file.sync();
  } catch (error) {
    // Nobody waits for the rest of such a file.
    if (error instanceof TooLarge) await file.truncate();
    throw error;
  } finally {
    await file.close();
  }
  if (done === 0) throw new OperatorError(`${shownAddress(url)} is an empty file: check the address.`);
  // The day of the data is told by the file's time; the day of the download is none.
  const modified = new Date(headers.get('last-modified') ?? 0);
  const time = Number.isNaN(modified.getTime()) ? new Date(0) : modified;
  await utimes(`${path}.part`, time, time);
  await rename(`${path}.part`, path);
  await writeNote(folder, { ...note, bytes: done, finished: true });
  return path;
}

class TooLarge extends OperatorError {}

/** Throws where the whole file is larger than parcels are, or the disk would be left with too little room. */
async function checkRoom(
  { url, folder, limits = DOWNLOAD_LIMITS }: DownloadOptions,
  { total, have }: { total: number; have: number },
): Promise<void> {
  if (total > limits.bytes) {
    throw new TooLarge(
      `${shownAddress(url)} has ${sizeInWords(total)} or more, far more than parcels need: if you trust it, download it in a browser, and import it from disk.`,
    );
  }
  const free = await freeBytesIn(folder);
  if (total - have > free - limits.leftFreeBytes) {
    throw new OperatorError(
      `${shownAddress(url)} needs ${sizeInWords(total - have)} more, but ${folder} has ${sizeInWords(free)} free, of which ${sizeInWords(limits.leftFreeBytes)} are kept: make room there, and try again.`,
    );
  }
}

function isDiskError(error: unknown): error is NodeJS.ErrnoException {
  const { syscall } = error as NodeJS.ErrnoException;
  return (
    syscall !== undefined &&
    ['open', 'write', 'rename', 'mkdir', 'fsync', 'close', 'stat', 'utime'].includes(syscall)
  );
}

function inWords(error: unknown, url: string): unknown {
  if (!isDiskError(error)) return error;
  const reasons: Record<string, string> = {
    ENOSPC: 'the disk is full',
    EDQUOT: 'the disk quota is used up',
    EACCES: 'the folder may not be written to',
    EPERM: 'the folder may not be written to',
    EROFS: 'the disk is read-only',
    ENOTDIR: 'a file is in the place of the folder',
    EEXIST: 'a file is in the place of the folder',
  };
  const reason = reasons[error.code ?? ''] ?? error.message;
  return new OperatorError(
    `The download of ${url} could not be saved (${reason}): fix that, and try again.`,
    {
      cause: error,
    },
  );
}
