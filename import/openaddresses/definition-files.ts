// Where definitions of OpenAddresses lie: a folder, or an address of raw files such as its public repository.
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { OperatorError } from '../../runtime/operator-error.ts';
import { fetchWithRetries } from '../fetch-bytes.ts';

const TIMEOUT_MS = 30_000;
const LARGEST_BYTES = 50_000_000;

export const isAddress = (from: string): boolean => /^https?:\/\//i.test(from);

/** A definition lies under sources/, and `from` may name that folder or the one above. */
function candidates(from: string, id: string): string[] {
  const base = from.replace(/\/+$/, '');
  const below = /(?:^|\/)sources$/.test(base) ? [] : [`${base}/sources/${id}.json`];
  return [`${base}/${id}.json`, ...below];
}

/** Undefined where nothing is there. */
export async function fetchText(address: string): Promise<string | undefined> {
  const fetched = await fetchWithRetries({
    url: address,
    bytesMax: LARGEST_BYTES,
    timeoutMs: TIMEOUT_MS,
    // Again at once: somebody waits for the answer.
    pause: async () => {},
  });
  if (fetched.kind === 'missing') return undefined;
  if (fetched.kind === 'found') return fetched.bytes.toString();
  throw new OperatorError(
    `The directory of OpenAddresses does not answer at ${address} (${fetched.reason}): try again later, or set OPENADDRESSES to a copy of it in a folder.`,
  );
}

/** The text of a definition. Undefined where there is none of that name. */
export async function readDefinitionText(from: string, id: string): Promise<string | undefined> {
  for (const place of candidates(from, id)) {
    const text = isAddress(from)
      ? await fetchText(place)
      : await readFile(place, 'utf8').catch(() => undefined);
    if (text !== undefined) return text;
  }
  return undefined;
}

/** The ids of all definitions in a folder: us/nc/wake. */
export async function idsInFolder(folder: string): Promise<string[]> {
  const list = (path: string) =>
    readdir(path, { recursive: true, encoding: 'utf8' }).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return undefined;
      throw error;
    });
  const files = (await list(join(folder, 'sources'))) ?? (await list(folder));
  if (!files) {
    throw new OperatorError(
      `There is no folder ${folder}: set OPENADDRESSES to a copy of the OpenAddresses directory.`,
    );
  }
  return files.flatMap((file) => {
    const id = file.replaceAll('\\', '/');
    return /^[a-z]{2}\/.+\.json$/.test(id) ? [id.slice(0, -'.json'.length)] : [];
  });
}
