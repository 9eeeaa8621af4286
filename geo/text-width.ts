// How wide a text is in Noto Sans, the font of the map's labels, in ems.

/** Advance widths of the characters from the space to the tilde, in hundredths of an em. */
const WIDTHS = [
  26, 27, 41, 65, 57, 83, 73, 23, 30, 30, 55, 57, 27, 32, 27, 37, 57, 57, 57, 57, 57, 57, 57, 57, 57, 57, 27,
  27, 57, 57, 57, 43, 90, 64, 65, 63, 73, 56, 52, 73, 74, 34, 27, 62, 52, 91, 76, 78, 61, 78, 62, 55, 56, 73,
  60, 93, 59, 57, 57, 33, 37, 33, 57, 44, 28, 56, 62, 48, 62, 56, 34, 62, 62, 26, 26, 53, 26, 94, 62, 61, 62,
  62, 41, 48, 36, 62, 51, 79, 53, 51, 47, 38, 55, 38, 57,
];
const FIRST = 32;
/** As wide as a Chinese character, the widest there are. */
const OTHER = 100;

export function textWidthEm(text: string): number {
  let hundredths = 0;
  // An accent is as wide as nothing, its letter as wide as without it.
  for (const character of text.normalize('NFD').replaceAll(/\p{Mn}/gu, ''))
    hundredths += WIDTHS[character.codePointAt(0)! - FIRST] ?? OTHER;
  return hundredths / 100;
}
