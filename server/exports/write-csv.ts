// CSV for spreadsheets: a row a parcel, with the point that stands for it in place of its shape. It has no place for what the export
// says of itself: a line in front would be a row. The name of the file and the answer's headers say it.
import { CSV_BOM, csvCell, csvText, csvWords, csvWriterOfLines } from '../csv-cells.ts';
import { CountyColumns, type ExportColumn, exportColumns } from './export-columns.ts';
import { inTurns } from './in-turns.ts';
import type { ParcelWriter } from './parcel-writer.ts';

const pointColumns: readonly ExportColumn[] = [
  { name: 'lng', type: 'number', value: ({ centroid }) => centroid.lng },
  { name: 'lat', type: 'number', value: ({ centroid }) => centroid.lat },
];

export const csvWriter: ParcelWriter = {
  mediaType: 'text/csv; charset=utf-8',
  ending: 'csv',
  async *write(parcels, about, signal) {
    const lines = await csvWriterOfLines();
    const bytes = (rows: string[][]) => Buffer.from(lines(rows));
    const columns = [...exportColumns(about), ...pointColumns];
    const county = new CountyColumns(columns);
    for (const label of about.countyFields) county.nameOf(label);
    const { names } = county;
    yield Buffer.from(CSV_BOM);
    yield bytes([[...columns, ...names.map((name) => ({ name }))].map(({ name }) => csvCell(name))]);
    for await (const slice of inTurns(parcels, signal)) {
      yield bytes(
        slice.map((parcel) => {
          const row = columns.map(({ isCode, type, value }) => {
            const cell = value(parcel);
            if (typeof cell !== 'string' || type !== 'text') return csvCell(cell);
            return isCode ? csvText(cell) : csvWords(cell);
          });
          const cells = county.cellsOf(parcel);
          for (const name of names) row.push(csvCell(cells.get(name) ?? null));
          return row;
        }),
      );
    }
  },
};
