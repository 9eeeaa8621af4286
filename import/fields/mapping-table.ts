// The mapping as a table for the terminal: each field of a parcel, where it comes from, and three sample values.
import { type ParcelField, parcelFields } from '../../contract/parcel-columns.ts';
import type { LayerField } from '../layer.ts';
import { cutText } from './clean-text.ts';
import { compileMapping } from './compile-mapping.ts';
import { isSystemField } from './county-extras.ts';
import {
  type DateOrder,
  type FieldMapping,
  fieldWords,
  type MappedRow,
  NOT_MAPPED,
  type Sample,
  usedFields,
} from './mapping.ts';

const WIDTH = 80;
const LABEL_WIDTH = 2 + Math.max(...Object.values(fieldWords).map((word) => word.length));
const FROM_WIDTH = 26;
const SAMPLES_WIDTH = WIDTH - LABEL_WIDTH - FROM_WIDTH;
const SAMPLE_VALUES = 3;
const KEPT_SHOWN = 200;

export function mappingTable(o: {
  mapping: FieldMapping;
  fields: readonly LayerField[];
  sample: readonly Sample[];
  dates?: DateOrder;
}): string {
  const rows = mappedSample(o);
  const lines = parcelFields.map((field) => {
    const from = o.mapping[field];
    const label = fieldWords[field].padEnd(LABEL_WIDTH);
    if (from === undefined) return `${label}not found: --map ${fieldWords[field]}=FIELD`;
    if (from === NOT_MAPPED) return `${label}left out`;
    return `${label}${cell(from, FROM_WIDTH)}${cutText(sampleValues(field, rows), SAMPLES_WIDTH)}`.trimEnd();
  });
  const head = `${'Parcel'.padEnd(LABEL_WIDTH)}${'from'.padEnd(FROM_WIDTH)}for example`;
  return [head, ...lines, ...keptLines(o)].join('\n');
}

/** As the import itself reads them. Without a PIN nothing can be read, and the table says what is missing. */
function mappedSample(o: {
  mapping: FieldMapping;
  fields: readonly LayerField[];
  sample: readonly Sample[];
  dates?: DateOrder;
}): MappedRow[] {
  const { pin } = o.mapping;
  if (pin === undefined || pin === NOT_MAPPED) return [];
  const mapper = compileMapping({ mapping: o.mapping, fields: o.fields, dates: o.dates ?? 'mdy' });
  return o.sample.map(({ properties }) => mapper.map(properties)).filter((row) => row.refusal === undefined);
}

function sampleValues(field: ParcelField, rows: readonly MappedRow[]): string {
  const values = new Set<string>();
  for (const { fields } of rows) {
    const value = fields[field];
    if (value !== null && value !== '') values.add(String(value));
    if (values.size === SAMPLE_VALUES) break;
  }
  const width = Math.floor((SAMPLES_WIDTH - 3 * (values.size - 1)) / Math.max(values.size, 1));
  const shown = [...values];
  // Short values leave their room to long ones.
  return shown.join(' | ').length <= SAMPLES_WIDTH
    ? shown.join(' | ')
    : shown.map((value) => cutText(value, width)).join(' | ');
}

function cell(text: string, width: number): string {
  return `${cutText(text, width - 2)}`.padEnd(width);
}

function keptLines({ mapping, fields }: { mapping: FieldMapping; fields: readonly LayerField[] }): string[] {
  const used = usedFields(mapping, fields);
  const kept = fields.map(({ name }) => name).filter((name) => !used.has(name) && !isSystemField(name));
  if (kept.length === 0) return [];
  const more =
    kept.length > KEPT_SHOWN ? ` and ${(kept.length - KEPT_SHOWN).toLocaleString('en-US')} more` : '';
  return ['', ...wrap(`Kept as the county has them: ${kept.slice(0, KEPT_SHOWN).join(', ')}${more}`)];
}

function wrap(text: string): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    if (line !== '' && line.length + 1 + word.length > WIDTH) {
      lines.push(line);
      line = `  ${word}`;
    } else line = line === '' ? word : `${line} ${word}`;
  }
  return [...lines, line];
}
