// The filters that somebody keeps under names: keep, open, rename, delete.
import '../ui/disclosure.css';
import { ChevronRight, Pencil, Trash2 } from 'lucide-react';
import {
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { KEPT_FILTER_NAME_MAX } from '../../contract/limits.ts';
import { ControlButton } from '../ui/control-button.tsx';
import { deleteFilter, type KeptFilter, keepFilter, renameFilter, useKeptFilters } from './kept-filters.ts';

type KeptFiltersProps = {
  /** False while a row is wrong. */
  canKeep: boolean;
  suggestedName: string;
  /** What is to be kept now. */
  kept: () => Omit<KeptFilter, 'name'>;
  onOpen: (kept: KeptFilter) => void;
};

export function KeptFilters({ canKeep, suggestedName, kept, onOpen }: KeptFiltersProps) {
  const { filters, notice } = useKeptFilters();
  const [said, setSaid] = useState('');
  const listRef = useRef<HTMLDetailsElement>(null);
  const focusOn = useFocusOn(listRef);
  return (
    <details ref={listRef} className="disclosure find-kept">
      <summary>
        <ChevronRight size={16} strokeWidth={2} aria-hidden="true" className="disclosure-mark" />
        Kept filters{filters.length > 0 && ` (${filters.length})`}
      </summary>
      {filters.length > 0 && (
        <ul>
          {filters.map((one) => (
            <KeptRow
              key={one.name}
              kept={one}
              names={filters.map(({ name }) => name)}
              onOpen={() => {
                setSaid(`Opened ${one.name}`);
                onOpen(one);
              }}
              onSay={setSaid}
              onLeave={focusOn}
            />
          ))}
        </ul>
      )}
      <KeepForm
        canKeep={canKeep}
        suggestedName={suggestedName}
        names={filters.map(({ name }) => name)}
        onKeep={(name) => {
          if (keepFilter({ ...kept(), name })) setSaid(`Kept as ${name}`);
        }}
      />
      {notice && (
        <p role="alert" className="find-problem">
          {notice}
        </p>
      )}
      <p role="status" className="sr-only">
        {said}
      </p>
    </details>
  );
}

/** Focuses the button of this name, or the heading of the list where it is gone: what was pressed is gone with its row's mode. */
function useFocusOn(listRef: RefObject<HTMLElement | null>): (name: string) => void {
  const [wanted, setWanted] = useState<{ name: string }>();
  // A layout effect, because the dialog's focus trap takes a lost focus soon after.
  useLayoutEffect(() => {
    if (!wanted) return;
    const controls = [...(listRef.current?.querySelectorAll<HTMLElement>('summary, button') ?? [])];
    (controls.find((one) => one.getAttribute('aria-label') === wanted.name) ?? controls[0])?.focus();
  }, [wanted, listRef]);
  return (name) => setWanted({ name });
}

/** Enter in a field of the form would show the results. */
const onEnter = (work: () => void) => (event: KeyboardEvent) => {
  if (event.key !== 'Enter') return;
  event.preventDefault();
  work();
};

type KeepFormProps = Pick<KeptFiltersProps, 'canKeep' | 'suggestedName'> & {
  names: readonly string[];
  onKeep: (name: string) => void;
};

function KeepForm({ canKeep, suggestedName, names, onKeep }: KeepFormProps) {
  const [typed, setTyped] = useState<string>();
  const id = useId();
  const name = (typed ?? suggestedName.slice(0, KEPT_FILTER_NAME_MAX)).trim();
  const isReady = canKeep && name !== '';
  const keep = () => {
    if (!isReady) return;
    onKeep(name);
    setTyped(undefined);
  };
  return (
    <div className="find-keep">
      <label htmlFor={id} className="find-label">
        Keep this filter as
      </label>
      <div className="find-line">
        <input
          id={id}
          type="text"
          autoComplete="off"
          className="text-input"
          maxLength={KEPT_FILTER_NAME_MAX}
          value={typed ?? suggestedName.slice(0, KEPT_FILTER_NAME_MAX)}
          onChange={({ target }) => setTyped(target.value)}
          onKeyDown={onEnter(keep)}
        />
        <button type="button" className="button-quiet" disabled={!isReady} onClick={keep}>
          {names.includes(name) ? 'Replace' : 'Keep'}
        </button>
      </div>
      <p className="find-hint">Kept in this browser, until you log out.</p>
    </div>
  );
}

type KeptRowProps = {
  kept: KeptFilter;
  names: readonly string[];
  onOpen: () => void;
  onSay: (words: string) => void;
  /** Back from renaming or deleting, with the name of the button that led there. */
  onLeave: (button: string) => void;
};

function KeptRow({ kept: { name }, names, onOpen, onSay, onLeave }: KeptRowProps) {
  const [mode, setMode] = useState<'shown' | 'renaming' | 'deleting'>('shown');
  const [typed, setTyped] = useState(name);
  const leave = (button: string) => {
    setMode('shown');
    onLeave(button);
  };
  if (mode === 'renaming') {
    const next = typed.trim();
    const isTaken = next !== name && names.includes(next);
    const rename = () => {
      if (next === '' || isTaken) return;
      if (next === name || renameFilter(name, next)) {
        leave(`Rename ${next}`);
        onSay(`Renamed to ${next}`);
      }
    };
    return (
      <RowMode onEscape={() => leave(`Rename ${name}`)}>
        <div className="find-line">
          <input
            // biome-ignore lint/a11y/noAutofocus: the button that was pressed is gone
            autoFocus
            type="text"
            autoComplete="off"
            aria-label={`New name of ${name}`}
            aria-invalid={isTaken}
            className="text-input"
            maxLength={KEPT_FILTER_NAME_MAX}
            value={typed}
            onChange={({ target }) => setTyped(target.value)}
            onKeyDown={onEnter(rename)}
          />
          <button type="button" className="button-quiet" disabled={next === '' || isTaken} onClick={rename}>
            Rename
          </button>
        </div>
        {isTaken && <p className="find-problem">Another filter has this name.</p>}
      </RowMode>
    );
  }
  if (mode === 'deleting') {
    const keep = () => leave(`Delete ${name}`);
    return (
      <RowMode onEscape={keep}>
        <div className="find-line">
          <span className="find-kept-name">Delete “{name}”?</span>
          <button
            // biome-ignore lint/a11y/noAutofocus: the button that was pressed is gone
            autoFocus
            type="button"
            className="button-quiet"
            onClick={keep}
          >
            No
          </button>
          <button
            type="button"
            className="button-danger"
            onClick={() => {
              if (!deleteFilter(name)) return;
              onLeave('');
              onSay(`Deleted ${name}`);
            }}
          >
            Delete
          </button>
        </div>
      </RowMode>
    );
  }
  return (
    <li className="find-line">
      <button type="button" className="find-kept-name" onClick={onOpen}>
        {name}
      </button>
      <ControlButton
        name={`Rename ${name}`}
        onPress={() => {
          setTyped(name);
          setMode('renaming');
        }}
      >
        <Pencil size={16} strokeWidth={2} aria-hidden="true" />
      </ControlButton>
      <ControlButton name={`Delete ${name}`} onPress={() => setMode('deleting')}>
        <Trash2 size={16} strokeWidth={2} aria-hidden="true" />
      </ControlButton>
    </li>
  );
}

/** Escape leaves it, and the panel stays open. */
function RowMode({ onEscape, children }: { onEscape: () => void; children: ReactNode }) {
  return (
    <li data-takes-escape="" onKeyDown={({ key }) => key === 'Escape' && onEscape()}>
      {children}
    </li>
  );
}
