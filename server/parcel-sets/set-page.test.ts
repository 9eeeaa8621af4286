import { expect, test, vi } from 'vitest';
import { answerOfPage, parseCursor, textOf } from './set-page.ts';

const set = { text: 'taxacres > 10', sort: [{ field: 'name', isDescending: true }] as const };
const page = (rows: number) => ({
  version: 'ab c/~',
  count: 10,
  acres: 5,
  bounds: null,
  rows,
  json: Buffer.from(JSON.stringify(Array(rows).fill({ pin: 'é' }))),
});

test('[P8] the cursor of a page leads to the next one, of the same set', () => {
  const { next } = answerOfPage(page(3), { set, offset: 3 });
  expect(next).toMatch(/^[\w-]+$/);
  expect(parseCursor(next!, set)).toEqual({ offset: 6, version: 'ab c/~' });
});

test('[P8] the text of a page is that of all of the answer, whatever its other texts are', () => {
  const type = vi.fn();
  const answer = { count: 2, filter: 'name = \'"parcels":[]\'', parcels: [], next: null };
  const text = textOf({ type } as never, answer, page(2)).toString();
  expect(text).toBe(JSON.stringify({ ...answer, parcels: [{ pin: 'é' }, { pin: 'é' }] }));
  expect(type).toHaveBeenCalledExactlyOnceWith('application/json; charset=utf-8');
});

test('[P8] the last page has none, and neither has one without rows', () => {
  expect(answerOfPage(page(4), { set, offset: 6 }).next).toBeNull();
  expect(answerOfPage(page(0), { set, offset: 0 }).next).toBeNull();
});

test('[P8] the cursor of another set, or none at all, is refused', () => {
  const next = answerOfPage(page(3), { set, offset: 0 }).next!;
  const refused = expect.objectContaining({ status: 400 });
  expect(() => parseCursor(next, { ...set, text: 'taxacres > 11' })).toThrow(refused);
  expect(() => parseCursor(next, { ...set, sort: [] })).toThrow(refused);
  for (const cursor of [
    '',
    'x',
    '%',
    `${next}A`,
    next.slice(1),
    next.slice(0, 20),
    btoa('-1 x y'),
    '\ud800',
  ]) {
    expect(() => parseCursor(cursor, set), cursor).toThrow(refused);
  }
});
