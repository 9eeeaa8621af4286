// The table of a set: only the rows in sight are in the document, however many there are.
import { defaultRangeExtractor, type Range, useVirtualizer } from '@tanstack/react-virtual';
import { ArrowDown, ArrowUp } from 'lucide-react';
import { type ReactNode, useCallback, useEffect, useRef } from 'react';
import { pinLabel } from '../../contract/parcel-pin.ts';
import type { SetParcel } from '../../contract/parcel-set.ts';
import { useSizes } from '../preferences.ts';
import { useFits } from '../use-fits.ts';
import { cardOf } from './set-card.ts';
import { nextSorting, type SetColumn, type Sorting } from './set-columns.ts';
import { useActiveRow } from './use-active-row.ts';
import type { SetRows } from './use-set-rows.ts';

/** No browser draws an element of more than some 17 million pixels, and a card has 64. */
export const ROWS_MAX = 250_000;

/** In rem: they grow with the reader's text. */
const ROW_REM = 2.25;
/** Under a finger. */
const TOUCHED_ROW_REM = 2.75;
const CARD_REM = 3.75;
/** Rows beyond the edges, so that none is missing while scrolling. */
const OVERSCAN_ROWS = 6;

export type SetTableProps = {
  title: string;
  rows: SetRows;
  /** Of those that are shown at all. */
  count: number;
  columns: readonly SetColumn[];
  sorting: Sorting;
  onSort: (sorting: Sorting) => void;
  /** On a narrow panel: a card of two lines for each parcel. */
  asCards: boolean;
  selectedPin: string | undefined;
  onOpen: (parcel: SetParcel) => void;
  onHover: (parcel: SetParcel | undefined) => void;
  /** What is in sight. */
  onRange: (range: { first: number; last: number; isSettled: boolean }) => void;
};

