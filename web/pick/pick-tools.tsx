// The box of the mode in which several parcels are picked: how many, Clear and Done.
import type { Map as MapLibreMap } from 'maplibre-gl';
import { useEffect } from 'react';
import { useMapStore } from '../map-store.ts';
import { clearPicked, finishPicking, followPicking } from '../pick-parcels.ts';
import { PICKED_MAX, pickedInWords } from '../picked-parcels.ts';
import { capitalized, usePressWord } from '../ui/press-word.ts';
import { ToolBox } from '../ui/tool-box.tsx';
import { useToolKeys } from '../use-tool-keys.ts';

export function PickTools({ map }: { map: MapLibreMap }) {
  const isOpen = useMapStore(({ tool }) => tool === 'pick');
  const count = useMapStore(({ picked }) => picked.length);
  useEffect(() => followPicking(), []);
  return (
    <>
      {/* A live region must be in the DOM before its text, or screen readers stay silent. */}
      <p aria-live="polite" className="sr-only">
        {isOpen && (count === 0 ? 'Picking parcels. None is picked.' : inWords(count))}
      </p>
      {isOpen && <PickBox map={map} />}
    </>
  );
}

const inWords = (count: number) =>
  count < PICKED_MAX
    ? pickedInWords({ length: count })
    : `${pickedInWords({ length: count })}: more cannot be picked`;

function PickBox({ map }: { map: MapLibreMap }) {
  const count = useMapStore(({ picked }) => picked.length);
  const press = capitalized(usePressWord());
  // What was pressed to get here is gone with its panel: Enter picks with the crosshair.
  useEffect(() => map.getCanvas().focus({ preventScroll: true }), [map]);
  useToolKeys((event) => {
    if (event.key !== 'Escape') return;
    // Keeps other listeners from handling the same Escape.
    event.preventDefault();
    finishPicking();
  });
  return (
    <ToolBox name="Pick parcels">
      <div className="grid gap-0.5 px-1">
        <p className="font-semibold tabular-nums">{count === 0 ? 'Pick several parcels' : inWords(count)}</p>
        <p className="text-xs text-ink-soft">{press} a parcel to add it or to take it away.</p>
      </div>
      <div className="flex justify-end gap-2">
        <button type="button" disabled={count === 0} onClick={clearPicked} className="tool-button">
          Clear
        </button>
        <button type="button" onClick={finishPicking} className="button-accent">
          Done
        </button>
      </div>
    </ToolBox>
  );
}
