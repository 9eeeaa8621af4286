// What the colors of an overlay or a shading mean.
import { useState } from 'react';
import type { MapLayer } from '../../contract/client-config.ts';

const ENTRIES_MAX = 12;

export function Legend({ entries }: { entries: NonNullable<MapLayer['legend']> }) {
  const [isWhole, setIsWhole] = useState(false);
  const isLong = entries.length > ENTRIES_MAX;
  return (
    <>
      <ul className="grid gap-1 text-xs">
        {entries.slice(0, isWhole ? entries.length : ENTRIES_MAX).map(({ label, color }) => (
          <li key={label} className="flex gap-2">
            <span
              className="mt-0.5 size-3 shrink-0 rounded-xs outline outline-hairline"
              style={{ backgroundColor: color }}
            />
            <span className="min-w-0 wrap-anywhere">{label}</span>
          </li>
        ))}
      </ul>
      {isLong && (
        <button
          type="button"
          aria-expanded={isWhole}
          onClick={() => setIsWhole(!isWhole)}
          className="min-h-8 cursor-pointer justify-self-start pointer-coarse:min-h-11 text-xs font-semibold text-accent underline underline-offset-3"
        >
          {isWhole ? 'Show fewer' : `Show all ${entries.length}`}
        </button>
      )}
    </>
  );
}
