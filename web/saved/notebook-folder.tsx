// A folder of the notebook: its name, which opens and closes it and can be changed, and its rows.
import { ChevronRight, Pencil } from 'lucide-react';
import { type ReactNode, useId, useState } from 'react';
import { FOLDER_NAME_MAX } from '../../contract/limits.ts';
import { ControlButton } from '../ui/control-button.tsx';
import { useInitialFocus } from './use-initial-focus.ts';

type NotebookFolderProps = {
  /** Blank: what is in none. */
  folder: string;
  count: number;
  isOpen: boolean;
  onToggle: () => void;
  onRename: (name: string) => void;
  children: ReactNode;
};

export function NotebookFolder({ folder, count, isOpen, onToggle, onRename, children }: NotebookFolderProps) {
  const [isRenaming, setIsRenaming] = useState(false);
  const name = folder || 'No folder';
  return (
    <section aria-label={name} className="border-t border-hairline first:border-t-0">
      {isRenaming ? (
        <RenameFolder
          folder={folder}
          onDone={(renamed) => {
            setIsRenaming(false);
            if (renamed !== undefined && renamed !== folder) onRename(renamed);
          }}
        />
      ) : (
        <h3 className="flex items-center gap-1 px-2">
          <button
            type="button"
            aria-expanded={isOpen}
            onClick={onToggle}
            className="flex min-h-(--control-size) min-w-0 grow cursor-pointer items-center gap-2 rounded-lg px-2 text-left text-sm font-semibold hover:bg-hover"
          >
            <ChevronRight
              size={16}
              aria-hidden="true"
              className={`shrink-0 text-ink-soft transition-[rotate] duration-200 motion-reduce:transition-none ${isOpen ? 'rotate-90' : ''}`}
            />
            <span className="min-w-0 wrap-anywhere">{name}</span>
            <span className="font-normal text-ink-soft tabular-nums">{count.toLocaleString('en-US')}</span>
          </button>
          {folder && (
            <ControlButton name={`Rename folder ${folder}`} onPress={() => setIsRenaming(true)}>
              <Pencil size={16} strokeWidth={1.75} aria-hidden="true" />
            </ControlButton>
          )}
        </h3>
      )}
      {isOpen && children}
    </section>
  );
}

/** A blank name takes its entries out of it. Undefined: it stays. */
function RenameFolder({ folder, onDone }: { folder: string; onDone: (name: string | undefined) => void }) {
  const [text, setText] = useState(folder);
  const field = useInitialFocus<HTMLInputElement>();
  const id = useId();
  return (
    <form
      className="flex flex-wrap items-end justify-end gap-2 px-4 py-2"
      onSubmit={(event) => {
        event.preventDefault();
        onDone(text.trim());
      }}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return;
        // Only the field closes, not the sheet.
        event.stopPropagation();
        event.nativeEvent.stopImmediatePropagation();
        onDone(undefined);
      }}
    >
      <div className="grid min-w-48 grow gap-1.5">
        <label htmlFor={id} className="text-sm font-semibold">
          Folder name
        </label>
        <input
          ref={field}
          id={id}
          type="text"
          value={text}
          maxLength={FOLDER_NAME_MAX}
          autoComplete="off"
          className="text-input"
          onChange={({ target }) => setText(target.value)}
        />
      </div>
      <button type="button" onClick={() => onDone(undefined)} className="button-quiet">
        Cancel
      </button>
      <button type="submit" className="button-accent">
        Rename
      </button>
    </form>
  );
}
