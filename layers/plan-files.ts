// What downloading files would ask for, with the bytes that their servers announce: for a dry run.
import { stat } from 'node:fs/promises';
import { shownAddress } from '../import/shown-address.ts';
import { sizeInWords } from '../runtime/size-in-words.ts';

/** A server that is silent for so long has nothing to announce. */
const SILENCE_MS = 30_000;

/** A line for each file, and one for the sum; none without files. */
export async function planFiles(sources: readonly string[], signal: AbortSignal): Promise<string[]> {
  if (sources.length === 0) return [];
  const lines: string[] = [];
  let total = 0;
  let there = 0;
  let isKnown = true;
  for (const source of sources) {
    const size = await sizeOf(source, signal);
    lines.push(`  GET ${shownAddress(source)}: ${typeof size === 'number' ? sizeInWords(size) : size}`);
    if (size === NOT_THERE) continue;
    there++;
    if (typeof size === 'number') total += size;
    else isKnown = false;
  }
  const files = there === 1 ? '1 file' : `${there} files`;
  const size = `${isKnown ? '' : 'at least '}${sizeInWords(total)}`;
  return [...lines, `${files} to download, ${isKnown || total > 0 ? size : 'of unknown size'}.`];
}

const NOT_THERE = 'not there, would be left out';

/** Or why it is not known. */
async function sizeOf(source: string, signal: AbortSignal): Promise<number | string> {
  if (!/^https?:/i.test(source)) {
    return (await stat(source).catch(() => undefined))?.size ?? NOT_THERE;
  }
  try {
    const { status, headers } = await fetch(source, {
      method: 'HEAD',
      headers: { 'accept-encoding': 'identity', 'user-agent': 'Platbook' },
      signal: AbortSignal.any([signal, AbortSignal.timeout(SILENCE_MS)]),
    });
    if (status === 404 || status === 410) return NOT_THERE;
    if (status !== 200) return `the server answered ${status}`;
    const length = headers.get('content-length');
    return length === null ? 'the server does not say how large it is' : Number(length);
  } catch {
    signal.throwIfAborted();
    return 'the server does not answer';
  }
}
