import { expect, test } from 'vitest';
import { SAVED_TEXT_MAX } from '../../contract/limits.ts';
import { saveParcelBody } from '../../contract/saved-parcel.ts';
import { exampleParcel } from '../../test/example-parcel.ts';
import {
  CLOSED,
  nextSaveState,
  type SaveableParcel,
  type SaveEvent,
  type SaveState,
  saveBody,
} from './save-parcel.ts';

const parcel = exampleParcel({ owner: 'Lovelace, Ada' });
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

test('[V3] a parcel that was saved already closes the modal and leaves a notice', () => {
  expect(after(opened, submitted, { type: 'already-saved', pin, message: 'There already.' })).toEqual({
    status: 'closed',
    notice: 'There already.',
  });
});

test('[V3] another failure keeps the modal and what was typed, and the next attempt clears the message', () => {
  const refused = after(opened, typed, submitted, failed);
  expect(refused).toEqual({
    status: 'open',
    parcel,
    notes: 'By the lake',
    message: 'The server is on holiday.',
  });
  expect(nextSaveState(refused, submitted)).toEqual(saving);
});

test('while saving, further submits, typing and dismissing are ignored', () => {
  for (const event of [submitted, typed, dismissed, opened])
    expect(nextSaveState(saving, event)).toBe(saving);
});

test('[N5] dismissing closes the modal, and the notice it left', () => {
  expect(after(opened, typed, dismissed).status).toBe('closed');
  expect(after(opened, submitted, { type: 'already-saved', pin, message: 'x' }, dismissed)).toEqual(CLOSED);
});

test('the draft survives a click beside the modal, and is dropped by Cancel or another parcel', () => {
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

test('the outcome of a save whose modal is closed is shown if it failed, and silent if it succeeded', () => {
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

test('typing, submitting and answers are ignored while the modal is closed', () => {
  for (const event of [typed, submitted, { type: 'saved', pin } as const]) expect(after(event)).toBe(CLOSED);
});

test('[V2] a save carries the parcel, its owner, its address, its center and the notes', () => {
  expect(saveBody({ parcel, notes: 'By the lake' })).toEqual({
    parcel_pin: '4631-12-0001',
    parcel_owner_name: 'Lovelace, Ada',
    parcel_address: '7 HERON CT',
    parcel_centroid_lat: 35.62,
    parcel_centroid_lon: -80.86,
    notes: 'By the lake',
  });
});

const bodyOf = (changes: Partial<SaveableParcel>) =>
  saveBody({ parcel: { ...parcel, ...changes }, notes: '' });

test('[V2] without an owner the name stands in, without either Unnamed', () => {
  expect(bodyOf({ owner: '' }).parcel_owner_name).toBe('ADA LOVELACE');
  expect(bodyOf({ owner: '', name: '' }).parcel_owner_name).toBe('Unnamed');
});

test('[V2] the address is the site address, else the mailing address, else No Address', () => {
  for (const unknown of [null, '']) {
    expect(bodyOf({ site_address: unknown }).parcel_address).toBe('1 MILL RD');
    expect(bodyOf({ site_address: unknown, add1: unknown }).parcel_address).toBe('No Address');
  }
});

test('[V2] a parcel whose center is unknown is saved without one', () => {
  const body = bodyOf({ centroid: null });
  expect(body).toMatchObject({ parcel_centroid_lat: null, parcel_centroid_lon: null });
  expect(saveParcelBody.safeParse(body).success).toBe(true);
});

test('[V2] notes left empty or blank are null, others are sent as typed', () => {
  const notesOf = (notes: string) => saveBody({ parcel, notes }).notes;
  expect(['', '  \n', ' two\nlines '].map(notesOf)).toEqual([null, null, ' two\nlines ']);
});

test('texts longer than the server takes are truncated, so that the parcel can be saved', () => {
  const long = 'x'.repeat(SAVED_TEXT_MAX + 1);
  for (const body of [
    bodyOf({ owner: long, site_address: long }),
    bodyOf({ site_address: null, add1: long }),
  ])
    expect(saveParcelBody.safeParse(body).success).toBe(true);
});
