// What is known about a parcel, in groups like the entries of a deed. What exists comes first; the facts that every parcel
// has stand as N/A behind it, and all others are left out where they are unknown.
import { isKnown, NOT_AVAILABLE } from '../../contract/format-field.ts';
import { columnEntries, type ParcelColumn, type ParcelField } from '../../contract/parcel-columns.ts';
import { useSizes } from '../preferences.ts';
import type { Sizes } from '../sizes.ts';
import type { FetchedParcel } from './fetch-parcel.ts';
import { mailingLines } from './format-parcel.ts';

type Fact = {
  term: string;
  fact: string;
  isMissing?: boolean;
  /** What is known in its place. */
  instead?: string | undefined;
};
type FactGroup = { title: string; facts: Fact[] };

type FactGroupsProps = {
  parcel: FetchedParcel;
  /** In words, for a parcel without tax acres. */
  areaOfShape: string | undefined;
};

export function FactGroups(props: FactGroupsProps) {
  const sizes = useSizes();
  return factGroups({ ...props, sizes }).map(({ title, facts }) => (
    <section key={title} className="fact-group">
      <h3>{title}</h3>
      <dl className="parcel-facts">
        {facts.map(({ term, fact, isMissing, instead }) => (
          <div key={term} data-is-long={fact.length > LONG_FACT || undefined}>
            <dt>{term}</dt>
            <dd data-is-missing={isMissing}>
              {fact}
              {instead && <span className="fact-instead">{instead} by its shape</span>}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  ));
}

/** Longer ones have the whole width, below their term. */
const LONG_FACT = 40;

/** The short ones share a column: then all that every parcel has is in sight before anything is scrolled. */
const FIRST_GROUPS = ['Owner', 'Sale', 'Land'];

type Written = FactGroupsProps & { sizes: Sizes };

function factGroups(written: Written): FactGroup[] {
  const groups = new Map(FIRST_GROUPS.map((title): [string, Fact[]] => [title, []]));
  for (const [field, column] of columnEntries) {
    const fact = factOf({ ...written, field, column });
    if (fact) groups.set(column.group, [...(groups.get(column.group) ?? []), fact]);
  }
  const isKnownFact = ({ isMissing, instead }: Fact) => !isMissing || instead !== undefined;
  return knownFirst(
    Array.from(groups, ([title, facts]) => ({ title, facts: knownFirst(facts, isKnownFact) })),
    ({ facts }) => facts.some(isKnownFact),
  );
}

type Field = Written & { field: ParcelField; column: ParcelColumn };

/** Undefined where it is left out. */
function factOf({ parcel, field, column, areaOfShape, sizes }: Field): Fact | undefined {
  const { inPanel } = column;
  const label = sizes.label(column.label);
  const value = parcel[field];
  // The whole address is one fact.
  if (field === 'add1') return mailingFact(parcel);
  if (inPanel === 'own place') return undefined;
  if (field === 'deed_book' || field === 'deed_page') return deedFact(parcel, field);
  if (isKnown(value)) return { term: label, fact: sizes.field(value!, column) };
  if (inPanel === undefined) return undefined;
  return missing(label, field === 'taxacres' ? areaOfShape : undefined);
}

const missing = (term: string, instead?: string): Fact => ({
  term,
  fact: NOT_AVAILABLE,
  isMissing: true,
  instead,
});

const knownFirst = <T,>(all: T[], isKnown: (one: T) => boolean): T[] => [
  ...all.filter(isKnown),
  ...all.filter((one) => !isKnown(one)),
];

/** White space keeps its lines apart. */
function mailingFact(parcel: FetchedParcel): Fact {
  const term = 'Mailing address';
  const lines = mailingLines(parcel);
  return lines.length > 0 ? { term, fact: lines.join('\n') } : missing(term);
}

/** Book and page are one fact. A page without a book says nothing. */
function deedFact({ deed_book: book, deed_page: page }: FetchedParcel, field: string): Fact | undefined {
  if (!book || field === 'deed_page') return undefined;
  // The numbers stay on the line of their words.
  return { term: 'Deed', fact: page ? `Book\u00a0${book}, page\u00a0${page}` : `Book\u00a0${book}` };
}
