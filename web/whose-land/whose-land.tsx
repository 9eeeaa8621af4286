// Whose land am I on? Words beside the location buttons, while the map follows my location and the lot under it is selected.
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
