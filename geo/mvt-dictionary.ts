// The keys or the values of a layer, each written once and then known by its number.
import { ByteWriter } from './byte-writer.ts';

export type DictionaryMark = { entries: number; bytes: number };

export class MvtDictionary<Entry> {
  readonly bytes = new ByteWriter();
  readonly #write: (writer: ByteWriter, entry: Entry) => void;
  readonly #entries: Entry[] = [];
  readonly #numbers = new Map<Entry, number>();

  constructor(write: (writer: ByteWriter, entry: Entry) => void) {
    this.#write = write;
  }

  numberOf(entry: Entry): number {
    const known = this.#numbers.get(entry);
    if (known !== undefined) return known;
    const number = this.#entries.push(entry) - 1;
    this.#numbers.set(entry, number);
    this.#write(this.bytes, entry);
    return number;
  }

  mark(): DictionaryMark {
    return { entries: this.#entries.length, bytes: this.bytes.length };
  }

  /** Forgets what came after the mark. */
  returnTo({ entries, bytes }: DictionaryMark): void {
    for (const entry of this.#entries.splice(entries)) this.#numbers.delete(entry);
    this.bytes.truncate(bytes);
  }
}
