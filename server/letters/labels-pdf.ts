// Address labels as a PDF, on sheets of labels that are sold under the numbers of Avery.
import PDFDocument from 'pdfkit';
import type { PdfDocument } from '../pdf-text.ts';
import { CAP_MIDDLE, PdfText } from '../pdf-text.ts';
import { ASCENT, fitLabel, heightOf, LINE_HEIGHT } from './fit-label.ts';
import {
  type LabelFormat,
  type LabelSheet,
  labelCorner,
  labelSheets,
  labelsPerSheet,
} from './label-sheets.ts';

const POINTS_PER_INCH = 72;

export type LabelOptions = {
  format: LabelFormat;
  /** The first label that is still on the sheet, from 1. */
  start: number;
  title: string;
  /** Only tests read what is inside. */
  compress?: boolean;
};

/** At least one label, each a list of lines. */
export function writeLabels(
  labels: readonly (readonly string[])[],
  { format, start, title, compress = true }: LabelOptions,
): PdfDocument {
  const doc: PdfDocument = new PDFDocument({
    size: 'LETTER',
    margin: 0,
    autoFirstPage: false,
    compress,
    info: { Title: title },
  });
  const sheet: LabelSheet = labelSheets[format];
  const text = new PdfText(doc);
  const perSheet = labelsPerSheet(sheet);
  for (const [index, lines] of labels.entries()) {
    const place = (index + start - 1) % perSheet;
    if (index === 0 || place === 0) doc.addPage();
    drawLabel(text, lines, { sheet, place });
  }
  doc.end();
  return doc;
}

function drawLabel(
  text: PdfText,
  lines: readonly string[],
  { sheet, place }: { sheet: LabelSheet; place: number },
): void {
  const corner = labelCorner(sheet, place);
  const x = (corner.x + sheet.marginX) * POINTS_PER_INCH;
  const height = (sheet.height - 2 * sheet.marginY) * POINTS_PER_INCH;
  const fitted = fitLabel(text, lines, {
    width: (sheet.width - 2 * sheet.marginX) * POINTS_PER_INCH,
    height,
    size: sheet.size,
    sizeMin: sheet.sizeMin,
  });
  let top = (corner.y + sheet.marginY) * POINTS_PER_INCH + (height - heightOf(fitted)) / 2;
  for (const line of fitted) {
    text.draw(line.text, { x, y: top + line.size * (ASCENT - CAP_MIDDLE), size: line.size, color: 'black' });
    top += line.size * LINE_HEIGHT;
  }
}
