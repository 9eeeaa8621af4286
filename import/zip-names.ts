// Names of files in a zip that cannot be files here: what is wrong with them, in words.
import type { Entry } from 'yauzl';
import { OperatorError } from '../runtime/operator-error.ts';
import { cutText } from './fields/clean-text.ts';

/** Of one name, on every usual disk; and of a path, with room for the folder that it is unpacked into. */
const NAME_BYTES_MAX = 255;
const PATH_BYTES_MAX = 3000;

/** yauzl's own words for names that it refuses. */
const REFUSED = /^(?:invalid relative path|absolute path): (.*)$/s;

/** What to say about an error of yauzl; undefined where it is not about a name. */
export function nameRefused(zipName: string, error: unknown): OperatorError | undefined {
  const [, name] = REFUSED.exec(error instanceof Error ? error.message : '') ?? [];
  if (name === undefined) return undefined;
  return badName(zipName, name, 'leads out of the archive');
}

/** Throws for a name that no file can have. Of two files of one name the last one stays, as with other programs. */
export function checkNames(zipName: string, entries: readonly Entry[]): void {
  const taken = new Set<string>();
  for (const { fileName } of entries) {
    const parts = fileName.split('/');
    if (fileName.includes('\0')) throw badName(zipName, fileName, 'has a NUL character in it');
    if (parts.at(-1) === '' || parts.at(-1) === '.') throw badName(zipName, fileName, 'is blank');
    const isLong = parts.some((part) => Buffer.byteLength(part) > NAME_BYTES_MAX);
    if (isLong || Buffer.byteLength(fileName) > PATH_BYTES_MAX)
      throw badName(zipName, fileName, 'is too long');
    taken.add(fileName);
  }
  for (const name of taken) {
    for (let at = name.indexOf('/'); at >= 0; at = name.indexOf('/', at + 1)) {
      if (taken.has(name.slice(0, at))) throw badName(zipName, name, 'lies in a file as if it were a folder');
    }
  }
}

function badName(zipName: string, name: string, problem: string): OperatorError {
  // As JSON, in which control characters are visible.
  const shown = JSON.stringify(cutText(name, 60));
  return new OperatorError(
    `${zipName} holds a file whose name ${problem}: ${shown}. Unpack it yourself if you trust it, and import the folder.`,
  );
}
