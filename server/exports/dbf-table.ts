// A dBASE III table: the attributes of a Shapefile. Its columns are as wide as their widest value, so all rows are looked at before
// the first is written.
import type { FilterType } from '../../contract/parcel-filter.ts';
import type { CellValue } from './export-columns.ts';

const NAME_LENGTH_MAX = 10;
/** In bytes. */
const TEXT_WIDTH_MAX = 254;
const NUMBER_WIDTH_MAX = 20;
const DECIMALS_MAX = 8;
/** What ArcGIS and others take. */
export const DBF_COLUMNS_MAX = 255;
const DATE_WIDTH = 8;

const utf8 = new TextEncoder();

/** A column, and what is known of its values so far. */
export class DbfColumn {
  readonly fullName: string;
  readonly name: string;
  readonly type: FilterType;
  /** How many texts are cut. */
  cut = 0;
  #width = 1;
  #decimals = 0;

  constructor(o: { fullName: string; name: string; type: FilterType }) {
    this.fullName = o.fullName;
    this.name = o.name;
    this.type = o.type;
  }

  get width(): number {
    if (this.type === 'date') return DATE_WIDTH;
    if (this.type !== 'number') return this.#width;
    const point = this.#decimals > 0 ? 1 + this.#decimals : 0;
    return Math.min(this.#width + point, NUMBER_WIDTH_MAX);
  }

  get decimals(): number {
    // A number that is far too long loses its fraction first.
    return Math.max(0, Math.min(this.#decimals, NUMBER_WIDTH_MAX - 1 - this.#width));
  }

  look(value: CellValue): void {
    if (typeof value === 'number') {
      const [whole, fraction = ''] = Math.abs(value) < 1e15 ? shortest(value).split('.') : [String(value)];
      this.#width = Math.max(this.#width, whole!.length);
      this.#decimals = Math.max(this.#decimals, fraction.length);
    } else if (typeof value === 'string' && this.type === 'text') {
      const bytes = Buffer.byteLength(value);
      this.#width = Math.max(this.#width, Math.min(bytes, TEXT_WIDTH_MAX));
      if (bytes > TEXT_WIDTH_MAX) this.cut++;
    }
  }

  /** Writes a value into its place, which is filled with blanks: they are null. */
  write(value: CellValue, place: Uint8Array): void {
    if (value === null) return;
    if (typeof value === 'number') {
      const fixed = value.toFixed(this.decimals);
      // Only beyond what any price or acreage is: the exponent is kept.
      const text = fixed.length <= place.length ? fixed : value.toExponential(NUMBER_WIDTH_MAX - 8);
      utf8.encodeInto(text.padStart(place.length), place);
    } else if (typeof value === 'boolean') {
      place[0] = (value ? 'T' : 'F').charCodeAt(0);
    } else {
      // A text that is too long is cut between two characters.
      utf8.encodeInto(this.type === 'date' ? value.replaceAll('-', '') : value, place);
    }
  }
}

/** Without an exponent, and not longer than it has to be. */
function shortest(value: number): string {
  const text = String(value);
  const decimals = text.includes('e') ? DECIMALS_MAX : (text.split('.')[1]?.length ?? 0);
  return decimals > DECIMALS_MAX || text.includes('e') ? String(Number(value.toFixed(DECIMALS_MAX))) : text;
}

const dbfTypes = { text: 'C', date: 'D', number: 'N', boolean: 'L' } as const;

export function dbfSize(columns: readonly DbfColumn[], rows: number): number {
  return headLength(columns) + rows * rowLength(columns) + 1;
}

const headLength = (columns: readonly DbfColumn[]) => 32 + columns.length * 32 + 1;
const rowLength = (columns: readonly DbfColumn[]) => 1 + columns.reduce((sum, { width }) => sum + width, 0);

export function dbfHead(columns: readonly DbfColumn[], o: { rows: number; day: Date }): Buffer {
  const head = Buffer.alloc(headLength(columns));
  head[0] = 3;
  head[1] = o.day.getUTCFullYear() - 1900;
  head[2] = o.day.getUTCMonth() + 1;
  head[3] = o.day.getUTCDate();
  head.writeUInt32LE(o.rows, 4);
  head.writeUInt16LE(head.length, 8);
  head.writeUInt16LE(rowLength(columns), 10);
  columns.forEach(({ name, type, width, decimals }, index) => {
    const at = 32 + index * 32;
    head.write(name, at, 'latin1');
    head.write(dbfTypes[type], at + 11, 'latin1');
    head[at + 16] = width;
    head[at + 17] = type === 'number' ? decimals : 0;
  });
  head[head.length - 1] = 0x0d;
  return head;
}

export const DBF_END = Uint8Array.of(0x1a);

/** All rows one after the other. A row may have fewer cells than there are columns. */
export function dbfRows(columns: readonly DbfColumn[], rows: readonly (readonly CellValue[])[]): Buffer {
  const length = rowLength(columns);
  const bytes = Buffer.alloc(rows.length * length, ' ');
  const widths = columns.map(({ width }) => width);
  rows.forEach((cells, row) => {
    // The first byte says that the row is not deleted.
    let at = row * length + 1;
    for (let i = 0; i < columns.length; i++) {
      columns[i]!.write(cells[i] ?? null, bytes.subarray(at, at + widths[i]!));
      at += widths[i]!;
    }
  });
  return bytes;
}

/** Names of ten characters, as dBASE has them: each different, and still to be recognized. */
export class ShortNames {
  readonly #taken = new Set<string>();

  shorten(fullName: string): string {
    const plain =
      fullName
        .normalize('NFD')
        .replace(/\p{M}/gu, '')
        .replace(/[^A-Za-z0-9]+/g, '_')
        .replace(/^_+|_+$/g, '')
        // Some programs take no digit in front.
        .replace(/^(?=\d)/, 'F') || 'FIELD';
    let name = plain.slice(0, NAME_LENGTH_MAX);
    for (let number = 2; this.#taken.has(name.toLowerCase()); number++) {
      name = `${plain.slice(0, NAME_LENGTH_MAX - 1 - String(number).length)}_${number}`;
    }
    this.#taken.add(name.toLowerCase());
    return name;
  }
}
