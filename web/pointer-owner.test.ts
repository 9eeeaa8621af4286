import { expect, test } from 'vitest';
import type { MapTool } from './map-store.ts';
import {
  closedTool,
  type OpenTool,
  ownsPointer,
  type PointerUser,
  pointsAtParcels,
  toggledTool,
} from './pointer-owner.ts';

const tools: MapTool[] = ['none', 'measure', 'draw', 'pick', 'whose-land'];
const openTools: OpenTool[] = ['measure', 'draw', 'pick', 'whose-land'];
const users: PointerUser[] = ['parcels', 'measure', 'draw', 'pick'];

test.each(tools)('[W3] whatever is open (%s), a click has exactly one owner', (tool) => {
  expect(users.filter((user) => ownsPointer(user, tool))).toHaveLength(1);
});

test.each(
  users.flatMap((first) =>
    users.filter((second) => second !== first).map((second) => [first, second] as const),
  ),
)('[W3] %s and %s never own the same click', (first, second) => {
  for (const tool of tools) expect(ownsPointer(first, tool) && ownsPointer(second, tool)).toBe(false);
});

test('[S18] parcels are pointed at while one is selected or several are picked, not with another tool', () => {
  expect(tools.filter(pointsAtParcels)).toEqual(['none', 'pick', 'whose-land']);
});

test('[W3] a click is a parcel only while neither measuring nor drawing', () => {
  expect(ownsPointer('parcels', 'none')).toBe(true);
  expect(ownsPointer('parcels', 'measure')).toBe(false);
  expect(ownsPointer('parcels', 'draw')).toBe(false);
});

test.each(openTools)(
  'opening %s replaces the open tool, and a second press gives clicks back to the parcels',
  (tool) => {
    for (const current of tools.filter((other) => other !== tool))
      expect(toggledTool(current, tool)).toBe(tool);
    expect(toggledTool(tool, tool)).toBe('none');
  },
);

test('a tool closes itself, never the one opened after it', () => {
  for (const tool of openTools) {
    expect(closedTool(tool, tool)).toBe('none');
    for (const other of tools.filter((one) => one !== tool)) expect(closedTool(other, tool)).toBe(other);
  }
});
