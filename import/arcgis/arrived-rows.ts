// The rows of a layer that have arrived, and which rows of an answer are new.
import type { Attributes } from './attribute-values.ts';
import type { StoredRow } from './page-folder.ts';
import { IdSet, RowSet } from './row-set.ts';
import type { PageFacts } from './strategy.ts';

export type Feature = { attributes?: Attributes; geometry?: unknown };

export class ArrivedRows {
  readonly ids = new IdSet();
  readonly #rows = new RowSet();
  /** Rows that were equal to another one of the same answer: a joined table may have them, and they count. */
  repeats = 0;
  readonly #idField: string | undefined;

  constructor(idField: string | undefined) {
    this.#idField = idField;
  }

  /**
   * Takes the rows in. Rows without an object id are the same if all of them is the same; but two equal rows of one
   * answer are two rows.
   */
  sift(features: readonly Feature[]): { fresh: StoredRow[]; facts: PageFacts } {
    const idKey = idKeyIn(features[0]?.attributes ?? {}, this.#idField);
    const fresh: StoredRow[] = [];
    const ids: number[] = [];
    const here = new Set<string>();
    let hasKnownIds = false;
    for (const feature of features) {
      const attributes = feature.attributes ?? {};
      const given = idKey === undefined ? undefined : attributes[idKey];
      const id = objectIdOf(given);
      if (id !== undefined) {
        ids.push(id);
        this.ids.add(id);
      }
      const hasId = typeof given === 'number' || (typeof given === 'string' && given !== '');
      if (hasId ? !this.#rows.add(attributes) : this.#isOfAnotherAnswer(feature, here)) {
        hasKnownIds ||= hasId;
        continue;
      }
      fresh.push(feature.attributes ? (feature as StoredRow) : { ...feature, attributes });
    }
    if (hasKnownIds) this.repeats += repeatsIn(features);
    const facts = {
      rows: features.length,
      fresh: fresh.length,
      ids: ids.length === features.length ? ids : undefined,
      exceeded: false,
    };
    return { fresh, facts };
  }

  #isOfAnotherAnswer({ attributes = {}, geometry = null }: Feature, here: Set<string>): boolean {
    const row = JSON.stringify([attributes, geometry]);
    // Of a row whose attributes were lost, too, nothing is known.
    if (here.has(row) || row.startsWith('[{},')) return false;
    here.add(row);
    return !this.#rows.add(attributes, geometry);
  }
}

function repeatsIn(features: readonly Feature[]): number {
  return features.length - new Set(features.map(({ attributes }) => JSON.stringify(attributes))).size;
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
