import { QueryClientProvider } from '@tanstack/react-query';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { SAVED_PARCEL_ZOOM, SAVED_PARCELS_PAGE } from '../../contract/limits.ts';
import { messages, refusals } from '../../contract/messages.ts';
import { allowMotion, nextAnimation } from '../../test/component/motion.ts';
import { NO_DRAWINGS } from '../../test/component/no-drawings.ts';
import {
  brokenResponse,
  pageOf,
  savedRecord,
  stubSavedParcelsApi,
} from '../../test/component/saved-parcels-api.ts';
import { fakeMap } from '../../test/fake-map.ts';
import { useMapStore } from '../map-store.ts';
import { newQueryClient } from '../query-client.ts';
import { dispatchSave, useSaveStore } from './save-parcel.ts';
import { SavedParcelsSheet } from './saved-parcels-sheet.tsx';

const button = (name: string) => page.getByRole('button', { name, exact: true });
const sheet = page.getByRole('dialog', { name: 'My Saved Parcels' });
const rows = sheet.getByRole('listitem');
const notes = sheet.getByLabelText('Notes', { exact: true });

let alert: ReturnType<typeof vi.spyOn>;
const onOpen = vi.fn<(pin: string) => void>();
beforeEach(() => {
  onOpen.mockReset();
  alert = vi.spyOn(window, 'alert').mockImplementation(() => {});
});
afterEach(() => {
  useMapStore.setState(useMapStore.getInitialState());
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const openSheet = () => button('My saved parcels').click();
const closeSheet = async () => {
  await button('Close').click();
  await expect.element(sheet).not.toBeInTheDocument();
};

async function renderSheet() {
  const fake = fakeMap();
  await render(
    <QueryClientProvider client={newQueryClient()}>
      <button type="button" onClick={() => useMapStore.setState({ panel: 'saved-parcels' })}>
        My saved parcels
      </button>
      <SavedParcelsSheet drawings={NO_DRAWINGS} map={fake.map} onOpen={onOpen} />
    </QueryClientProvider>,
  );
  await openSheet();
  await expect.element(sheet).toBeVisible();
  return fake;
}

describe('a row', () => {
  test('shows the address of the place; a post office box is labeled as the mailing address', async () => {
    stubSavedParcelsApi([
      savedRecord({ id: '1', parcel_address: '7 HERON CT' }),
      savedRecord({ id: '2', parcel_address: 'PO BOX 12' }),
      savedRecord({ id: '3', parcel_address: 'P.O. Box 3' }),
      savedRecord({ id: '4', parcel_address: '5 POST OFFICE ST' }),
    ]);
    await renderSheet();
    const line = (text: string) => sheet.getByText(text, { exact: true });
    await expect.element(line('7 HERON CT')).toBeVisible();
    await expect.element(line('Mailing address: PO BOX 12')).toBeVisible();
    await expect.element(line('Mailing address: P.O. Box 3')).toBeVisible();
    await expect.element(line('5 POST OFFICE ST')).toBeVisible();
  });

  test('has at most three lines for the owner, and the title has the rest', async () => {
    const name = 'THE LIVING TRUST OF ADA KING COUNTESS OF LOVELACE '.repeat(5).trim();
    stubSavedParcelsApi([savedRecord({ parcel_owner_name: name })]);
    await page.viewport(360, 640);
    await renderSheet();
    await expect.element(sheet.getByTitle(name)).toHaveTextContent(name);
    const owner = sheet.getByTitle(name).element();
    expect(Math.round(owner.clientHeight / Number.parseFloat(getComputedStyle(owner).lineHeight))).toBe(3);
    await page.viewport(640, 480);
  });
});

describe('the sheet', () => {
  test('[V4] slides up to the full width and 80% of the height', async () => {
    stubSavedParcelsApi([savedRecord()]);
    await allowMotion();
    const slide = nextAnimation('[role="dialog"]');
    await renderSheet();
    expect(await slide).toEqual({ durationMs: 200, transforms: ['translateY(100%)', 'none'] });
    await Promise.all(
      sheet
        .element()
        .getAnimations()
        .map(({ finished }) => finished),
    );
    const { x, y, width, height } = sheet.element().getBoundingClientRect();
    expect({ x, y, width, height }).toEqual({
      x: 0,
      y: innerHeight * 0.2,
      width: innerWidth,
      height: innerHeight * 0.8,
    });
  });

  test('shows a list of several pages: the first while the next is on its way; where that fails it says so, and Try Again shows all', async () => {
    const count = SAVED_PARCELS_PAGE + 1;
    const records = Array.from({ length: count }, (_, at) =>
      savedRecord({ id: `id-${at}`, parcel_pin: `${at}` }),
    );
    const api = stubSavedParcelsApi(records);
    let refuse = () => {};
    const refused = new Promise<Response>((resolve) => {
      refuse = () => resolve(Response.json({ message: refusals.serverBusy }, { status: 503 }));
    });
    api.intercept(({ path }) => (path.includes('after') ? refused : Response.json(pageOf(records, path))));
    await renderSheet();
    await expect.element(sheet).toHaveTextContent(`${SAVED_PARCELS_PAGE} saved parcels`);
    refuse();
    const alertText = () => sheet.element().querySelector('[role="alert"]')?.textContent;
    await expect.poll(alertText).toContain(messages.savedListFailed);
    await expect.element(sheet).toHaveTextContent(`${SAVED_PARCELS_PAGE} saved parcels`);
    api.intercept(undefined);
    await button('Try Again').click();
    await expect.element(sheet).toHaveTextContent(`${count} saved parcels`);
    expect(alertText()).toBeUndefined();
    expect(api.requestsOf('GET').at(-1)!.path).toBe(`/api/saved-parcels?after=${SAVED_PARCELS_PAGE}`);
  });

  test('rows of a long list are drawn as they come into sight, and what is looked for among all of them', async () => {
    const records = Array.from({ length: 450 }, (_, at) =>
      savedRecord({ id: `id-${at}`, parcel_pin: `${at}`, parcel_owner_name: `OWNER ${at}` }),
    );
    stubSavedParcelsApi(records);
    await renderSheet();
    const shown = () => sheet.element().querySelectorAll('li').length;
    await expect.poll(shown).toBe(200);
    button('Show more').element().scrollIntoView();
    await expect.poll(shown).toBe(400);
    await sheet.getByLabelText('Find in the notebook').fill('owner 449');
    await expect.poll(shown).toBe(1);
  });

  test('[V4] fetches the list whenever it opens', async () => {
    const api = stubSavedParcelsApi([savedRecord()]);
    await renderSheet();
    await expect.element(rows).toHaveTextContent('First words');
    await closeSheet();
    const asked = api.requestsOf('GET').length;
    api.saveElsewhere(savedRecord({ id: 'b2', parcel_pin: '2', notes: 'From the other tab' }));
    await openSheet();
    await expect.element(sheet).toHaveTextContent('From the other tab');
    expect(api.requestsOf('GET')).toHaveLength(asked + 1);
  });

  test('[V4] race: opened again while an older fetch is in flight, it fetches again and ignores the stale answer', async () => {
    const api = stubSavedParcelsApi();
    await renderSheet();
    await expect.element(sheet).toHaveTextContent("You have't saved any parcels yet.");
    await closeSheet();
    const releaseStale = api.hold();
    await openSheet();
    await expect.poll(() => api.requestsOf('GET').length).toBe(2);
    await closeSheet();
    api.saveElsewhere(savedRecord({ notes: 'Newer than the fetch' }));
    api.intercept(undefined);
    await openSheet();
    await expect.element(rows).toHaveTextContent('Newer than the fetch');
    await releaseStale();
    await expect.element(rows).toHaveTextContent('Newer than the fetch');
  });

  test('a row shows what was saved, as text', async () => {
    stubSavedParcelsApi([savedRecord({ notes: 'Ask about <b>the oak</b>.' })]);
    await renderSheet();
    for (const text of ['ADA LOVELACE', '7 HERON CT', 'PIN 4631-12-0001', 'Ask about <b>the oak</b>.'])
      await expect.element(rows).toHaveTextContent(text);
  });

  test('[V7] a chosen row closes the sheet and flies to the parcel at zoom 16', async () => {
    stubSavedParcelsApi([savedRecord()]);
    const { flyTo } = await renderSheet();
    await rows.getByRole('button', { name: 'ADA LOVELACE' }).click();
    await expect.element(sheet).not.toBeInTheDocument();
    expect(flyTo).toHaveBeenCalledExactlyOnceWith({ center: [-80.86, 35.62], zoom: 16 });
    expect(SAVED_PARCEL_ZOOM).toBe(16);
  });

  test('a chosen parcel is opened once the map has arrived there', async () => {
    stubSavedParcelsApi([savedRecord()]);
    const { flyTo, camera, fire } = await renderSheet();
    flyTo.mockImplementation(() => {
      camera.isMoving = true;
    });
    await rows.getByRole('button', { name: 'ADA LOVELACE' }).click();
    await expect.element(sheet).not.toBeInTheDocument();
    expect(onOpen).not.toHaveBeenCalled();
    fire('moveend');
    await expect.poll(() => onOpen.mock.calls).toEqual([['4631-12-0001']]);
  });

  test('of two parcels chosen one after the other only the second is opened, and none if another was selected on the way', async () => {
    const other = savedRecord({ id: 'b2', parcel_pin: '2', parcel_owner_name: 'GRACE HOPPER' });
    const api = stubSavedParcelsApi([savedRecord(), other]);
    const { flyTo, camera, fire } = await renderSheet();
    flyTo.mockImplementation(() => {
      // A new flight ends the one before.
      fire('moveend');
      camera.isMoving = true;
    });
    const choose = async (name: string) => {
      await rows.getByRole('button', { name }).click();
      await expect.element(sheet).not.toBeInTheDocument();
    };
    await choose('ADA LOVELACE');
    await openSheet();
    await choose('GRACE HOPPER');
    fire('moveend');
    await expect.poll(() => onOpen.mock.calls).toEqual([['2']]);

    await openSheet();
    const release = api.hold();
    await choose('ADA LOVELACE');
    useMapStore.setState({ selection: { status: 'loading', pin: '3' } });
    await release();
    fire('moveend');
    await openSheet();
    await expect.element(rows.nth(1)).toBeVisible();
    expect(onOpen.mock.calls).toEqual([['2']]);
  });

  test('a chosen parcel that a later import no longer has is said to be gone', async () => {
    const api = stubSavedParcelsApi([savedRecord()]);
    await renderSheet();
    await expect.element(rows).toBeVisible();
    api.intercept(() => Response.json({ message: messages.parcelNotFound }, { status: 404 }));
    await rows.getByRole('button', { name: 'ADA LOVELACE' }).click();
    await expect
      .poll(() => useSaveStore.getState())
      .toEqual({ status: 'closed', notice: messages.savedParcelGone });
    expect(api.requests.at(-1)!.path).toBe('/api/parcels/4631-12-0001');
    expect(onOpen).not.toHaveBeenCalled();
    dispatchSave({ type: 'dismissed' });
  });

  test('all of them are counted, and shown as a table in place of the sheet', async () => {
    stubSavedParcelsApi([
      savedRecord({ id: '1', parcel_pin: '46-1' }),
      savedRecord({ id: '2', parcel_pin: "O'46" }),
    ]);
    await renderSheet();
    await expect.element(sheet).toHaveTextContent('2 saved parcels');
    await button('Show as table').click();
    await expect.element(sheet).not.toBeInTheDocument();
    expect(useMapStore.getState().set).toEqual({
      filter: "pin IN ('46-1', 'O''46')",
      title: 'My saved parcels',
    });
  });

  test('a parcel whose place is unknown says so and cannot be chosen', async () => {
    stubSavedParcelsApi([savedRecord({ parcel_centroid_lat: null, parcel_centroid_lon: null })]);
    await renderSheet();
    await expect.element(sheet).toHaveTextContent('Its place on the map is not known.');
    await expect.element(rows.getByRole('button', { name: 'ADA LOVELACE' })).toBeDisabled();
  });

  test('[V4] one row at a time is edited or deleted, and a draft waits in its own row', async () => {
    stubSavedParcelsApi([savedRecord(), savedRecord({ id: 'b2', parcel_pin: '2', notes: 'Other words' })]);
    await renderSheet();
    await rows.nth(0).getByRole('button', { name: 'Edit notes' }).click();
    await notes.fill('Half a thought');
    await rows.nth(1).getByRole('button', { name: 'Delete' }).click();
    await expect.element(notes).not.toBeInTheDocument();
    await expect.element(button('Yes, Delete')).toBeVisible();
    await rows.nth(0).getByRole('button', { name: 'Edit notes' }).click();
    await expect.element(button('Yes, Delete')).not.toBeInTheDocument();
    await expect.element(notes).toHaveValue('Half a thought');
  });

  test('[N5] Escape first leaves the row, then closes the sheet and returns the focus', async () => {
    stubSavedParcelsApi([savedRecord()]);
    await renderSheet();
    await button('Edit notes').click();
    await userEvent.keyboard('{Escape}');
    await expect.element(notes).not.toBeInTheDocument();
    await expect.element(sheet).toBeVisible();
    await userEvent.keyboard('{Escape}');
    await expect.element(sheet).not.toBeInTheDocument();
    await expect.element(button('My saved parcels')).toHaveFocus();
  });

  test('[N5] a click beside the sheet closes it', async () => {
    stubSavedParcelsApi();
    await renderSheet();
    await Promise.all(
      sheet
        .element()
        .getAnimations()
        .map(({ finished }) => finished),
    );
    await userEvent.click(document.body, { position: { x: 20, y: 20 } });
    await expect.element(sheet).not.toBeInTheDocument();
  });
});

describe('editing notes', () => {
  test('[V5] unchanged notes close the field with no call, and the focus returns', async () => {
    const api = stubSavedParcelsApi([savedRecord()]);
    await renderSheet();
    await button('Edit notes').click();
    await expect.element(notes).toHaveFocus();
    await expect.element(sheet).toHaveTextContent('11/256 characters');
    await button('Save').click();
    await expect.element(notes).not.toBeInTheDocument();
    await expect.element(button('Edit notes')).toHaveFocus();
    expect(api.requestsOf('PUT')).toEqual([]);
  });

  test('[V5] [V10] changed notes are sent with PUT and shown', async () => {
    const api = stubSavedParcelsApi([savedRecord()]);
    await renderSheet();
    await button('Edit notes').click();
    await notes.fill('Second words');
    await button('Save').click();
    await expect.element(rows).toHaveTextContent('Second words');
    await expect
      .poll(() => api.requestsOf('PUT'))
      .toEqual([{ method: 'PUT', path: '/api/saved-parcels/a1', body: { notes: 'Second words' } }]);
    await closeSheet();
    await openSheet();
    await expect.element(rows).toHaveTextContent('Second words');
    expect(alert).not.toHaveBeenCalled();
  });

  test('[V5] a failure alerts, and the field opens again with what was typed', async () => {
    const api = stubSavedParcelsApi([savedRecord()]);
    await renderSheet();
    await button('Edit notes').click();
    await notes.fill('Second words');
    api.intercept(() => Promise.reject(new TypeError('Failed to fetch')));
    await button('Save').click();
    await expect.poll(() => alert.mock.calls).toEqual([['Could not save the new note.']]);
    await expect.element(notes).toHaveValue('Second words');
  });
});

describe('deleting', () => {
  test('[V6] takes two steps, and Cancel returns the focus', async () => {
    const api = stubSavedParcelsApi([savedRecord()]);
    await renderSheet();
    await button('Delete').click();
    await expect.element(button('Cancel')).toHaveFocus();
    await button('Cancel').click();
    await expect.element(button('Delete')).toHaveFocus();
    expect(api.requestsOf('DELETE')).toEqual([]);

    await button('Delete').click();
    await button('Yes, Delete').click();
    await expect.element(sheet).toHaveTextContent("You have't saved any parcels yet.");
    await expect
      .poll(() => api.requestsOf('DELETE').map(({ path }) => path))
      .toEqual(['/api/saved-parcels/a1']);
  });

  test.each([
    ["the server's message", () => Response.json({ message: 'Not today.' }, { status: 500 }), 'Not today.'],
    ['the status', () => new Response('', { status: 502 }), 'Request failed with status 502'],
    ['the message of any other error', () => brokenResponse(new Error('Out of order')), 'Out of order'],
    ['Unknown error by default', () => brokenResponse(new Error('')), 'Unknown error'],
  ])('[V6] a failure alerts with %s, and the row is shown again', async (_, answer, words) => {
    const api = stubSavedParcelsApi([savedRecord()]);
    await renderSheet();
    await button('Delete').click();
    api.intercept(answer);
    await button('Yes, Delete').click();
    await expect.poll(() => alert.mock.calls).toEqual([[`Failed to delete parcel: ${words}`]]);
    await expect.element(rows).toHaveTextContent('ADA LOVELACE');
  });

  test('optimistic update: the row is gone before the server has answered, and the page asks before it is left', async () => {
    const isAsking = () => !dispatchEvent(new Event('beforeunload', { cancelable: true }));
    const api = stubSavedParcelsApi([savedRecord()]);
    await renderSheet();
    await expect.element(rows).toBeVisible();
    expect(isAsking()).toBe(false);
    const release = api.hold();
    await button('Delete').click();
    await button('Yes, Delete').click();
    await expect.element(rows).not.toBeInTheDocument();
    await expect.poll(isAsking).toBe(true);
    await release();
    await expect.poll(isAsking).toBe(false);
  });
});

describe('without a list', () => {
  test('[V8] an empty list says so, with a hint', async () => {
    stubSavedParcelsApi();
    await renderSheet();
    await expect.element(sheet).toHaveTextContent("You have't saved any parcels yet.");
    await expect.element(sheet).toHaveTextContent('Select a parcel on the map and click the save icon');
  });

  test('[V9] a failed fetch says so, and Try Again fetches again', async () => {
    const api = stubSavedParcelsApi([savedRecord()]);
    api.intercept(() => Promise.reject(new TypeError('Failed to fetch')));
    await renderSheet();
    const alertBox = sheet.getByRole('alert');
    await expect
      .element(alertBox)
      .toHaveTextContent('Failed to load saved parcels. Please check your connection and try again.');
    api.intercept(() => Response.json({}, { status: 401 }));
    await button('Try Again').click();
    await expect.poll(() => api.requestsOf('GET').length).toBe(2);
    await expect.element(alertBox).toHaveTextContent('Failed to load saved parcels.');
    api.intercept(undefined);
    await button('Try Again').click();
    await expect.element(rows).toHaveTextContent('ADA LOVELACE');
    await expect.element(alertBox).not.toBeInTheDocument();
  });

  test('[V9] without a token it says to log in, and sends no request', async () => {
    const api = stubSavedParcelsApi([savedRecord()]);
    localStorage.removeItem('session_jwt');
    await renderSheet();
    await expect.element(sheet).toHaveTextContent('You must be logged in to view saved parcels.');
    await expect.element(button('Try Again')).not.toBeInTheDocument();
    expect(api.requests).toEqual([]);
  });

  test('a list that is loading shows a placeholder', async () => {
    const api = stubSavedParcelsApi([savedRecord()]);
    const release = api.hold();
    await renderSheet();
    await expect.element(sheet.getByRole('status')).toHaveTextContent('Loading saved parcels...');
    await release();
    await expect.element(rows).toHaveTextContent('ADA LOVELACE');
  });
});
