// The results panel: any set of parcels with its count, its table and the doors out of it.
import '../ui/bottom-panel.css';
import './set-panel.css';
import { Maximize2, Minimize2, SlidersHorizontal } from 'lucide-react';
import type { Map as MapLibreMap } from 'maplibre-gl';
import {
  type ReactNode,
  type RefObject,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useMemo,
  useState,
} from 'react';
import { parseFilter } from '../../contract/cql2/parse-filter.ts';
import type { SetParcel } from '../../contract/parcel-set.ts';
import { CallFailure } from '../call-server.ts';
import { filterInWords } from '../filter-in-words.ts';
import { type OpenedSet, useMapStore } from '../map-store.ts';
import { closeSet, RESULTS_BESIDE_MAP } from '../open-set.ts';
import { useSizes } from '../preferences.ts';
import { totalsInWords } from '../set-words.ts';
import { CloseButton, ControlButton } from '../ui/control-button.tsx';
import { useDragToClose } from '../ui/use-drag-to-close.ts';
import { useEscape } from '../use-escape.ts';
import { useFits } from '../use-fits.ts';
import { EmptySet } from './empty-set.tsx';
import { flyUnlessInView, showAll, showAllUnlessInView } from './set-camera.ts';
import { columnsOf, keepColumns, keptColumns, type Sorting, shownColumns, sortText } from './set-columns.ts';
import { ColumnChooser, SetDoors } from './set-doors.tsx';
import { useSetHighlights } from './set-highlights.ts';
import { ROWS_MAX, SetTable } from './set-table.tsx';
import { SortChooser } from './sort-chooser.tsx';
import { type SetRows, useSetRows } from './use-set-rows.ts';

export type SetPanelProps = {
  map: MapLibreMap;
  /** Parcels belong to another feature. */
  selectedPin: string | undefined;
  openParcel: (parcel: SetParcel) => void;
  hoverParcel: (parcel: SetParcel | undefined) => void;
  linkToSet: () => string | undefined;
  /** Filters are built by another feature. */
  editFilter: (filter: string) => void;
  /** The prices of comparable sales are another feature, too. */
  renderSales: (sales: ShownSales) => ReactNode;
};

export type ShownSales = {
  set: OpenedSet;
  selectedPin: string | undefined;
  onOpen: (parcel: SetParcel) => void;
  onHover: (parcel: SetParcel | undefined) => void;
};

export function SetPanel(props: SetPanelProps) {
  const set = useMapStore((state) => state.set);
  // Another set starts anew: its order, its place in the list. Sales within other bounds do not: somebody is typing those.
  return set && <OpenSetPanel key={set.sales ? `sales ${set.subject}` : set.filter} set={set} {...props} />;
}

/** As in set-panel.css. */
const CARDS = '(width < 640px)';

