// The names of the drawings on the map.
import type { Map as MapLibreMap } from 'maplibre-gl';
import { useEffect, useRef } from 'react';
import { putShapesOnMap, type ShapesOnMap } from '../shapes-on-map.ts';
import { NAME_LAYER, nameLayers } from './draw-styles.ts';
import type { Drawing } from './drawing.ts';
import { nameLabels } from './drawing-name.ts';
import { useDrawings } from './drawings-store.ts';

const NAME_SOURCE = 'drawing-names';
const NONE: readonly Drawing[] = [];

type DrawingNamesProps = {
  map: MapLibreMap;
  font: readonly string[];
  /** Shapes that are being changed: their names follow them before the change is recorded. */
  edited?: readonly Drawing[];
};

export function DrawingNames({ map, font, edited = NONE }: DrawingNamesProps) {
  const drawings = useDrawings(({ history }) => history.present);
  const shapes = useRef<ShapesOnMap>(undefined);
  useEffect(() => {
    const put = putShapesOnMap({
      map,
      source: NAME_SOURCE,
      place: 'drawing-names',
      layers: nameLayers(font),
    });
    shapes.current = put;
    return () => put.remove();
  }, [map, font]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the map and the font, because their layer begins empty
  useEffect(() => {
    const now = new Map(edited.map((drawing) => [drawing.id, drawing]));
    shapes.current?.show(nameLabels(drawings.map((drawing) => now.get(drawing.id) ?? drawing)));
  }, [drawings, edited, map, font]);
  const isOverLibrary = edited !== NONE;
  useEffect(() => {
    if (isOverLibrary) return keepOnTop(map);
  }, [map, isOverLibrary]);
  return null;
}

/** The library adds its layers above all others, where its shapes would cover their own names. */
function keepOnTop(map: MapLibreMap): () => void {
  const raise = () => {
    if (map.getLayer(NAME_LAYER) && map.getLayersOrder().at(-1) !== NAME_LAYER) map.moveLayer(NAME_LAYER);
  };
  raise();
  return map.on('styledata', raise).unsubscribe;
}
