// Makes the function that turns a county's row into the fields of a parcel.
import { columnEntries, emptyParcelFields, type ParcelField } from '../../contract/parcel-columns.ts';
import { OperatorError } from '../../runtime/operator-error.ts';
import type { LayerField } from '../layer.ts';
import { compileExpression, type Evaluate, type Row } from './compile-expression.ts';
import { type ExtraField, extraField, extraFields, LostExtras, readExtras } from './county-extras.ts';
import { type Expression, fieldsIn, parseExpression } from './expression.ts';
import { type CleanField, type FieldValue, fieldCleaner, IN_THE_FUTURE } from './field-cleaners.ts';
import { requireField } from './field-names.ts';
import {
  type DateOrder,
  type FieldMapping,
  fieldWords,
  type MappedRow,
  NOT_MAPPED,
  type RowMapper,
} from './mapping.ts';
import type { DateReading } from './parse-date.ts';

/** A field of the parcel that the mapping fills. */
type Target = {
  field: ParcelField;
  evaluate: Evaluate;
  clean: CleanField;
  from: readonly LayerField[];
  /** Those that the parcel's field says all of. The others are still shown among the county's own. */
  said: readonly LayerField[];
};

type Mapping = { mapping: FieldMapping; fields: readonly LayerField[] };

export function compileMapping(o: Mapping & { dates: DateOrder }): RowMapper {
  const reading: DateReading = { order: o.dates, year: new Date().getUTCFullYear() };
  const targets = compileTargets(o, reading);
  const used = new Set(targets.flatMap(({ said }) => said.map(({ name }) => name)));
  const extras = extraFields(o.fields, used);
  const lost = new LostExtras();
  return { map: (row) => mapRow(row, { targets, extras, reading, lost }), notes: () => lost.notes() };
}

function compileTargets({ mapping, fields }: Mapping, reading: DateReading): Target[] {
  const targets = columnEntries.flatMap(([field, column]): Target[] => {
    const text = mapping[field];
    if (text === undefined || text === NOT_MAPPED || text.trim() === '') return [];
    const expression = parseExpression(text);
    const use = fieldWords[field];
    const isNumber = column.type === 'number';
    const evaluate = compileExpression(expression, { fields, isNumber, reading, use });
    const fieldsOf = (part: Expression) =>
      fieldsIn(part).map((wanted) => requireField({ wanted, fields, use }));
    // The number of a lot, in place of which the numbers of its units are taken, is not one of theirs.
    const isFirst = field === 'pin' && expression.kind === 'call' && expression.name === 'first';
    const from = fieldsOf(expression);
    const said = isFirst ? fieldsOf(expression.parts[0]!) : from;
    return [{ field, evaluate, clean: fieldCleaner(column, reading), from, said }];
  });
  if (!targets.some(({ field }) => field === 'pin')) {
    const names = fields.map(({ name }) => name);
    const list = names.length > 30 ? `${names.slice(0, 30).join(', ')} …` : names.join(', ');
    throw new OperatorError(
      `No field is known to be the PIN: name it with --map pin=FIELD. ${names.length > 0 ? `The fields are ${list}.` : 'There are no fields at all.'}`,
    );
  }
  return targets;
}

type Context = {
  targets: readonly Target[];
  extras: readonly ExtraField[];
  reading: DateReading;
  lost: LostExtras;
};

function mapRow(row: Row, { targets, extras, reading, lost }: Context): MappedRow {
  const mapped: MappedRow = { fields: { ...emptyParcelFields }, more: [], repairs: [], refusal: undefined };
  const fields: Record<ParcelField, FieldValue> = mapped.fields;
  const misread: ExtraField[] = [];
  for (const { field, evaluate, clean, from } of targets) {
    const value = clean(evaluate(row), mapped);
    if (mapped.refusal !== undefined) return mapped;
    if (value === undefined || value === IN_THE_FUTURE) {
      const why = value === undefined ? 'not understood' : 'in the future';
      mapped.repairs.push(`${fieldWords[field].replaceAll('_', ' ')} ${why}`);
      // What the county wrote is still shown, among its other fields.
      misread.push(...from.map(extraField));
    } else if (value !== null) fields[field] = value;
  }
  const shown = misread.length === 0 ? extras : [...misread, ...extras];
  mapped.more = readExtras(row, { extras: shown, reading, lost });
  return mapped;
}
