// Finds the newest daily build of Protomaps that answers. Builds stay about a week, and the list may name some that are gone.
import { checkAnswer, failureOf, request, silenceWatch } from '../import/download-request.ts';
import { OperatorError } from '../runtime/operator-error.ts';
import { type OpenArchiveOptions, openArchiveBytes, withRetries } from './archive-bytes.ts';

export type NewestBuildOptions = Omit<OpenArchiveOptions, 'source'> & {
  /** The address of builds.json, or of an archive (.pmtiles), which is then taken as it is. */
  list: string;
  /** The address that the names of archives in the list follow, with its last slash. */
  archives: string;
};

const BUILDS_TRIED = 10;
const LIST_BYTES_MAX = 10_000_000;

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

function readList(o: NewestBuildOptions): Promise<string> {
  const { list: url, signal } = o;
  return withRetries({ ...o, url }, async () => {
    const watch = silenceWatch(signal, o.silenceMs);
    try {
      const headers = { 'user-agent': 'Platbook' };
      const { response } = await request({ url, headers, signal: watch.signal });
      checkAnswer(response, url);
      const parts: Uint8Array[] = [];
      let bytes = 0;
      for await (const chunk of response.body ?? []) {
        watch.reset();
        bytes += chunk.length;
        if (bytes > LIST_BYTES_MAX) throw notAList(url);
        parts.push(chunk);
      }
      return Buffer.concat(parts).toString('utf8');
    } catch (error) {
      if (signal?.aborted) throw error;
      throw failureOf(error, { url, isSilent: watch.isSilent(), isFirst: true });
    } finally {
      watch.stop();
    }
  });
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
