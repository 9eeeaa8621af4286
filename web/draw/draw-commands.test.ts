import { expect, test } from 'vitest';
import { actionsFor, commandForKey, type DrawFacts } from './draw-commands.ts';

const idle = {
  mode: 'simple_select',
  selectedTypes: [],
  canTrashVertices: false,
  placedVertexCount: 0,
} as const;
const actions = (facts: Partial<DrawFacts>) => actionsFor({ ...idle, ...facts });

test('with nothing selected there is nothing to delete, combine or finish', () => {
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

test('[D6] a Multi feature can be uncombined, others cannot', () => {
  expect(actions({ selectedTypes: ['Point', 'MultiPolygon'] }).canUncombine).toBe(true);
  expect(actions({ selectedTypes: ['Polygon'] }).canUncombine).toBe(false);
});

test('[D3] in direct_select only selected vertices can be deleted', () => {
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

const press = (key: string, ...held: ('ctrlKey' | 'metaKey' | 'shiftKey' | 'altKey')[]) =>
  commandForKey({
    key,
    ctrlKey: held.includes('ctrlKey'),
    metaKey: held.includes('metaKey'),
    shiftKey: held.includes('shiftKey'),
    altKey: held.includes('altKey'),
  });

test('[D7] 1, 2 and 3 draw a point, a line, a polygon; Backspace and Delete trash', () => {
  expect(['1', '2', '3', 'Backspace', 'Delete'].map((key) => press(key))).toEqual([
    'point',
    'line',
    'polygon',
    'trash',
    'trash',
  ]);
});

test('Ctrl or Cmd with Z undoes, with Shift too or with Y redoes', () => {
  expect(press('z', 'ctrlKey')).toBe('undo');
  expect(press('z', 'metaKey')).toBe('undo');
  expect(press('Z', 'ctrlKey', 'shiftKey')).toBe('redo');
  expect(press('Z', 'metaKey', 'shiftKey')).toBe('redo');
  expect(press('y', 'ctrlKey')).toBe('redo');
});

test('the browser keeps its own shortcuts', () => {
  expect(press('1', 'ctrlKey')).toBeUndefined();
  expect(press('2', 'altKey')).toBeUndefined();
  expect(press('y', 'metaKey')).toBeUndefined();
  expect(press('Backspace', 'ctrlKey')).toBeUndefined();
  expect(press('z')).toBeUndefined();
});
