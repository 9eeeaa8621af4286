// What makes two names of owners the same one, however a county writes them this year.

/** Without case, blanks and punctuation: `Smith, John` and `SMITH JOHN` are one owner. Empty for no owner. */
export function ownerKey(name: string): string {
  return name.toUpperCase().replace(/[^\p{L}\p{N}]+/gu, '');
}
