// Evaluates filters over the segments of all loaded parcels. Everything is synchronous: it runs in a thread of its own.
import { LRUCache } from 'lru-cache';
import type { FilterField, SortKey } from '../../contract/parcel-filter.ts';
import { qualifiedPin } from '../../contract/parcel-pin.ts';
import type { SetParcel } from '../../contract/parcel-set.ts';
import type { AskedFilter, ExportedParcel, FieldValue, SetPage, SetQuery } from '../parcel-queries.ts';
import { compileFilter, type RememberedTables } from './compile-filter.ts';
import { countValues } from './count-values.ts';
import { nearestRows } from './distance-order.ts';
import { EngineWork, type Stopped } from './engine-work.ts';
import { quartilesFrom } from './quartiles.ts';
import { exportedParcelOfRow, parcelOfRow } from './read-row.ts';
import { bySource, MergedRows, rowOf, type SortedRows, segmentOf, sortRows } from './row-order.ts';
import type { Segment } from './segment.ts';
import { countyLabel, isCountyField } from './segment-columns.ts';
import { type Selection, selectRows } from './selection.ts';
import { checkCountyField, countyFieldsOf } from './unknown-field.ts';

export { QueryStopped } from './engine-work.ts';

/** Each has up to a byte a parcel: one for each condition of a filter that somebody is typing. */
const TABLES_MAX = 24;
/** A byte a parcel each: people page through a few sets at a time. */
const SELECTIONS_MAX = 6;
/** Two bytes a parcel each, four by distance. */
const ORDERS_MAX = 6;
/** A batch of a stream ends after it: distances of a thousand rows from a large shape take 340 ms, and other queries wait meanwhile. */
const BATCH_MS = 20;
/** By distance, farther pages are taken from the whole order, which is then remembered: somebody who jumps there goes on from there. */
const NEAREST_ROWS_MAX = 1_000;

export type SetEngine = {
  select(query: SetQuery, stopped: Stopped): Omit<SetPage, 'rows' | 'json'> & { parcels: SetParcel[] };
  /** In the order of their segments. */
  pins(filter: AskedFilter, stopped: Stopped): { version: string; pins: string[]; lots: string[] };
  values(
    query: { field: FilterField; filter: AskedFilter; limit: number },
    stopped: Stopped,
  ): { values: FieldValue[]; distinct: number };
  quartiles(
    query: { field: FilterField; filter: AskedFilter; from: number },
    stopped: Stopped,
  ): ReturnType<typeof quartilesFrom>;
  countyFields(): string[];
  labelsOf(sources: readonly string[]): string[];
  /** Source by source, each in PIN order, up to `size` at a time, after `rowsBefore`. An empty set is one empty batch. */
  batches(
    filter: AskedFilter,
    of: { size: number; rowsBefore?: number },
    stopped: Stopped,
  ): Generator<{ version: string; count: number; parcels: ExportedParcel[] }>;
};

