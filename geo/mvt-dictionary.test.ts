import { expect, test } from 'vitest';
import { MvtDictionary } from './mvt-dictionary.ts';

const parcels = [
  { PIN: '4615-47-0002', ADD1: '12 Oak St', CITY: 'Davidson' },
  { PIN: '4615-46-9311', ADD1: '9 Mill Rd', CITY: 'Davidson' },
  { PIN: '4615-46-0001', ADD1: '300 Oak St', CITY: 'Cornelius' },
  { PIN: '4615-46-0003', ADD1: '300 Oak St', CITY: 'Cornelius' },
];

function dictionaryOf(list: readonly Record<string, string>[]): MvtDictionary {
  const dictionary = new MvtDictionary();
  for (const properties of list) dictionary.tagsOf(properties);
  return dictionary;
}

test('properties with few values come first, in a feature and among the values', () => {
  const dictionary = dictionaryOf(parcels);
  expect(dictionary.sortedKeys().map((key) => dictionary.keys.entries[key])).toEqual(['CITY', 'ADD1', 'PIN']);
  const values = dictionary.sortedValues().map((value) => dictionary.values.entries[value]);
  expect(values.slice(0, 2)).toEqual(['Cornelius', 'Davidson']);
});

test('addresses of one street stand together, and PINs by their beginnings', () => {
  const dictionary = dictionaryOf(parcels);
  const values = dictionary.sortedValues().map((value) => dictionary.values.entries[value]);
  expect(values.slice(2)).toEqual([
    '9 Mill Rd',
    '12 Oak St',
    '300 Oak St',
    '4615-46-0001',
    '4615-46-0003',
    '4615-46-9311',
    '4615-47-0002',
  ]);
});
