// Fits an address into a label: long lines are set smaller down to the least size that can be read, then in several lines, then
// cut with an ellipsis.
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

/** The first of the lines that are too long may take most lines. */
export function fitLabel(text: PdfText, lines: readonly string[], room: Room): LabelLine[] {
  const { width, size, sizeMin } = room;
  const parts = wrapLines(text, lines, room);
  const fitted = (sizeMax: number) =>
    parts.map((part) => ({
      text: part.text,
      size: Math.max(sizeMin, Math.min(sizeMax, width / part.unitWidth)),
    }));
  for (let sizeMax = size; sizeMax > sizeMin; sizeMax -= 0.5) {
    const label = fitted(sizeMax);
    if (heightOf(label) <= room.height) return label;
  }
  return fitted(sizeMin);
}

/** Each with its width for a size of 1. */
function wrapLines(text: PdfText, lines: readonly string[], { width, height, sizeMin }: Room) {
  const linesMax = Math.floor((height / sizeMin - (ASCENT + DESCENT - LINE_HEIGHT)) / LINE_HEIGHT);
  // Every line gets one; what is left goes to those that need more.
  let more = Math.max(0, linesMax - lines.length);
  return lines.slice(0, linesMax).flatMap((line) => {
    const unitWidth = text.width(line, { size: 1 });
    if (unitWidth * sizeMin <= width) return [{ text: line, unitWidth }];
    const parts = wrapAnyhow(text, line, { width, size: sizeMin, linesMax: more + 1 });
    more -= parts.length - 1;
    return parts.map((part) => ({ text: part, unitWidth: width / sizeMin }));
  });
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
