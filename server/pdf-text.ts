// Text in a PDF, in Noto Sans: any letter that the font has, measured, fitted and cut.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type PDFDocument from 'pdfkit';
import { plainFont } from './plain-font.ts';

const require = createRequire(import.meta.url);
const font = (file: string) => require.resolve(`@fontsource/noto-sans/${file}`);

/** The font comes in parts by script: their names, and the letters of each. The first that has a letter is taken. */
const SUBSETS = [
  'latin',
  'latin-ext',
  'greek',
  'cyrillic',
  'vietnamese',
  'cyrillic-ext',
  'greek-ext',
  'devanagari',
];
/** Instead of a letter that no part has. */
const UNKNOWN_LETTER = '?';

export type PdfDocument = InstanceType<typeof PDFDocument>;

type Weight = 400 | 700;
type Face = { isBold?: boolean | undefined };
export type TextSize = Face & { size: number };
export type DrawnText = TextSize & {
  x: number;
  /** The middle of the line. */
  y: number;
  color: string;
  /** Around the letters, over a map. */
  halo?: string;
  align?: 'left' | 'center' | 'right';
  /** In radians, clockwise, around x and y. */
  angle?: number;
};

type Run = { subset: number; text: string };

export class PdfText {
  readonly #doc: PdfDocument;
  readonly #registered = new Set<string>();
  /** By font and letter, for a size of 1: measuring by the library takes a tenth of a millisecond for each text. */
  readonly #widths = new Map<string, Map<string, number>>();

  constructor(doc: PdfDocument) {
    this.#doc = doc;
  }

  width(text: string, { size, isBold }: TextSize): number {
    return this.#unitWidth(oneLine(text), isBold) * size;
  }

  /** For a size of 1. Blanks at the ends count. */
  #unitWidth(text: string, isBold: boolean | undefined): number {
    let width = 0;
    for (const run of runsOf(text))
      for (const letter of run.text) width += this.#letterWidth(run.subset, letter, isBold);
    return width;
  }

  draw(text: string, drawn: DrawnText): void {
    const { x, y, size, isBold, color, halo, align = 'left', angle = 0 } = drawn;
    const doc = this.#doc;
    const runs = runsOf(oneLine(text));
    const width = align === 'left' ? 0 : this.width(text, { size, isBold });
    const start = x - (align === 'center' ? width / 2 : align === 'right' ? width : 0);
    doc.save();
    if (angle !== 0) doc.rotate((angle * 180) / Math.PI, { origin: [x, y] });
    const write = (how: { fill: boolean; stroke: boolean }) => {
      let at = start;
      for (const run of runs) {
        doc.font(this.#face(run.subset, isBold)).fontSize(size);
        doc.text(run.text, at, y + CAP_MIDDLE * size, { lineBreak: false, baseline: 'alphabetic', ...how });
        at += doc.widthOfString(run.text);
      }
    };
    if (halo) {
      doc
        .lineWidth(size / 4)
        .lineJoin('round')
        .strokeColor(halo);
      write({ fill: false, stroke: true });
    }
    doc.fillColor(color);
    write({ fill: true, stroke: false });
    doc.restore();
  }

  /** Smaller where it is too wide, then cut. */
  fit(text: string, { width, sizeMin, ...drawn }: DrawnText & { width: number; sizeMin: number }): void {
    const size = Math.max(sizeMin, Math.min(drawn.size, (drawn.size * width) / this.width(text, drawn)));
    this.draw(this.cut(text, { width, size, isBold: drawn.isBold }), { ...drawn, size });
  }

  /** With an ellipsis where it is too wide. */
  cut(text: string, { width, ...face }: TextSize & { width: number }): string {
    const shown = oneLine(text);
    if (this.width(shown, face) <= width) return shown;
    const letters = [...shown];
    let left = width - this.width('…', face);
    let kept = 0;
    while (kept < letters.length && left > 0)
      left -= this.#unitWidth(letters[kept++]!, face.isBold) * face.size;
    return `${letters
      .slice(0, Math.max(0, left < 0 ? kept - 1 : kept))
      .join('')
      .trimEnd()}…`;
  }

  /** The text in lines at its blanks. Undefined where a word is wider than the line, or there are more lines than fit. */
  wrap(
    text: string,
    { width, linesMax, ...face }: TextSize & { width: number; linesMax: number },
  ): string[] | undefined {
    const lines: string[] = [];
    for (const word of oneLine(text).split(' ')) {
      if (this.width(word, face) > width) return undefined;
      const longer = lines.length > 0 ? `${lines.at(-1)} ${word}` : word;
      if (lines.length > 0 && this.width(longer, face) <= width) lines[lines.length - 1] = longer;
      else lines.push(word);
      if (lines.length > linesMax) return undefined;
    }
    return lines;
  }

  #letterWidth(subset: number, letter: string, isBold: boolean | undefined): number {
    const face = this.#face(subset, isBold);
    const known = this.#widths.get(face) ?? new Map<string, number>();
    this.#widths.set(face, known);
    const width = known.get(letter);
    if (width !== undefined) return width;
    const measured = this.#doc.font(face).fontSize(1).widthOfString(letter);
    known.set(letter, measured);
    return measured;
  }

  /** Registers the font on first use. */
  #face(subset: number, isBold: boolean | undefined): string {
    const weight: Weight = isBold ? 700 : 400;
    const name = `${SUBSETS[subset]}-${weight}`;
    if (!this.#registered.has(name)) {
      const file = readFileSync(font(`files/noto-sans-${name}-normal.woff`));
      // Without its rules, Devanagari cannot be read.
      this.#doc.registerFont(name, SUBSETS[subset] === 'devanagari' ? file : plainFont(file));
      this.#registered.add(name);
    }
    return name;
  }
}

/** Half the height of capitals, by the size. */
export const CAP_MIDDLE = 0.357;

/** Names may hold line breaks, tabs and worse. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it takes out
const oneLine = (text: string) => text.replace(/[\s\u0000-\u001f\u007f-\u009f]+/g, ' ').trim();

function runsOf(text: string): Run[] {
  const runs: Run[] = [];
  for (const letter of text.normalize('NFC')) {
    const found = subsetOf(letter.codePointAt(0)!);
    const [subset, shown] = found < 0 ? [0, UNKNOWN_LETTER] : [found, letter];
    const last = runs.at(-1);
    if (last?.subset === subset) last.text += shown;
    else runs.push({ subset, text: shown });
  }
  return runs;
}

let ranges: [from: number, to: number][][] | undefined;

function subsetOf(codePoint: number): number {
  ranges ??= readRanges();
  return ranges.findIndex((subset) => subset.some(([from, to]) => codePoint >= from && codePoint <= to));
}

function readRanges(): [number, number][][] {
  const bySubset = JSON.parse(readFileSync(font('unicode.json'), 'utf8')) as Record<string, string>;
  return SUBSETS.map((subset) =>
    bySubset[subset]!.split(',').map((range): [number, number] => {
      const [from, to = from] = range.slice(2).split('-');
      return [Number.parseInt(from!, 16), Number.parseInt(to!, 16)];
    }),
  );
}
