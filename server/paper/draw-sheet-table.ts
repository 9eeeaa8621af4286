// The parcels of a sheet as a table, on pages of their own.
import { formatField, isKnown } from '../../contract/format-field.ts';
import { type ParcelField, parcelColumns } from '../../contract/parcel-columns.ts';
import type { SetParcel } from '../../contract/parcel-set.ts';
import type { PdfDocument, PdfText } from '../pdf-text.ts';
import { CHOSEN_LINE, INK } from './draw-sheet-map.ts';
import { drawRule, SOFT_INK } from './draw-sheet-text.ts';
import { POINTS_PER_INCH } from './sheet-frame.ts';

type Cell = { label: string; share: number; isRight?: boolean; of: (parcel: SetParcel) => string };

const field = (name: ParcelField, label: string, share: number, isRight = false): Cell => ({
  label,
  share,
  isRight,
  of: (parcel) => (isKnown(parcel[name]) ? formatField(parcel[name], parcelColumns[name]) : ''),
});

const CELLS: readonly Cell[] = [
  field('pin', 'PIN', 15),
  field('name', 'Owner', 26),
  field('site_address', 'Site address', 22),
  field('taxacres', 'Acres', 8, true),
  field('zoning', 'Zoning', 9),
  field('sale_date', 'Sale date', 11),
  field('sales_price', 'Price', 10, true),
];
const DISTANCE: Cell = {
  label: 'Distance',
  share: 8,
  isRight: true,
  of: ({ feet }) => (feet === undefined ? '' : `${Math.round(feet).toLocaleString('en-US')} ft`),
};

export const TABLE_ROWS_MAX = 2000;
const MARGIN = 0.5 * POINTS_PER_INCH;
const ROW = 13;
const SIZE = 7.5;
const GAP = 12;

type Table = { parcels: readonly SetParcel[]; title: string; size: [width: number, height: number] };

export function drawSheetTable(doc: PdfDocument, text: PdfText, { parcels, title, size }: Table): void {
  const cells = parcels.some(({ feet }) => feet !== undefined) ? [...CELLS, DISTANCE] : CELLS;
  const [pageWidth, pageHeight] = size;
  const shares = cells.reduce((sum, { share }) => sum + share, 0);
  const usable = pageWidth - 2 * MARGIN - (cells.length - 1) * GAP;
  const widths = cells.map(({ share }) => (usable * share) / shares);
  const lefts = widths.map(
    (_, at) => MARGIN + widths.slice(0, at).reduce((sum, width) => sum + width + GAP, 0),
  );
  const write = (at: number, value: string, y: number, isHead: boolean) => {
    const [width, left, { isRight }] = [widths[at]!, lefts[at]!, cells[at]!];
    text.draw(text.cut(value, { width, size: SIZE, isBold: isHead }), {
      x: isRight ? left + width : left,
      y,
      size: SIZE,
      isBold: isHead,
      color: isHead ? SOFT_INK : INK,
      align: isRight ? 'right' : 'left',
    });
  };
  const inner = pageWidth - 2 * MARGIN;
  const rule = (y: number, color: string) =>
    drawRule(doc, { x: MARGIN, y: y + ROW / 2, width: inner }, { thickness: 0.4, color });
  let y = Number.POSITIVE_INFINITY;
  for (const parcel of parcels) {
    if (y + ROW > pageHeight - MARGIN - ROW) {
      doc.addPage();
      text.fit(title, {
        x: MARGIN,
        y: MARGIN + 6,
        width: inner,
        size: 11,
        sizeMin: 7,
        isBold: true,
        color: INK,
      });
      y = MARGIN + 28;
      for (const [at, { label }] of cells.entries()) write(at, label, y, true);
      rule(y, CHOSEN_LINE);
      y += ROW;
    }
    for (const [at, cell] of cells.entries()) write(at, cell.of(parcel), y, false);
    rule(y, '#dddad2');
    y += ROW;
  }
}
