// The overlays panel: checkboxes for owner names and saved parcels, and a placeholder.
import { useState } from 'react';
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
  const showsOwnerNames = useMapStore((state) => state.showsOwnerNames);
  const showsSavedParcels = useMapStore((state) => state.showsSavedParcels);
  const [placeholder, setPlaceholder] = useState(false);
  return (
    <div className="grid py-2">
      <Overlay
        name="Show Owner Names"
        isOn={showsOwnerNames}
        onChange={(isOn) => useMapStore.setState({ showsOwnerNames: isOn })}
      />
      <Overlay
        name="Show Saved Parcels"
        isOn={showsSavedParcels}
        onChange={(isOn) => useMapStore.setState({ showsSavedParcels: isOn })}
      />
      <Overlay
        name="More overlays to come"
        hint="Does nothing yet"
        isOn={placeholder}
        onChange={setPlaceholder}
      />
    </div>
  );
}

type OverlayProps = { name: string; hint?: string; isOn: boolean; onChange: (isOn: boolean) => void };

function Overlay({ name, hint, isOn, onChange }: OverlayProps) {
  return (
    <label className="flex min-h-11 cursor-pointer items-center gap-3 px-4 py-1.5 hover:bg-hover">
      <input
        type="checkbox"
        checked={isOn}
        onChange={(event) => onChange(event.target.checked)}
        className="size-4 shrink-0 accent-accent"
      />
      <span className={hint && 'text-ink-soft'}>
        {name}
        {hint && <span className="block text-xs">{hint}</span>}
      </span>
    </label>
  );
}
