// The rows in words, for the title of what they find and for what is said about one of them.
import { fieldLabel } from '../../contract/filter-fields.ts';
import { filterInWords, inMidSentence } from '../filter-in-words.ts';
import type { Criteria, Part, Where } from './criteria.ts';

export function partInWords({ rows, where }: Criteria, { of, filter }: Part): string {
  if (of === 'where') return whereInWords(where);
  const row = rows.find(({ id }) => id === of);
  if (row?.kind === 'fact' && row.test.mode === 'last-years') {
    const years = row.test.years.trim();
    return `${fieldLabel(row.field)} in the last ${years === '1' ? 'year' : `${years} years`}`;
  }
  return filterInWords(filter);
}

export function criteriaInWords(criteria: Criteria, parts: readonly Part[]): string {
  const [first, ...others] = parts;
  if (!first) return 'All parcels';
  const after = others.map((part) => inMidSentence(partInWords(criteria, part), part.filter));
  return [partInWords(criteria, first), ...after].join(', ');
}

function whereInWords(where: Where): string {
  if (where.kind === 'anywhere') return 'Anywhere';
  const { feet, name } = where;
  return feet.trim() ? `Within ${feet.trim()} ft of ${name}` : `In ${name}`;
}
