// What is known about a parcel: the facts that every one has, then the assessor's in groups, where they are known.
import { isKnown, NOT_AVAILABLE } from '../../contract/format-field.ts';
import { columnEntries, type ParcelColumn } from '../../contract/parcel-columns.ts';
import { pinLabel } from '../../contract/parcel-pin.ts';
import { useSizes } from '../preferences.ts';
import type { Sizes } from '../sizes.ts';
import type { FetchedParcel } from './fetch-parcel.ts';
import { mailingLines } from './format-parcel.ts';

type Fact = [term: string, fact: string];
type FactGroup = { title: string; facts: Fact[] };

/** Those that every parcel has. */
export function FirstFacts({ parcel }: { parcel: FetchedParcel }) {
  return <FactList facts={firstFacts(parcel, useSizes())} />;
}

/** The assessor's. */
export function FactGroups({ parcel }: { parcel: FetchedParcel }) {
  const groups = factGroups(parcel, useSizes());
  return (
    groups.length > 0 && (
      <div className="fact-groups">
        {groups.map(({ title, facts }) => (
          <section key={title} className="fact-group">
            <h3>{title}</h3>
            <FactList facts={facts} />
          </section>
        ))}
      </div>
    )
  );
}

function FactList({ facts }: { facts: readonly Fact[] }) {
  return (
    <dl className="parcel-facts">
      {facts.map(([term, fact]) => (
        <div key={term} data-is-long={fact.length > LONG_FACT || undefined}>
          <dt className="text-xs text-ink-soft">{term}</dt>
          <dd className="text-sm leading-snug whitespace-pre-line tabular-nums wrap-anywhere">{fact}</dd>
        </div>
      ))}
    </dl>
  );
}

/** Longer ones have a row of their own. */
const LONG_FACT = 40;

function firstFacts(parcel: FetchedParcel, sizes: Sizes): Fact[] {
  return [
    ...columnEntries.flatMap(([field, column]): Fact[] =>
      column.inPanel === 'always' ? [factOf(parcel[field], column, sizes)] : [],
    ),
    ['PIN', pinLabel(parcel.pin)],
    // White space keeps its lines apart.
    ['Mailing address', mailingLines(parcel).join('\n') || NOT_AVAILABLE],
  ];
}

function factOf(value: string | number | null, column: ParcelColumn, sizes: Sizes): Fact {
  return [sizes.label(column.label), isKnown(value) ? sizes.field(value!, column) : NOT_AVAILABLE];
}

/** Without what is unknown, and without a group of nothing else. */
function factGroups(parcel: FetchedParcel, sizes: Sizes): FactGroup[] {
  const groups = new Map<string, Fact[]>();
  for (const [field, column] of columnEntries) {
    if (column.inPanel !== undefined) continue;
    const fact: Fact | undefined =
      field === 'deed_book' || field === 'deed_page'
        ? deedFact(parcel, field)
        : isKnown(parcel[field])
          ? factOf(parcel[field], column, sizes)
          : undefined;
    if (fact) groups.set(column.group, [...(groups.get(column.group) ?? []), fact]);
  }
  return Array.from(groups, ([title, facts]) => ({ title, facts }));
}

/** Book and page are one fact. A page without a book says nothing. */
function deedFact({ deed_book: book, deed_page: page }: FetchedParcel, field: string): Fact | undefined {
  if (!book || field === 'deed_page') return undefined;
  // The numbers stay on the line of their words.
  return ['Deed', page ? `Book\u00a0${book}, page\u00a0${page}` : `Book\u00a0${book}`];
}
