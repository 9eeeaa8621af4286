// A text for a cell of a CSV file, so that no spreadsheet runs it: names come from deeds that anybody can record.

/**
 * Excel, LibreOffice and Google Sheets run a cell that begins so, some of them also behind blanks, and in the wide forms of an
 * Asian keyboard.
 */
const BEGINS = /^(?:[\s\p{C}]*[=+\-@＝＋－＠]|[\t\r\n\p{Cc}])/u;
/**
 * Where semicolons separate lists, as in most of Europe, Excel splits by them, and by ends of lines, also within the quotes of a cell: those
 * count for it only where its own cell begins.
 */
const GOES_ON = /[=+\-@＝＋－＠](?<=[;\t\r\n]["\s\p{C}]*.)/gu;
/** Few texts have any: a tenth of the time. */
const CAN_BE_SPLIT = /[;\t\r\n]/;

/** With an apostrophe in front of what would be run, as OWASP's ASVS asks: that begins no formula in any of these programs. */
export function withoutFormulas(text: string): string {
  const guarded = CAN_BE_SPLIT.test(text) ? text.replace(GOES_ON, "'$&") : text;
  return BEGINS.test(guarded) ? `'${guarded}` : guarded;
}
