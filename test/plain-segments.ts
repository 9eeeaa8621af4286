// Segments in memory, made from plain objects: for tests that need every value under control.
import { type FilterField, typeOfField } from '../contract/parcel-filter.ts';
import { boundsOf } from '../geo/bounds-of.ts';
import type { AreaGeometry } from '../geo/geometry.ts';
import { encodeGeometry } from '../geo/geometry-code.ts';
import type { Column, HiddenField, Segment } from '../store/columns/segment.ts';
import { foldText } from '../store/search-text.ts';
import { gridBox } from '../store/storage-grid.ts';

export type PlainRow = {
  /** By column; what is left out is null. */
  fields: Partial<Record<FilterField | HiddenField, string | number | null>>;
  geometry: AreaGeometry;
};

const numberFields: readonly string[] = ['lng', 'lat', 'summary'];
const hiddenTexts: readonly string[] = ['holder', 'mailing', 'owner_words', 'address_words', 'pin_key'];

export const isNumberColumn = (field: string): boolean =>
  numberFields.includes(field) ||
  (!hiddenTexts.includes(field) && !['text', 'date'].includes(typeOfField(field as FilterField)));

export const byBytes = (a: string, b: string): number => Buffer.compare(Buffer.from(a), Buffer.from(b));

export function plainSegments(
  rows: readonly PlainRow[],
  {
    source = 'home',
    qualifier,
    rowsEach = rows.length || 1,
  }: { source?: string; qualifier?: string | undefined; rowsEach?: number } = {},
): Segment[] {
  const segments: Segment[] = [];
  for (let from = 0; from < rows.length; from += rowsEach) {
    segments.push(plainSegment(rows.slice(from, from + rowsEach), source, qualifier));
  }
  return segments;
}

function plainSegment(rows: readonly PlainRow[], source: string, qualifier: string | undefined): Segment {
  const fields = [...new Set(rows.flatMap((row) => Object.keys(row.fields)))];
  const inSource = rows.map((row) => ({ ...row, fields: { ...row.fields, source } }));
  const columns = new Map(
    [...fields, 'source'].map((field) => [field, plainColumn(inSource, field as FilterField | HiddenField)]),
  );
  const boxes = rows.flatMap(({ geometry }) => {
    const { west, south, east, north } = gridBox(boundsOf(geometry));
    return [west, south, east, north];
  });
  return {
    source,
    qualifier,
    rows: rows.length,
    boxes: Int32Array.from(boxes),
    countyFields: fields.flatMap((field) => (field.startsWith('more:') ? [field.slice(5)] : [])),
    column: (field) => columns.get(field),
    shape: (row) => encodeGeometry(rows[row]!.geometry),
  };
}

function plainColumn(rows: readonly PlainRow[], field: FilterField | HiddenField): Column | undefined {
  const ofRows = rows.map(({ fields }) => fields[field] ?? null);
  const values = [...new Set(ofRows.filter((value) => value !== null))];
  if (values.length === 0) return undefined;
  if (isNumberColumn(field)) values.sort((a, b) => Number(a) - Number(b));
  else {
    const texts = values as string[];
    texts.sort((a, b) => byBytes(foldText(a), foldText(b)) || byBytes(a, b));
  }
  const parts = values.map((value) => Buffer.from(`${foldText(String(value))}\n`));
  const starts = new Uint32Array(values.length + 1);
  parts.forEach((part, at) => {
    starts[at + 1] = starts[at]! + part.length;
  });
  const folded = { bytes: Buffer.concat(parts), starts };
  const places = new Map(values.map((value, at) => [value, at + 1]));
  return {
    size: values.length,
    codes: Uint16Array.from(ofRows, (value) => (value === null ? 0 : places.get(value)!)),
    text: (code) => values[code - 1] as string,
    number: (code) => values[code - 1] as number,
    folded: () => folded,
  };
}
