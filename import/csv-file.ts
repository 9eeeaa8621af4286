// A CSV file that is written while its rows are found: in chunks, so that a million rows need little memory.
import { type FileHandle, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { withoutFormulas } from '../runtime/without-formulas.ts';

const PIECE_CHARACTERS = 2 ** 16;
const UNFINISHED = '.part';
const UNFINISHED_AGE_MS = 24 * 60 * 60 * 1000;

/** Made with the first row. It has another name until it is kept, so that nobody takes half a file for a whole one. */
export class CsvFile {
  readonly #path: string;
  readonly #header: readonly string[];
  #file: FileHandle | undefined;
  #text = '';

  constructor({ path, header }: { path: string; header: readonly string[] }) {
    this.#path = path;
    this.#header = header;
  }

  add(values: readonly (string | number)[]): void {
    this.#text += `${values.map(csvValue).join(',')}\r\n`;
  }

  /** To be awaited now and then, so that the rows do not pile up. */
  async write({ isLast = false } = {}): Promise<void> {
    if (this.#text === '' || (!isLast && this.#text.length < PIECE_CHARACTERS)) return;
    const isFirst = this.#file === undefined;
    if (isFirst) await mkdir(dirname(this.#path), { recursive: true });
    this.#file ??= await open(this.#unfinished, 'w');
    const text = isFirst ? `${this.#header.map(csvValue).join(',')}\r\n${this.#text}` : this.#text;
    this.#text = '';
    await this.#file.appendFile(text);
  }

  /** Answers the path, or undefined where there was nothing to write. */
  async keep(): Promise<string | undefined> {
    await this.write({ isLast: true });
    if (!this.#file) return undefined;
    await this.#close();
    await rename(this.#unfinished, this.#path);
    return this.#path;
  }

  /** Does nothing to a file that was kept. */
  async drop(): Promise<void> {
    this.#text = '';
    if (!this.#file) return;
    await this.#close();
    await rm(this.#unfinished, { force: true });
  }

  async #close(): Promise<void> {
    await this.#file?.close();
    this.#file = undefined;
  }

  get #unfinished(): string {
    return this.#path + UNFINISHED;
  }
}

/** What killed runs have left. Anything younger may belong to a run that is still going on. */
export async function removeUnfinished(folder: string): Promise<void> {
  for (const name of await readdir(folder).catch(() => [])) {
    const path = join(folder, name);
    if (!name.endsWith(`.csv${UNFINISHED}`)) continue;
    if (Date.now() - (await stat(path)).mtimeMs > UNFINISHED_AGE_MS) await rm(path, { force: true });
  }
}

function csvValue(value: string | number): string {
  const text = typeof value === 'string' ? withoutFormulas(value) : String(value);
  return /[",;\t\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
