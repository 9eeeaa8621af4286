// The panel that finds parcels by facts: rows of conditions, where to look, how many there are, and filters kept under names.
import './find-panel.css';
import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useEffect, useEffectEvent, useRef, useState } from 'react';
import { formatFilter } from '../../contract/cql2/format-filter.ts';
import type { FilterField } from '../../contract/parcel-filter.ts';
import type { AreaGeometry } from '../../geo/geometry.ts';
import { useMapStore } from '../map-store.ts';
import { openSet } from '../open-set.ts';
import { useSizes } from '../preferences.ts';
import { totalsInWords } from '../set-words.ts';
import { closeLastBeside } from '../steps-in-history.ts';
import { Drawer } from '../ui/drawer.tsx';
import { useFits } from '../use-fits.ts';
import { AddFact } from './add-fact.tsx';
import {
  type Criteria,
  firstCriteria,
  joined,
  newFact,
  newOther,
  partsOf,
  type Row,
  testOf,
} from './criteria.ts';
import { criteriaFrom, criteriaOfKept, lastYearsIn } from './criteria-from-filter.ts';
import { criteriaInWords, partInWords } from './criteria-in-words.ts';
import { CriteriaRow } from './criteria-row.tsx';
import { areNumbers } from './find-calls.ts';
import { KeptFilters } from './kept-list.tsx';
import { valuesQuery } from './use-field-values.ts';
import { type Found, useTotals } from './use-totals.ts';
import { type DrawnArea, WhereRow } from './where-row.tsx';

export type FindPanelProps = {
  /** Of the parcel in the details. */
  selectedPin: string | undefined;
  /** A filter of the results panel that somebody wants to change, new each time. */
  edited: { filter: string } | undefined;
  drawn: readonly DrawnArea[];
  /** What the map shows now. */
  viewNow: () => AreaGeometry;
};

const close = () => useMapStore.setState({ panel: 'none' });

/** The map can be seen beside it. */
const BESIDE = '(width >= 1000px)';
/** So can the results. */
const BESIDE_RESULTS = '(width >= 1280px)';

