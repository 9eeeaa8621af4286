// By which field parcels are shaded, and what its colors mean.
import { useId } from 'react';
import { useMapStore } from '../map-store.ts';
import { useSizes } from '../preferences.ts';
import { chooseShading } from '../shading.ts';
import { classesOf, isShading, SHADINGS, type Shading } from '../shading-classes.ts';
import { Legend } from './legend.tsx';

export function ShadingChoice() {
  const shading = useMapStore((state) => state.shading);
  const { label: inUnits } = useSizes();
  const id = useId();
  return (
    <div className="mt-2 grid grid-cols-1 gap-2 border-t border-hairline px-4 pt-3 pb-3">
      <label htmlFor={id}>Shade parcels by</label>
      <select
        id={id}
        value={shading ?? ''}
        onChange={({ target }) => chooseShading(isShading(target.value) ? target.value : undefined)}
        className="min-h-10 w-full cursor-pointer rounded-lg border border-hairline bg-surface px-2 text-base pointer-coarse:min-h-11"
      >
        <option value="">Nothing</option>
        {SHADINGS.map(({ id: value, label }) => (
          <option key={value} value={value}>
            {inUnits(label)}
          </option>
        ))}
      </select>
      {shading && <ShadingLegend shading={shading} />}
    </div>
  );
}

function ShadingLegend({ shading }: { shading: Shading }) {
  const zoning = useMapStore((state) => state.zoningValues);
  const { land } = useSizes();
  const classes = classesOf(shading, { zoning, land });
  if (classes)
    return (
      <>
        <Legend entries={classes.legend} />
        <p className="text-xs text-ink-soft">No color: unknown</p>
      </>
    );
  // Only zoning is asked for.
  if (zoning === undefined)
    return (
      <p role="status" className="text-xs text-ink-soft">
        Loading zoning…
      </p>
    );
  if (zoning !== 'failed') return <p className="text-xs text-ink-soft">No parcel here has a zoning.</p>;
  return (
    <div role="alert" className="grid justify-items-start gap-1 text-xs">
      <p className="text-danger">The zoning could not be loaded.</p>
      <button
        type="button"
        onClick={() => chooseShading(shading)}
        className="min-h-8 cursor-pointer font-semibold text-accent underline underline-offset-3 pointer-coarse:min-h-11"
      >
        Try again
      </button>
    </div>
  );
}
