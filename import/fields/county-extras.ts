// The county's fields that a parcel has no column for, as label and text: "More from the county".
import type { CountyField } from '../../contract/parcel.ts';
import type { LayerField } from '../layer.ts';
import { cleanText, cutText } from './clean-text.ts';
import { columnWords } from './column-words.ts';
import type { Row } from './compile-expression.ts';
import { lastPart } from './field-names.ts';
import { type ColumnFormat, formatAs, knownColumn } from './known-columns.ts';
import { type DateReading, parseDate } from './parse-date.ts';

const FIELDS_MAX = 80;
const VALUE_LENGTH_MAX = 500;
const LABEL_LENGTH_MAX = 60;
/** Of all labels and values of a row together. */
const TOTAL_LENGTH_MAX = 4000;

/** Row numbers, geometry and bookkeeping of GIS programs, which say nothing about the land. */
const SYSTEM_FIELD =
  /^(?:OBJECT_?ID(?:_?\d+)?|FID(?:_.*)?|OID_?|OGC_FID|ESRI_OID|ROW_?ID|GLOBAL_?ID(?:_?\d+)?|SHAPE(?:_.*|\.ST.*)?|SHAPE_?(?:AREA|LEN|LENG|LENGTH)(?:_?\d+)?|ST_?(?:AREA|LENGTH|PERIMETER)\(.*|GEOM|GEOMETRY|THE_GEOM|WKT|WKB|WKB_GEOMETRY|GML_ID|PERIMETER|CREATED?_?(?:USER|BY|DATE)|CREATION_?DATE|CREATOR|CREATED_DA|CREATED_US|LAST_EDIT(?:ED|E|OR|_)?.*|EDIT_?(?:OR|DATE)|SE_ANNO_CAD_DATA|GDB_.*|VALIDATION_?ST.*|INPUT_?FID|ORIG_?FID|BND_?XM.*|SHAPELEN|SHAPEAREA)$/i;
const DATE_FIELD = /date|(^|_)dt(_|$)/i;
const TIME_OF_DAY = /^(\d{4}-\d{2}-\d{2})[T ]00:00(:00(\.0+)?)?(Z|[+-]\d\d:?\d\d)?$/;

export function isSystemField(name: string): boolean {
  return SYSTEM_FIELD.test(lastPart(name));
}

export type ExtraField = { name: string; label: string; isDate: boolean; format?: ColumnFormat | undefined };

/** The fields in the order of the source, without those in `used`. */
export function extraFields(fields: readonly LayerField[], used: ReadonlySet<string>): ExtraField[] {
  const extras = fields.filter(({ name }) => !used.has(name) && !isSystemField(name)).map(extraField);
  const labels = new Map<string, number>();
  for (const { label } of extras) labels.set(label, (labels.get(label) ?? 0) + 1);
  // Two fields may share an alias: their names tell them apart.
  return extras.map((extra) => (labels.get(extra.label)! > 1 ? { ...extra, label: extra.name } : extra));
}

export function extraField({ name, alias, type }: LayerField): ExtraField {
  const own = lastPart(name);
  const known = knownColumn(own);
  // Many servers repeat the name as the alias.
  const isRepeated = alias === undefined || alias === name || alias === own;
  const words = isRepeated ? (known?.label ?? columnWords(own)) : cleanText(alias);
  const isDate = type === 'date' || DATE_FIELD.test(name);
  return { name, label: cutText(words ?? own, LABEL_LENGTH_MAX), isDate, format: known?.format };
}

/** Counts the values that found no room, by column: nobody would miss them otherwise. */
export class LostExtras {
  readonly #rowsWithout = new Map<string, number>();
  readonly #rowsCut = new Map<string, number>();

  leftOut(name: string): void {
    this.#rowsWithout.set(name, (this.#rowsWithout.get(name) ?? 0) + 1);
  }

  cut(name: string): void {
    this.#rowsCut.set(name, (this.#rowsCut.get(name) ?? 0) + 1);
  }

  notes(): string[] {
    const room = `a parcel has room for ${FIELDS_MAX} of the county's own columns and ${TOTAL_LENGTH_MAX.toLocaleString('en-US')} letters of them. --leave-out makes room: it names columns that nobody needs`;
    return [
      ...inWords(this.#rowsWithout, `Columns left out where there was no room (${room})`),
      ...inWords(this.#rowsCut, `Columns cut to ${VALUE_LENGTH_MAX} letters, or to the room that was left`),
    ];
  }
}

const LISTED_COLUMNS = 20;

function inWords(rows: ReadonlyMap<string, number>, what: string): string[] {
  if (rows.size === 0) return [];
  const columns = [...rows].map(([name, count]) => `${name} (${count.toLocaleString('en-US')})`);
  const others = columns.splice(LISTED_COLUMNS).length;
  const more = others > 0 ? `, and ${others} more` : '';
  return [`${what}, with the number of rows: ${columns.join(', ')}${more}.`];
}

type Reading = { extras: readonly ExtraField[]; reading: DateReading; lost: LostExtras };

/** Blank values are left out. */
export function readExtras(row: Row, { extras, reading, lost }: Reading): CountyField[] {
  const found: CountyField[] = [];
  let length = 0;
  let isFull = false;
  for (const { name, label, isDate, format } of extras) {
    const value = row[name];
    if (value === null || value === undefined || value === '') continue;
    const plain = isDate ? dateText(value, reading) : cleanText(value);
    if (plain === null) continue;
    const text = format ? formatAs(format, plain) : plain;
    const room = TOTAL_LENGTH_MAX - length - label.length;
    isFull ||= found.length === FIELDS_MAX || room < 20;
    if (isFull) {
      lost.leftOut(name);
      continue;
    }
    const shown = cutText(text, Math.min(VALUE_LENGTH_MAX, room));
    if (shown !== text) lost.cut(name);
    found.push([label, shown]);
    length += label.length + shown.length;
  }
  return found;
}

/** Only shapes that can be nothing but a date are rewritten: the field's name alone is not proof. */
function dateText(value: string | number | boolean, reading: DateReading): string | null {
  const text = cleanText(value);
  if (text === null || typeof value === 'boolean') return text;
  const [, midnight] = TIME_OF_DAY.exec(text) ?? [];
  const isNumber = /^(-?\d{11,14}|(1[789]|20)\d{6})$/.test(text);
  const date = midnight ?? (isNumber ? text : undefined);
  if (date === undefined) return text;
  const parsed = parseDate(date, reading);
  return parsed === undefined ? text : parsed;
}
