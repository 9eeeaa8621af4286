// A file that was overwritten, cut off or lost: the error that names it, a quick look at a SQLite file, and setting it aside.
import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { rename } from 'node:fs/promises';
import { OperatorError } from '../../runtime/operator-error.ts';
import { stampOf } from '../time-stamp.ts';

export class DamagedFile extends OperatorError {
  readonly path: string;
  readonly reason: string;

  constructor(path: string, reason: string) {
    super(`${path} is damaged (${reason}).`);
    this.path = path;
    this.reason = reason;
  }
}

const HEADER_BYTES = 100;
const MAGIC = 'SQLite format 3\0';

/**
 * Compares the size with the one in the header (https://www.sqlite.org/fileformat.html). A mapped file that has been cut
 * off would end the process by a bus error at the first read beyond its end.
 */
export function requireWholeSqliteFile(path: string): void {
  const header = Buffer.alloc(HEADER_BYTES);
  let size: number;
  try {
    const file = openSync(path, 'r');
    try {
      size = fstatSync(file).size;
      readSync(file, header, 0, HEADER_BYTES, 0);
    } finally {
      closeSync(file);
    }
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') throw new DamagedFile(path, 'it is missing');
    throw new OperatorError(`${path} cannot be read: ${message}.`, { cause: error });
  }
  if (size === 0) throw new DamagedFile(path, 'it is empty');
  if (header.toString('latin1', 0, MAGIC.length) !== MAGIC)
    throw new DamagedFile(path, 'it is not a database');
  // 1 stands for 65,536.
  const pageBytes = header.readUInt16BE(16) === 1 ? 65_536 : header.readUInt16BE(16);
  const expected = pageBytes * header.readUInt32BE(28);
  if (size < expected) throw new DamagedFile(path, `it has ${size} of ${expected} bytes`);
}

/** Keeps it under another name, for anyone who wants to look at it. False if it is missing. */
export async function setFileAside(path: string): Promise<boolean> {
  try {
    await rename(path, `${path}.damaged-${stampOf(new Date())}`);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false;
    throw error;
  }
}
