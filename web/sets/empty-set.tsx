// What an empty set says: its conditions in words, each with a way to do without it.
import { useMemo } from 'react';
import { formatFilter } from '../../contract/cql2/format-filter.ts';
import { parseFilter } from '../../contract/cql2/parse-filter.ts';
import type { ParcelFilter } from '../../contract/parcel-filter.ts';
import { filterInWords } from '../filter-in-words.ts';
import type { OpenedSet } from '../map-store.ts';
import { openSet } from '../open-set.ts';

export function EmptySet({ set }: { set: OpenedSet }) {
  const filter = useMemo(() => {
    const parsed = parseFilter(set.filter);
    return 'filter' in parsed ? parsed.filter : undefined;
  }, [set.filter]);
  const parts = filter?.op === 'and' ? filter.of : [];
  const drop = (dropped: ParcelFilter) => {
    const kept = parts.filter((part) => part !== dropped);
    const less: ParcelFilter = kept.length === 1 ? kept[0]! : { op: 'and', of: kept };
    openSet({ ...set, sales: undefined, filter: formatFilter(less), title: filterInWords(less) });
  };
  return (
    <div className="set-message">
      <p>
        {parts.length > 1
          ? 'No parcel meets all of these. Drop one to find more:'
          : 'No parcel is like this.'}
      </p>
      {parts.length > 1 ? (
        <ul className="set-parts">
          {parts.map((part) => (
            <li key={formatFilter(part)}>
              <span>{filterInWords(part)}</span>
              <button
                type="button"
                className="set-door"
                onClick={() => drop(part)}
                aria-label={`Drop: ${filterInWords(part)}`}
              >
                Drop
              </button>
            </li>
          ))}
        </ul>
      ) : (
        filter && <p className="text-ink-soft">{looserIn(filter)}</p>
      )}
    </div>
  );
}

/** Where there is only one condition: what could be changed about it. */
function looserIn(filter: ParcelFilter): string {
  switch (filter.op) {
    case 'near':
    case 'within-feet':
      return `${filterInWords(filter)}: try a larger distance.`;
    case 'matches':
    case 'like':
      return `${filterInWords(filter)}: try fewer or shorter words.`;
    case 'between':
    case 'compare':
      return `${filterInWords(filter)}: try wider bounds.`;
    case 'intersects':
      return 'No parcel lies in the shape: draw it larger, or elsewhere.';
    default:
      return `${filterInWords(filter)}.`;
  }
}
