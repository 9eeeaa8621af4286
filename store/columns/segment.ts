// The columns of some parcels of a source, as filters read them. A source is a list of segments, so that neither an import nor
// a query ever needs more memory than a segment takes, and a query can be stopped between two of them.
import type { FilterField } from '../../contract/parcel-filter.ts';

/** Codes of a column fit into 16 bits, with 0 for null. */
export const SEGMENT_ROWS_MAX = 65_535;

/**
 * A column by a dictionary: its different values in order, and for each row the number of its value. So a condition is
 * decided once for each value, and a row is sorted by its code.
 *
 * Texts are in the order of their folded form (foldText), then of themselves; dates and numbers in their own.
 * Booleans are the numbers 0 and 1.
 */
export interface Column {
  /** How many different values. Codes run from 1 to it. */
  readonly size: number;
  /** By row. 0 where the row has no value. */
  readonly codes: Uint8Array | Uint16Array;
  /** Of a text or a date. */
  text(code: number): string;
  /** Of a number or a boolean. */
  number(code: number): number;
  /**
   * Of a text: all values in their folded form, one after the other, each followed by a line feed (which values do not
   * contain), as UTF-8; and where each begins, with the end as one more. Made on first use.
   */
  folded(): { bytes: Buffer; starts: Uint32Array };
}

/** What a segment has besides the fields that people name. */
export type HiddenField =
  /** The owner's name without what does not tell owners apart (holderKey), and the mailing address likewise (mailingKey). */
  | 'holder'
  | 'mailing'
  /** The words that the search box looks in (store/search-keys.ts). */
  | 'owner_words'
  | 'address_words'
  | 'pin_key'
  | 'lng'
  | 'lat'
  /** 1 for a lot that the import has made up to hold its units: no row of the county. It is in no set, but has neighbors. */
  | 'summary';

export interface Segment {
  readonly source: string;
  /** The source that PINs are qualified with, if they are (contract/parcel-pin.ts). The column `pin` has them as the county writes them. */
  readonly qualifier: string | undefined;
  readonly rows: number;
  /** Four a row: west, south, east, north, on the storage grid (store/storage-grid.ts). */
  readonly boxes: Int32Array;
  /** The labels of the county's own fields, in its order. */
  readonly countyFields: readonly string[];
  /** Undefined where no row has a value. Read from the file on first use. */
  column(field: FilterField | HiddenField): Column | undefined;
  /** encodeGeometry bytes. A unit has those of its lot. */
  shape(row: number): Uint8Array;
}
