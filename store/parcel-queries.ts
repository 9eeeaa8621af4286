// What can be asked of a set of parcels: how many, which page of them, their PINs, their values, all of them in turn.
import type { CountyField } from '../contract/parcel.ts';
import type { FilterField, ParcelFilter, SortKey } from '../contract/parcel-filter.ts';
import type { SalesAnswer, SetParcel } from '../contract/parcel-set.ts';
import type { Bounds } from '../geo/geometry.ts';

/** With what only exports need. */
export type ExportedParcel = SetParcel & {
  more: readonly CountyField[];
  /** encodeGeometry bytes (geo/geometry-code.ts); a unit has the shape of its lot. */
  shape: Uint8Array;
};

export type SetPage = {
  /** Of the whole set of loaded parcels (ParcelSet.version) that was read. */
  version: string;
  count: number;
  /** The sum of tax acres, of the shape where a parcel has none. */
  acres: number;
  /** Around the shapes of the whole set. Null for an empty one. */
  bounds: Bounds | null;
  /** How many parcels are in the page. */
  rows: number;
  /** The text of an array of SetParcel: a thousand are 700 KB, and a thread that writes them holds up nobody. */
  json: Uint8Array;
};

export const parcelsIn = ({ json }: SetPage): SetParcel[] => JSON.parse(new TextDecoder().decode(json));

/** A long filter may still be text, which the thread that evaluates it parses. `member`: what the request calls it. */
export type WrittenFilter = ParcelFilter | { op: 'text'; text: string; member: string };
export type AskedFilter = WrittenFilter | { op: 'and'; of: AskedFilter[] };

export type SetQuery = {
  filter: AskedFilter;
  /** Then by PIN. Null comes last in either direction. Without keys: by distance if there is one, else by PIN. */
  sort: readonly SortKey[];
  limit: number;
  /** How many are passed over. */
  offset: number;
};

export type FieldValue = { value: string | number | null; count: number };

/** Null of nothing. */
export type Quartiles = SalesAnswer['quartiles'];

/** The filter names what is not loaded, a field of a county or a PIN; or it asks for too much. The message is for people. */
export class FilterRefused extends Error {}

export interface ParcelQueries {
  select(query: SetQuery, signal: AbortSignal): Promise<SetPage>;
  /**
   * `json` is the text of a pinsAnswer (contract/parcel-set.ts): there may be a million of them, and a thread that writes the
   * text holds up nobody. `lots`: of the units among them, which the map draws by their lot.
   */
  pins(filter: AskedFilter, signal: AbortSignal): Promise<{ version: string; json: Uint8Array }>;
  /** The values of a field and how often each occurs, the most frequent first. */
  values(
    query: { field: FilterField; filter: AskedFilter; limit: number },
    signal: AbortSignal,
  ): Promise<{ values: FieldValue[]; distinct: number }>;
  /**
   * Of the numbers of a field that are at least `from`; `others` are the values below, and null. There may be a hundred thousand
   * different prices, and a thread that looks at them holds up nobody.
   */
  quartiles(
    query: { field: FilterField; filter: AskedFilter; from: number },
    signal: AbortSignal,
  ): Promise<{ quartiles: Quartiles; others: FieldValue[] }>;
  /** The labels of the counties' own fields. */
  countyFields(): Promise<string[]>;
  /** Those of some sources, in every spelling, as parcels have them in `more`; in the order of the counties. */
  labelsOf(sources: readonly string[]): Promise<string[]>;
  /** In batches, in PIN order within each source. All of one version, even if an import replaces it meanwhile. */
  stream(
    filter: AskedFilter,
    signal: AbortSignal,
  ): AsyncIterable<{ version: string; count: number; parcels: ExportedParcel[] }>;
}
