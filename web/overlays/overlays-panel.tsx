// The overlays panel: a checkbox for each layer that has no button among the map tools, with the legend of those that are on.
import { type ReactNode, useState } from 'react';
import { isShown, type LayerRow, layerRows, switchLayer } from '../layer-table.ts';
import { useMapStore } from '../map-store.ts';
import { Drawer } from '../ui/drawer.tsx';

const close = () => useMapStore.setState({ panel: 'none' });

export function OverlaysPanel() {
  const isOpen = useMapStore(({ panel }) => panel === 'overlays');
  return (
    <Drawer side="right" title="Overlays" className="w-[13rem] max-w-[80vw]" isOpen={isOpen} onClose={close}>
      <OverlayChoices />
    </Drawer>
  );
}

function OverlayChoices() {
  const layers = useMapStore((state) => state.layers);
  return (
    <div className="grid py-2">
      {layerRows(layers).map((row) => (
        <LayerChoice key={row.id} row={row} />
      ))}
      {!layers.some(({ kind }) => kind === 'overlay') && <Placeholder />}
    </div>
  );
}

function LayerChoice({ row }: { row: LayerRow }) {
  const isOn = useMapStore((state) => isShown(row, state));
  if (!row.toggle || row.toggle.button) return null;
  return (
    <>
      <Choice isOn={isOn} onChange={(next) => switchLayer(row.id, next)}>
        {row.toggle.label}
      </Choice>
      {isOn && row.legend && <Legend entries={row.legend} />}
    </>
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

type ChoiceProps = { isOn: boolean; onChange: (isOn: boolean) => void; children: ReactNode };

function Choice({ isOn, onChange, children }: ChoiceProps) {
  return (
    <label className="flex min-h-11 cursor-pointer items-center gap-3 px-4 py-1.5 hover:bg-hover">
      <input
        type="checkbox"
        checked={isOn}
        onChange={(event) => onChange(event.target.checked)}
        className="size-4 shrink-0 accent-accent"
      />
      <span>{children}</span>
    </label>
  );
}

function Legend({ entries }: { entries: NonNullable<LayerRow['legend']> }) {
  return (
    <ul className="grid gap-1 pr-4 pb-2 pl-11 text-xs">
      {entries.map(({ label, color }) => (
        <li key={label} className="flex items-baseline gap-2">
          <span className="size-3 shrink-0 rounded-xs" style={{ backgroundColor: color }} />
          {label}
        </li>
      ))}
    </ul>
  );
}
