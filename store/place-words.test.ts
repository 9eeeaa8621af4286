// Tests that every way of writing a word leads to the form that is indexed.
import { expect, test } from 'vitest';
import { nameWords, queryWords } from './place-words.ts';

test.each([
  ['Maple St', 'maple street'],
  ['St Johns Rd', 'saint johns road'],
  ['Saint Johns Road', 'saint johns road'],
  ['Mt. Vernon Pkwy', 'mount vernon parkway'],
  ['N.E. Fifth Ave.', 'northeast 5th avenue'],
  ['Dr King Dr', 'doctor king drive'],
  ["O'Brien Ct", 'obrien court'],
  ['Cañon Trl', 'canon trail'],
])('%s is indexed as %s', (name, words) => {
  expect(nameWords(name).join(' ')).toBe(words);
});

test.each([
  ['Maple Street', 'maple st'],
  ['Saint Johns Road', 'st johns rd'],
  ['St Johns Rd', 'saint johns road'],
  ['N Main St', 'north main street'],
  ['North Main Street', 'n. main st.'],
  ['5th Ave', 'fifth avenue'],
  ['Fifth Avenue', '5th av'],
  ['Dr King Dr', 'doctor king drive'],
])('%s is met by: %s', (name, typed) => {
  const indexed = nameWords(name);
  const asked = queryWords(typed);
  expect(asked).toHaveLength(indexed.length);
  asked.forEach(({ forms }, at) => {
    expect(forms).toContain(indexed[at]);
  });
});

test('an abbreviated state is one word, however it is dotted', () => {
  expect(queryWords('Raleigh, N.C.').map(({ typed }) => typed)).toEqual(['raleigh', 'nc']);
  expect(queryWords('Washington D.C').map(({ typed }) => typed)).toEqual(['washington', 'dc']);
});
