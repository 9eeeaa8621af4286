// What the draw tools offer just now, from what the library is doing.
import type { DrawLibrary, DrawMode } from './draw-library.ts';
import type { DrawnGeometry } from './drawing.ts';

export type DrawFacts = {
  mode: DrawMode;
  selectedTypes: readonly DrawnGeometry['type'][];
  /** In direct_select: whether a corner is chosen. */
  canTrashVertices: boolean;
  /** Of the shape being drawn. */
  placedVertexCount: number;
};

export type DrawActions = {
  canTrash: boolean;
  canCombine: boolean;
  canUncombine: boolean;
  isDrawing: boolean;
  /** Undefined where there is nothing to be finished: a point is done with one click. */
  canFinish: boolean | undefined;
};

const VERTICES_MIN: Partial<Record<DrawMode, number>> = { draw_line_string: 2, draw_polygon: 3 };

export const isDrawMode = (mode: DrawMode) => mode.startsWith('draw_');

export function actionsFor({ mode, selectedTypes, ...facts }: DrawFacts): DrawActions {
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

/** A corner that was just made of a midpoint is chosen, too, which only the library's own events tell. */
export function factsOf(draw: DrawLibrary): Omit<DrawFacts, 'canTrashVertices'> {
  const mode = draw.getMode();
  return {
    mode,
    selectedTypes: draw.getSelected().features.map(({ geometry }) => geometry.type),
    placedVertexCount: isDrawMode(mode) ? placedVertices(draw) : 0,
  };
}

/** The shape being drawn is the newest, and ends under the pointer: that end has not been placed. */
function placedVertices(draw: DrawLibrary): number {
  const geometry = draw.getAll().features.at(-1)?.geometry;
  if (geometry?.type === 'LineString') return Math.max(geometry.coordinates.length - 1, 0);
  // A ring repeats its first position.
  if (geometry?.type === 'Polygon') return Math.max((geometry.coordinates[0]?.length ?? 0) - 2, 0);
  return 0;
}
