// A parcel as the JSON of its answer, the same text as of the object that parcelOf makes. SQLite quotes the texts and joins
// them: to make an object of twenty values only to write it out again is an eighth of the cost of the whole answer.
import { type ParcelField, parcelColumns, parcelFields } from '../../contract/parcel-columns.ts';
import { qualifiedPin } from '../../contract/parcel-pin.ts';

type Named = [name: string, column: ParcelField];

/** In the order of the answer, where the owner has two names. */
const named: readonly Named[] = parcelFields.flatMap((field): Named[] =>
  field === 'name'
    ? [
        ['name', field],
        ['owner', field],
      ]
    : [[field, field]],
);

/**
 * What to select from the table `parcel`. A number is a column of its own, because SQLite writes only 15 of its digits; all
 * texts between two numbers are one column.
 */
export function jsonColumns(qualifier: string | undefined): string {
  const columns: string[] = [];
  let texts: string[] = [];
  for (const [at, [name, column]] of named.entries()) {
    texts.push(sqlText(`${at === 0 ? '{' : ','}"${name}":`));
    if (parcelColumns[column].type === 'number') {
      columns.push(texts.join(' || '), column);
      texts = [];
    } else {
      const ending = column === 'pin' ? qualifiedPin({ pin: '', source: qualifier }) : '';
      texts.push(`json_quote(${column}${ending && ` || ${sqlText(ending)}`})`);
    }
  }
  if (texts.length > 0) columns.push(texts.join(' || '));
  const more = '(SELECT more FROM parcel_more WHERE parcel_more.id = parcel.id)';
  const hasUnits = 'EXISTS (SELECT 1 FROM parcel AS unit WHERE unit.lot_id = parcel.id)';
  return `lot_id, ${hasUnits}, lng, lat, ${more}, ${columns.join(', ')}`;
}

const FIELDS_AT = 5;

/** Of the values of jsonColumns. Undefined for a unit and for a lot with units. */
export function parcelJson(values: readonly unknown[], originJson: string): string | undefined {
  const [lot, hasUnits, lng, lat, more] = values;
  if (lot !== null || hasUnits) return undefined;
  let fields = '';
  for (let at = FIELDS_AT; at < values.length; at++) {
    const value = values[at];
    fields += typeof value === 'string' ? value : JSON.stringify(value);
  }
  const centroid = `{"lng":${lng},"lat":${lat}}`;
  return `${fields},"centroid":${centroid},"more":${more ?? '[]'},"units":[],"lot":null,"origin":${originJson}}`;
}

const sqlText = (text: string) => `'${text.replaceAll("'", "''")}'`;
