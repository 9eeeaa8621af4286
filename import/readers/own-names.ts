// Names of columns, as a file has them.

/** Trimmed, made up where missing (COLUMN_3), and told apart. The first keeps its name. */
export function ownNames(names: readonly string[], missing: string): string[] {
  const taken = new Set<string>();
  return names.map((name, index) => {
    const wanted = name.trim() || `${missing}_${index + 1}`;
    let own = wanted;
    for (let number = 2; taken.has(own); number++) own = `${wanted}_${number}`;
    taken.add(own);
    return own;
  });
}
