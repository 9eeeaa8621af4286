// The door to drawing: what was drawn always shows; the tools and the library come when they are opened.
import type { Map as MapLibreMap } from 'maplibre-gl';
import { lazy, Suspense, useEffect } from 'react';
import { useMapStore } from '../map-store.ts';
import { ErrorBoundary } from '../ui/error-boundary.tsx';
import { adoptStoredDrawings } from './drawings-store.ts';
import { RestingDrawings } from './resting-drawings.tsx';
import { DRAWINGS_KEY } from './stored-drawings.ts';
import { useDroppedFile } from './use-dropped-file.ts';

const DrawToolbar = lazy(async () => ({ default: (await import('./draw-toolbar.tsx')).DrawToolbar }));

export function DrawTools({ map }: { map: MapLibreMap }) {
  const isOpen = useMapStore(({ tool }) => tool === 'draw');
  useDroppedFile(map);
  useOtherTabs(isOpen);
  if (!isOpen) return <RestingDrawings map={map} />;
  return (
    <ErrorBoundary>
      <Suspense fallback={<RestingDrawings map={map} />}>
        <DrawToolbar map={map} />
      </Suspense>
    </ErrorBoundary>
  );
}

/** What another tab draws shows here too, but never in the middle of drawing. */
function useOtherTabs(isDrawing: boolean): void {
  useEffect(() => {
    if (isDrawing) return;
    const adopt = ({ key }: StorageEvent) => {
      if (key === DRAWINGS_KEY) adoptStoredDrawings();
    };
    window.addEventListener('storage', adopt);
    return () => window.removeEventListener('storage', adopt);
  }, [isDrawing]);
}
