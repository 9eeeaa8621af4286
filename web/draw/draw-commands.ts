// Which actions the draw tools offer in the library's current state, and the keyboard shortcuts.
import type { DrawLibrary, DrawMode } from './draw-library.ts';
import type { Drawing, DrawnGeometry } from './drawing.ts';

export type DrawFacts = {
  mode: DrawMode;
  selectedTypes: readonly DrawnGeometry['type'][];
  /** In direct_select: whether a vertex is selected. */
  canTrashVertices: boolean;
  /** Of the shape being drawn. */
  placedVertexCount: number;
  /** The selected shapes, or the one being drawn: its last vertex follows the pointer. */
  shapes: readonly Drawing[];
};

export type DrawActions = {
  canTrash: boolean;
  canCombine: boolean;
  canUncombine: boolean;
  isDrawing: boolean;
  /** Undefined where no Finish button is needed: a point is done with one click. */
  canFinish: boolean | undefined;
};

const VERTICES_MIN: Partial<Record<DrawMode, number>> = { draw_line_string: 2, draw_polygon: 3 };

export const isDrawMode = (mode: DrawMode) => mode.startsWith('draw_');

export function actionsFor({ mode, selectedTypes, ...facts }: Omit<DrawFacts, 'shapes'>): DrawActions {
  const isSelecting = mode === 'simple_select';
  const kinds = new Set(selectedTypes.map((type) => type.replace('Multi', '')));
  const verticesMin = VERTICES_MIN[mode];
  return {
    canTrash: isDrawMode(mode) || (isSelecting ? selectedTypes.length > 0 : facts.canTrashVertices),
    canCombine: isSelecting && selectedTypes.length > 1 && kinds.size === 1,
    canUncombine: isSelecting && selectedTypes.some((type) => type.startsWith('Multi')),
    isDrawing: isDrawMode(mode),
    canFinish: verticesMin === undefined ? undefined : facts.placedVertexCount >= verticesMin,
  };
}

/** All but `canTrashVertices`: only the library's events report that a new vertex from a midpoint is selected. */
export function factsOf(draw: DrawLibrary): Omit<DrawFacts, 'canTrashVertices'> {
  const mode = draw.getMode();
  const selected = draw.getSelected().features;
  // The shape being drawn is the newest feature.
  const shapes = isDrawMode(mode) ? draw.getAll().features.slice(-1) : selected;
  return {
    mode,
    selectedTypes: selected.map(({ geometry }) => geometry.type),
    placedVertexCount: isDrawMode(mode) ? placedVertices(shapes[0]?.geometry) : 0,
    shapes,
  };
}

/** The last vertex follows the pointer and is not placed yet. */
function placedVertices(geometry: DrawnGeometry | undefined): number {
  if (geometry?.type === 'LineString') return Math.max(geometry.coordinates.length - 1, 0);
  // A ring repeats its first position.
  if (geometry?.type === 'Polygon') return Math.max((geometry.coordinates[0]?.length ?? 0) - 2, 0);
  return 0;
}

export type DrawCommand = 'undo' | 'redo' | 'back' | 'point' | 'line' | 'polygon' | 'trash' | 'finish';

type KeyPress = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'shiftKey' | 'altKey'>;

const plainKeys: Record<string, DrawCommand> = {
  Escape: 'back',
  Enter: 'finish',
  Backspace: 'trash',
  Delete: 'trash',
  1: 'point',
  2: 'line',
  3: 'polygon',
};

/** The library handles these itself while the map has the focus. */
export const handledByLibrary: ReadonlySet<DrawCommand> = new Set([
  'point',
  'line',
  'polygon',
  'trash',
  'finish',
]);

export function commandForKey({
  key,
  ctrlKey,
  metaKey,
  shiftKey,
  altKey,
}: KeyPress): DrawCommand | undefined {
  if (altKey) return;
  if (!ctrlKey && !metaKey) return plainKeys[key];
  if (key.toLowerCase() === 'z') return shiftKey ? 'redo' : 'undo';
  if (key.toLowerCase() === 'y' && ctrlKey) return 'redo';
}
