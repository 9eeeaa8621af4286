// Several owners as one text, and the lines among them that are no owners: C/O, ATTN and %.

const CARE_OF = /^(?:%|C ?[/\\] ?O\b|C-O\b|(?:IN )?CARE OF\b|ATTN\b|ATTENTION\b)/i;
const ENDS_OPEN = /(?:&|,|\bAND|\+)$/i;
const STARTS_OPEN = /^(?:&|AND\b|\+)/i;

export function isCareLine(text: string): boolean {
  return CARE_OF.test(text);
}

/** 'SMITH JOHN & SMITH JANE'; repeats are left out. */
export function joinOwners(names: readonly (string | null)[]): string | null {
  let all: string | null = null;
  const seen = new Set<string>();
  for (const name of names) {
    if (name === null || isCareLine(name) || seen.has(name.toUpperCase())) continue;
    seen.add(name.toUpperCase());
    if (all === null) all = name;
    else all += ENDS_OPEN.test(all) || STARTS_OPEN.test(name) ? ` ${name}` : ` & ${name}`;
  }
  return all;
}
