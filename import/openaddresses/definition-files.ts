// Where definitions of OpenAddresses lie: a folder, or an address of raw files such as its public repository.
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { OperatorError } from '../../runtime/operator-error.ts';

const TIMEOUT_MS = 30_000;
const TRIES = 3;
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
  let said = '';
  for (let attempt = 0; attempt < TRIES; attempt++) {
    try {
      const response = await fetch(address, {
        headers: { 'user-agent': 'Platbook' },
        signal: AbortSignal.timeout(TIMEOUT_MS),
      });
      if (response.status === 404) return undefined;
      const text = await response.text();
      if (response.ok && text.length <= LARGEST_BYTES) return text;
      said = `status ${response.status}`;
      if (response.status < 500) break;
    } catch (error) {
      const { cause, message } = error as Error & { cause?: { code?: string } };
      said = cause?.code ?? message;
    }
  }
  throw new OperatorError(
    `The directory of OpenAddresses does not answer at ${address} (${said}): try again later, or set OPENADDRESSES to a copy of it in a folder.`,
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
