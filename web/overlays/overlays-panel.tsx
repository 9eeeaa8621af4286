// The overlays panel: a checkbox for each layer that has no button among the map tools, what parcels are shaded by, and below them
// the overlays of the server with their opacity, order and legend.
import { ChevronDown, ChevronUp } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { isShown, type LayerRow, layerRows, opacityOf, overlayRows, switchLayer } from '../layer-table.ts';
import { useMapStore } from '../map-store.ts';
import { changeOpacity, moveOverlay, switchOverlay } from '../overlay-choices.ts';
import { ControlButton } from '../ui/control-button.tsx';
import { Drawer } from '../ui/drawer.tsx';
import { Legend } from './legend.tsx';
import { ShadingChoice } from './shading-choice.tsx';

const close = () => useMapStore.setState({ panel: 'none' });

export function OverlaysPanel() {
  const isOpen = useMapStore(({ panel }) => panel === 'overlays');
  const layers = useMapStore((state) => state.layers);
  const rows = layerRows(layers);
  const hasOverlays = rows.some(({ isOverlay }) => isOverlay);
  const isShaded = useMapStore(({ shading }) => shading !== undefined);
  // Wider than requirement N4 says only where there is more than it names.
  const width = hasOverlays ? 'w-[18rem]' : 'w-[13rem]';
  return (
    <Drawer
      side="right"
      title="Overlays"
      className={`${width} max-w-[80vw]`}
      isClear={hasOverlays || isShaded}
      isOpen={isOpen}
      onClose={close}
    >
      <div className="grid grid-cols-1 py-2">
        {rows.map((row) => !row.isOverlay && <LayerChoice key={row.id} row={row} />)}
        {hasOverlays ? <Overlays /> : <Placeholder />}
        <ShadingChoice />
      </div>
    </Drawer>
  );
}

function LayerChoice({ row }: { row: LayerRow }) {
  const isOn = useMapStore((state) => isShown(row, state));
  if (!row.toggle || row.toggle.button) return null;
  return (
    <Choice isOn={isOn} onChange={(next) => switchLayer(row.id, next)}>
      {row.toggle.label}
    </Choice>
  );
}

function Placeholder() {
  const [isOn, setIsOn] = useState(false);
  return (
    <Choice isOn={isOn} onChange={setIsOn}>
      <span className="text-ink-soft">
        More overlays to come
        <span className="block text-xs">Does nothing yet</span>
      </span>
    </Choice>
  );
}

/** The list is as the overlays lie on the map, the top first. */
function Overlays() {
  const layers = useMapStore((state) => state.layers);
  const overlayOrder = useMapStore((state) => state.overlayOrder);
  const [moved, setMoved] = useState('');
  const rows = overlayRows({ layers, overlayOrder });
  const move = ({ id, toggle }: LayerRow, to: number) => {
    if (to < 0 || to >= rows.length) return;
    moveOverlay(id, to);
    setMoved(`${toggle!.label}: ${to + 1} of ${rows.length}`);
  };
  return (
    <div className="mt-2 grid grid-cols-1 border-t border-hairline pt-2">
      {rows.map((row, at) => (
        <OverlayChoice key={row.id} row={row}>
          {rows.length > 1 && (
            <MoveButtons
              title={row.toggle!.label}
              isFirst={at === 0}
              isLast={at === rows.length - 1}
              onMove={(by) => move(row, at + by)}
            />
          )}
        </OverlayChoice>
      ))}
      <p role="status" className="sr-only">
        {moved}
      </p>
    </div>
  );
}

function OverlayChoice({ row, children }: { row: LayerRow; children: ReactNode }) {
  const isOn = useMapStore((state) => isShown(row, state));
  const isFailing = useMapStore(({ failingOverlays }) => failingOverlays.includes(row.id));
  const title = row.toggle!.label;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would need a legend beside the checkbox's own label
    <div role="group" aria-label={title}>
      <div className="flex pr-1">
        <Choice isOn={isOn} onChange={(next) => switchOverlay(row.id, next)}>
          {title}
        </Choice>
        {children}
      </div>
      {isOn && (
        <div className="grid grid-cols-1 gap-1.5 pr-4 pb-3 pl-11">
          {isFailing && (
            <p role="status" className="text-xs text-danger">
              Could not be loaded. The map tries again by itself.
            </p>
          )}
          <Opacity id={row.id} title={title} />
          {row.legend && row.legend.length > 0 && <Legend entries={row.legend} />}
        </div>
      )}
    </div>
  );
}

type MoveButtonsProps = { title: string; isFirst: boolean; isLast: boolean; onMove: (by: -1 | 1) => void };

/** Not `disabled` at the ends: the overlay that has just arrived there would lose the keyboard focus. */
function MoveButtons({ title, isFirst, isLast, onMove }: MoveButtonsProps) {
  return (
    <div className="flex shrink-0 text-ink-soft">
      <ControlButton name={`Move ${title} up`} aria-disabled={isFirst} onPress={() => onMove(-1)}>
        <ChevronUp size={18} strokeWidth={2} aria-hidden="true" />
      </ControlButton>
      <ControlButton name={`Move ${title} down`} aria-disabled={isLast} onPress={() => onMove(1)}>
        <ChevronDown size={18} strokeWidth={2} aria-hidden="true" />
      </ControlButton>
    </div>
  );
}

function Opacity({ id, title }: { id: string; title: string }) {
  const percent = useMapStore((state) => opacityOf(id, state));
  return (
    <label className="flex flex-wrap items-center gap-x-3 text-xs text-ink-soft">
      Opacity
      <input
        type="range"
        min={0}
        max={100}
        step={5}
        value={percent}
        aria-label={`Opacity of ${title}`}
        aria-valuetext={`${percent}%`}
        onChange={(event) => changeOpacity(id, event.target.valueAsNumber)}
        className="h-8 min-w-0 grow basis-24 cursor-pointer accent-accent pointer-coarse:h-11"
      />
      <span aria-hidden="true" className="w-9 text-right tabular-nums">
        {percent}%
      </span>
    </label>
  );
}

type ChoiceProps = { isOn: boolean; onChange: (isOn: boolean) => void; children: ReactNode };

function Choice({ isOn, onChange, children }: ChoiceProps) {
  return (
    <label className="flex min-h-11 min-w-0 flex-1 cursor-pointer items-start gap-3 px-4 py-3 hover:bg-hover">
      <input
        type="checkbox"
        checked={isOn}
        onChange={(event) => onChange(event.target.checked)}
        className="mt-0.5 size-4 shrink-0 accent-accent"
      />
      <span className="min-w-0 wrap-anywhere">{children}</span>
    </label>
  );
}
