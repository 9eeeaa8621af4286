// Makes the function that turns a county's row into the fields of a parcel.
import {
  emptyParcelFields,
  type ParcelField,
  type ParcelFields,
  parcelFields,
} from '../../contract/parcel-columns.ts';
import { OperatorError } from '../../runtime/operator-error.ts';
import type { LayerField } from '../layer.ts';
import { parseAcres, parsePrice } from './clean-amount.ts';
import { cleanPin } from './clean-pin.ts';
import { cleanText, cutText } from './clean-text.ts';
import { cleanZip, ZERO_RESTORED } from './clean-zip.ts';
import { compileExpression, type Evaluate, type Row } from './compile-expression.ts';
import { type ExtraField, extraField, extraFields, readExtras } from './county-extras.ts';
import { fieldsIn, parseExpression } from './expression.ts';
import { requireField } from './field-names.ts';
import {
  type DateOrder,
  type FieldMapping,
  fieldLabels,
  type MappedRow,
  NOT_MAPPED,
  type RowMapper,
} from './mapping.ts';
import { type DateReading, parseDate } from './parse-date.ts';

type TextField = Exclude<ParcelField, 'pin' | 'zip' | 'taxacres' | 'sale_date' | 'sales_price'>;

/** One crazy row must not break the store. */
const lengthMax: Record<TextField | 'zip', number> = {
  name: 300,
  add1: 200,
  add2: 200,
  city: 100,
  state: 60,
  zip: 20,
  site_address: 200,
  township: 120,
  zoning: 120,
};

const TEXT_CUT = 'text too long: cut';
const DAY_MS = 86_400_000;

type Source = { evaluate: Evaluate; fields: readonly LayerField[] };
type Sources = Partial<Record<ParcelField, Source>>;

export function compileMapping(o: {
  mapping: FieldMapping;
  fields: readonly LayerField[];
  dates: DateOrder;
}): RowMapper {
  const now = new Date();
  const reading: DateReading = { order: o.dates, year: now.getUTCFullYear() };
  const sources = compileSources(o, reading);
  const used = new Set(Object.values(sources).flatMap(({ fields }) => fields.map(({ name }) => name)));
  const extras = extraFields(o.fields, used);
  // A day ahead is today in some time zone.
  const latest = new Date(now.getTime() + DAY_MS).toISOString().slice(0, 10);
  return { map: (row) => mapRow(row, { sources, extras, reading, latest }) };
}

function compileSources(
  { mapping, fields }: { mapping: FieldMapping; fields: readonly LayerField[] },
  reading: DateReading,
): Sources {
  const sources: Sources = {};
  for (const target of parcelFields) {
    const text = mapping[target];
    if (text === undefined || text === NOT_MAPPED || text.trim() === '') continue;
    const expression = parseExpression(text);
    const use = fieldLabels[target];
    const isNumber = target === 'taxacres' || target === 'sales_price';
    sources[target] = {
      evaluate: compileExpression(expression, { fields, isNumber, reading, use }),
      fields: fieldsIn(expression).map((wanted) => requireField({ wanted, fields, use })),
    };
  }
  if (sources.pin === undefined) {
    const names = fields.map(({ name }) => name);
    const list = names.length > 30 ? `${names.slice(0, 30).join(', ')} …` : names.join(', ');
    throw new OperatorError(
      `No field is known to be the PIN: name it with --map pin=FIELD. ${names.length > 0 ? `The fields are ${list}.` : 'There are no fields at all.'}`,
    );
  }
  return sources;
}

type Context = { sources: Sources; extras: readonly ExtraField[]; reading: DateReading; latest: string };

function mapRow(row: Row, { sources, extras, reading, latest }: Context): MappedRow {
  const fields: ParcelFields = { ...emptyParcelFields };
  const mends: string[] = [];
  const pin = cleanPin(sources.pin!.evaluate(row));
  if ('refusal' in pin) return { fields, more: [], mends, refusal: pin.refusal };
  fields.pin = pin.pin;
  if (pin.mend !== undefined) mends.push(pin.mend);

  const text = (field: TextField): string | null => {
    const source = sources[field];
    if (source === undefined) return null;
    const value = cleanText(source.evaluate(row));
    if (value === null || value.length <= lengthMax[field]) return value;
    mends.push(TEXT_CUT);
    return cutText(value, lengthMax[field]);
  };
  fields.name = text('name') ?? '';
  fields.add1 = text('add1');
  fields.add2 = text('add2');
  fields.city = text('city');
  fields.state = text('state');
  fields.site_address = text('site_address');
  fields.township = text('township');
  fields.zoning = text('zoning');
  if (sources.zip !== undefined) {
    const { zip, restored } = cleanZip({ value: sources.zip.evaluate(row), state: fields.state });
    fields.zip = zip === null ? null : cutText(zip, lengthMax.zip);
    if (restored) mends.push(ZERO_RESTORED);
  }

  const lost: ExtraField[] = [];
  /** What the county wrote is still shown, among its other fields. */
  const lose = (source: Source, mend: string): null => {
    mends.push(mend);
    lost.push(...source.fields.map(extraField));
    return null;
  };
  if (sources.taxacres !== undefined) {
    const acres = parseAcres(sources.taxacres.evaluate(row));
    fields.taxacres = acres === undefined ? lose(sources.taxacres, 'acres not understood') : acres;
  }
  if (sources.sales_price !== undefined) {
    const price = parsePrice(sources.sales_price.evaluate(row));
    fields.sales_price = price === undefined ? lose(sources.sales_price, 'sale price not understood') : price;
  }
  if (sources.sale_date !== undefined) {
    const date = parseDate(sources.sale_date.evaluate(row), reading);
    if (date === undefined) fields.sale_date = lose(sources.sale_date, 'sale date not understood');
    else if (date !== null && date > latest) {
      fields.sale_date = lose(sources.sale_date, 'sale date in the future');
    } else fields.sale_date = date;
  }
  const shown = lost.length === 0 ? extras : [...lost, ...extras];
  return { fields, more: readExtras(row, { extras: shown, reading }), mends, refusal: undefined };
}
