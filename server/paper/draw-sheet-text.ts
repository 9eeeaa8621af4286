// What stands around the map of a sheet: title, facts, legend, scale bar, north arrow, source and credits.
import type { MapSheetRequest } from '../../contract/map-sheet.ts';
import type { PdfDocument as Doc, PdfText } from '../pdf-text.ts';
import { CHOSEN_FILL, CHOSEN_LINE, DRAWING_COLOR, INK } from './draw-sheet-map.ts';
import { inPoints, type PageBox, POINTS_PER_INCH, type SheetFrame } from './sheet-frame.ts';

export type Fact = readonly [label: string, value: string];

export type SheetTexts = {
  /** Under the title: which parcels, how many, how many acres. */
  subtitle: string;
  date: string;
  facts: readonly Fact[];
  /** Where the parcels come from, and the day of the data. */
  source: string;
  /** What the legend calls the set. */
  chosen: string;
  /** Why the other parcels are not drawn, where they are not. */
  note: string | undefined;
};

export const SOFT_INK = '#5c5f58';
const NOT_A_SURVEY = 'For reference only: this map is not a survey and shows no legal boundaries.';
const LINE = 1.3;

type Sheet = { frame: SheetFrame; request: MapSheetRequest; texts: SheetTexts };

export function drawSheetText(doc: Doc, text: PdfText, sheet: Sheet): void {
  drawHead(doc, text, sheet);
  drawSide(doc, text, sheet);
  drawFoot(text, sheet);
}

function drawHead(doc: Doc, text: PdfText, { frame, request, texts }: Sheet): void {
  const { x, y, width, height } = inPoints(frame.layout.head);
  const dateWidth = text.width(texts.date, { size: 8 });
  text.fit(request.title, {
    x,
    y: y + 12,
    width: width - dateWidth - 12,
    size: 17,
    sizeMin: 9,
    isBold: true,
    color: INK,
  });
  text.draw(texts.date, { x: x + width, y: y + 12, size: 8, color: SOFT_INK, align: 'right' });
  text.fit(texts.subtitle, { x, y: y + 31, width, size: 9, sizeMin: 7, color: SOFT_INK });
  drawRule(doc, { x, y: y + height, width }, { thickness: 0.75, color: CHOSEN_LINE });
}

/** A level line. */
export function drawRule(
  doc: Doc,
  { x, y, width }: Omit<PageBox, 'height'>,
  { thickness, color }: { thickness: number; color: string },
): void {
  doc
    .moveTo(x, y)
    .lineTo(x + width, y)
    .lineWidth(thickness)
    .strokeColor(color)
    .stroke();
}

function drawSide(doc: Doc, text: PdfText, sheet: Sheet): void {
  const { frame, request } = sheet;
  const box = inPoints(frame.layout.side);
  if (request.isAcross) {
    const keyHeight = 150;
    drawFacts(text, sheet, { ...box, height: box.height - keyHeight });
    drawKey(doc, text, sheet, { ...box, y: box.y + box.height - keyHeight, height: keyHeight });
  } else {
    const keyWidth = 190;
    drawFacts(text, sheet, { ...box, width: box.width - keyWidth - 18 });
    drawKey(doc, text, sheet, { ...box, x: box.x + box.width - keyWidth, width: keyWidth });
  }
}

const FACT_SIZE = 8;
const FACT_LABEL_SIZE = 6.5;
const FACT_COLUMN = 120;
const FACT_GAP = 10;

/** In columns, as many as fit; a fact that has no room is in the table, or on the screen. */
function drawFacts(text: PdfText, { texts }: Sheet, box: PageBox): void {
  const columns = Math.max(1, Math.floor((box.width + FACT_GAP) / (FACT_COLUMN + FACT_GAP)));
  const width = (box.width - (columns - 1) * FACT_GAP) / columns;
  let column = 0;
  let y = box.y;
  for (const [label, value] of texts.facts) {
    const lines = text.wrap(value, { width, size: FACT_SIZE, linesMax: 3 }) ?? [
      text.cut(value, { width, size: FACT_SIZE }),
    ];
    const height = FACT_LABEL_SIZE * LINE + lines.length * FACT_SIZE * LINE + 3;
    if (y + height > box.y + box.height) {
      column++;
      y = box.y;
      if (column === columns) return;
    }
    const x = box.x + column * (width + FACT_GAP);
    text.draw(label.toUpperCase(), { x, y: y + FACT_LABEL_SIZE / 2, size: FACT_LABEL_SIZE, color: SOFT_INK });
    for (const [at, line] of lines.entries()) {
      const lineY = y + FACT_LABEL_SIZE * LINE + (at + 0.5) * FACT_SIZE * LINE;
      text.draw(line, { x, y: lineY, size: FACT_SIZE, color: INK });
    }
    y += height;
  }
}

