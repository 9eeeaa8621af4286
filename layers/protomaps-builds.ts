// Finds the newest daily build of Protomaps that answers. Builds stay about a week, and the list may name some that are gone.
import { fetchWithRetries } from '../import/fetch-bytes.ts';
import { shownAddress } from '../import/shown-address.ts';
import { OperatorError } from '../runtime/operator-error.ts';
import { type OpenArchiveOptions, openArchiveBytes } from './archive-bytes.ts';

export type NewestBuildOptions = Omit<OpenArchiveOptions, 'source'> & {
  /** The address of builds.json, or of an archive (.pmtiles), which is then taken as it is. */
  list: string;
  /** The address that the names of archives in the list follow, with its last slash. */
  archives: string;
};

const BUILDS_TRIED = 10;
const LIST_BYTES_MAX = 10_000_000;
const TIMEOUT_MS = 60_000;

/** The address of an archive. */
export async function newestBuild(o: NewestBuildOptions): Promise<string> {
  const { list, archives } = o;
  if (new URL(list).pathname.endsWith('.pmtiles')) return list;
  const names = namesIn(await readList(o), list);
  let failure: unknown;
  for (const name of names.sort().reverse().slice(0, BUILDS_TRIED)) {
    const source = new URL(name, archives).href;
    try {
      await (await openArchiveBytes({ ...o, source })).close();
      return source;
    } catch (error) {
      if (!(error instanceof OperatorError)) throw error;
      failure ??= error;
    }
  }
  throw new OperatorError(
    `None of the builds that ${list} names can be read: give the address of an archive instead. (${(failure as Error).message})`,
  );
}

async function readList({ list: url, signal, pause }: NewestBuildOptions): Promise<string> {
  const answer = await fetchWithRetries({
    url,
    bytesMax: LIST_BYTES_MAX,
    timeoutMs: TIMEOUT_MS,
    signal,
    pause,
  });
  if (answer.kind === 'found') return answer.bytes.toString('utf8');
  throw new OperatorError(
    `The list of builds at ${shownAddress(url)} cannot be read (${answer.kind === 'missing' ? 'nothing is there' : answer.reason}): try again later, or give the address of an archive instead.`,
  );
}

/** The list is an array of objects, whose `key` is the name of an archive: YYYYMMDD.pmtiles. */
function namesIn(text: string, url: string): string[] {
  let list: unknown;
  try {
    list = JSON.parse(text);
  } catch {
    throw notAList(url);
  }
  if (!Array.isArray(list)) throw notAList(url);
  const names = list
    .map((build: { key?: unknown } | null) => build?.key)
    .filter((key) => typeof key === 'string' && /^\d{8}\.pmtiles$/.test(key)) as string[];
  if (names.length === 0) throw notAList(url);
  return names;
}

function notAList(url: string): OperatorError {
  return new OperatorError(
    `${url} is not a list of Protomaps builds: give the address of an archive instead.`,
  );
}
