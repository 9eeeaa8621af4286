import { expect, test } from 'vitest';
import type { OpenedSet } from './map-store.ts';
import { lastOpened, nextTrail, type Shown, type Trail } from './opened-trail.ts';

const nothing: Shown = { set: undefined, pin: undefined, tool: undefined, dialogs: [] };
const dialog = { close: () => {} };
const set = (filter: string): OpenedSet => ({ filter, title: filter });
const small = set('acres < 1');
const large = set('acres > 10');
const shown = (parts: Partial<Shown>): Shown => ({ ...nothing, ...parts });

/** The trail after all of these were shown, one after the other. */
const after = (...each: Partial<Shown>[]) =>
  each.reduce<Trail>((trail, parts) => nextTrail(trail, shown(parts)), [nothing]);

test('what is opened is a step each; Back then closes one at a time', () => {
  const steps = [{ pin: '1' }, { pin: '1', set: large }, { pin: '1', set: large, dialogs: [dialog] }];
  expect(after(...steps)).toEqual([nothing, ...steps.map(shown)]);
});

test('a second set is a step of its own, also with a dialog that stays open beside it', () => {
  const dialogs = [dialog];
  expect(after({ dialogs }, { dialogs, set: small }, { dialogs, set: large }, { set: large })).toEqual([
    nothing,
    shown({ set: small }),
    shown({ set: large }),
  ]);
});

test('from one parcel or tool to the next is one step; the first one over a set leads back to that of before', () => {
  expect(after({ pin: '1' }, { pin: '2' }, { pin: '3' })).toEqual([nothing, shown({ pin: '3' })]);
  expect(after({ tool: 'measure' }, { tool: 'draw' })).toEqual([nothing, shown({ tool: 'draw' })]);
  const overSet = [
    { pin: '1' },
    { pin: '1', set: large },
    { pin: '2', set: large },
    { pin: '3', set: large },
  ];
  expect(after(...overSet)).toEqual([
    nothing,
    shown({ pin: '1' }),
    shown({ pin: '1', set: large }),
    shown({ pin: '3', set: large }),
  ]);
  // And to the first one again.
  expect(after(...overSet, { pin: '1', set: large })).toHaveLength(3);
});

test('what takes the place of something else is a step after it', () => {
  const steps = [{ pin: '1' }, { tool: 'pick' }, { set: large }] as const;
  expect(after(...steps)).toEqual([nothing, ...steps.map(shown)]);
});

test('a dialog that another thing was opened from is gone with its step', () => {
  expect(after({ dialogs: [dialog] }, { pin: '1' })).toEqual([nothing, shown({ pin: '1' })]);
  expect(after({ dialogs: [dialog] }, { dialogs: [{ ...dialog }] })).toHaveLength(2);
});

test('what is closed by hand is on no step any more, whatever was opened after it', () => {
  expect(after({ set: large }, { pin: '1', set: large }, { pin: '1' })).toEqual([
    nothing,
    shown({ pin: '1' }),
  ]);
  expect(after({ set: small }, { set: large }, {})).toEqual([nothing]);
  expect(after({ pin: '1' }, { tool: 'pick' }, { set: large }, {})).toEqual([nothing]);
  expect(after({ pin: '1' }, { pin: '1', set: large }, { pin: '2', set: large }, { set: large })).toEqual([
    nothing,
    shown({ set: large }),
  ]);
});

test('other bounds of the same sales, and the full name of the same parcel, are no step', () => {
  const sales = { miles: 1, months: 24, acres: 50 };
  const near = { ...small, subject: '1', sales };
  const far = { ...large, subject: '1', sales: { ...sales, miles: 5 } };
  expect(after({ set: near }, { set: far })).toEqual([nothing, shown({ set: far })]);
  expect(after({ set: near }, { set: { ...far, subject: '2' } })).toHaveLength(3);
  expect(after({ pin: '1' }, { pin: '1', set: large }, { pin: '1~beta', set: large })).toHaveLength(3);
});

test('steps of before the page was loaded stay, until nothing is open', () => {
  const loaded: Trail = [undefined, shown({ set: large })];
  expect(nextTrail(loaded, shown({ set: large, pin: '1' }))).toHaveLength(3);
  expect(nextTrail(loaded, nothing)).toEqual([nothing]);
});

test.each<[string, Partial<Shown>[], ReturnType<typeof lastOpened>]>([
  ['nothing', [], undefined],
  ['a parcel', [{ pin: '1' }], 'pin'],
  ['another parcel', [{ pin: '1' }, { pin: '2' }], 'pin'],
  ['a set over a parcel', [{ pin: '1' }, { pin: '1', set: large }], 'set'],
  ['a parcel of a set', [{ set: large }, { set: large, pin: '1' }], 'pin'],
  ['the next parcel of a set', [{ set: large }, { set: large, pin: '1' }, { set: large, pin: '2' }], 'pin'],
  ['a set in place of a parcel', [{ pin: '1' }, { set: large }], 'set'],
  ['another set', [{ set: small }, { set: small, pin: '1' }, { set: large, pin: '1' }], 'set'],
  ['what is left', [{ set: small }, { set: small, pin: '1' }, { pin: '1' }], 'pin'],
  ['a dialog', [{ set: small }, { set: small, dialogs: [dialog] }], 'dialog'],
  ['a set from a dialog that stays', [{ dialogs: [dialog] }, { dialogs: [dialog], set: small }], 'set'],
  ['a tool', [{ pin: '1' }, { pin: '1', tool: 'pick' }], 'tool'],
])('%s was opened last', (_, each, part) => {
  expect(lastOpened(after(...each))).toBe(part);
});
