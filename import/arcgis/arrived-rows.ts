// The rows of a layer that have arrived, and which rows of an answer are new.
import type { Attributes } from './attribute-values.ts';
import type { StoredRow } from './page-folder.ts';
import { IdSet, RowSet } from './row-set.ts';
import type { PageFacts } from './way.ts';

export type Feature = { attributes?: Attributes; geometry?: unknown };

export class ArrivedRows {
  readonly ids = new IdSet();
  readonly #rows = new RowSet();
  /** The first rows of pages whose rows have no object id. */
  readonly #starts = new RowSet();
  readonly #idField: string | undefined;

  constructor(idField: string | undefined) {
    this.#idField = idField;
  }

  /**
   * Takes the rows in. Rows without an object id are told apart only where answers overlap by their nature: two equal
   * rows of one list are two rows. A page of them that begins like another one is the same page again.
   */
  sift(features: readonly Feature[], way: string): { fresh: StoredRow[]; facts: PageFacts } {
    const idKey = idKeyIn(features[0]?.attributes ?? {}, this.#idField);
    if (idKey === undefined && way === 'offset' && this.#isRepeated(features)) {
      return { fresh: [], facts: { rows: features.length, fresh: 0, ids: undefined, exceeded: false } };
    }
    const fresh: StoredRow[] = [];
    const ids: number[] = [];
    for (const feature of features) {
      const attributes = feature.attributes ?? {};
      const given = idKey === undefined ? undefined : attributes[idKey];
      const id = objectIdOf(given);
      if (id !== undefined) {
        ids.push(id);
        this.ids.add(id);
      }
      if (typeof given === 'number' || (typeof given === 'string' && given !== '')) {
        if (!this.#rows.add(attributes)) continue;
      } else if (!this.#rows.add(attributes, feature.geometry ?? null) && way === 'boxes') {
        continue;
      }
      fresh.push(feature.attributes ? (feature as StoredRow) : { ...feature, attributes });
    }
    const facts = {
      rows: features.length,
      fresh: fresh.length,
      ids: ids.length === features.length ? ids : undefined,
      exceeded: false,
    };
    return { fresh, facts };
  }

  #isRepeated(features: readonly Feature[]): boolean {
    return features.length > 1 && !this.#starts.add({}, features.slice(0, 2));
  }
}

/** A few servers write their object ids as text. */
export function objectIdOf(value: unknown): number | undefined {
  const number = typeof value === 'string' && /^-?\d{1,15}$/.test(value) ? Number(value) : value;
  return Number.isSafeInteger(number) ? (number as number) : undefined;
}

/** The object id as it is spelled in these rows. */
export function idKeyIn(attributes: Attributes, idField: string | undefined): string | undefined {
  if (idField === undefined || idField in attributes) return idField;
  const wanted = idField.slice(idField.lastIndexOf('.') + 1).toLowerCase();
  return Object.keys(attributes).find((key) => key.slice(key.lastIndexOf('.') + 1).toLowerCase() === wanted);
}
