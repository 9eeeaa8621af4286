// Entry to measuring: the measure box is loaded when first opened, and unmounted with its state when closed.
import type { Map as MapLibreMap } from 'maplibre-gl';
import { lazy } from 'react';
import { useMapStore } from '../map-store.ts';
import { LoadedLater } from '../ui/error-boundary.tsx';

const MeasureBox = lazy(async () => ({ default: (await import('./measure-box.tsx')).MeasureBox }));

type MeasureToolsProps = {
  map: MapLibreMap;
  /** A font that every style of the map has. */
  labelFont: readonly string[];
};

export function MeasureTools(props: MeasureToolsProps) {
  const isOpen = useMapStore(({ tool }) => tool === 'measure');
  if (!isOpen) return;
  return (
    <LoadedLater>
      <MeasureBox {...props} />
    </LoadedLater>
  );
}
