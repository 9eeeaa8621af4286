// The save modal together with the detail panel that opens it.
import { QueryClientProvider } from '@tanstack/react-query';
import { afterEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { NOTES_MAX } from '../../contract/limits.ts';
import { refusals } from '../../contract/messages.ts';
import { NO_DRAWINGS } from '../../test/component/no-drawings.ts';
import { brokenResponse, savedRecord, stubSavedParcelsApi } from '../../test/component/saved-parcels-api.ts';
import { exampleParcel } from '../../test/example-parcel.ts';
import { fakeMap } from '../../test/fake-map.ts';
import { useMapStore } from '../map-store.ts';
import { ParcelPanel } from '../parcel/parcel-panel.tsx';
import { choose, openPreferences, usePreferences } from '../preferences.ts';
import { newQueryClient } from '../query-client.ts';
import { useParcelSaving } from './parcel-saving.tsx';
import { SavedParcels } from './saved-parcels.tsx';
import { SavedParcelsSheet } from './saved-parcels-sheet.tsx';

const button = (name: string) => page.getByRole('button', { name, exact: true });
const modal = page.getByRole('dialog', { name: 'Save Parcel Location' });
const notes = modal.getByLabelText('Notes');
const sheet = page.getByRole('dialog', { name: 'My Saved Parcels' });
const notice = page.getByText('This parcel is already in your saved list.');

afterEach(() => {
  useMapStore.setState(useMapStore.getInitialState());
  openPreferences();
  vi.unstubAllGlobals();
});

const parcel = exampleParcel();
const select = (selected = parcel) =>
  useMapStore.setState({
    selection: { status: 'loaded', pin: selected.pin, parcel: selected, geometry: null },
  });

const { map } = fakeMap();

function Panels() {
  return (
    <>
      <ParcelPanel map={map} saving={useParcelSaving()} />
      <SavedParcels map={map} />
      <SavedParcelsSheet drawings={NO_DRAWINGS} map={map} onOpen={() => {}} />
    </>
  );
}

async function renderPanels() {
  select();
  await render(
    <QueryClientProvider client={newQueryClient()}>
      <Panels />
    </QueryClientProvider>,
  );
  await expect.element(button('Save parcel')).toBeEnabled();
}

async function openModal() {
  await button('Save parcel').click();
  await expect.element(notes).toHaveFocus();
}

test('[V1] notes are optional and at most 256 characters, with a counter', async () => {
  stubSavedParcelsApi();
  await renderPanels();
  await openModal();
  await expect.element(modal).toHaveTextContent('0/256 characters');
  await notes.fill('x'.repeat(NOTES_MAX - 1));
  await expect.element(modal).toHaveTextContent('255/256 characters');
  await userEvent.keyboard('yz');
  await expect.element(modal).toHaveTextContent('256/256 characters');
  await expect.element(notes).toHaveValue(`${'x'.repeat(NOTES_MAX - 1)}y`);
});

test('[N5] Escape and a click beside the modal close it, and reopening shows the draft', async () => {
  stubSavedParcelsApi();
  await renderPanels();
  await openModal();
  await notes.fill('Half a thought');
  await userEvent.keyboard('{Escape}');
  await expect.element(modal).not.toBeInTheDocument();
  await expect.element(button('Save parcel')).toHaveFocus();
  await openModal();
  await expect.element(notes).toHaveValue('Half a thought');
  await Promise.all(
    modal
      .element()
      .getAnimations()
      .map(({ finished }) => finished),
  );
  await userEvent.click(document.body, { position: { x: 5, y: 5 } });
  await expect.element(modal).not.toBeInTheDocument();
});

test('[V2] [V3] [S9] open, saving, closed on success; then the parcel is shown as saved', async () => {
  const api = stubSavedParcelsApi();
  await renderPanels();
  await openModal();
  await notes.fill('Ask about <b>the oak</b>.');
  const release = api.hold();
  await button('Save').click();
  await expect.element(button('Saving...')).toBeDisabled();
  await userEvent.keyboard('{Escape}');
  await expect.element(modal).toBeVisible();
  await release();
  await expect.element(modal).not.toBeInTheDocument();
  expect(api.requestsOf('POST')).toEqual([
    {
      method: 'POST',
      path: '/api/saved-parcels',
      body: {
        parcel_pin: '4631-12-0001',
        parcel_owner_name: 'ADA LOVELACE',
        parcel_address: '7 HERON CT',
        parcel_centroid_lat: 35.62,
        parcel_centroid_lon: -80.86,
        notes: 'Ask about <b>the oak</b>.',
      },
    },
  ]);
  await expect.element(button('Save parcel')).toBeDisabled();
  // The mark of what was just saved is seen, and stays on with the next preference that is chosen.
  choose({ units: 'metric' });
  expect(useMapStore.getState().shownLayers['saved-parcels']).toBe(true);
  expect(usePreferences.getState().savedMarks).toBe(true);
  await button('Saved Location').click();
  await expect.element(sheet.getByRole('listitem')).toHaveTextContent('Ask about <b>the oak</b>.');
});

test('[S9] while the server has not answered a save, no parcel can be saved', async () => {
  const api = stubSavedParcelsApi();
  await renderPanels();
  await openModal();
  const release = api.hold();
  await button('Save').click();
  await expect.poll(() => api.requestsOf('POST')).toHaveLength(1);
  // Behind the modal, where no role is found.
  const saveParcel = page.getByLabelText('Save parcel', { exact: true });
  await expect.element(saveParcel).toBeDisabled();
  select(exampleParcel({ pin: 'another' }));
  await expect.element(modal).not.toBeInTheDocument();
  await expect.element(saveParcel).toBeDisabled();
  await release();
  await expect.element(saveParcel).toBeEnabled();
});

test('[V3] a 409 closes the modal, says so, fetches the list again and counts as saved', async () => {
  const api = stubSavedParcelsApi();
  await renderPanels();
  api.saveElsewhere(savedRecord({ notes: 'From the other tab' }));
  await openModal();
  const asked = api.requestsOf('GET').length;
  await button('Save').click();
  await expect.element(notice).toBeVisible();
  await expect.element(modal).not.toBeInTheDocument();
  await expect.poll(() => api.requestsOf('GET').length).toBe(asked + 1);
  await expect.element(button('Save parcel')).toBeDisabled();
  // The focus was on the save button, which is disabled now.
  await expect.element(button('Saved Location')).toHaveFocus();
  await button('Saved Location').click();
  await expect.element(sheet.getByRole('listitem')).toHaveTextContent('From the other tab');
});

test.each([
  ['it is closed', () => page.getByRole('alert').getByRole('button', { name: 'Close' }).click()],
  ['another parcel is selected', async () => select(exampleParcel({ pin: 'another' }))],
])('the notice of a 409 goes when %s', async (_, leave) => {
  const api = stubSavedParcelsApi();
  await renderPanels();
  api.saveElsewhere(savedRecord());
  await openModal();
  await button('Save').click();
  await expect.element(notice).toBeVisible();
  await leave();
  await expect.element(notice).not.toBeInTheDocument();
});

test.each([
  ["the server's message", () => Response.json({ message: 'Not today.' }, { status: 500 }), 'Not today.'],
  ['the status', () => new Response('', { status: 502 }), 'Request failed with status 502'],
  ['the message of any other error', () => brokenResponse(new Error('Out of order')), 'Out of order'],
  ['the default', () => brokenResponse(new Error('')), 'An unknown error occurred while saving.'],
])('[V3] another failure keeps the modal and its notes, and shows %s', async (_, answer, words) => {
  const api = stubSavedParcelsApi();
  await renderPanels();
  await openModal();
  await notes.fill('Ask about the oak.');
  api.intercept(answer);
  await button('Save').click();
  await expect.element(modal.getByRole('alert')).toHaveTextContent(words);
  await expect.element(notes).toHaveValue('Ask about the oak.');
  await expect.element(button('Save')).toHaveFocus();
});

test('a full list keeps the modal and its notes, and says how many parcels it holds', async () => {
  const api = stubSavedParcelsApi();
  await renderPanels();
  await openModal();
  await notes.fill('Ask about the oak.');
  api.intercept(() => Response.json({ message: refusals.savedListFull }, { status: 403 }));
  await button('Save').click();
  await expect.element(modal.getByRole('alert')).toHaveTextContent('it holds at most 5000 parcels');
  await expect.element(notes).toHaveValue('Ask about the oak.');
});

test('[S10] another selection closes the modal', async () => {
  stubSavedParcelsApi();
  await renderPanels();
  await openModal();
  select(exampleParcel({ pin: 'another' }));
  await expect.element(modal).not.toBeInTheDocument();
});