/** Legend, scale bar and north arrow. */
function drawKey(doc: Doc, text: PdfText, { frame, request, texts }: Sheet, box: PageBox): void {
  const arrowWidth = 26;
  drawNorthArrow(doc, text, { x: box.x + box.width - arrowWidth, y: box.y, width: arrowWidth, height: 46 });
  const width = box.width - arrowWidth - 8;
  let y = box.y + 6;
  const swatch = (label: string, draw: (at: PageBox) => void) => {
    draw({ x: box.x, y: y - 5, width: 16, height: 9 });
    text.fit(label, { x: box.x + 22, y, width: width - 22, size: 8, sizeMin: 6, color: INK });
    y += 14;
  };
  swatch(texts.chosen, ({ x, y, width, height }) => {
    doc.rect(x, y, width, height).fillOpacity(0.22).fill(CHOSEN_FILL).fillOpacity(1);
    doc.rect(x, y, width, height).lineWidth(1.4).strokeColor(CHOSEN_LINE).stroke();
  });
  if (texts.note === undefined) {
    swatch('Other parcels', ({ x, y, width, height }) => {
      doc.rect(x, y, width, height).lineWidth(0.5).strokeColor('#6b5a3e').stroke();
    });
  }
  if (request.drawings.length > 0) {
    swatch('Drawn by hand', ({ x, y, width, height }) => {
      drawRule(doc, { x, y: y + height / 2, width }, { thickness: 1.2, color: DRAWING_COLOR });
    });
  }
  drawScaleBar(doc, text, { frame, request, x: box.x, y: Math.max(y + 6, box.y + 52), width: box.width });
}

function drawNorthArrow(doc: Doc, text: PdfText, { x, y, width, height }: PageBox): void {
  const middle = x + width / 2;
  const top = y + 10;
  const half = (aside: number) =>
    doc
      .moveTo(middle, top)
      .lineTo(middle + aside, y + height)
      .lineTo(middle, y + height - 8)
      .closePath();
  half(8).fill(INK);
  half(-8).lineWidth(0.75).strokeColor(INK).stroke();
  text.draw('N', { x: middle, y: y + 4, size: 9, isBold: true, color: INK, align: 'center' });
}

/** Two fields of a round length each. */
function drawScaleBar(
  doc: Doc,
  text: PdfText,
  { frame, request, x, y, width }: Pick<Sheet, 'frame' | 'request'> & Omit<PageBox, 'height'>,
): void {
  const { feetPerInch } = request;
  const scale = `1 inch = ${feetPerInch.toLocaleString('en-US')} feet`;
  text.draw(scale, { x, y, size: 8, isBold: true, color: INK });
  const feet = roundLength((width - 30) / frame.pointsPerFoot / 2);
  const step = feet * frame.pointsPerFoot;
  const top = y + 9;
  doc.rect(x, top, step, 5).fill(INK);
  doc
    .rect(x, top, 2 * step, 5)
    .lineWidth(0.75)
    .strokeColor(INK)
    .stroke();
  for (const times of [0, 1, 2]) {
    const label = `${(times * feet).toLocaleString('en-US')}${times === 2 ? ' ft' : ''}`;
    const align = times === 0 ? 'left' : 'center';
    text.draw(label, { x: x + times * step, y: top + 12, size: 7, color: INK, align });
  }
  const ratio = Math.round(feetPerInch * 12).toLocaleString('en-US');
  text.draw(`1 : ${ratio}`, { x, y: top + 24, size: 7, color: SOFT_INK });
}

/** To 1, 2 or 5 and zeros. */
function roundLength(most: number): number {
  const power = 10 ** Math.floor(Math.log10(most));
  return power * ([5, 2, 1].find((digit) => digit * power <= most) ?? 1);
}

function drawFoot(text: PdfText, { frame, request, texts }: Sheet): void {
  const { x, y, width } = inPoints(frame.layout.foot);
  const lines = [
    texts.note === undefined ? NOT_A_SURVEY : `${NOT_A_SURVEY} ${texts.note}`,
    texts.source,
    request.credits,
  ].filter(Boolean);
  for (const [at, line] of lines.entries()) {
    text.fit(line, { x, y: y + 5 + at * 10, width, size: 7, sizeMin: 5, color: at === 0 ? INK : SOFT_INK });
  }
}

/** At the foot of each page. */
export function drawPageNumbers(
  doc: Doc,
  text: PdfText,
  { width, height }: { width: number; height: number },
): void {
  const { start, count } = doc.bufferedPageRange();
  if (count < 2) return;
  for (let page = start; page < start + count; page++) {
    doc.switchToPage(page);
    const label = `${page - start + 1} of ${count}`;
    text.draw(label, {
      x: (width - 0.5) * POINTS_PER_INCH,
      y: (height - 0.35) * POINTS_PER_INCH,
      size: 7,
      color: SOFT_INK,
      align: 'right',
    });
  }
}
