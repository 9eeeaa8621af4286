import { QueryClientProvider } from '@tanstack/react-query';
import { useState } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { messages } from '../../contract/messages.ts';
import { savedRecord, stubSavedParcelsApi } from '../../test/component/saved-parcels-api.ts';
import { fakeMap } from '../../test/fake-map.ts';
import { useMapStore } from '../map-store.ts';
import type { DrawingChange, NotebookDrawing, NotebookDrawings } from '../notebook-drawings.ts';
import { newQueryClient } from '../query-client.ts';
import { SavedParcelsSheet } from './saved-parcels-sheet.tsx';
import { UNDO_MS } from './use-told.ts';

const button = (name: string) => page.getByRole('button', { name, exact: true });
const sheet = page.getByRole('dialog', { name: 'My Saved Parcels' });
const rows = sheet.getByRole('listitem');
const names = () =>
  [...sheet.element().querySelectorAll('li [title]')]
    .flatMap((row) => (row.querySelector('span') ? [] : [row.getAttribute('title')]))
    .filter((title) => !/^(Edit|Delete)/.test(title!));

const trail: NotebookDrawing = {
  id: 't',
  name: 'Ridge trail',
  shape: 'line',
  size: '1,204 ft',
  squareMeters: 0,
  meters: 367,
  notes: 'Muddy in spring',
  folder: null,
  color: null,
  geometry: {
    type: 'LineString',
    coordinates: [
      [-80.8, 35.6],
      [-80.7, 35.7],
    ],
  },
  properties: {},
};
const field: NotebookDrawing = {
  ...trail,
  id: 'f',
  name: 'Field',
  shape: 'area',
  squareMeters: 9000,
  notes: '',
  folder: 'Farm',
};

beforeEach(() => {
  vi.spyOn(window, 'alert').mockImplementation(() => {});
});
afterEach(() => {
  useMapStore.setState(useMapStore.getInitialState());
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  notice = undefined;
});

const changed = vi.fn<(ids: readonly string[], change: DrawingChange) => void>();
const shown = vi.fn<(id: string) => void>();
let addFile: NotebookDrawings['addFile'];
let notice: string | undefined;

/** Drawings in memory, as the draw tools keep them. */
function Notebook({ initial }: { initial: readonly NotebookDrawing[] }) {
  const [list, setList] = useState(initial);
  const drawings: NotebookDrawings = {
    list,
    notice,
    change: (ids, change) => {
      changed(ids, change);
      setList((before) =>
        before.map((one) =>
          ids.includes(one.id)
            ? ({ ...one, ...change, notes: change.notes ?? one.notes } as NotebookDrawing)
            : one,
        ),
      );
    },
    remove: (ids) => {
      setList((before) => before.filter(({ id }) => !ids.includes(id)));
      return () => setList(initial);
    },
    addFile: (file, canceled) => addFile(file, canceled),
    fileTypes: '.kml',
    show: shown,
  };
  return <SavedParcelsSheet map={fakeMap().map} onOpen={() => {}} drawings={drawings} />;
}

async function openNotebook(initial: readonly NotebookDrawing[] = [trail, field]) {
  changed.mockReset();
  shown.mockReset();
  await render(
    <QueryClientProvider client={newQueryClient()}>
      <Notebook initial={initial} />
    </QueryClientProvider>,
  );
  useMapStore.setState({ panel: 'saved-parcels' });
  await expect.element(sheet).toBeVisible();
}

test('[V13] saved parcels and drawings stand in one list, in their folders, and are counted', async () => {
  stubSavedParcelsApi([
    savedRecord({ folder: 'Farm', color: '#b3362b' }),
    savedRecord({ id: 'b2', parcel_pin: '2' }),
  ]);
  await openNotebook();
  await expect.element(sheet).toHaveTextContent('2 saved parcels, 2 drawings');
  const farm = sheet.getByRole('region', { name: 'Farm' });
  await expect.element(farm.getByRole('listitem').nth(1)).toHaveTextContent('Field');
  await expect.element(farm.getByRole('listitem').nth(0)).toHaveTextContent('ADA LOVELACE');
  await expect
    .element(sheet.getByRole('region', { name: 'No folder' }))
    .toHaveTextContent('Drawn line, 1,204 ft');

  const farmButton = farm.getByRole('button', { name: 'Farm 2' });
  await farmButton.click();
  await expect.element(farmButton).toHaveAttribute('aria-expanded', 'false');
  await expect.element(rows.nth(2)).not.toBeInTheDocument();
});

