// The guard against a source that has shrunk: a file cut short, or a layer without a column, must not replace a county unasked.
import type { ParcelField } from '../contract/parcel-columns.ts';
import { OperatorError } from '../runtime/operator-error.ts';
import { isSystemField } from './fields/county-extras.ts';
import { fieldsIn, parseExpression } from './fields/expression.ts';
import { findField } from './fields/field-names.ts';
import { type FieldMapping, NOT_MAPPED } from './fields/mapping.ts';
import type { LayerField, RawFeature } from './layer.ts';
import { numberText } from './report.ts';

/** Counties merge some parcels every year; more than this share of them are not gone without a reason. */
const GONE_SHARE_MAX = 0.05;
/** GeoJSON has no list of its columns, and may leave out blank values: one that few rows have may be missed by chance. */
const FILLED_SHARE_MIN = 0.01;
const LISTED_COLUMNS = 10;

/** Nothing was changed: the operator decides. */
export class LossRefused extends OperatorError {
  override readonly exitCode = 4;
  /** The parcel's fields that were read from columns that are gone. */
  readonly unfilled: readonly ParcelField[];

  constructor(what: string, { unfilled = [] }: { unfilled?: readonly ParcelField[] } = {}) {
    super(`${what} The parcels loaded before stay; --accept-loss takes the new ones.`);
    this.unfilled = unfilled;
  }
}

/** The columns that the next import of the source must have, too. Not those of GIS programs, which come and go with them. */
export function columnsToKeep(fields: readonly LayerField[], sample: readonly RawFeature[]): string[] {
  const isFilled = ({ name }: LayerField) => {
    const filled = sample.filter(({ properties }) => (properties[name] ?? '') !== '').length;
    return filled >= sample.length * FILLED_SHARE_MIN;
  };
  return fields.filter((field) => !isSystemField(field.name) && isFilled(field)).map(({ name }) => name);
}

export function lostColumns(before: readonly string[], fields: readonly LayerField[]): string[] {
  return before.filter((name) => !findField(name, fields));
}

export function lostColumnsInWords(lost: readonly string[]): string {
  const rest = lost.length > LISTED_COLUMNS ? ` and ${numberText(lost.length - LISTED_COLUMNS)} more` : '';
  const names = `${lost.slice(0, LISTED_COLUMNS).join(', ')}${rest}`;
  return `The source has lost ${lost.length === 1 ? 'a column' : 'columns'} that it had: ${names}.`;
}

/** The parcel's fields whose expression needs a column that is gone. */
export function unfilledFields(mapping: FieldMapping, lost: readonly string[]): ParcelField[] {
  const gone = lost.map((name): LayerField => ({ name, type: 'text' }));
  const isUnfilled = (expression: string) =>
    expression !== NOT_MAPPED && fieldsIn(parseExpression(expression)).some((name) => findField(name, gone));
  const entries = Object.entries(mapping) as [ParcelField, string][];
  return entries.flatMap(([field, expression]) => (isUnfilled(expression) ? [field] : []));
}

/** Both count units, too. Undefined if no more are gone than may be expected. */
export function goneInWords({ loaded, gone }: { loaded: number; gone: number }): string | undefined {
  if (gone <= loaded * GONE_SHARE_MAX) return undefined;
  const percent = Math.floor((100 * gone) / loaded);
  return `${numberText(gone)} of the ${numberText(loaded)} parcels that are loaded (${percent}%) are not in the source any more.`;
}
