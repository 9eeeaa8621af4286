// What to say of a county's field that is not loaded: which ones there are, ours among them.
import { formatField } from '../../contract/cql2/field-names.ts';
import { shortened } from '../../contract/cql2/scan-text.ts';
import { parcelFields } from '../../contract/parcel-columns.ts';
import { derivedFields, fieldAliases } from '../../contract/parcel-filter.ts';
import { FilterRefused } from '../parcel-queries.ts';
import { foldText } from '../search-text.ts';
import type { Segment } from './segment.ts';
import { ownLabel } from './segment-columns.ts';

const NAMED_MAX = 3;
const LABEL_LENGTH_MAX = 100;
const OUR_FIELDS = [...parcelFields, ...Object.keys(derivedFields), ...Object.keys(fieldAliases)];

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
  // A longer one is near to none.
  const sought = compared(label).slice(0, LABEL_LENGTH_MAX);
  const known = [
    ...OUR_FIELDS.map((name) => ({ name, distance: editDistance(compared(name), sought) })),
    ...countyFieldsOf(segments).map((own) => ({
      // As a filter has to write it.
      name: formatField(`more:${own}`),
      distance: editDistance(compared(own), sought),
    })),
  ];
  const nearest = known
    .sort((a, b) => a.distance - b.distance)
    .slice(0, NAMED_MAX)
    .map(({ name }) => name);
  const others = `${nearest.slice(0, -1).join(', ')} and ${nearest.at(-1)}`;
  throw new FilterRefused(`There is no field ${shortened(label)}. The nearest are ${others}.`);
}

/** TAX_ACRES is taxacres. */
const compared = (name: string): string => foldText(name).replace(/[^\p{L}\p{N}]+/gu, '');

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
