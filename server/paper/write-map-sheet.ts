// Draws a map sheet as a PDF: the map with what stands around it, then the table.
import PDFDocument from 'pdfkit';
import { PRODUCT_NAME } from '../../contract/limits.ts';
import type { MapSheetRequest } from '../../contract/map-sheet.ts';
import type { SetParcel } from '../../contract/parcel-set.ts';
import { PdfText } from '../pdf-text.ts';
import { drawSheetMap, type SheetParcel } from './draw-sheet-map.ts';
import { drawSheetTable, TABLE_ROWS_MAX } from './draw-sheet-table.ts';
import { drawPageNumbers, drawSheetText, type SheetTexts } from './draw-sheet-text.ts';
import { frameOf, POINTS_PER_INCH } from './sheet-frame.ts';

export type MapSheet = {
  request: MapSheetRequest;
  /** A JPEG. */
  picture?: Uint8Array | undefined;
  texts: SheetTexts;
  around: readonly SheetParcel[];
  chosen: readonly SheetParcel[];
  /** Rows of the table. None: no table. */
  rows: readonly SetParcel[];
  count: number;
};

/** Compression is off only for tests that read what was drawn. */
export function writeMapSheet(sheet: MapSheet, { compress = true } = {}): PDFKit.PDFDocument {
  const { request, picture, texts, around, chosen, rows, count } = sheet;
  const frame = frameOf(request);
  const { width, height } = frame.layout;
  const size: [number, number] = [width * POINTS_PER_INCH, height * POINTS_PER_INCH];
  const doc = new PDFDocument({
    size,
    margin: 0,
    compress,
    bufferPages: true,
    info: { Title: request.title, Creator: PRODUCT_NAME, Subject: texts.subtitle },
  });
  const text = new PdfText(doc);
  drawSheetMap(doc, text, { frame, request, picture, around, chosen });
  drawSheetText(doc, text, { frame, request, texts });
  const shown = Math.min(count, TABLE_ROWS_MAX);
  const title =
    count > shown
      ? `${request.title}: the first ${shown.toLocaleString('en-US')} of ${count.toLocaleString('en-US')} parcels`
      : request.title;
  if (rows.length > 0) drawSheetTable(doc, text, { parcels: rows, title, size });
  drawPageNumbers(doc, text, frame.layout);
  doc.end();
  return doc;
}
