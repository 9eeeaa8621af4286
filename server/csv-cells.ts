// What stands in a cell of a CSV file, so that a spreadsheet shows it as it is: no text is run as a formula, no PIN becomes a date.
import { withoutFormulas } from '../runtime/without-formulas.ts';

/**
 * Programs that write CSV for spreadsheets begin with it: without it, Excel takes UTF-8 for the code page of the computer, and
 * José for JosÃ©.
 */
export const CSV_BOM = '\ufeff';

export type CsvValue = string | number | boolean | null;

const PLAIN_NUMBER = /^[+-]?(?:\d+\.?\d*|\.\d+)$/;
/** A spreadsheet keeps 15 digits of a number and no zeros in front; 12E-3 is 0.012 to it. */
const LOSES_DIGITS = /^(?:0\d.*|\d{16,}.*|(?:\d+\.?\d*|\.\d+)e[-+]?\d+)$/i;
/**
 * What a spreadsheet takes for a number, a share, a time or a date: 27701, 27701-, $5, (5), 3/4, 1 3/4, 1-25, 6-JUN, 100:30, 8 pm. Not
 * 84-25, which has no month.
 */
const LOOKS_LIKE_NUMBER =
  /^(?:[($]*[\d.,]*\d[\d.,]* ?[-+%$:)]*|\d+ \d+\/\d+|\d+(?::\d+){1,2}|\d{1,2}(?::\d{1,2}){0,2}(?: [ap]| ?[ap]m)|(?=(?:.*\D)?0?(?:[1-9]|1[0-2])(?!\d))\d{1,4}(?:[-/:.]\d{1,4}){1,2}|\d{1,2}[-/ ]?(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*(?:[-/ ]\d{1,4})?|(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*[-/ ]?\d{1,4})$/i;

/** Any value. Negative numbers stay numbers. */
export function csvCell(value: CsvValue): string {
  if (value === null) return '';
  if (typeof value !== 'string') return String(value);
  return PLAIN_NUMBER.test(value) && !LOSES_DIGITS.test(value) ? value : csvWords(value);
}

/** Words, such as a name. An owner called -5 gets an apostrophe, too. */
export function csvWords(text: string): string {
  return LOSES_DIGITS.test(text) ? markedAsText(text) : withoutFormulas(text);
}

/** A value that is never a number, such as a PIN or a ZIP code. */
export function csvText(value: string | null): string {
  if (value === null) return '';
  return LOOKS_LIKE_NUMBER.test(value) ? markedAsText(value) : csvWords(value);
}

/**
 * A no-break space as wide as a digit behind it: no spreadsheet reads a number then. It cannot be seen, prints as nothing at the end
 * of a line, and `trim` takes it off. Behind the common no-break space LibreOffice reads 02138 as 2138. `="02138"` would be a
 * formula, a tab in front counts as the start of one, and an apostrophe would be printed on every envelope.
 */
function markedAsText(value: string): string {
  return `${value}\u2007`;
}

/**
 * Writes rows. Its package is loaded with the first file: nobody waits for it at the start of the server. By itself it puts a
 * cell into quotes only where a comma or the whole of a line's end is in it; LibreOffice splits by tabs and semicolons, too.
 */
export async function csvWriterOfLines(): Promise<(rows: string[][]) => string> {
  const { stringify } = await import('csv-stringify/sync');
  return (rows) => stringify(rows, { record_delimiter: 'windows', quoted_match: /[\r\n\t;]/ });
}
