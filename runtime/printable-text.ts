// Text of strangers on an operator's terminal: nothing in it may move the cursor, hide a line or turn the direction of reading.

// Control characters, soft hyphens, zero-width and direction marks.
export const INVISIBLE =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters to remove
  /[\u0000-\u0008\u000e-\u001f\u007f-\u009f\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufeff]/g;

/** Lines stay. */
export function printable(text: string): string {
  return text.replace(INVISIBLE, '').replace(/[\r\v\f]/g, ' ');
}

/** On one line. */
export const printableLine = (text: string) => printable(text).replace(/\s+/g, ' ');
