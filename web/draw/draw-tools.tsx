// The door to drawing: what was drawn always shows; the tools and the library come when they are opened.
import type { Map as MapLibreMap } from 'maplibre-gl';
import { lazy, Suspense, useEffect } from 'react';
import { useMapStore } from '../map-store.ts';
import { ErrorBoundary } from '../ui/error-boundary.tsx';
import { joinOtherTabs, openDrawings } from './drawings-store.ts';
import { RestingDrawings } from './resting-drawings.tsx';
import { useDroppedFile } from './use-dropped-file.ts';

const DrawToolbar = lazy(async () => ({ default: (await import('./draw-toolbar.tsx')).DrawToolbar }));

type DrawToolsProps = {
  map: MapLibreMap;
  /** Whose drawings these are. */
  person: string;
};

export function DrawTools({ map, person }: DrawToolsProps) {
  const isOpen = useMapStore(({ tool }) => tool === 'draw');
  useEffect(() => openDrawings(person), [person]);
  useDroppedFile();
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
    // Also what came while one was drawing here.
    joinOtherTabs();
    window.addEventListener('storage', joinOtherTabs);
    return () => window.removeEventListener('storage', joinOtherTabs);
  }, [isDrawing]);
}
