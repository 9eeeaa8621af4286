// Several owners as one text, and the lines among them that are not owners: C/O, ATTN and %.

const CARE_OF = /^(?:%|C ?[/\\] ?O\b|C-O\b|(?:IN )?CARE OF\b|ATTN\b|ATTENTION\b)/i;
const ENDS_OPEN = /(?:&|,|\bAND|\+)$/i;
const STARTS_OPEN = /^(?:&|AND\b|\+)/i;

export function isCareLine(text: string): boolean {
  return CARE_OF.test(text);
}

/** 'SMITH JOHN & SMITH JANE'; repeats are left out. */
export function joinOwners(names: readonly (string | null)[]): string | null {
  let all: string | null = null;
  for (const [at, name] of names.entries()) {
    if (name === null || isCareLine(name) || isRepeat(names, at)) continue;
    if (all === null) all = name;
    else all += ENDS_OPEN.test(all) || STARTS_OPEN.test(name) ? ` ${name}` : ` & ${name}`;
  }
  return all;
}

function isRepeat(names: readonly (string | null)[], at: number): boolean {
  const name = names[at]!.toUpperCase();
  for (let before = 0; before < at; before += 1) {
    if (names[before]?.toUpperCase() === name) return true;
  }
  return false;
}
