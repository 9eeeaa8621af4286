import { expect, test } from 'vitest';
import { answerOfPage, parseCursor } from './set-page.ts';

const set = { text: 'taxacres > 10', sort: [{ field: 'name', isDescending: true }] as const };
const page = (rows: number) => ({
  version: 'ab c/~',
  count: 10,
  acres: 5,
  bounds: null,
  parcels: Array(rows).fill({}),
});

test('[P8] the cursor of a page leads to the next one, of the same set', () => {
  const { next } = answerOfPage(page(3), { set, offset: 3 });
  expect(next).toMatch(/^[\w-]+$/);
  expect(parseCursor(next!, set)).toEqual({ offset: 6, version: 'ab c/~' });
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
