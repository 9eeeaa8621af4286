// Tables of column files that are kept in memory after they were read: the least recently used make room for others.

/** Of all tables of a set. */
const BYTES_MAX = 384 * 1024 * 1024;

type Table = { readonly byteLength: number };

export class KeptTables {
  readonly #bytesMax: number;
  readonly #kept = new Set<KeptTable<Table>>();
  #bytes = 0;
  #uses = 0;

  constructor(bytesMax = BYTES_MAX) {
    this.#bytesMax = bytesMax;
  }

  get bytes(): number {
    return this.#bytes;
  }

  /** The place of a table that is read when it is first used, or used again after it had to make room. */
  place<T extends Table>(read: () => T): KeptTable<T> {
    return new KeptTable(read, {
      nextUse: () => ++this.#uses,
      onChange: (kept, by) => {
        this.#kept.add(kept as unknown as KeptTable<Table>);
        this.#bytes += by;
        if (this.#bytes > this.#bytesMax) this.#makeRoom();
      },
    });
  }

  /** The one used last is in use, however large. */
  #makeRoom(): void {
    const byUse = [...this.#kept].sort((a, b) => a.lastUse - b.lastUse);
    for (const kept of byUse.slice(0, -1)) {
      if (this.#bytes <= this.#bytesMax) return;
      this.#kept.delete(kept);
      this.#bytes -= kept.drop();
    }
  }
}

type Owner<T> = { nextUse(): number; onChange(kept: T, by: number): void };

export class KeptTable<T extends Table> {
  readonly #read: () => T;
  readonly #owner: Owner<KeptTable<T>>;
  #table: T | undefined;
  #bytes = 0;
  lastUse = 0;

  constructor(read: () => T, owner: Owner<KeptTable<T>>) {
    this.#read = read;
    this.#owner = owner;
  }

  get(): T {
    this.lastUse = this.#owner.nextUse();
    if (this.#table) return this.#table;
    const table = this.#read();
    this.#table = table;
    this.measure();
    return table;
  }

  /** Also for a table that has grown. It may have been dropped meanwhile. */
  measure(): void {
    if (!this.#table) return;
    const before = this.#bytes;
    this.#bytes = this.#table.byteLength;
    this.#owner.onChange(this, this.#bytes - before);
  }

  /** Answers the bytes that are free then. */
  drop(): number {
    const bytes = this.#bytes;
    this.#table = undefined;
    this.#bytes = 0;
    return bytes;
  }
}
