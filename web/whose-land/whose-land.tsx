// Whose land am I on? Words in a box like that of the other tools, while the map follows my location and the lot under it is selected.
import { lazy } from 'react';
import { useMapStore } from '../map-store.ts';
import { LoadedLater } from '../ui/error-boundary.tsx';
import type { LandCalls } from './follow-land.ts';

const LandStrip = lazy(async () => ({ default: (await import('./land-strip.tsx')).LandStrip }));

export function WhoseLand(calls: LandCalls) {
  const isOpen = useMapStore(({ tool }) => tool === 'whose-land');
  return (
    isOpen && (
      <LoadedLater>
        <LandStrip {...calls} />
      </LoadedLater>
    )
  );
}
