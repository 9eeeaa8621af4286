import { beforeEach, expect, test, vi } from 'vitest';
import { memoryStorage } from '../../test/memory-storage.ts';
import { CallFailure, NotSignedIn } from '../call-server.ts';
import { savedStateOf } from './parcel-saving.tsx';
import { rememberedList, rememberList } from './remembered-list.ts';
import type { SavedParcelForm } from './saved-parcel-calls.ts';

const saved = (pin: string) => ({ id: pin, pin, notes: '' }) as SavedParcelForm;
const away = new CallFailure('The server is away.');

beforeEach(() => {
  vi.stubGlobal('localStorage', memoryStorage());
  return () => vi.unstubAllGlobals();
});

test.each([
  ['before the list has come', { list: undefined, isWhole: false }, 'unknown'],
  ['where it cannot be loaded', { list: undefined, isWhole: false, failure: away }, 'unknown'],
  ['while only its first page has come', { list: [saved('other')], isWhole: false }, 'unknown'],
  ['in it, while the rest is on its way', { list: [saved('46-1')], isWhole: false }, 'saved'],
  [
    'in the list that is remembered, while the server is away',
    { list: [saved('46-1')], isWhole: false, failure: away },
    'saved',
  ],
  ['not in it once it is whole', { list: [saved('other')], isWhole: true }, 'not saved'],
  [
    'not in it, and a later call failed',
    { list: [saved('other')], isWhole: true, failure: away },
    'not saved',
  ],
  [
    'of somebody who is not signed in',
    { list: undefined, isWhole: false, failure: new NotSignedIn() },
    'not saved',
  ],
] as const)('[S9] a parcel %s', (_, known, state) => {
  expect(savedStateOf('46-1', { failure: undefined, ...known })).toBe(state);
});

test('[S9] the list is remembered for its person, and only the newest of a long one', () => {
  rememberList(
    'ada',
    Array.from({ length: 600 }, (_, n) => saved(String(n))),
  );
  expect(rememberedList('ada')).toHaveLength(500);
  expect(rememberedList('ada')![0]).toMatchObject({ pin: '0' });
  expect(rememberedList('bob')).toBeUndefined();
  rememberList('', [saved('1')]);
  expect(rememberedList('')).toBeUndefined();
});

test('[S9] what somebody else has written under its key is not taken for a list', () => {
  localStorage.setItem('savedParcels:ada', '{"a":1}');
  expect(rememberedList('ada')).toBeUndefined();
});
