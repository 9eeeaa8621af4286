// The drawings as the notebook lists them, and what it does with them. Every change is a step that the draw tools can undo.
import type { Map as MapLibreMap } from 'maplibre-gl';
import { useCallback, useMemo } from 'react';
import { messages } from '../../contract/messages.ts';
import { type Projected, useProjected } from '../coordinates.ts';
import { partsOf } from '../drawn-shape.ts';
import { colorOf } from '../notebook-colors.ts';
import type { DrawingChange, FileAdded, NotebookDrawing, NotebookDrawings } from '../notebook-drawings.ts';
import { useSizes } from '../preferences.ts';
import type { Sizes } from '../sizes.ts';
import type { Drawing } from './drawing.ts';
import { drawingBounds } from './drawing-bounds.ts';
import { nameOf, renamed } from './drawing-name.ts';
import { metersOf, sizeLines, squareMetersOf } from './drawing-size.ts';
import { addFile, recordDrawings, useDrawings } from './drawings-store.ts';
import { furtherProperties } from './file-properties.ts';
import { goToDrawings } from './go-to-drawings.ts';
import { DRAWING_FILE_TYPES } from './read-drawing-file.ts';

const present = () => useDrawings.getState().history.present;

export function useNotebookDrawings(map: MapLibreMap | undefined): NotebookDrawings {
  const drawings = useDrawings(({ history }) => history.present);
  const isKept = useDrawings(({ notice }) => notice !== messages.drawingsNotKept);
  const sizes = useSizes();
  const projected = useProjected();
  const show = useCallback(
    (id: string) => {
      const bounds = drawingBounds(present().filter((drawing) => drawing.id === id));
      if (map && bounds) goToDrawings({ map, bounds });
    },
    [map],
  );
  return useMemo(
    () => ({
      list: drawings.map((drawing) => listed(drawing, { sizes, projected })),
      notice: isKept ? undefined : messages.drawingsNotKept,
      change,
      remove,
      addFile: addToNotebook,
      fileTypes: DRAWING_FILE_TYPES,
      show,
    }),
    [drawings, isKept, sizes, projected, show],
  );
}

async function addToNotebook(file: File, canceled: AbortSignal): Promise<FileAdded> {
  const result = await addFile(file, canceled);
  if ('problem' in result) return result;
  const { drawings, ...others } = result;
  return { ids: drawings.map(({ id }) => id), ...others };
}

/** Drawings are never changed in place, and measuring takes its time. */
type Written = { sizes: Sizes; projected: Projected };
const known = new WeakMap<Drawing, Written & { listed: NotebookDrawing }>();

function listed(drawing: Drawing, { sizes, projected }: Written): NotebookDrawing {
  const before = known.get(drawing);
  if (before?.sizes === sizes && before.projected === projected) return before.listed;
  const { id, properties, geometry } = drawing;
  const { points, lines, polygons } = partsOf(geometry);
  const [headline = ''] = sizeLines([drawing], sizes, projected);
  const now: NotebookDrawing = {
    id,
    name: nameOf(drawing),
    shape: polygons.length > 0 ? 'area' : lines.length > 0 ? 'line' : points.length > 1 ? 'points' : 'point',
    size: headline,
    squareMeters: squareMetersOf(polygons),
    meters: metersOf(lines),
    notes: textOf(properties.notes),
    folder: textOf(properties.folder) || null,
    color: colorOf(properties.color) ?? null,
    properties: furtherProperties(properties),
    geometry,
  };
  known.set(drawing, { sizes, projected, listed: now });
  return now;
}

const textOf = (value: unknown) => (typeof value === 'string' ? value : '');

function change(ids: readonly string[], changes: DrawingChange): void {
  const wanted = new Set(ids);
  recordDrawings(present().map((drawing) => (wanted.has(drawing.id) ? changed(drawing, changes) : drawing)));
}

/** Null takes a property away. */
function changed(drawing: Drawing, { name, ...others }: DrawingChange): Drawing {
  const entries = Object.entries({ ...drawing.properties, ...others }).filter(
    ([key, value]) => !(key in others && value === null),
  );
  const next = { ...drawing, properties: Object.fromEntries(entries) };
  return name === undefined ? next : renamed(next, name);
}

function remove(ids: readonly string[]): () => void {
  const wanted = new Set(ids);
  const removed = present().filter(({ id }) => wanted.has(id));
  recordDrawings(present().filter(({ id }) => !wanted.has(id)));
  return () => {
    // Unless an undo of the draw tools was quicker.
    const here = new Set(present().map(({ id }) => id));
    recordDrawings([...present(), ...removed.filter(({ id }) => !here.has(id))]);
  };
}