test('[V13] words, the kind and the order say which entries are shown', async () => {
  stubSavedParcelsApi([
    savedRecord({ id: '1', parcel_pin: '46-1', parcel_owner_name: 'ZED', parcel_address: '12 HERON CT' }),
    savedRecord({
      id: '2',
      parcel_pin: '46-2',
      parcel_owner_name: 'ADA',
      parcel_address: '7 HERON CT',
      notes: null,
    }),
  ]);
  await openNotebook([trail]);
  await expect.poll(names).toEqual(['ZED', 'ADA', 'Ridge trail']);
  await sheet.getByLabelText('Sort by').selectOptions('Name');
  await expect.poll(names).toEqual(['ADA', 'Ridge trail', 'ZED']);
  await sheet.getByLabelText('Sort by').selectOptions('Address');
  await expect.poll(names).toEqual(['ADA', 'ZED', 'Ridge trail']);
  await sheet.getByLabelText('Sort by').selectOptions('Largest drawings first');
  await expect.poll(() => names()[0]).toBe('Ridge trail');

  const find = sheet.getByLabelText('Find in the notebook');
  for (const [words, found] of [
    ['heron 12', ['ZED']],
    ['46-2', ['ADA']],
    ['muddy', ['Ridge trail']],
    ['first WORDS', ['ZED']],
    ['nowhere', []],
  ] as const) {
    await find.fill(words);
    await expect.poll(names).toEqual(found);
  }
  await expect.element(sheet).toHaveTextContent('0 of 3 entries');
  await find.fill('');
  await sheet.getByLabelText('Show', { exact: true }).selectOptions('Drawings');
  await expect.poll(names).toEqual(['Ridge trail']);
});

test('[V13] folder and color are changed beside the notes, and only what differs is sent', async () => {
  const api = stubSavedParcelsApi([savedRecord()]);
  await openNotebook([field]);
  await button('Edit notes').click();
  await sheet.getByLabelText('Folder', { exact: true }).fill('Farm');
  await sheet.getByRole('radio', { name: 'Blue' }).click({ force: true });
  await button('Save').click();
  await expect
    .poll(() => api.requestsOf('PUT').map(({ body }) => body))
    .toEqual([{ folder: 'Farm', color: '#2563b0' }]);
  await expect
    .element(sheet.getByRole('region', { name: 'Farm' }).getByRole('listitem').nth(1))
    .toBeVisible();

  await button('Edit drawing').click();
  await sheet.getByLabelText('Name', { exact: true }).fill('North field');
  await button('Save').click();
  expect(changed.mock.calls).toEqual([[['f'], { name: 'North field' }]]);
});

test('[V13] a folder is renamed with everything in it, and a blank name takes it all out', async () => {
  const api = stubSavedParcelsApi([savedRecord({ folder: 'Farm' })]);
  await openNotebook([field]);
  await button('Rename folder Farm').click();
  const name = sheet.getByLabelText('Folder name');
  await expect.element(name).toHaveFocus();
  await name.fill('Lake');
  await userEvent.keyboard('{Enter}');
  await expect.element(sheet.getByRole('button', { name: 'Lake 2' })).toBeVisible();
  await expect.poll(() => api.requestsOf('PUT').map(({ body }) => body)).toEqual([{ folder: 'Lake' }]);
  expect(changed.mock.calls).toEqual([[['f'], { folder: 'Lake' }]]);
});

test('[V13] a chosen drawing closes the sheet and is gone to', async () => {
  stubSavedParcelsApi();
  await openNotebook([trail]);
  await rows.getByRole('button', { name: 'Ridge trail' }).click();
  await expect.element(sheet).not.toBeInTheDocument();
  expect(shown.mock.calls).toEqual([['t']]);
});

const confirmDelete = async (row: number) => {
  await rows.nth(row).getByRole('button', { name: 'Delete' }).click();
  await button('Yes, Delete').click();
};

test('[V15] a deleted parcel comes back with its notes, folder and color, also by keyboard', async () => {
  const api = stubSavedParcelsApi([savedRecord({ folder: 'Farm', color: '#b3362b' })]);
  await openNotebook([]);
  await confirmDelete(0);
  await expect.element(rows).not.toBeInTheDocument();
  await expect.element(sheet).toHaveTextContent('Deleted ADA LOVELACE');
  (button('Undo').element() as HTMLElement).focus();
  await userEvent.keyboard('{Enter}');
  await expect.element(rows).toHaveTextContent('ADA LOVELACE');
  expect(api.requestsOf('POST').map(({ body }) => body)).toEqual([
    {
      parcel_pin: '4631-12-0001',
      parcel_owner_name: 'ADA LOVELACE',
      parcel_address: '7 HERON CT',
      parcel_centroid_lat: 35.62,
      parcel_centroid_lon: -80.86,
      notes: 'First words',
      folder: 'Farm',
      color: '#b3362b',
    },
  ]);
  await expect.element(button('Undo')).not.toBeInTheDocument();
});

test('[V15] deletions that follow one another are taken back together, and after the sheet was closed, too', async () => {
  stubSavedParcelsApi([savedRecord()]);
  await openNotebook([trail]);
  await confirmDelete(1);
  await confirmDelete(0);
  await expect.element(sheet).toHaveTextContent('Deleted 2 entries');
  await button('Close').click();
  await expect.element(sheet).not.toBeInTheDocument();
  await button('Undo').click();
  useMapStore.setState({ panel: 'saved-parcels' });
  await expect.poll(() => names().sort()).toEqual(['ADA LOVELACE', 'Ridge trail']);
});

