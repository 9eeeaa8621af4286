// The units of a lot: a list in a scrolling region, with a filter where it is long.
import { type KeyboardEvent, memo, type RefObject, useDeferredValue, useMemo, useRef, useState } from 'react';
import type { ParcelUnit } from '../../contract/parcel.ts';
import { pinLabel } from '../../contract/parcel-pin.ts';
import { filterUnits, orderUnits } from './filter-units.ts';
import { NO_OWNER } from './format-parcel.ts';
import { ListFilter } from './list-filter.tsx';

/** From this many on, a filter is of more use than scrolling. */
const FILTERED_FROM = 21;

type ParcelUnitsProps = {
  units: readonly ParcelUnit[];
  /** The PIN of the unit that the panel shows. */
  shownPin: string;
  onChoose: (pin: string) => void;
};

export function ParcelUnits({ units, shownPin, onChoose }: ParcelUnitsProps) {
  const [text, setText] = useState('');
  // Typing stays fluent while a list of thousands is rendered.
  const filter = useDeferredValue(text);
  const ordered = useMemo(() => orderUnits(units), [units]);
  const found = useMemo(() => filterUnits(ordered, filter), [ordered, filter]);
  const list = useRef<HTMLUListElement>(null);
  return (
    <div className="parcel-units">
      {units.length >= FILTERED_FROM && (
        <ListFilter
          label="Filter units"
          placeholder="Owner, PIN or address"
          text={text}
          onText={setText}
          found={filter.trim() ? found.length : undefined}
          onArrowDown={() => focusRow(list.current, 0)}
        />
      )}
      {found.length === 0 ? (
        <p className="list-filter-none">No unit with these words.</p>
      ) : (
        <UnitList listRef={list} units={found} shownPin={shownPin} onChoose={onChoose} />
      )}
    </div>
  );
}

type UnitListProps = ParcelUnitsProps & { listRef: RefObject<HTMLUListElement | null> };

/** One tab stop for the whole list (roving tabindex): the arrow keys move within it. */
function UnitList({ listRef, units, shownPin, onChoose }: UnitListProps) {
  const [focused, setFocused] = useState(0);
  const tabStop = Math.min(focused, units.length - 1);
  const move = (event: KeyboardEvent) => {
    const index = {
      ArrowDown: tabStop + 1,
      ArrowUp: tabStop - 1,
      Home: 0,
      End: units.length - 1,
    }[event.key];
    if (index !== undefined && focusRow(listRef.current, index)) event.preventDefault();
  };
  return (
    <ul
      ref={listRef}
      aria-label="Units"
      onKeyDown={move}
      onFocus={({ target }) => setFocused(indexOf(target))}
      className="unit-list"
    >
      {units.map((unit, index) => (
        <UnitRow
          key={unit.pin}
          unit={unit}
          isShown={unit.pin === shownPin}
          isTabStop={index === tabStop}
          onChoose={onChoose}
        />
      ))}
    </ul>
  );
}

type UnitRowProps = {
  unit: ParcelUnit;
  isShown: boolean;
  isTabStop: boolean;
  onChoose: (pin: string) => void;
};

// Memoized, and skipped by layout while off screen (in the CSS): a lot may have a thousand units.
const UnitRow = memo(function UnitRow({ unit, isShown, isTabStop, onChoose }: UnitRowProps) {
  return (
    <li>
      <button
        type="button"
        aria-current={isShown || undefined}
        tabIndex={isTabStop ? 0 : -1}
        onClick={() => {
          if (!isShown) onChoose(unit.pin);
        }}
        className="unit"
      >
        <span className="unit-owner line-clamp-3" title={unit.name}>
          {unit.name || NO_OWNER}
        </span>
        <span className="unit-address">{unit.site_address}</span>
        <span className="unit-pin">{pinLabel(unit.pin)}</span>
      </button>
    </li>
  );
});

/** False where there is no such row. */
function focusRow(list: HTMLUListElement | null, index: number): boolean {
  const button = list?.children[index]?.querySelector('button');
  button?.focus();
  return button !== undefined && button !== null;
}

function indexOf(button: Element): number {
  const row = button.closest('li')!;
  return [...row.parentElement!.children].indexOf(row);
}
