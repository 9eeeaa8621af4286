// What to say of a county's field that is not loaded.
import { UnknownInFilter } from '../parcel-queries.ts';
import { foldText } from '../search-text.ts';
import type { Segment } from './segment.ts';
import { ownLabel } from './segment-columns.ts';

const NAMED_MAX = 3;
const LABEL_LENGTH_MAX = 100;

/** Of all segments, without regard to case, in alphabetical order. */
export function countyFieldsOf(segments: readonly Segment[]): string[] {
  const labels = new Map<string, string>();
  for (const { countyFields } of segments) {
    for (const label of countyFields) if (!labels.has(foldText(label))) labels.set(foldText(label), label);
  }
  return [...labels].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, label]) => label);
}

export function checkCountyField(segments: readonly Segment[], label: string): void {
  if (segments.some((segment) => ownLabel(segment, label) !== undefined)) return;
  const known = countyFieldsOf(segments);
  // A longer one is near to none.
  const sought = foldText(label).slice(0, LABEL_LENGTH_MAX);
  const nearest = known
    .map((own) => ({ own, distance: editDistance(foldText(own), sought) }))
    .sort((a, b) => a.distance - b.distance || (a.own < b.own ? -1 : 1))
    .slice(0, NAMED_MAX)
    .map(({ own }) => own);
  throw new UnknownInFilter(
    known.length === 0
      ? `There is no field ${label}: no county is loaded with fields of its own.`
      : `There is no field ${label}. The nearest ${nearest.length > 1 ? 'are' : 'is'} ${inWords(nearest)}.`,
  );
}

function inWords(names: readonly string[]): string {
  return names.length > 1 ? `${names.slice(0, -1).join(', ')} and ${names.at(-1)}` : names[0]!;
}

/** Letters to be added, left out or replaced (Levenshtein). A label that contains the other is half as far. */
function editDistance(one: string, other: string): number {
  let before = Array.from({ length: other.length + 1 }, (_, at) => at);
  for (let i = 1; i <= one.length; i++) {
    const row = [i];
    for (let j = 1; j <= other.length; j++) {
      const replaced = before[j - 1]! + (one[i - 1] === other[j - 1] ? 0 : 1);
      row.push(Math.min(replaced, before[j]! + 1, row[j - 1]! + 1));
    }
    before = row;
  }
  const distance = before[other.length]!;
  return one.includes(other) || other.includes(one) ? distance / 2 : distance;
}