function OpenSetPanel({ set: opened, map, selectedPin, ...props }: SetPanelProps & { set: OpenedSet }) {
  const { openParcel, hoverParcel, linkToSet, editFilter, renderSales } = props;
  const set = useMemo(() => withTitle(opened), [opened]);
  const [isLarge, setIsLarge] = useState(false);
  const [wantsTable, setWantsTable] = useState(false);
  const hasTable = !set.sales || wantsTable;
  const [sorting, setSorting] = useState<Sorting>();
  const [chosen, setChosen] = useState(keptColumns);
  const [sight, setSight] = useState({ first: 0, last: 0, isSettled: true });
  const isBeside = useFits(RESULTS_BESIDE_MAP);
  const asCards = useFits(CARDS);
  const { panelRef, handleProps } = useDragToClose({ onClose: closeSet });
  const sizes = useSizes();
  const [hasDistance, setHasDistance] = useState(false);
  const columns = useMemo(() => columnsOf({ hasDistance, sizes }), [hasDistance, sizes]);
  const rows = useSetRows({
    filter: set.filter,
    sort: sortText(sorting, columns),
    range: sight,
    isSettled: sight.isSettled,
  });
  if (!hasDistance && rows.rowAt(0)?.feet !== undefined) setHasDistance(true);
  const highlights = useSetHighlights(map, set.filter);
  useFocusedTitle({ map, panelRef });
  useEscape({ part: 'set', isOpen: true, onClose: closeSet });
  const { totals } = rows;
  const bounds = totals?.bounds ?? undefined;
  const frame = useEffectEvent(() => {
    if (bounds && !set.keepsView) showAllUnlessInView(map, bounds, panelRef.current);
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each set, when its bounds arrive
  useEffect(() => frame(), [set.filter, bounds === undefined]);
  useEffect(() => () => hoverParcel(undefined), [hoverParcel]);

  const open = (parcel: SetParcel) => {
    openParcel(parcel);
    flyUnlessInView(map, parcel.centroid, { panel: panelRef.current, isBeside });
  };
  const shown = asCards ? columns : shownColumns(columns, chosen);
  const size = isBeside ? 'width' : 'height';
  const SizeIcon = isLarge ? Minimize2 : Maximize2;
  return (
    <section
      ref={panelRef}
      aria-label="Results"
      tabIndex={-1}
      data-large={isLarge || undefined}
      className="panel set-panel"
    >
      <div {...handleProps} className="grab-handle shrink-0" />
      <header className="set-head">
        <div className="set-title-row">
          <h2 className="set-title" tabIndex={-1} title={set.title}>
            {set.title}
          </h2>
          <ControlButton name="Edit filter" onPress={() => editFilter(set.filter)}>
            <SlidersHorizontal size={18} strokeWidth={2} aria-hidden="true" />
          </ControlButton>
          <ControlButton
            name={isLarge ? `Less ${size}` : `More ${size}`}
            onPress={() => setIsLarge(!isLarge)}
          >
            <SizeIcon size={18} strokeWidth={2} aria-hidden="true" />
          </ControlButton>
          <CloseButton onPress={closeSet} />
        </div>
        <div className="set-count-row">
          {/* A live region: the count is announced when it arrives. */}
          <p role="status" className="set-count">
            {totals ? totalsInWords(totals, sizes) : rows.failure ? '' : 'Counting…'}
          </p>
          {hasTable && asCards && <SortChooser columns={columns} sorting={sorting} onSort={setSorting} />}
          {hasTable && !asCards && (
            <ColumnChooser
              columns={columns}
              shown={shown}
              onColumns={(ids) => {
                setChosen(ids);
                keepColumns(ids);
              }}
            />
          )}
        </div>
        {highlights.failure && !rows.failure && (
          <p className="text-sm text-danger">The map could not mark them.</p>
        )}
        <SetDoors
          set={set}
          count={totals?.count ?? 0}
          linkToSet={linkToSet}
          bounds={bounds}
          onShowAll={(all) => showAll(map, all, panelRef.current)}
          hasTable={hasTable}
          onHasTable={set.sales && setWantsTable}
        />
      </header>
      {!hasTable && renderSales({ set, selectedPin, onOpen: open, onHover: hoverParcel })}
      {hasTable && <Failure rows={rows} onEdit={() => editFilter(set.filter)} />}
      {hasTable && totals?.count === 0 && <EmptySet set={set} />}
      {hasTable && totals && totals.count > 0 && (
        <SetTable
          key={set.filter}
          title={set.title}
          rows={rows}
          count={Math.min(totals.count, ROWS_MAX)}
          columns={shown}
          sorting={sorting}
          onSort={setSorting}
          asCards={asCards}
          selectedPin={selectedPin}
          onOpen={open}
          onHover={hoverParcel}
          onRange={setSight}
        />
      )}
      {hasTable && totals && totals.count > ROWS_MAX && (
        <p className="set-foot">
          The table ends after {ROWS_MAX.toLocaleString('en-US')} parcels. Downloads have all of them.
        </p>
      )}
    </section>
  );
}

/** A link has no title: then its filter is one. */
function withTitle(set: OpenedSet): OpenedSet {
  if (set.title) return set;
  const parsed = parseFilter(set.filter);
  return { ...set, title: 'filter' in parsed ? filterInWords(parsed.filter) : set.filter };
}

type FailureProps = { rows: SetRows; onEdit: () => void };

function Failure({ rows: { failure, tryAgain, isLoading }, onEdit }: FailureProps) {
  if (!failure) return null;
  // As it is, it would be refused again.
  const isRefused = failure instanceof CallFailure && failure.status === 400;
  return (
    <div role="alert" className="set-message">
      <p className="text-danger wrap-anywhere">{failure.message}</p>
      <div className="flex flex-wrap gap-2">
        {isRefused && (
          <button type="button" className="button-accent" onClick={onEdit}>
            Change the filter
          </button>
        )}
        <button
          type="button"
          className={isRefused ? 'button-quiet' : 'button-accent'}
          onClick={tryAgain}
          disabled={isLoading}
        >
          Try again
        </button>
      </div>
    </div>
  );
}

/** What was pressed to open the panel may be under it: the keyboard goes on from its title, and back there on closing. */
function useFocusedTitle({ map, panelRef }: { map: MapLibreMap; panelRef: RefObject<HTMLElement | null> }) {
  // Layout effects: closing must see the focus before the panel is gone.
  useLayoutEffect(() => {
    const panel = panelRef.current;
    const before = document.activeElement;
    if (before?.matches(':focus-visible'))
      panel?.querySelector<HTMLElement>('.set-title')?.focus({ preventScroll: true });
    return () => {
      const focused = document.activeElement;
      // Only with the keyboard: on a phone the search field would open the on-screen keyboard.
      if (!panel?.contains(focused) || !focused?.matches(':focus-visible')) return;
      const isThere = before instanceof HTMLElement && before !== document.body && before.isConnected;
      (isThere ? before : map.getCanvas()).focus({ preventScroll: true });
    };
  }, [map, panelRef]);
}
