// A county by its name: reads its definition from the OpenAddresses directory, and finds definitions by words.
import { mkdir, readFile, rename, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { OperatorError } from '../../runtime/operator-error.ts';
import { inParallel } from '../in-parallel.ts';
import { fetchText, idsInFolder, isAddress, readDefinitionText } from './definition-files.ts';
import {
  type CountyDefinition,
  nameOfDefinition,
  nameOfId,
  parcelFormat,
  parseDefinition,
} from './parse-definition.ts';
import { stateNames } from './us-states.ts';

export type { CountyDefinition };

const ID = /^[a-z]{2}(?:\/[a-z0-9_.-]+)+(?:#.+)?$/i;

export async function readDefinition(o: { id: string; from: string }): Promise<CountyDefinition> {
  const [bare] = o.id.split('#');
  if (!ID.test(o.id) || bare!.includes('..')) {
    throw new OperatorError(`${o.id} is not the name of a definition: names look like us/nc/wake.`);
  }
  const text = await readDefinitionText(o.from, bare!.toLowerCase());
  if (text === undefined) {
    const word = bare!.split('/').at(-1);
    throw new OperatorError(
      `There is no definition ${bare} in ${o.from}: platbook find ${word} lists what there is.`,
    );
  }
  return parseDefinition({ text, id: o.id });
}

export type FoundDefinition = {
  id: string;
  name: string /** Empty where it was not looked up. */;
  format: string;
};

/** Further matches of an address are listed unread: each costs a request. */
const READ_FROM_ADDRESS = 12;

export async function findDefinitions(o: {
  words: string;
  from: string;
  workFolder: string;
  /** For tests: where the list of the public repository is asked for. */
  listing?: string;
}): Promise<FoundDefinition[]> {
  const words = wordsOf(o.words).filter((word) => !EMPTY_WORDS.has(word));
  const ids = isAddress(o.from) ? await idsOfRepository(o) : await idsInFolder(o.from);
  const matches = ids
    .filter((id) => isMatch(id, words))
    .sort((a, b) => rank(a, words) - rank(b, words) || compare(a, b));
  if (isAddress(o.from) && matches.length > READ_FROM_ADDRESS) {
    return matches.map((id) => ({ id, name: nameOfId(id), format: '' }));
  }

  const found = await inParallel(matches, async (id) => {
    const text = await readDefinitionText(o.from, id);
    const format = text === undefined ? undefined : parcelFormat(text);
    return text === undefined || format === undefined
      ? undefined
      : { id, name: nameOfDefinition(text, id), format };
  });
  return found.filter((each) => each !== undefined);
}

const EMPTY_WORDS = new Set(['county', 'parish', 'borough', 'of', 'the', 'city', 'state']);
const wordsOf = (text: string): string[] => text.toLowerCase().match(/[\p{L}\d]+/gu) ?? [];
const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);

/** Every word is the beginning of a word of the place, or the state's letters or name. */
function isMatch(id: string, words: readonly string[]): boolean {
  if (words.length === 0) return false;
  const [country = '', state = '', ...rest] = id.split('/');
  const places = wordsOf(rest.join(' ').replaceAll('_', ' '));
  const states = wordsOf(stateNames.get(state) ?? '');
  return words.every(
    (word) =>
      word === country ||
      word === state ||
      states.some((name) => name.startsWith(word) && word.length > 2) ||
      places.some((name) => name.startsWith(word) && (word.length > 1 || name === word)),
  );
}

/** Places of exactly that name come first. */
function rank(id: string, words: readonly string[]): number {
  const places = wordsOf(id.split('/').slice(2).join(' ').replaceAll('_', ' '));
  return places.every((place) => words.includes(place)) ? 0 : 1;
}

const PUBLIC = /^https:\/\/raw\.githubusercontent\.com\/openaddresses\/openaddresses\//i;
const LISTING = 'https://api.github.com/repos/openaddresses/openaddresses/git/trees/master?recursive=1';
const KEPT_MS = 24 * 3_600_000;

/** A web server of raw files cannot list them; the public repository is listed by GitHub, and kept for a day. */
async function idsOfRepository(o: { from: string; workFolder: string; listing?: string }): Promise<string[]> {
  if (!PUBLIC.test(o.from) && o.listing === undefined) {
    throw new OperatorError(
      `The definitions at ${o.from} cannot be listed: set OPENADDRESSES to a folder, or name the county as in us/nc/wake.`,
    );
  }
  const kept = join(o.workFolder, 'openaddresses-list.json');
  const age = await stat(kept).then(
    ({ mtimeMs }) => Date.now() - mtimeMs,
    () => Number.POSITIVE_INFINITY,
  );
  if (age < KEPT_MS) {
    const ids = await readFile(kept, 'utf8')
      .then((text) => JSON.parse(text) as unknown)
      .catch(() => undefined);
    if (Array.isArray(ids) && ids.length > 0) return ids.filter((id) => typeof id === 'string');
  }
  const ids = idsOfTree((await fetchText(o.listing ?? LISTING)) ?? '');
  await mkdir(o.workFolder, { recursive: true });
  await writeFile(`${kept}.part`, JSON.stringify(ids));
  await rename(`${kept}.part`, kept);
  return ids;
}

function idsOfTree(text: string): string[] {
  let tree: unknown;
  try {
    tree = (JSON.parse(text) as { tree?: unknown }).tree;
  } catch {
    // The sentence below.
  }
  const ids = (Array.isArray(tree) ? tree : []).flatMap((entry: { path?: unknown }) => {
    const [, id] = /^sources\/([a-z]{2}\/.+)\.json$/.exec(String(entry.path)) ?? [];
    return id === undefined ? [] : [id];
  });
  if (ids.length > 0) return ids;
  throw new OperatorError(
    'The list of the OpenAddresses repository cannot be read: try again later, or set OPENADDRESSES to a copy of it in a folder.',
  );
}
