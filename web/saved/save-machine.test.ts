import { expect, test } from 'vitest';
import type { Parcel } from '../../contract/parcel.ts';
import { CLOSED, nextSaveState, type SaveEvent, type SaveState } from './save-machine.ts';

const parcel = { pin: '4645', name: 'Ada' } as Parcel;
const { pin } = parcel;

const after = (...events: SaveEvent[]): SaveState => events.reduce(nextSaveState, CLOSED);

const opened: SaveEvent = { type: 'opened', parcel };
const typed: SaveEvent = { type: 'typed', notes: 'By the lake' };
const submitted: SaveEvent = { type: 'submitted' };
const dismissed: SaveEvent = { type: 'dismissed' };
const failed: SaveEvent = { type: 'failed', pin, message: 'The server is on holiday.' };
const saving: SaveState = { status: 'saving', parcel, notes: 'By the lake' };

test('[V3] open, saving, and closed on success', () => {
  expect(after(opened)).toEqual({ status: 'open', parcel, notes: '' });
  expect(after(opened, typed)).toEqual({ status: 'open', parcel, notes: 'By the lake' });
  expect(after(opened, typed, submitted)).toEqual(saving);
  expect(after(opened, typed, submitted, { type: 'saved', pin })).toEqual(CLOSED);
});

test('[V3] a parcel that was saved already closes the modal and leaves the words', () => {
  expect(after(opened, submitted, { type: 'already-saved', pin, message: 'There already.' })).toEqual({
    status: 'closed',
    notice: 'There already.',
  });
});

test('[V3] another failure keeps the modal and what was typed, and the next try clears the words', () => {
  const refused = after(opened, typed, submitted, failed);
  expect(refused).toEqual({
    status: 'open',
    parcel,
    notes: 'By the lake',
    message: 'The server is on holiday.',
  });
  expect(nextSaveState(refused, submitted)).toEqual(saving);
});

test('nothing is sent twice, typed over or dismissed while saving', () => {
  for (const event of [submitted, typed, dismissed, opened])
    expect(nextSaveState(saving, event)).toBe(saving);
});

test('[N5] dismissing closes the modal, and the words it left', () => {
  expect(after(opened, typed, dismissed).status).toBe('closed');
  expect(after(opened, submitted, { type: 'already-saved', pin, message: 'x' }, dismissed)).toEqual(CLOSED);
});

test('notes are there again after a click beside the modal, and gone with Cancel or another parcel', () => {
  const again: SaveState = { status: 'open', parcel, notes: 'By the lake' };
  expect(after(opened, typed, dismissed, opened)).toEqual(again);
  expect(after(opened, typed, dismissed, { type: 'selected', pin }, opened)).toEqual(again);
  const anew: SaveState = { status: 'open', parcel, notes: '' };
  expect(after(opened, typed, { type: 'canceled' }, opened)).toEqual(anew);
  expect(after(opened, typed, dismissed, { type: 'selected', pin: '4646' }, opened)).toEqual(anew);
  expect(after(opened, typed, submitted, { type: 'saved', pin }, opened)).toEqual(anew);
});

test('[S10] another selection closes the modal, even while saving, and the same one does not', () => {
  for (const other of ['4646', undefined]) {
    expect(after(opened, typed, { type: 'selected', pin: other })).toEqual(CLOSED);
    expect(nextSaveState(saving, { type: 'selected', pin: other })).toEqual(CLOSED);
  }
  expect(nextSaveState(saving, { type: 'selected', pin })).toBe(saving);
});

test('what comes of a save whose modal has gone is said if it is bad, and quiet if it is good', () => {
  const gone = nextSaveState(saving, { type: 'selected', pin: undefined });
  expect(nextSaveState(gone, { type: 'saved', pin })).toEqual(CLOSED);
  expect(nextSaveState(gone, failed)).toEqual({ status: 'closed', notice: 'The server is on holiday.' });
});

test('an answer about one parcel never closes the modal of another', () => {
  const other = after({ type: 'opened', parcel: { ...parcel, pin: '4646' } }, submitted);
  for (const event of [
    { type: 'saved', pin } as const,
    failed,
    { type: 'already-saved', pin, message: '' } as const,
  ])
    expect(nextSaveState(other, event)).toBe(other);
});

test('no event closes, types or saves what is not open', () => {
  for (const event of [typed, submitted, { type: 'saved', pin } as const]) expect(after(event)).toBe(CLOSED);
});
