import { expect, test } from 'vitest';
import { actionsFor, type DrawFacts } from './draw-actions.ts';

const idle: DrawFacts = {
  mode: 'simple_select',
  selectedTypes: [],
  canTrashVertices: false,
  placedVertexCount: 0,
};
const actions = (facts: Partial<DrawFacts>) => actionsFor({ ...idle, ...facts });

test('with nothing chosen there is nothing to delete, combine or finish', () => {
  expect(actions({})).toEqual({
    canTrash: false,
    canCombine: false,
    canUncombine: false,
    isDrawing: false,
    canFinish: undefined,
  });
});

test('[D6] two of a kind can be combined, two of different kinds cannot', () => {
  expect(actions({ selectedTypes: ['Point', 'MultiPoint'] }).canCombine).toBe(true);
  expect(actions({ selectedTypes: ['Polygon', 'LineString'] }).canCombine).toBe(false);
  expect(actions({ selectedTypes: ['Point'] }).canCombine).toBe(false);
});

test('[D6] what was combined can be taken apart', () => {
  expect(actions({ selectedTypes: ['Point', 'MultiPolygon'] }).canUncombine).toBe(true);
  expect(actions({ selectedTypes: ['Polygon'] }).canUncombine).toBe(false);
});

test('[D3] in direct_select it is the chosen vertices that are deleted', () => {
  const editing = { mode: 'direct_select', selectedTypes: ['Polygon', 'Polygon'] } as const;
  expect(actions(editing)).toMatchObject({ canTrash: false, canCombine: false });
  expect(actions({ ...editing, canTrashVertices: true }).canTrash).toBe(true);
});

test('[D5] a line can be finished from two points on, a polygon from three, a point never', () => {
  expect(actions({ mode: 'draw_line_string', placedVertexCount: 1 }).canFinish).toBe(false);
  expect(actions({ mode: 'draw_line_string', placedVertexCount: 2 }).canFinish).toBe(true);
  expect(actions({ mode: 'draw_polygon', placedVertexCount: 2 }).canFinish).toBe(false);
  expect(actions({ mode: 'draw_polygon', placedVertexCount: 3 }).canFinish).toBe(true);
  expect(actions({ mode: 'draw_point' }).canFinish).toBeUndefined();
});
