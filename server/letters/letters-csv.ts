// Letters as a table for mail merge: a row a letter.
import { CSV_BOM, csvCell, csvText, csvWriterOfLines } from '../csv-cells.ts';
import type { Letter } from './notice-list.ts';

const COLUMNS = ['name', 'address_1', 'address_2', 'city', 'state', 'zip', 'pins', 'parcels'];
/** Excel cuts a cell at 32,767 characters. */
const CELL_LENGTH_MAX = 32_000;

export async function writeLettersCsv(letters: readonly Letter[]): Promise<string> {
  const lines = await csvWriterOfLines();
  return CSV_BOM + lines([COLUMNS, ...letters.map(rowOf)]);
}

function rowOf({ name, address, pins }: Letter): string[] {
  const [first = '', ...others] = address.street;
  const texts = [name, first, others.join(', '), address.city, address.state, address.zip, pinsCell(pins)];
  return [...texts.map(csvText), csvCell(pins.length)];
}

function pinsCell(pins: readonly string[]): string {
  let text = pins[0] ?? '';
  for (const [index, pin] of pins.entries()) {
    if (index === 0) continue;
    if (text.length + pin.length > CELL_LENGTH_MAX) return `${text}; and ${pins.length - index} more`;
    text += `; ${pin}`;
  }
  return text;
}
