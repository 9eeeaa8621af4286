// Entry to drawing: finished drawings always show; the toolbar and the drawing library are loaded when first opened.
import type { Feature } from 'geojson';
import type { Map as MapLibreMap } from 'maplibre-gl';
import { lazy, useEffect } from 'react';
import { useMapStore } from '../map-store.ts';
import type { Repairs } from '../repairs.ts';
import { putShapesOnMap } from '../shapes-on-map.ts';
import { LoadedLater } from '../ui/error-boundary.tsx';
import { readOnlyLayers } from './draw-styles.ts';
import type { Drawing } from './drawing.ts';
import { DrawingNames } from './drawing-names.tsx';
import { addDrawingsFrom, mergeOtherTabs, openDrawings, useDrawings } from './drawings-store.ts';

const READ_ONLY_SOURCE = 'drawings';

const DrawToolbar = lazy(async () => ({ default: (await import('./draw-toolbar.tsx')).DrawToolbar }));

export type DrawToolsProps = {
  map: MapLibreMap;
  /** The user whose drawings these are. */
  person: string;
  /** A font that every style of the map has. */
  labelFont: readonly string[];
  repairs: Repairs;
};

export function DrawTools({ map, person, labelFont, repairs }: DrawToolsProps) {
  const isOpen = useMapStore(({ tool }) => tool === 'draw');
  useEffect(() => openDrawings(person), [person]);
  useFileDrop();
  useOtherTabs();
  useAccountSync({ map, person, repairs });
  const readOnly = <ReadOnlyDrawings map={map} labelFont={labelFont} />;
  if (!isOpen) return readOnly;
  return (
    <LoadedLater meanwhile={readOnly}>
      <DrawToolbar map={map} labelFont={labelFont} />
    </LoadedLater>
  );
}

/** The drawings while the tools are closed: they take no clicks and do not need the library. */
function ReadOnlyDrawings({ map, labelFont }: { map: MapLibreMap; labelFont: readonly string[] }) {
  const isEmpty = useDrawings(({ history }) => history.present.length === 0);
  useEffect(() => {
    if (isEmpty) return;
    const shapes = putShapesOnMap({
      map,
      source: READ_ONLY_SOURCE,
      place: 'drawings',
      layers: readOnlyLayers,
    });
    const show = () =>
      shapes.show({ type: 'FeatureCollection', features: useDrawings.getState().history.present.map(onMap) });
    show();
    const unsubscribe = useDrawings.subscribe(show);
    return () => {
      unsubscribe();
      shapes.remove();
    };
  }, [map, isEmpty]);
  return isEmpty ? null : <DrawingNames map={map} font={labelFont} />;
}

/** Only what the layers read: properties of files may have names on which MapLibre fails, such as `constructor`. */
function onMap({ type, geometry, properties }: Drawing): Feature {
  const { color } = properties;
  return { type, geometry, properties: typeof color === 'string' ? { color } : {} };
}

/**
 * A GeoJSON file dropped anywhere on the page opens the draw tools and is added. The whole page takes the drop, because
 * the browser would otherwise leave the page to show a file that was dropped beside the map.
 */
function useFileDrop(): void {
  useEffect(() => {
    const allowDrop = (event: DragEvent) => {
      if (event.dataTransfer?.types.includes('Files')) event.preventDefault();
    };
    const takeFile = (event: DragEvent) => {
      const file = event.dataTransfer?.files[0];
      if (!file) return;
      event.preventDefault();
      // A panel over the map would hide what happens.
      if (useMapStore.getState().panel !== 'none') return;
      useMapStore.setState({ tool: 'draw' });
      addDrawingsFrom(file);
    };
    window.addEventListener('dragover', allowDrop);
    window.addEventListener('drop', takeFile);
    return () => {
      window.removeEventListener('dragover', allowDrop);
      window.removeEventListener('drop', takeFile);
    };
  }, []);
}

/** Shows what other tabs draw, but not while a shape is edited here: it would move under the pointer. */
function useOtherTabs(): void {
  const isEditing = useDrawings((state) => state.isEditing);
  useEffect(() => {
    if (isEditing) return;
    // Catches up with what was stored meanwhile.
    mergeOtherTabs();
    window.addEventListener('storage', mergeOtherTabs);
    return () => window.removeEventListener('storage', mergeOtherTabs);
  }, [isEditing]);
}

/** Once the map is drawn, its code too: the drawings of this browser's copy are there at once. */
function useAccountSync({ map, person, repairs }: Omit<DrawToolsProps, 'labelFont'>): void {
  useEffect(() => {
    const key = 'drawings';
    let isGone = false;
    let stop = () => {};
    const start = () =>
      import('./sync-drawings.ts').then(
        ({ syncDrawings }) => {
          if (!isGone) stop = syncDrawings({ person, repairs });
        },
        () => repairs.needs(key, start),
      );
    const waiting = map.on('idle', () => {
      waiting.unsubscribe();
      start();
    });
    return () => {
      isGone = true;
      waiting.unsubscribe();
      repairs.drop(key);
      stop();
    };
  }, [map, person, repairs]);
}
