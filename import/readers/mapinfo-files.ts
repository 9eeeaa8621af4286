// The files of a MapInfo table: which of them are missing beside the one that is opened.
import { readFile } from 'node:fs/promises';
import { basename, extname } from 'node:path';
import { OperatorError } from '../../runtime/operator-error.ts';
import { siblingOf } from './sibling-file.ts';

/** The head of a .tab is a few lines. */
const HEAD_CHARACTERS = 10_000;
const TOGETHER =
  'Put all files of the MapInfo table into one folder, or give the zip that the county hands out.';

/**
 * Throws where a file is missing that the table cannot be read without. A table without shapes has neither .map nor
 * .id: then the reason is returned, for the error of an import.
 */
export async function checkMapInfoFiles(path: string): Promise<string | undefined> {
  const extension = extname(path).toLowerCase();
  const main = await siblingOf(path, extension === '.mid' ? '.mif' : '.tab');
  if (/^\.(?:dat|map|id|ind|mid)$/.test(extension) && main !== undefined) {
    throw new OperatorError(
      `${basename(path)} is a part of a MapInfo table. Give ${basename(main)} instead.`,
    );
  }
  if (extension === '.mif') {
    const missing = await missingBeside(path, ['.mid']);
    if (missing.length > 0) throw incomplete(path, missing);
  }
  if (extension !== '.tab') return undefined;
  const head = (await readFile(path, 'latin1')).slice(0, HEAD_CHARACTERS);
  // Tables of other types lie in other files, such as a DBF.
  if (!/^\s*Type\s+NATIVE\b/im.test(head)) return undefined;
  const missing = await missingBeside(path, ['.dat', '.map', '.id']);
  const isTable = missing.length === 2 && !missing[0]!.endsWith('.dat');
  if (missing.length > 0 && !isTable) throw incomplete(path, missing);
  return isTable
    ? `${basename(path)} has no ${missing.join(' and no ')} beside it, so it is a table without shapes. ${TOGETHER} A table is added with --join.`
    : undefined;
}

async function missingBeside(path: string, endings: readonly string[]): Promise<string[]> {
  const stem = basename(path, extname(path));
  const missing: string[] = [];
  for (const ending of endings) {
    if ((await siblingOf(path, ending)) === undefined) missing.push(`${stem}${ending}`);
  }
  return missing;
}

function incomplete(path: string, missing: readonly string[]): OperatorError {
  return new OperatorError(`${basename(path)} has no ${missing.join(' and no ')} beside it. ${TOGETHER}`);
}
