// One row of the notebook, a saved parcel or a drawing, in view, edit-notes or delete-confirm mode, and where the focus goes
// between them.
import { Pencil, Trash2 } from 'lucide-react';
import { memo, type RefObject, useLayoutEffect, useRef } from 'react';
import { pinLabel } from '../../contract/parcel-pin.ts';
import { ControlButton } from '../ui/control-button.tsx';
import { ColorDot } from './color-dot.tsx';
import { EntryForm } from './entry-form.tsx';
import { type DrawingEntry, type NotebookEntry, type ParcelEntry, shownColor } from './notebook-entries.ts';
import type { RowActions } from './row-actions.ts';
import type { Draft, RowMode } from './row-modes.ts';
import { useInitialFocus } from './use-initial-focus.ts';

type SavedRowProps = {
  entry: NotebookEntry;
  mode: RowMode;
  draft: Draft | undefined;
  actions: RowActions;
};

const icon = { size: 20, strokeWidth: 1.75, 'aria-hidden': true } as const;

// Memoized, and skipped by layout while off screen: a list may have thousands of rows.
export const SavedRow = memo(function SavedRow({ entry, mode, draft, actions }: SavedRowProps) {
  const row = useRef<HTMLLIElement>(null);
  const buttons = useFocusOnReturn(mode);
  const { key, kind, notes } = entry;
  return (
    <li
      ref={row}
      className="grid gap-1 px-4 py-3 [contain-intrinsic-size:auto_84px] [content-visibility:auto]"
    >
      <div className="flex items-start gap-1">
        <ColorDot color={shownColor(entry)} className="mt-3.5 mr-3" />
        {kind === 'parcel' ? (
          <ParcelSummary entry={entry} onChoose={() => actions.choose(entry)} />
        ) : (
          <DrawingSummary entry={entry} onChoose={() => actions.choose(entry)} />
        )}
        {mode === 'view' && (
          <div ref={buttons} className="-mr-2 flex shrink-0">
            <ControlButton
              name={kind === 'parcel' ? 'Edit notes' : 'Edit drawing'}
              onPress={() => actions.startEdit(key)}
            >
              <Pencil {...icon} />
            </ControlButton>
            <ControlButton name="Delete" onPress={() => actions.startDelete(key)}>
              <Trash2 {...icon} />
            </ControlButton>
          </div>
        )}
      </div>
      {mode !== 'edit-notes' && notes && (
        <p className="ml-7.5 text-sm leading-snug wrap-anywhere whitespace-pre-line">{notes}</p>
      )}
      {mode === 'edit-notes' && <EntryForm entry={entry} draft={draft ?? {}} actions={actions} />}
      {mode === 'delete-confirm' && (
        <ConfirmDelete
          question={kind === 'parcel' ? 'Delete this saved parcel?' : 'Delete this drawing?'}
          onCancel={actions.cancel}
          onConfirm={() => {
            focusNeighbor(row.current!);
            actions.confirmDelete(entry);
          }}
        />
      )}
    </li>
  );
});

function ParcelSummary({ entry: { parcel }, onChoose }: { entry: ParcelEntry; onChoose: () => void }) {
  const hasNoPlace = parcel.centroid_lat === null || parcel.centroid_lon === null;
  return (
    <div className="min-w-0 grow text-sm wrap-anywhere">
      <NameButton
        name={parcel.name}
        detail={savedAddress(parcel.add1)}
        isDisabled={hasNoPlace}
        onChoose={onChoose}
      />
      <p className="text-ink-soft tabular-nums">PIN {pinLabel(parcel.pin)}</p>
      {hasNoPlace && <p className="text-ink-soft italic">Its place on the map is not known.</p>}
    </div>
  );
}

function DrawingSummary({ entry, onChoose }: { entry: DrawingEntry; onChoose: () => void }) {
  const { shape, size } = entry.drawing;
  return (
    <div className="min-w-0 grow text-sm wrap-anywhere">
      <NameButton name={entry.name} detail={`Drawn ${shape}, ${size}`} onChoose={onChoose} />
    </div>
  );
}

type NameButtonProps = { name: string; detail: string; isDisabled?: boolean; onChoose: () => void };

function NameButton({ name, detail, isDisabled = false, onChoose }: NameButtonProps) {
  return (
    <button
      type="button"
      disabled={isDisabled}
      onClick={onChoose}
      className="-mx-2 block min-h-(--control-size) rounded-lg px-2 text-left enabled:cursor-pointer enabled:hover:bg-hover"
    >
      <span className="line-clamp-3 text-base leading-tight font-semibold" title={name}>
        {name}
      </span>
      <span className="block text-ink-soft">{detail}</span>
    </button>
  );
}

/** Where the site address was not known, the mailing address was saved: a post office box is nobody's location. */
const POST_OFFICE_BOX = /^(p\.?\s*o\.?|post\s+office)\s*(box|drawer)\b/i;

function savedAddress(address: string): string {
  return POST_OFFICE_BOX.test(address.trim()) ? `Mailing address: ${address}` : address;
}

type ConfirmDeleteProps = { question: string; onConfirm: () => void; onCancel: () => void };

function ConfirmDelete({ question, onConfirm, onCancel }: ConfirmDeleteProps) {
  const cancel = useInitialFocus<HTMLButtonElement>();
  return (
    <div className="mt-2 flex flex-wrap items-center justify-end gap-2">
      <p className="basis-full text-sm font-semibold sm:mr-auto sm:basis-auto">{question}</p>
      <button ref={cancel} type="button" onClick={onCancel} className="button-quiet">
        Cancel
      </button>
      <button type="button" onClick={onConfirm} className="button-danger">
        Yes, Delete
      </button>
    </div>
  );
}

/** Back in view mode, focuses the button that led out of it: the first is the pencil, the second Delete. */
function useFocusOnReturn(mode: RowMode): RefObject<HTMLDivElement | null> {
  const buttons = useRef<HTMLDivElement>(null);
  const lastMode = useRef(mode);
  // A layout effect, because the dialog's focus trap takes a lost focus soon after.
  useLayoutEffect(() => {
    const left = lastMode.current;
    lastMode.current = mode;
    if (mode !== 'view' || left === 'view' || document.activeElement !== document.body) return;
    buttons.current?.querySelectorAll('button')[left === 'edit-notes' ? 0 : 1]?.focus();
  }, [mode]);
  return buttons;
}

/** For a row that is about to be removed. */
function focusNeighbor(row: HTMLElement): void {
  const neighbor = row.nextElementSibling ?? row.previousElementSibling;
  neighbor?.querySelector<HTMLElement>('button:enabled')?.focus();
}
