// Tables of column files that are kept in memory after they were read: the least recently used make room for others.

/** Of all tables of a set. */
const BYTES_MAX = 384 * 1024 * 1024;

type Table = { readonly byteLength: number };
type Kept = { table: Table; bytes: number };

export class KeptTables {
  readonly #bytesMax: number;
  /** In the order of their last use. */
  readonly #kept = new Map<string, Kept>();
  readonly #owners = new Map<object, number>();
  #bytes = 0;

  constructor(bytesMax = BYTES_MAX) {
    this.#bytesMax = bytesMax;
  }

  get bytes(): number {
    return this.#bytes;
  }

  get<T extends Table>(owner: object, name: string, read: () => T): T {
    const key = this.#keyOf(owner, name);
    const known = this.#kept.get(key);
    if (known) {
      this.#kept.delete(key);
      this.#kept.set(key, known);
      return known.table as T;
    }
    const table = read();
    this.#kept.set(key, { table, bytes: table.byteLength });
    this.#bytes += table.byteLength;
    this.#makeRoom();
    return table;
  }

  /** For a table that has grown. It may have been dropped meanwhile. */
  measure(owner: object, name: string): void {
    const kept = this.#kept.get(this.#keyOf(owner, name));
    if (!kept) return;
    this.#bytes += kept.table.byteLength - kept.bytes;
    kept.bytes = kept.table.byteLength;
    this.#makeRoom();
  }

  #makeRoom(): void {
    for (const [key, { bytes }] of this.#kept) {
      // The one used last is in use, however large.
      if (this.#bytes <= this.#bytesMax || this.#kept.size === 1) return;
      this.#kept.delete(key);
      this.#bytes -= bytes;
    }
  }

  #keyOf(owner: object, name: string): string {
    let number = this.#owners.get(owner);
    if (number === undefined) {
      number = this.#owners.size;
      this.#owners.set(owner, number);
    }
    return `${number} ${name}`;
  }
}
