// Deeds are recorded on working days only.
import { expect, test } from 'vitest';
import { BOOKS_CLOSED_ON, dayOf, isoDate, openDay } from './courthouse-calendar.ts';

test.each([
  ['a Wednesday stays', '2024-05-15', '2024-05-15'],
  ['a Sunday becomes the Friday before', '2024-05-19', '2024-05-17'],
  ['Independence Day becomes the day before', '2024-07-04', '2024-07-03'],
  ['New Year on a Monday becomes the Friday before', '2024-01-01', '2023-12-29'],
  ['Thanksgiving becomes the day before', '1978-11-23', '1978-11-22'],
  ['Memorial Day becomes the Friday before', '2004-05-31', '2004-05-28'],
  ['the day after Christmas becomes the Friday before', '2023-12-26', '2023-12-22'],
])('%s', (_, asked, answered) => {
  expect(isoDate(openDay(dayOf(asked)))).toBe(answered);
});

test('the date of the roll is a working day', () => {
  expect(openDay(dayOf(BOOKS_CLOSED_ON))).toBe(dayOf(BOOKS_CLOSED_ON));
});
