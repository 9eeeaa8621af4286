// String interning for the keys or values of an MVT layer: each is written once and referred to by its number.
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

  /** Rolls back to a mark. */
  returnTo({ entries, bytes }: DictionaryMark): void {
    for (const entry of this.#entries.splice(entries)) this.#numbers.delete(entry);
    this.bytes.truncate(bytes);
  }
}
