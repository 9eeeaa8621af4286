// Address labels as a PDF, on sheets of labels that are sold under the numbers of Avery.
import { setImmediate as nextTurn } from 'node:timers/promises';
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

/** At least one label, each a list of lines. The document is drawn sheet by sheet while it is read; `drawn` is kept when that has ended. */
export async function writeLabels(
  labels: readonly (readonly string[])[],
  { format, start, title, compress = true }: LabelOptions,
): Promise<{ doc: PdfDocument; drawn: Promise<void> }> {
  // Loaded with the first labels: nobody waits for it at the start of the server.
  const { default: PDFDocument } = await import('pdfkit');
  const doc: PdfDocument = new PDFDocument({
    size: 'LETTER',
    margin: 0,
    autoFirstPage: false,
    compress,
    info: { Title: title },
  });
  return { doc, drawn: drawSheets(doc, labels, { format, start }) };
}

async function drawSheets(
  doc: PdfDocument,
  labels: readonly (readonly string[])[],
  { format, start }: { format: LabelFormat; start: number },
): Promise<void> {
  const sheet: LabelSheet = labelSheets[format];
  const text = new PdfText(doc);
  const perSheet = labelsPerSheet(sheet);
  try {
    for (const [index, lines] of labels.entries()) {
      const place = (index + start - 1) % perSheet;
      if (index === 0 || place === 0) {
        // A sheet takes some milliseconds of the thread that also answers everybody else.
        await nextTurn();
        // The reader has gone.
        if (doc.destroyed) return;
        doc.addPage();
      }
      drawLabel(text, lines, { sheet, place });
    }
    doc.end();
  } catch (error) {
    doc.destroy(error as Error);
  }
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
