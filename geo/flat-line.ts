// A line on a plane as one flat array, x and y in turn: what the encoder works on.

export type FlatLine = number[];

/** Rounds to whole units and drops repeated points. Empty where fewer than two points are left. */
export function quantizeLine(line: FlatLine): FlatLine {
  const kept: FlatLine = [];
  for (let i = 0; i < line.length; i += 2) {
    const x = Math.round(line[i]!);
    const y = Math.round(line[i + 1]!);
    if (kept.length === 0 || kept[kept.length - 2] !== x || kept[kept.length - 1] !== y) kept.push(x, y);
  }
  return kept.length > 2 ? kept : [];
}

export function reversedLine(line: ArrayLike<number>): FlatLine {
  const reversed: FlatLine = [];
  for (let i = line.length - 2; i >= 0; i -= 2) reversed.push(line[i]!, line[i + 1]!);
  return reversed;
}