export function SetTable({ title, count, columns, sorting, asCards, onRange, ...table }: SetTableProps) {
  const scrollRef = useRef<HTMLDivElement>(null);
  const { active, bodyProps, moveTo } = useActiveRow(count);
  const rowRem = useFits('(pointer: coarse)') ? TOUCHED_ROW_REM : ROW_REM;
  const virtualizer = useVirtualizer({
    count,
    getScrollElement: () => scrollRef.current,
    estimateSize: () => (asCards ? CARD_REM : rowRem) * remPx(),
    overscan: OVERSCAN_ROWS,
    // Its header lies over the first rows.
    scrollPaddingStart: asCards ? 0 : rowRem * remPx(),
    // A row that has the focus stays in the document, or the focus would be lost.
    rangeExtractor: useCallback((range: Range) => withActive(range, active), [active]),
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: the estimate depends on it
  useEffect(() => virtualizer.measure(), [virtualizer, asCards, rowRem]);
  const { startIndex: first, endIndex: last } = virtualizer.range ?? { startIndex: 0, endIndex: 0 };
  const isSettled = !virtualizer.isScrolling;
  useEffect(() => onRange({ first, last, isSettled }), [onRange, first, last, isSettled]);
  // In another order, the first of them is what was asked for.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once for each order
  useEffect(() => virtualizer.scrollToOffset(0), [sorting]);

  const shown = asCards ? 2 : columns.length;
  return (
    <div ref={scrollRef} className="set-scroll">
      <table
        className="set-table"
        data-cards={asCards || undefined}
        aria-rowcount={count + 1}
        aria-label={title}
        style={
          asCards ? undefined : { minWidth: `${columns.reduce((sum, { widthRem }) => sum + widthRem, 0)}rem` }
        }
      >
        <colgroup>
          {asCards ? (
            <>
              <col />
              <col style={{ width: '36%' }} />
            </>
          ) : (
            columns.map(({ id, widthRem }) => <col key={id} style={{ width: `${widthRem}rem` }} />)
          )}
        </colgroup>
        <thead>
          <tr aria-rowindex={1}>
            {asCards ? (
              <>
                <th scope="col">Owner and address</th>
                <th scope="col">Facts</th>
              </>
            ) : (
              columns.map((column) => (
                <SortHeader key={column.id} column={column} sorting={sorting} onSort={table.onSort} />
              ))
            )}
          </tr>
        </thead>
        <tbody {...bodyProps((index) => virtualizer.scrollToIndex(index))}>
          {withGaps(virtualizer.getVirtualItems(), virtualizer.getTotalSize()).map((item) =>
            'gapPx' in item ? (
              // biome-ignore lint/a11y/noAriaHiddenOnFocusable: it has nothing to focus
              <tr key={item.key} aria-hidden="true">
                <td colSpan={shown} style={{ height: item.gapPx, padding: 0, border: 0 }} />
              </tr>
            ) : (
              <Row
                key={item.key}
                index={item.index}
                heightPx={item.size}
                isActive={item.index === active}
                onFocus={moveTo}
                columns={columns}
                asCards={asCards}
                sorting={sorting}
                {...table}
              />
            ),
          )}
        </tbody>
      </table>
    </div>
  );
}

const remPx = () => Number.parseFloat(getComputedStyle(document.documentElement).fontSize);

function withActive(range: Range, active: number): number[] {
  const indexes = defaultRangeExtractor(range);
  if (active >= range.count || indexes.includes(active)) return indexes;
  return active < (indexes[0] ?? 0) ? [active, ...indexes] : [...indexes, active];
}

type Item = { key: string | number | bigint; index: number; start: number; end: number; size: number };
type Gap = { key: string; gapPx: number };

/** A table has no absolute positions: what is not shown is an empty row of that height. */
function withGaps(items: readonly Item[], totalPx: number): (Item | Gap)[] {
  let endPx = 0;
  const rows = items.flatMap((item) => {
    const gapPx = item.start - endPx;
    endPx = item.end;
    return gapPx > 0 ? [{ key: `before-${item.index}`, gapPx }, item] : [item];
  });
  return totalPx > endPx ? [...rows, { key: 'end', gapPx: totalPx - endPx }] : rows;
}

type SortHeaderProps = { column: SetColumn; sorting: Sorting; onSort: (sorting: Sorting) => void };

function SortHeader({ column, sorting, onSort }: SortHeaderProps) {
  const isSorted = sorting?.column === column.id;
  // The set's own order is that of distance.
  const isByDistance = sorting === undefined && column.id === 'feet';
  const isUp = isByDistance || (isSorted && !sorting.isDescending);
  const state = !isSorted && !isByDistance ? undefined : isUp ? 'ascending' : 'descending';
  return (
    <th scope="col" aria-sort={state} data-number={column.isNumber || undefined}>
      <button type="button" className="set-sort" onClick={() => onSort(nextSorting(sorting, column))}>
        <span>{column.label}</span>
        {state === 'ascending' && <ArrowUp size={14} aria-hidden="true" />}
        {state === 'descending' && <ArrowDown size={14} aria-hidden="true" />}
      </button>
    </th>
  );
}

type RowProps = Pick<
  SetTableProps,
  'rows' | 'columns' | 'asCards' | 'selectedPin' | 'onOpen' | 'onHover' | 'sorting'
> & { index: number; heightPx: number; isActive: boolean; onFocus: (index: number) => void };

function Row({ index, heightPx, isActive, onFocus, rows, selectedPin, onOpen, onHover, ...cells }: RowProps) {
  const parcel = rows.rowAt(index);
  const open = () => parcel && onOpen(parcel);
  const isSelected = parcel !== undefined && parcel.pin === selectedPin;
  return (
    // By keyboard, the button in its first cell opens it.
    <tr
      data-index={index}
      data-selected={isSelected || undefined}
      aria-rowindex={index + 2}
      style={{ height: heightPx }}
      onClick={open}
      onPointerEnter={({ pointerType }) => pointerType === 'mouse' && onHover(parcel)}
      onPointerLeave={({ pointerType }) => pointerType === 'mouse' && onHover(undefined)}
      onFocus={() => {
        onFocus(index);
        onHover(parcel);
      }}
      onBlur={() => onHover(undefined)}
    >
      <Cells {...cells} parcel={parcel} opener={{ isActive, isSelected }} />
    </tr>
  );
}

type CellsProps = Pick<RowProps, 'columns' | 'asCards' | 'sorting'> & {
  parcel: SetParcel | undefined;
  opener: { isActive: boolean; isSelected: boolean };
};

function Cells({ columns, asCards, sorting, parcel, opener }: CellsProps) {
  const { land } = useSizes();
  if (asCards) {
    const card = parcel && cardOf({ parcel, columns, sorted: sorting?.column, landUnit: land.unit });
    return (
      <>
        <th scope="row">
          <RowButton {...opener}>{card?.title ?? <Skeleton />}</RowButton>
          <div className="set-card-line">{card ? card.line : <Skeleton />}</div>
        </th>
        <td>
          <div>{card?.fact}</div>
          <div className="set-card-line">{card?.secondFact}</div>
        </td>
      </>
    );
  }
  return columns.map((column, at) => {
    const text = parcel && column.text(parcel);
    if (at === 0)
      return (
        <th key={column.id} scope="row" title={text}>
          <RowButton {...opener}>
            {text ||
              (parcel ? <span className="text-ink-soft">PIN {pinLabel(parcel.pin)}</span> : <Skeleton />)}
          </RowButton>
        </th>
      );
    return (
      <td key={column.id} title={text} data-number={column.isNumber || undefined}>
        {parcel ? text : <Skeleton />}
      </td>
    );
  });
}

/** Its click reaches the row. */
function RowButton({
  isActive,
  isSelected,
  children,
}: {
  isActive: boolean;
  isSelected: boolean;
  children: ReactNode;
}) {
  return (
    <button
      type="button"
      className="set-row-open"
      tabIndex={isActive ? 0 : -1}
      aria-current={isSelected || undefined}
    >
      {children}
    </button>
  );
}

function Skeleton() {
  return (
    <span className="set-skeleton">
      <span className="sr-only">Loading</span>
    </span>
  );
}
