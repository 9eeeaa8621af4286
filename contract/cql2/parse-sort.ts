// The order of a set as text, and back: `taxacres,-sale_date` is by acres, and of equal ones the latest sale first.
import { SORT_KEYS_MAX } from '../limits.ts';
import type { SortKey } from '../parcel-filter.ts';
import { formatField, takeField } from './field-names.ts';
import { answerOrError, Scanner, type TextError, TextProblem } from './scan-text.ts';

/** Empty text is no keys. */
export function parseSort(text: string): { sort: SortKey[] } | { error: TextError } {
  return answerOrError(() => {
    const scanner = new Scanner(text);
    const sort: SortKey[] = [];
    if (scanner.isAtEnd()) return { sort };
    do {
      if (sort.length === SORT_KEYS_MAX) {
        throw new TextProblem(
          `A set is sorted by at most ${SORT_KEYS_MAX} fields; another one stands`,
          scanner.token.at,
        );
      }
      const isDescending = scanner.take('-');
      if (!isDescending) scanner.take('+');
      sort.push({ field: takeField(scanner), isDescending });
    } while (scanner.take(','));
    if (!scanner.isAtEnd()) scanner.failExpected('a comma or the end');
    return { sort };
  });
}

export function formatSort(sort: readonly SortKey[]): string {
  return sort.map(({ field, isDescending }) => `${isDescending ? '-' : ''}${formatField(field)}`).join(',');
}