export function FindPanel({ selectedPin, edited, drawn, viewNow }: FindPanelProps) {
  const isOpen = useMapStore(({ panel }) => panel === 'find');
  const [criteria, setCriteria] = useState(firstCriteria);
  const [lastEdited, setLastEdited] = useState<typeof edited>();
  if (edited !== lastEdited) {
    setLastEdited(edited);
    // What was built here knows more than its text: the names of shapes, years before today.
    if (edited && edited.filter !== textOf(criteria)) setCriteria(criteriaFrom(edited.filter));
  }
  const isBeside = useFits(BESIDE);
  const staysOpen = useFits(BESIDE_RESULTS);
  const makeRoom = useEffectEvent(() => {
    const results = document.querySelector('.set-panel');
    const hasRoom = isBeside && (!results || (staysOpen && !results.matches('[data-large]')));
    if (selectedPin !== undefined && isOpen && !hasRoom) close();
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: when a parcel is opened
  useEffect(() => makeRoom(), [selectedPin]);
  return (
    <Drawer
      side="right"
      title="Find parcels"
      className="find-drawer"
      isBeside={isBeside}
      closeLastBeside={closeLastBeside}
      isOpen={isOpen}
      onClose={close}
    >
      <FindForm
        {...{ drawn, viewNow, criteria }}
        onChange={setCriteria}
        onShown={() => !staysOpen && close()}
      />
    </Drawer>
  );
}

const askedBy = (criteria: Criteria) => {
  const { parts, problems } = partsOf(criteria, new Date());
  return { parts, problems, filter: formatFilter(joined(parts)) };
};
const textOf = (criteria: Criteria) => askedBy(criteria).filter;

type FindFormProps = Pick<FindPanelProps, 'drawn' | 'viewNow'> & {
  criteria: Criteria;
  onChange: (criteria: Criteria) => void;
  onShown: () => void;
};

function FindForm({ drawn, viewNow, criteria, onChange, onShown }: FindFormProps) {
  const { rows, where } = criteria;
  const { parts, problems, filter } = askedBy(criteria);
  const isWrong = problems.length > 0;
  const found = useTotals({ filter: isWrong ? undefined : filter, parts });
  const form = useRef<HTMLFormElement>(null);
  const focusOn = useFocusOnNewRow(form);
  const problemOf = (of: number | 'where') => problems.find((one) => one.of === of)?.problem;
  const title = criteriaInWords(criteria, parts);
  const addRow = useAddedRow((row) => {
    focusOn(row.id);
    onChange({ rows: [...rows, row], where });
  });
  const show = (event: FormEvent) => {
    event.preventDefault();
    if (isWrong) return;
    openSet({ filter, title, keepsView: where.kind === 'view' });
    onShown();
  };
  const remove = (id: number) => {
    // The button that was pressed goes with its row.
    form.current?.querySelector<HTMLElement>('.find-add select')?.focus();
    onChange({ rows: rows.filter((row) => row.id !== id), where });
  };
  return (
    <form ref={form} className="find-form" onSubmit={show} noValidate aria-label="Find parcels">
      <KeptFilters
        canKeep={!isWrong}
        suggestedName={parts.length > 0 ? title : ''}
        kept={() => ({ filter, lastYears: lastYearsIn(criteria) })}
        onOpen={(kept) => onChange(criteriaOfKept(kept))}
      />
      <div className="find-rows">
        {rows.map((row) => (
          <CriteriaRow
            key={row.id}
            row={row}
            problem={problemOf(row.id)}
            onChange={(next) =>
              onChange({ rows: rows.map((other) => (other.id === row.id ? next : other)), where })
            }
            onRemove={() => remove(row.id)}
          />
        ))}
        <WhereRow
          where={where}
          problem={problemOf('where')}
          drawn={drawn}
          viewNow={viewNow}
          onChange={(next) => onChange({ rows, where: next })}
        />
        <AddFact used={rows.flatMap((row) => (row.kind === 'fact' ? [row.field] : []))} onAdd={addRow} />
      </div>
      <footer className="find-foot">
        <Answer
          found={found}
          isWrong={isWrong}
          wordsOf={(of) => {
            const part = parts.find((one) => one.of === of);
            return part ? partInWords(criteria, part) : '';
          }}
        />
        <div className="find-buttons">
          <button type="button" className="button-quiet" onClick={() => onChange(firstCriteria())}>
            Clear
          </button>
          <button type="submit" className="button-accent" disabled={isWrong}>
            Show
          </button>
        </div>
      </footer>
    </form>
  );
}

type AnswerProps = { found: Found; isWrong: boolean; wordsOf: (of: number | 'where') => string };

/** The live region is always in the DOM: screen readers stay silent about one that comes with its text. */
function Answer({ found: { totals, failure, tryAgain, without }, isWrong, wordsOf }: AnswerProps) {
  const sizes = useSizes();
  return (
    <div className="find-answer">
      <p role="status" className="find-count">
        {isWrong
          ? 'One row cannot be read.'
          : failure
            ? ''
            : totals
              ? totalsInWords(totals, sizes)
              : 'Counting…'}
        {without?.map(({ of, count }) => (
          <span key={of} className="find-without">
            Without “{wordsOf(of)}” there {count === 1 ? 'is 1' : `are ${count.toLocaleString('en-US')}`}.
          </span>
        ))}
        {without?.length === 0 && (
          <span className="find-without">Also without any one of the rows there is none.</span>
        )}
      </p>
      {failure && (
        <div role="alert" className="find-failure">
          <p className="wrap-anywhere">{failure.message}</p>
          <button type="button" className="button-quiet" onClick={tryAgain}>
            Try again
          </button>
        </div>
      )}
    </div>
  );
}

/** Adds a row. One of the county's own fields is a range where its values are numbers. */
function useAddedRow(add: (row: Row) => void): (field: FilterField | 'other') => Promise<void> {
  const client = useQueryClient();
  const version = useMapStore(({ parcelVersion }) => parcelVersion);
  const addLast = useRef(add);
  useEffect(() => {
    addLast.current = add;
  });
  return async (field) => {
    if (field === 'other') return addLast.current(newOther(''));
    if (!field.startsWith('more:')) return addLast.current(newFact(field));
    // Where the values cannot be had, their row says so.
    const values = await client.fetchQuery(valuesQuery(version, field)).catch(() => undefined);
    addLast.current(newFact(field, values && areNumbers(values) ? testOf('range') : undefined));
  };
}

function useFocusOnNewRow(form: { current: HTMLFormElement | null }): (id: number) => void {
  const [wanted, setWanted] = useState<number>();
  useEffect(() => {
    if (wanted === undefined) return;
    const row = form.current?.querySelector(`[data-row="${wanted}"]`);
    row?.querySelector<HTMLElement>('input, textarea, select')?.focus();
  }, [wanted, form]);
  return setWanted;
}