export function createSetEngine({
  version,
  segments,
}: {
  version: string;
  segments: readonly Segment[];
}): SetEngine {
  const work = new EngineWork(segments);
  const tables: RememberedTables = new LRUCache({ max: TABLES_MAX });
  const selections = new LRUCache<string, Selection>({ max: SELECTIONS_MAX });
  const orders = new LRUCache<string, SortedRows>({ max: ORDERS_MAX });
  const nearest = new LRUCache<string, Uint32Array>({ max: ORDERS_MAX });

  const selectionOf = (filter: AskedFilter, key: string): Selection => {
    const known = selections.get(key);
    if (known) return known;
    const made = selectRows(compileFilter(filter, work, tables), work);
    selections.set(key, made);
    return made;
  };

  /** The ids of the rows of a page. */
  const pageOf = (selection: Selection, key: string, query: Omit<SetQuery, 'filter'>): Uint32Array => {
    const { sort, offset } = query;
    const { chosen, distances, count } = selection;
    const end = Math.min(offset + query.limit, count);
    if (offset >= end) return new Uint32Array(0);
    if (sort.length === 0 && distances) {
      if (end <= NEAREST_ROWS_MAX)
        return nearestRows({ work, chosen, distances, count: end }).subarray(offset);
      const all = nearest.get(key) ?? nearestRows({ work, chosen, distances, count });
      nearest.set(key, all);
      return all.subarray(offset, end);
    }
    const orderKey = `${key} ${JSON.stringify(sort)}`;
    const sorted = orders.get(orderKey) ?? sortRows(work, chosen, sort);
    orders.set(orderKey, sorted);
    const merged = new MergedRows(work, sorted, sort);
    if (offset > 0) merged.goTo(offset);
    return merged.take(end - offset);
  };

  const checkSort = (sort: readonly SortKey[]) => {
    for (const { field } of sort) checkField(field);
  };
  const checkField = (field: FilterField) => {
    if (isCountyField(field)) checkCountyField(segments, countyLabel(field));
  };

  const values: SetEngine['values'] = ({ field, filter, limit }, stopped) => {
    work.begin(stopped);
    checkField(field);
    const { chosen } = selectionOf(filter, JSON.stringify(filter));
    return countValues({ work, chosen, field, limit });
  };

  return {
    select({ filter, sort, limit, offset }, stopped) {
      work.begin(stopped);
      checkSort(sort);
      const key = JSON.stringify(filter);
      const selection = selectionOf(filter, key);
      const ids = pageOf(selection, key, { sort, limit, offset });
      const parcels = Array.from(ids, (id) =>
        parcelOfRow({ segments, at: segmentOf(id), row: rowOf(id) }, selection.distances),
      );
      const { count, acres, bounds } = selection;
      return { version, count, acres, bounds, parcels };
    },

    pins(filter, stopped) {
      work.begin(stopped);
      const { chosen } = selectionOf(filter, JSON.stringify(filter));
      const pins: string[] = [];
      const lots = new Set<string>();
      segments.forEach((segment, at) => {
        work.goOn();
        const column = segment.column('pin');
        const lot = segment.column('lot');
        const qualified = (pin: string) => qualifiedPin({ pin, source: segment.qualifier });
        const rows = chosen[at]!;
        for (let row = rows.indexOf(1); row >= 0 && column; row = rows.indexOf(1, row + 1)) {
          pins.push(qualified(column.text(column.codes[row]!)));
          if (lot && lot.codes[row] !== 0) lots.add(qualified(lot.text(lot.codes[row]!)));
        }
      });
      return { version, pins, lots: [...lots] };
    },

    values,

    quartiles({ from, ...query }, stopped) {
      return quartilesFrom(from, values({ ...query, limit: Infinity }, stopped).values);
    },

    countyFields: () => countyFieldsOf(segments),

    labelsOf(sources) {
      const named = segments.filter(({ source }) => sources.includes(source));
      return [...new Set(named.flatMap(({ countyFields }) => countyFields))];
    },

    *batches(filter, { size, rowsBefore = 0 }, stopped) {
      work.begin(stopped);
      const { chosen, count, distances } = selectionOf(filter, JSON.stringify(filter));
      const none = segments.map(({ rows }) => new Uint8Array(rows));
      const sources = [...new Set([...segments].sort(bySource).map(({ source }) => source))];
      let before = rowsBefore;
      for (const source of sources) {
        work.begin(stopped);
        const ofSource = chosen.map((rows, at) => (segments[at]!.source === source ? rows : none[at]!));
        const sorted = sortRows(work, ofSource, []);
        const rows = new MergedRows(work, sorted, []);
        rows.goTo(before);
        before = Math.max(0, before - sorted.reduce((sum, { length }) => sum + length, 0));
        for (let ids = rows.take(size); ids.length > 0; ) {
          const endsAtMs = performance.now() + BATCH_MS;
          const parcels: ExportedParcel[] = [];
          do {
            const id = ids[parcels.length]!;
            parcels.push(exportedParcelOfRow({ segments, at: segmentOf(id), row: rowOf(id) }, distances));
          } while (parcels.length < ids.length && performance.now() < endsAtMs);
          yield { version, count, parcels };
          // Other queries may have run between two batches.
          work.begin(stopped);
          ids = parcels.length < ids.length ? ids.subarray(parcels.length) : rows.take(size);
        }
      }
      if (count === 0) yield { version, count: 0, parcels: [] };
    },
  };
}
