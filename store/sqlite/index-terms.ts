// Finds the words of a full-text index that begin with given letters.
import type { DatabaseSyncInstance } from '@photostructure/sqlite';
import { prefixEnd } from '../search-text.ts';

/** Beyond this many words, FTS5's own search for a prefix is as good. */
const TERMS_MAX = 16;
/** Bounds the memory: a few hundred bytes each. */
const PREFIXES_KEPT = 4000;

/**
 * FTS5 reads every row of every word with a prefix before it answers the first one, unless the prefix has an index. It
 * reads the rows of whole words one by one, as far as they are needed. So a search for a prefix becomes one for the words
 * that begin with it. They are kept (LRU), because people type the same streets, towns and names again and again.
 */
export class IndexTerms {
  readonly #next;
  readonly #kept = new Map<string, readonly string[]>();

  constructor(db: DatabaseSyncInstance, table: string) {
    db.exec(`CREATE VIRTUAL TABLE temp.${table}_terms USING fts5vocab(main, ${table}, instance)`);
    this.#next = db.prepare(
      `SELECT term FROM temp.${table}_terms WHERE term >= $from AND term < $to LIMIT 1 + 0`,
    );
    this.#next.setReturnArrays(true);
  }

  /** Undefined if there are too many. */
  beginningWith(prefix: string): readonly string[] | undefined {
    const kept = this.#kept.get(prefix);
    const terms = kept ?? this.#read(prefix);
    if (kept) this.#kept.delete(prefix);
    else if (this.#kept.size >= PREFIXES_KEPT) this.#kept.delete(this.#kept.keys().next().value!);
    this.#kept.set(prefix, terms);
    return terms.length > TERMS_MAX ? undefined : terms;
  }

  /** One look-up a word, because a scan would read every use of a word before the next one. */
  #read(prefix: string): string[] {
    const terms: string[] = [];
    const to = prefixEnd(prefix);
    for (let from = prefix; terms.length <= TERMS_MAX; ) {
      const found = this.#next.get({ from, to }) as unknown as [string] | undefined;
      if (!found) break;
      terms.push(found[0]);
      // No word lies in between, because words are letters and digits only.
      from = `${found[0]}\u0001`;
    }
    return terms;
  }
}
