// The row of doors out of a set: zoom to it, download it, letters, its link. And which columns its table has.
import * as DropdownMenu from '@radix-ui/react-dropdown-menu';
import {
  ChartScatter,
  Check,
  Columns3,
  Download,
  Footprints,
  Link,
  Mail,
  Maximize,
  Table2,
  X,
} from 'lucide-react';
import { type ComponentProps, lazy, type ReactNode, useState } from 'react';
import type { Bounds } from '../../geo/geometry.ts';
import { useCopying } from '../copy-text.ts';
import type { OpenedSet } from '../map-store.ts';
import { openMapSheet } from '../open-map-sheet.ts';
import { LoadedLater } from '../ui/error-boundary.tsx';
import '../ui/drop-menu.css';
import { MenuRoot } from '../ui/menu-root.tsx';
import { overlayRoot } from '../ui/overlay-root.tsx';
import { DownloadProgress } from './download-progress.tsx';
import { EXPORT_FORMATS } from './export-formats.ts';
import type { SetColumn } from './set-columns.ts';
import { useDownload } from './use-download.ts';

const LabelsDialog = lazy(async () => ({ default: (await import('./labels-dialog.tsx')).LabelsDialog }));
const NeighborsDialog = lazy(async () => ({
  default: (await import('./neighbors-dialog.tsx')).NeighborsDialog,
}));

type SetDoorsProps = {
  set: OpenedSet;
  count: number;
  /** Undefined where the filter is too long for an address. */
  linkToSet: () => string | undefined;
  /** Undefined until it is known where the set lies. */
  bounds: Bounds | undefined;
  onShowAll: (bounds: Bounds) => void;
  hasTable: boolean;
  /** Undefined where there is nothing but a table. */
  onHasTable: ((hasTable: boolean) => void) | undefined;
};

const icon = { size: 16, strokeWidth: 2, 'aria-hidden': true } as const;

export function SetDoors({ set, count, linkToSet, bounds, onShowAll, hasTable, onHasTable }: SetDoorsProps) {
  const isEmpty = count === 0;
  const { download, start, stop, dismiss } = useDownload();
  const labels = useDialog();
  const neighbors = useDialog();
  return (
    <>
      <div className="set-doors">
        {onHasTable && (
          <Door onClick={() => onHasTable(!hasTable)}>
            {hasTable ? <ChartScatter {...icon} /> : <Table2 {...icon} />}
            {hasTable ? 'Show prices' : 'Show as table'}
          </Door>
        )}
        <Door onClick={() => bounds && onShowAll(bounds)} disabled={isEmpty || !bounds}>
          <Maximize {...icon} />
          Zoom to all
        </Door>
        <MenuRoot>
          <DropdownMenu.Trigger asChild>
            <Door disabled={isEmpty || download.status === 'running'}>
              <Download {...icon} />
              Download
            </Door>
          </DropdownMenu.Trigger>
          <Menu label="Download as">
            {EXPORT_FORMATS.map((format) => (
              <DropdownMenu.Item
                key={format.id}
                className="drop-menu-item"
                onSelect={() =>
                  void start({
                    file: { fileEnding: format.id, ...format, title: set.title },
                    count,
                    path: '/api/export',
                    body: { format: format.id, filter: set.filter },
                  })
                }
              >
                {format.name}
                <small>{format.use}</small>
              </DropdownMenu.Item>
            ))}
            {bounds && (
              <DropdownMenu.Item
                className="drop-menu-item"
                onSelect={() => openMapSheet({ filter: set.filter, title: set.title, bounds, count })}
              >
                Map sheet
                <small>A PDF at a true scale</small>
              </DropdownMenu.Item>
            )}
          </Menu>
        </MenuRoot>
        <Door disabled={isEmpty} onClick={labels.open}>
          <Mail {...icon} />
          Labels
        </Door>
        <Door disabled={isEmpty} onClick={neighbors.open}>
          <Footprints {...icon} />
          Neighbors
        </Door>
        <CopyDoor linkToSet={linkToSet} />
      </div>
      <DownloadProgress download={download} onStop={stop} onDismiss={dismiss} />
      <LoadedLater>
        {labels.wasOpened && (
          <LabelsDialog
            set={set}
            isOpen={labels.isOpen}
            onClose={labels.close}
            onDownload={(wanted) => {
              labels.close();
              void start({ ...wanted, count });
            }}
          />
        )}
        {neighbors.wasOpened && (
          <NeighborsDialog set={set} isOpen={neighbors.isOpen} onClose={neighbors.close} />
        )}
      </LoadedLater>
    </>
  );
}

/** Its code is loaded when it is opened first. Then it stays, so that closing can be animated. */
function useDialog() {
  const [isOpen, setIsOpen] = useState<boolean>();
  return {
    isOpen: isOpen === true,
    wasOpened: isOpen !== undefined,
    open: () => setIsOpen(true),
    close: () => setIsOpen(false),
  };
}

function Door(props: ComponentProps<'button'>) {
  return <button {...props} type="button" className="set-door" />;
}

const looks = {
  idle: { text: 'Copy link', picture: <Link {...icon} /> },
  copied: { text: 'Link copied', picture: <Check {...icon} /> },
  failed: { text: 'Not copied', picture: <X {...icon} /> },
};

function CopyDoor({ linkToSet }: Pick<SetDoorsProps, 'linkToSet'>) {
  const { shown, copy } = useCopying();
  const link = linkToSet();
  const { text, picture } = looks[shown];
  if (link === undefined)
    return <p className="self-center text-xs text-ink-soft">Too many conditions for a link</p>;
  return (
    <Door onClick={() => copy(`${location.origin}${link}`)}>
      {picture}
      <span role="status">{text}</span>
    </Door>
  );
}

function Menu({ label, children }: { label: string; children: ReactNode }) {
  return (
    <DropdownMenu.Portal container={overlayRoot()}>
      <DropdownMenu.Content
        aria-label={label}
        align="start"
        sideOffset={6}
        collisionPadding={12}
        className="panel drop-menu"
      >
        {children}
      </DropdownMenu.Content>
    </DropdownMenu.Portal>
  );
}

type ColumnChooserProps = {
  columns: readonly SetColumn[];
  shown: readonly SetColumn[];
  onColumns: (ids: string[]) => void;
};

export function ColumnChooser({ columns, shown, onColumns }: ColumnChooserProps) {
  const isShown = (id: string) => shown.some((column) => column.id === id);
  return (
    <MenuRoot>
      <DropdownMenu.Trigger asChild>
        <Door>
          <Columns3 {...icon} />
          Columns
        </Door>
      </DropdownMenu.Trigger>
      <Menu label="Columns">
        {columns.map(({ id, label }) => (
          <DropdownMenu.CheckboxItem
            key={id}
            className="drop-menu-item"
            checked={isShown(id)}
            // Several can be chosen before the menu is closed.
            onSelect={(event) => event.preventDefault()}
            onCheckedChange={(isOn) => {
              const chosen = columns.filter((column) => (column.id === id ? isOn : isShown(column.id)));
              onColumns(chosen.map((column) => column.id));
            }}
          >
            <span className="drop-menu-check">
              <DropdownMenu.ItemIndicator>
                <Check {...icon} />
              </DropdownMenu.ItemIndicator>
            </span>
            {label}
          </DropdownMenu.CheckboxItem>
        ))}
      </Menu>
    </MenuRoot>
  );
}
