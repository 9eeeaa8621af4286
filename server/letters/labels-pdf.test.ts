// Tests that every text lies within its label, whatever a county calls its people.
import { describe, expect, test } from 'vitest';
import { type PdfTextBox, pdfTexts } from '../../test/pdf-texts.ts';
import { type LabelFormat, type LabelSheet, labelSheets, labelsPerSheet } from './label-sheets.ts';
import { type LabelOptions, writeLabels } from './labels-pdf.ts';

async function bytesOf(labels: string[][], options: Partial<LabelOptions> = {}): Promise<Buffer> {
  const doc = writeLabels(labels, {
    format: '5160',
    start: 1,
    title: 'Labels',
    compress: false,
    ...options,
  });
  const chunks: Buffer[] = [];
  for await (const chunk of doc) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

const textsOf = async (labels: string[][], options: Partial<LabelOptions> = {}) =>
  pdfTexts(await bytesOf(labels, options));

const POINTS = 72;
const PAGE = { width: 8.5 * POINTS, height: 11 * POINTS };
/** The die-cuts by Avery's own sheets, said again here in points: left edges and top edges. */
const dieCuts: Record<LabelFormat, { lefts: number[]; tops: number[]; width: number; height: number }> = {
  5160: {
    lefts: [13.5, 211.5, 409.5],
    tops: Array.from({ length: 10 }, (_, row) => 36 + 72 * row),
    width: 189,
    height: 72,
  },
  5163: { lefts: [11.25, 312.75], tops: [36, 180, 324, 468, 612], width: 288, height: 144 },
};
const SAFE = POINTS / 16;

/** The number of the label that a text lies in, with its ascent and descent, at least 1/16 inch from the edge; -1 if in none. */
function labelOf(format: LabelFormat, { x, y, width, size }: PdfTextBox): number {
  const { lefts, tops, width: labelWidth, height } = dieCuts[format];
  const column = lefts.findIndex((left) => x >= left + SAFE && x + width <= left + labelWidth - SAFE + 0.01);
  const row = tops.findIndex(
    (top) => y - 1.069 * size >= top + SAFE - 0.01 && y + 0.293 * size <= top + height - SAFE + 0.01,
  );
  return column < 0 || row < 0 ? -1 : row * lefts.length + column;
}

const monsters = [
  'W'.repeat(300),
  'M '.repeat(150).trim(),
  'SMITH JOHN JACOB JINGLEHEIMER & MARY ELIZABETH ALEXANDRA TRUSTEES OF THE SMITH FAMILY REVOCABLE LIVING TRUST DATED JANUARY 1 1999',
  'Ế'.repeat(200),
  'ÅÄÖ Ñandú Çelik Łódź Ğüneş Žižek Šimůnek',
  'Достоевский Фёдор Михайлович',
  'Παπαδόπουλος Γεώργιος',
  'Nguyễn Thị Hồng Ấm',
  '山田太郎 😀 שלום',
  '<b>Bold</b> & "Sons" \\(LLC) %PDF-1.4 endstream',
  '…',
  '',
  'A',
  'fi fl ffi AVAVAV To Ty',
];
const addresses = [
  ['12 MAIN ST', 'HARROW NC  28000'],
  [
    'C/O FIRST NATIONAL BANK AND TRUST COMPANY OF THE CAROLINAS CORPORATE REAL ESTATE',
    'P O BOX 12345 MAIL STOP 99',
    'LLANFAIRPWLLGWYNGYLLGOGERYCHWYRNDROBWLLLLANTYSILIOGOGOGOCH WA  28000-1234',
  ],
  Array.from({ length: 12 }, (_, line) => `LINE ${line} ${'X'.repeat(line * 9)}`),
];

describe.each<LabelFormat>(['5160', '5163'])('[P14] labels of Avery %s', (format) => {
  test('are where the sheet has them', () => {
    const sheet: LabelSheet = labelSheets[format];
    const { lefts, tops, width, height } = dieCuts[format];
    expect(Array.from(lefts, (_, column) => (sheet.left + column * sheet.pitchX) * POINTS)).toEqual(lefts);
    expect(Array.from(tops, (_, row) => (sheet.top + row * sheet.pitchY) * POINTS)).toEqual(tops);
    expect([sheet.width * POINTS, sheet.height * POINTS]).toEqual([width, height]);
    expect(PAGE.width - lefts.at(-1)! - width).toBeCloseTo(lefts[0]!);
    expect(PAGE.height - tops.at(-1)! - height).toBeCloseTo(tops[0]!);
  });

  test('hold every text, however long and in whatever letters', async () => {
    const labels = monsters.flatMap((name) =>
      addresses.flatMap((lines) => [
        [name, ...lines],
        ['Re: 4631-12-3456.000', name, ...lines],
      ]),
    );
    const texts = await textsOf(labels, { format });
    const perSheet = labelsPerSheet(labelSheets[format]);
    const outside = texts.filter((text) => {
      const index = text.page * perSheet + labelOf(format, text);
      return labelOf(format, text) < 0 || index >= labels.length;
    });
    expect(outside).toEqual([]);
    const filled = new Set(texts.map((text) => text.page * perSheet + labelOf(format, text)));
    expect(filled.size).toBe(labels.length);
    expect(
      texts.every(({ width, size }) => Number.isFinite(width) && size >= labelSheets[format].sizeMin),
    ).toBe(true);
  });

  test('are filled from the first that is left on the sheet, row by row', async () => {
    const perSheet = labelsPerSheet(labelSheets[format]);
    const labels = Array.from({ length: perSheet }, (_, label) => [`N${label}`]);
    const texts = await textsOf(labels, { format, start: 4 });
    expect(texts.map((text) => [text.text, text.page * perSheet + labelOf(format, text)])).toEqual(
      labels.map(([name], label) => [name, label + 3]),
    );
  });
});

describe('a label', () => {
  const sizesOf = (texts: PdfTextBox[]) => texts.map(({ size }) => size);

  test('has a short address in the full size', async () => {
    const texts = await textsOf([['SMITH JOHN', '12 MAIN ST', 'HARROW NC  28000']]);
    expect(texts.map(({ text }) => text)).toEqual(['SMITH JOHN', '12 MAIN ST', 'HARROW NC 28000']);
    expect(sizesOf(texts)).toEqual([10, 10, 10]);
  });

  test('sets a long name smaller, then in several lines, then cuts it', async () => {
    const words = 'ABCDEFG '.repeat(60);
    const nameOf = async (length: number) =>
      (await textsOf([[words.slice(0, length).trim(), '12 MAIN ST', 'HARROW NC  28000']])).slice(0, -2);
    const smaller = await nameOf(31);
    expect(smaller).toHaveLength(1);
    expect(smaller[0]!.size).toBeLessThan(10);
    const wrapped = await nameOf(100);
    expect(wrapped.length).toBeGreaterThan(1);
    expect(wrapped.map(({ text }) => text).join(' ')).toBe(words.slice(0, 100).trim());
    const cut = await nameOf(480);
    expect(cut.at(-1)!.text).toMatch(/…$/);
  });

  test('never loses the address to a long name', async () => {
    const texts = await textsOf([['W'.repeat(300), '12 MAIN ST', 'HARROW NC  28000']]);
    expect(texts.slice(-2).map(({ text }) => text)).toEqual(['12 MAIN ST', 'HARROW NC 28000']);
    const street = '12345 NORTHWEST OLD LAKE NORMAN ESTATES PLANTATION PARKWAY BUILDING 14';
    const long = await textsOf([['ROCKINGHAM LIVING TRUST '.repeat(20), street, 'HARROW NC  28000']]);
    expect(long.map(({ text }) => text).join(' ')).toContain(`… ${street} HARROW NC 28000`);
  });

  test('has the letters of many alphabets, and ? for the others', async () => {
    const texts = await textsOf([['Muñoz Łódź Ğ', 'Иван Γεώρ Nguyễn', '山x']]);
    const lines = [...new Set(texts.map(({ y }) => y))].map((y) =>
      texts.flatMap((part) => (part.y === y ? part.text : [])).join(''),
    );
    expect(lines).toEqual(['Muñoz Łódź Ğ', 'Иван Γεώρ Nguyễn', '?x']);
  });

  test('letters that are composed of two are one', async () => {
    expect((await textsOf([['Mun\u0303oz']])).map(({ text }) => text)).toEqual(['Muñoz']);
  });
});
