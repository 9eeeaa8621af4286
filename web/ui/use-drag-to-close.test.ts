import { describe, expect, test } from 'vitest';
import { dragCloses, type PointerSample } from './use-drag-to-close.ts';

const PANEL_HEIGHT_PX = 300;

function closesAfter(...steps: [y: number, timeMs: number][]): boolean {
  const samples: PointerSample[] = steps.map(([y, timeMs]) => ({ y, timeMs }));
  return dragCloses({ samples, panelHeightPx: PANEL_HEIGHT_PX });
}

describe('a panel that was dragged by its handle', () => {
  test('closes when released past a third of its height, however slowly', () => {
    expect(closesAfter([500, 0], [601, 5000])).toBe(true);
    expect(closesAfter([500, 0], [600, 5000])).toBe(false);
  });

  test('closes on a fast flick, however short', () => {
    expect(closesAfter([500, 0], [510, 16], [530, 32])).toBe(true);
  });

  test('stays after a fast move that came to rest', () => {
    expect(closesAfter([500, 0], [560, 30], [560, 400])).toBe(false);
  });

  test('stays after a slow and short drag, a tap, and a drag upwards', () => {
    expect(closesAfter([500, 0], [510, 50], [520, 100])).toBe(false);
    expect(closesAfter([500, 0], [500, 80])).toBe(false);
    expect(closesAfter([500, 0], [100, 50])).toBe(false);
  });

  test('stays when the pointer moved down and came back', () => {
    expect(closesAfter([500, 0], [700, 200], [490, 260])).toBe(false);
  });

  test('a single point has no speed', () => {
    expect(closesAfter([500, 0])).toBe(false);
    expect(closesAfter([500, 0], [520, 0])).toBe(false);
  });
});