test('[V15] undo is offered for ten seconds, and longer while it has the focus', async () => {
  stubSavedParcelsApi();
  await openNotebook([trail]);
  await expect.element(rows).toBeVisible();
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const press = (name: string) => (button(name).element() as HTMLElement).click();
  const isOffered = () =>
    [...document.querySelectorAll('button')].some(({ textContent }) => textContent === 'Undo');
  press('Delete');
  await vi.waitFor(() => press('Yes, Delete'));
  await vi.waitFor(() => expect(isOffered()).toBe(true));
  const pass = async (ms: number) => {
    // React takes its frames from the browser, which are not faked.
    for (let frame = 0; frame < 3; frame++) await new Promise(requestAnimationFrame);
    await vi.advanceTimersByTimeAsync(ms);
    await new Promise(requestAnimationFrame);
  };
  await pass(UNDO_MS / 2);
  expect(isOffered()).toBe(true);
  (button('Undo').element() as HTMLElement).focus();
  await pass(UNDO_MS * 3);
  expect(isOffered()).toBe(true);
  (button('Undo').element() as HTMLElement).blur();
  await pass(UNDO_MS - 1);
  expect(isOffered()).toBe(true);
  await pass(1);
  await vi.waitFor(() => expect(isOffered()).toBe(false));
  expect(UNDO_MS).toBe(10_000);
});

test('[V15] a parcel that could not be deleted offers no undo', async () => {
  const api = stubSavedParcelsApi([savedRecord()]);
  await openNotebook([]);
  await expect.element(rows).toBeVisible();
  api.intercept(() => Response.json({ message: 'Not today.' }, { status: 500 }));
  await confirmDelete(0);
  await expect.poll(() => vi.mocked(window.alert).mock.calls.length).toBe(1);
  await expect.element(rows).toHaveTextContent('ADA LOVELACE');
  await expect.element(button('Undo')).not.toBeInTheDocument();
});

const chooseFile = (name: string) =>
  userEvent.upload(sheet.getByLabelText('File with drawings'), new File(['x'], name));

test('[V14] a file is added with a summary and Undo; one that cannot be read says why', async () => {
  stubSavedParcelsApi();
  await openNotebook([trail]);
  addFile = async () => ({ ids: ['t'], skipped: [] });
  await chooseFile('trail.gpx');
  await expect.element(sheet).toHaveTextContent('Added 1 drawing from trail.gpx');
  await button('Undo').click();
  await expect.element(rows).not.toBeInTheDocument();

  addFile = async () => ({ problem: 'It is cut off.' });
  await chooseFile('broken.kml');
  await expect
    .element(sheet.getByRole('alert'))
    .toHaveTextContent('broken.kml was not added. It is cut off.');
});

test('[V14] while a file is read that is said, and Cancel stops it', async () => {
  stubSavedParcelsApi();
  await openNotebook([trail]);
  addFile = (_, canceled) =>
    new Promise((resolve) => {
      canceled.addEventListener('abort', () => resolve({ problem: messages.drawingFileCanceled }));
    });
  await chooseFile('large.kmz');
  await expect.element(sheet).toHaveTextContent('Reading large.kmz…');
  await button('Cancel').click();
  await expect
    .element(sheet.getByRole('alert'))
    .toHaveTextContent('large.kmz was not added. You stopped it.');
});

test('[V14] what could not be kept is said', async () => {
  stubSavedParcelsApi();
  notice = messages.drawingsNotKept;
  await openNotebook([trail]);
  await expect.element(sheet.getByRole('alert')).toHaveTextContent(messages.drawingsNotKept);
});

test('[V14] what is shown is exported, in four formats', async () => {
  stubSavedParcelsApi([savedRecord()]);
  await openNotebook();
  const blobs: Blob[] = [];
  vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
    blobs.push(blob as Blob);
    return 'blob:notebook';
  });
  const files: string[] = [];
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    files.push(this.download);
  });
  await sheet.getByLabelText('Find in the notebook').fill('trail');
  await expect.element(sheet).toHaveTextContent('1 of 3 entries');
  for (const format of ['KML', 'GPX', 'GeoJSON', 'Shapefile']) {
    await button('Export').click();
    await page.getByRole('menuitem', { name: format }).click();
    await expect.element(page.getByRole('menuitem').first()).not.toBeInTheDocument();
  }
  await expect
    .poll(() => files)
    .toEqual(['notebook.kml', 'notebook.gpx', 'notebook.geojson', 'notebook.zip']);
  const text = await blobs[0]!.text();
  expect(text).toContain('Ridge trail');
  expect(text).not.toContain('ADA LOVELACE');
});
