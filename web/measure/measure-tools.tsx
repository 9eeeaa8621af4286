// Entry to measuring: the measure box is loaded when first opened, and unmounted with its state when closed.
import type { Map as MapLibreMap } from 'maplibre-gl';
import { lazy } from 'react';
import { useMapStore } from '../map-store.ts';
import { LoadedLater } from '../ui/error-boundary.tsx';

const MeasureBox = lazy(async () => ({ default: (await import('./measure-box.tsx')).MeasureBox }));

export function MeasureTools({ map }: { map: MapLibreMap }) {
  const isOpen = useMapStore(({ tool }) => tool === 'measure');
  if (!isOpen) return;
  return (
    <LoadedLater>
      <MeasureBox map={map} />
    </LoadedLater>
  );
}
