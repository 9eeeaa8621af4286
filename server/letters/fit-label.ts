// Fits an address into a label: a long line is set smaller, then in several lines, then all of it smaller down to the least size that can
// be read; what still has no room is cut with an ellipsis.
import type { PdfText } from '../pdf-text.ts';

export type LabelLine = { text: string; size: number };

/** From a line to the next, by its size. */
export const LINE_HEIGHT = 1.2;
/** Noto Sans reaches as far above the baseline and below it: an Ế at the top of a label is not cut off. */
export const ASCENT = 1.07;
const DESCENT = 0.3;

export function heightOf(lines: readonly LabelLine[]): number {
  const last = lines.at(-1)?.size ?? 0;
  return lines.reduce((sum, { size }) => sum + size * LINE_HEIGHT, (ASCENT + DESCENT - LINE_HEIGHT) * last);
}

type Room = { width: number; height: number; size: number; sizeMin: number };

/** A line may be so much smaller than the others before it is set in two. */
const SHRUNK = 0.8;

export function fitLabel(text: PdfText, lines: readonly string[], room: Room): LabelLine[] {
  const { size, sizeMin, height } = room;
  const units = lines.map((line) => text.width(line, { size: 1 }));
  for (let sizeMax = size; sizeMax >= sizeMin; sizeMax -= 0.5) {
    const label = lines.map((line, at) =>
      fitLine(text, line, { ...room, size: sizeMax, unitWidth: units[at]! }),
    );
    if (label.every((parts) => parts !== undefined) && heightOf(label.flat()) <= height) return label.flat();
  }
  return squeeze(text, lines, room);
}

/** Undefined where a word is wider than the label. */
function fitLine(
  text: PdfText,
  line: string,
  { width, size, sizeMin, unitWidth }: Room & { unitWidth: number },
): LabelLine[] | undefined {
  if (unitWidth * Math.max(sizeMin, size * SHRUNK) <= width)
    return [{ text: line, size: Math.min(size, width / unitWidth) }];
  return text.wrap(line, { width, size, linesMax: LINES_MAX })?.map((part) => ({ text: part, size }));
}
const LINES_MAX = 8;

/** In the least size: words are broken, and what still has no room is cut: the name before the address below it. */
function squeeze(
  text: PdfText,
  lines: readonly string[],
  { width, height, sizeMin: size }: Room,
): LabelLine[] {
  const linesMax = Math.floor((height / size - (ASCENT + DESCENT - LINE_HEIGHT)) / LINE_HEIGHT);
  let more = Math.max(0, linesMax - lines.length);
  const fitted: LabelLine[] = [];
  for (const line of lines.slice(0, linesMax).reverse()) {
    const parts = wrapAnyhow(text, line, { width, size, linesMax: more + 1 });
    more -= parts.length - 1;
    fitted.unshift(...parts.map((part) => ({ text: part, size })));
  }
  return fitted;
}

/** At blanks; a word that is wider than the line is broken where it is full. */
function wrapAnyhow(
  text: PdfText,
  line: string,
  { width, size, linesMax }: { width: number; size: number; linesMax: number },
): string[] {
  const lines = [''];
  for (const word of line.split(' ')) {
    for (const part of brokenWord(text, word, { width, size })) {
      const longer = lines.at(-1) === '' ? part : `${lines.at(-1)} ${part}`;
      if (text.width(longer, { size }) <= width) lines[lines.length - 1] = longer;
      else lines.push(part);
    }
    // The rest would only be cut.
    if (lines.length > linesMax) break;
  }
  if (lines.length <= linesMax) return lines;
  const last = `${lines[linesMax - 1]} ${lines[linesMax]}`;
  const cut = text.cut(last, { width, size });
  // What follows may have been left out even where these two would fit.
  return [...lines.slice(0, linesMax - 1), cut.endsWith('…') ? cut : text.cut(`${last}…`, { width, size })];
}

function brokenWord(text: PdfText, word: string, { width, size }: { width: number; size: number }): string[] {
  const parts = [''];
  let used = 0;
  for (const letter of word) {
    const letterWidth = text.width(letter, { size });
    if (used + letterWidth > width && used > 0) {
      parts.push('');
      used = 0;
    }
    parts[parts.length - 1] += letter;
    used += letterWidth;
  }
  return parts;
}
