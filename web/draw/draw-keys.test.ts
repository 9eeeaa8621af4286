import { expect, test } from 'vitest';
import { drawCommand } from './draw-keys.ts';

const press = (key: string, ...held: ('ctrlKey' | 'metaKey' | 'shiftKey' | 'altKey')[]) =>
  drawCommand({
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

test('a browser keeps its own shortcuts', () => {
  expect(press('1', 'ctrlKey')).toBeUndefined();
  expect(press('2', 'altKey')).toBeUndefined();
  expect(press('y', 'metaKey')).toBeUndefined();
  expect(press('Backspace', 'ctrlKey')).toBeUndefined();
  expect(press('z')).toBeUndefined();
});
