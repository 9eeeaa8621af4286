// The columns of an export, alike in every format: the fields of a parcel, what follows from them, and the county's own.
import { columnEntries } from '../../contract/parcel-columns.ts';
import type { FilterType } from '../../contract/parcel-filter.ts';
import type { ExportedParcel } from '../../store/parcel-queries.ts';

export type CellValue = string | number | boolean | null;

export type ExportColumn = {
  name: string;
  type: FilterType;
  /** Never a number, even where it is all digits. */
  isCode?: boolean;
  value(parcel: ExportedParcel): CellValue;
};

/** What a computer has measured is no more exact than that. */
const rounded = (value: number | null | undefined, decimals: number): number | null =>
  value === null || value === undefined ? null : Number(value.toFixed(decimals));

const derivedColumns: readonly ExportColumn[] = [
  { name: 'lot', type: 'text', isCode: true, value: ({ lot }) => tidy(lot) },
  { name: 'source', type: 'text', value: ({ source }) => tidy(source) },
  { name: 'shape_acres', type: 'number', value: ({ shape_acres }) => rounded(shape_acres, 4) },
  { name: 'price_per_acre', type: 'number', value: ({ price_per_acre }) => rounded(price_per_acre, 2) },
  { name: 'elsewhere', type: 'boolean', value: ({ elsewhere }) => elsewhere },
];

const distanceColumns: readonly ExportColumn[] = [
  { name: 'feet', type: 'number', value: ({ feet }) => rounded(feet, 2) },
  { name: 'touches', type: 'text', value: ({ touches }) => touches ?? null },
];

const ownColumns: readonly ExportColumn[] = columnEntries.map(([name, { type, format }]) => ({
  name,
  type,
  isCode: format === 'pin' || format === 'zip',
  value: type === 'number' ? (parcel) => parcel[name] : (parcel) => tidy(parcel[name] as string | null),
}));

/** Those that every parcel has; without the county's own. */
export function exportColumns({ hasDistances }: { hasDistances: boolean }): readonly ExportColumn[] {
  return [...ownColumns, ...derivedColumns, ...(hasDistances ? distanceColumns : [])];
}

/**
 * The names of columns for the county's own fields, given out as they appear. A county may have a `NAME` of its own beside our
 * `name`, which tables cannot tell apart: it becomes `NAME_2`.
 */
export class CountyColumns {
  readonly #byLabel = new Map<string, string>();
  readonly #taken: Set<string>;

  constructor(columns: readonly { name: string }[]) {
    this.#taken = new Set(columns.map(({ name }) => name.toLowerCase()));
  }

  get count(): number {
    return this.#byLabel.size;
  }

  get names(): string[] {
    return [...this.#byLabel.values()];
  }

  nameOf(label: string): string {
    const known = this.#byLabel.get(label);
    if (known !== undefined) return known;
    const plain = tidy(label)!.trim() || 'field';
    let name = plain;
    for (let number = 2; this.#taken.has(name.toLowerCase()); number++) name = `${plain}_${number}`;
    this.#taken.add(name.toLowerCase());
    this.#byLabel.set(label, name);
    return name;
  }

  /** The fields of one parcel, each column once. */
  cellsOf({ more }: ExportedParcel): Map<string, string> {
    const cells = new Map<string, string>();
    for (const [label, value] of more) {
      const name = this.nameOf(label);
      if (!cells.has(name)) cells.set(name, tidy(value)!);
    }
    return cells;
  }
}

// XML 1.0 forbids them even escaped, a NUL ends a text of SQLite, and no spreadsheet shows them. Line breaks and tabs stay.
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters to remove
const FORBIDDEN = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g;

/** Halves of characters, which have no code in UTF-8. */
const LONE_SURROGATES = /\p{Surrogate}/gu;

/** Text as every format can hold it. */
export function tidy(text: string): string;
export function tidy(text: string | null): string | null;
export function tidy(text: string | null): string | null {
  return text === null ? null : text.replace(FORBIDDEN, '').replace(LONE_SURROGATES, '\ufffd');
}
