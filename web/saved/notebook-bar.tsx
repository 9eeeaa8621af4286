// Above the notebook's list: finding and sorting in it, how much there is, and files in and out.
import * as DropdownMenu from '@radix-ui/react-dropdown-menu';
import { Download, FileUp, Table2 } from 'lucide-react';
import { useRef } from 'react';
import '../ui/drop-menu.css';
import { MenuRoot } from '../ui/menu-root.tsx';
import { overlayRoot } from '../ui/overlay-root.tsx';
import { FILE_FORMATS, type FileFormat } from './file-formats.ts';
import { KINDS, SORTS, type View } from './notebook-entries.ts';

type NotebookBarProps = {
  /** Undefined while there is nothing to look through. */
  view: View | undefined;
  onView: (change: Partial<View>) => void;
  count: string;
  fileTypes: string;
  onFile: (file: File) => void;
  /** Undefined where nothing is shown that could be exported. */
  onExport: ((format: FileFormat) => void) | undefined;
  onTable: (() => void) | undefined;
};

/** Not on a phone, where three buttons stand side by side. */
const icon = { size: 16, strokeWidth: 1.75, 'aria-hidden': true, className: 'max-sm:hidden' } as const;
const door = 'button-quiet inline-flex items-center gap-2 px-3!';

export function NotebookBar({ view, onView, count, fileTypes, onFile, onExport, onTable }: NotebookBarProps) {
  return (
    <div className="grid gap-2 border-b border-hairline px-4 py-3">
      {view && (
        <div className="flex flex-wrap gap-2">
          <input
            type="search"
            aria-label="Find in the notebook"
            placeholder="Name, address, PIN, notes or folder"
            value={view.text}
            autoComplete="off"
            enterKeyHint="search"
            onChange={({ target }) => onView({ text: target.value })}
            className="text-input min-w-[min(14rem,100%)] grow basis-0"
          />
          <Choice label="Show" value={view.kind} choices={KINDS} onChange={(kind) => onView({ kind })} />
          <Choice label="Sort by" value={view.sort} choices={SORTS} onChange={(sort) => onView({ sort })} />
        </div>
      )}
      <div className="flex flex-wrap items-center gap-2">
        <p aria-live="polite" className="mr-auto text-sm text-ink-soft tabular-nums max-sm:basis-full">
          {count}
        </p>
        {onTable && (
          <button type="button" className={door} onClick={onTable}>
            <Table2 {...icon} />
            Show as table
          </button>
        )}
        {onExport && <ExportMenu onExport={onExport} />}
        <FileDoor fileTypes={fileTypes} onFile={onFile} />
      </div>
    </div>
  );
}

type ChoiceProps<Id extends string> = {
  label: string;
  value: Id;
  choices: readonly { id: Id; label: string }[];
  onChange: (id: Id) => void;
};

function Choice<Id extends string>({ label, value, choices, onChange }: ChoiceProps<Id>) {
  return (
    <select
      aria-label={label}
      value={value}
      onChange={({ target }) => onChange(target.value as Id)}
      className="text-input w-auto! grow sm:grow-0"
    >
      {choices.map((choice) => (
        <option key={choice.id} value={choice.id}>
          {choice.label}
        </option>
      ))}
    </select>
  );
}

function ExportMenu({ onExport }: { onExport: (format: FileFormat) => void }) {
  return (
    <MenuRoot>
      <DropdownMenu.Trigger className={door}>
        <Download {...icon} />
        Export
      </DropdownMenu.Trigger>
      <DropdownMenu.Portal container={overlayRoot()}>
        <DropdownMenu.Content
          aria-label="Export as"
          align="end"
          sideOffset={6}
          collisionPadding={12}
          className="panel drop-menu"
        >
          {FILE_FORMATS.map((format) => (
            <DropdownMenu.Item key={format.name} className="drop-menu-item" onSelect={() => onExport(format)}>
              {format.name}
              <small>{format.use}</small>
            </DropdownMenu.Item>
          ))}
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </MenuRoot>
  );
}

function FileDoor({ fileTypes, onFile }: Pick<NotebookBarProps, 'fileTypes' | 'onFile'>) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <button type="button" className={door} onClick={() => input.current?.click()}>
        <FileUp {...icon} />
        Add from a file
      </button>
      <input
        ref={input}
        type="file"
        accept={fileTypes}
        hidden
        aria-label="File with drawings"
        onChange={({ target }) => {
          const file = target.files?.[0];
          // Reset, because choosing the same file again would otherwise fire no change event.
          target.value = '';
          if (file) onFile(file);
        }}
      />
    </>
  );
}
