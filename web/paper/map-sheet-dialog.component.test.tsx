import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { mapSheetRequest, type SheetDrawing } from '../../contract/map-sheet.ts';
import { stubFetch } from '../../test/component/stub-fetch.ts';
import { MapSheetDialog, type MapSheetDialogProps } from './map-sheet-dialog.tsx';

const dialog = page.getByRole('dialog', { name: 'Map sheet' });
const button = (name: string) => dialog.getByRole('button', { name, exact: true });
const status = dialog.getByRole('status');

/** 1,000 by 500 feet. */
const subject = {
  filter: "pin IN ('12')",
  title: '12 OAK ST',
  bounds: { west: -80.86168, south: 35.619315, east: -80.85832, north: 35.620685 },
  count: 1,
};
const bounds = { west: -81, south: 35, east: -80, north: 36 };
const jpeg = new Blob([new Uint8Array([0xff, 0xd8, 0xff])], { type: 'image/jpeg' });
const well: SheetDrawing = { name: 'Well', geometry: { type: 'Point', coordinates: [-80.86, 35.62] } };

const takePicture = vi.fn<MapSheetDialogProps['takePicture']>();
const sent: unknown[] = [];
const pictures: (number[] | undefined)[] = [];
let answer: (init: RequestInit) => Promise<Response> | Response;
let saved: HTMLAnchorElement[];

beforeEach(() => {
  sent.length = 0;
  pictures.length = 0;
  saved = [];
  answer = () => new Response('%PDF-1.3', { headers: { 'content-type': 'application/pdf' } });
  takePicture.mockResolvedValue({ bounds, jpeg });
  vi.stubGlobal('showSaveFilePicker', undefined);
  stubFetch(async (path: string, init: RequestInit) => {
    const form = init.body instanceof FormData ? init.body : undefined;
    const sheet = JSON.parse(String(form?.get('sheet') ?? init.body));
    const picture = form?.get('picture') as Blob | undefined;
    const contentType = new Headers(init.headers).get('content-type');
    sent.push({ path, contentType, ...sheet });
    pictures.push(picture && [...new Uint8Array(await picture.arrayBuffer())]);
    return answer(init);
  });
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    saved.push(this);
  });
});
afterEach(() => {
  localStorage.removeItem('map-sheet');
  takePicture.mockReset();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

async function show(props: Partial<MapSheetDialogProps> = {}) {
  const onClose = vi.fn();
  const dialogOf = (isOpen: boolean) => (
    <MapSheetDialog
      subject={subject}
      isOpen={isOpen}
      onClose={onClose}
      takePicture={takePicture}
      credits={() => 'Somebody’s map'}
      drawingsOn={() => [well]}
      hasDrawings={true}
      {...props}
    />
  );
  const { rerender } = await render(dialogOf(true));
  return { onClose, close: () => rerender(dialogOf(false)) };
}

/** Resolves never, or when it is stopped. */
const untilStopped = (signal: AbortSignal | null | undefined) =>
  new Promise<never>((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason)));

test('[F12] makes a PDF of the land at the scale that fits, and saves it under its title and the day', async () => {
  await show();
  await button('Make PDF').click();
  await expect.element(status.last()).toHaveTextContent(/^Saved as 12 OAK ST, \d{4}-\d\d-\d\d\.pdf$/);
  expect(saved.map(({ download }) => download)).toEqual([expect.stringMatching(/^12 OAK ST, .*\.pdf$/)]);
  const { path, contentType, ...body } = sent[0] as { path: string; contentType: string | null };
  expect(path).toBe('/api/map-sheet');
  // Its bytes, not text: and the browser names the boundary of the form.
  expect([contentType, pictures]).toEqual([null, [[0xff, 0xd8, 0xff]]]);
  // As the server reads it.
  expect(mapSheetRequest.parse(body)).toMatchObject({
    filter: "pin IN ('12')",
    title: '12 OAK ST',
    paper: 'letter',
    isAcross: false,
    feetPerInch: 200,
    center: { lng: expect.closeTo(-80.86, 6), lat: expect.closeTo(35.62, 6) },
    picture: { bounds },
    credits: 'Somebody’s map',
    date: /\d{4}-\d\d-\d\d/.exec(saved[0]!.download)![0],
    drawings: [well],
    withNames: true,
    withSideLengths: true,
  });
});

test('[F12] every choice is sent, and all but the title are there the next time', async () => {
  await show();
  await dialog.getByLabelText('Title').fill('Plan B');
  await dialog.getByLabelText('Paper').selectOptions('Tabloid');
  await dialog.getByLabelText('Scale').selectOptions('1 in = 50 ft');
  await dialog.getByLabelText('Across').click();
  for (const name of ['Map behind the parcels', 'Owner names', 'Side lengths', 'My drawings'])
    await dialog.getByLabelText(name).click();
  await expect.element(status.first()).toHaveTextContent('1 in = 50 ft');
  await expect.element(status.first()).toHaveTextContent('will be cut off');
  await button('Make PDF').click();
  await expect.element(status.last()).toHaveTextContent(/^Saved/);
  expect(takePicture).not.toHaveBeenCalled();
  expect(sent).toEqual([
    expect.objectContaining({
      title: 'Plan B',
      paper: 'tabloid',
      isAcross: true,
      feetPerInch: 50,
      drawings: [],
      withNames: false,
      withSideLengths: false,
    }),
  ]);
  expect(sent[0]).not.toHaveProperty('picture');
  expect(sent[0]).not.toHaveProperty('credits');

  await show({ subject: { ...subject, title: '14 OAK ST', filter: "pin IN ('14')" } });
  const again = page.getByRole('dialog', { name: 'Map sheet' }).last();
  await expect.element(again.getByLabelText('Title')).toHaveValue('14 OAK ST');
  await expect.element(again.getByLabelText('Paper')).toHaveValue('tabloid');
  await expect.element(again.getByLabelText('Scale')).toHaveValue('50');
  await expect.element(again.getByLabelText('Across')).toBeChecked();
  await expect.element(again.getByLabelText('Owner names')).not.toBeChecked();
});

test('[F12] a table is offered for several parcels only, drawings where there are some', async () => {
  await show({ hasDrawings: false });
  await expect.element(dialog.getByLabelText('Table of the parcels')).not.toBeInTheDocument();
  await expect.element(dialog.getByLabelText('My drawings')).not.toBeInTheDocument();
  await show({ subject: { ...subject, count: 7 } });
  await expect.element(page.getByLabelText('Table of the parcels')).toBeChecked();
});

test('[F12] Stop ends the drawing of the map and sends nothing', async () => {
  takePicture.mockImplementation(({ signal }) => untilStopped(signal));
  await show();
  await button('Make PDF').click();
  await expect.element(status.last()).toHaveTextContent('Drawing the map…');
  await button('Stop').click();
  await expect.element(status.last()).toHaveTextContent('Stopped. Nothing was saved.');
  await expect.element(button('Make PDF')).toBeEnabled();
  expect([sent, saved]).toEqual([[], []]);
});

test('[F12] Stop and closing end the writing of the PDF', async () => {
  let signal: AbortSignal | null | undefined;
  answer = (init) => {
    signal = init.signal;
    return untilStopped(signal);
  };
  const { close } = await show();
  await button('Make PDF').click();
  await expect.element(status.last()).toHaveTextContent('Writing the PDF…');
  await button('Stop').click();
  await expect.element(status.last()).toHaveTextContent('Stopped. Nothing was saved.');
  expect(signal?.aborted).toBe(true);
  await button('Make PDF').click();
  await expect.poll(() => signal?.aborted).toBe(false);
  await close();
  await expect.poll(() => signal?.aborted).toBe(true);
  expect(saved).toEqual([]);
});

test('[F12] what the server refuses is said in its words', async () => {
  answer = () => Response.json({ message: 'There is no parcel in this set.' }, { status: 404 });
  await show();
  await button('Make PDF').click();
  await expect
    .element(status.last())
    .toHaveTextContent('The sheet was not made: There is no parcel in this set.');
  expect(saved).toEqual([]);
});

test('[F12] where the map cannot be drawn, the sheet is offered without it', async () => {
  vi.spyOn(console, 'warn').mockImplementation(() => {});
  takePicture.mockRejectedValue(new Error('no WebGL'));
  await show();
  await button('Make PDF').click();
  await expect.element(status.last()).toHaveTextContent('The map behind the parcels could not be drawn.');
  expect(sent).toEqual([]);
  await expect.element(button('Try again')).toBeEnabled();
  await button('Make it without the map').click();
  await expect.element(status.last()).toHaveTextContent(/^Saved/);
  expect(sent[0]).not.toHaveProperty('picture');
});

test('[F12] Escape closes it, and a sheet without a title cannot be made', async () => {
  const { onClose } = await show();
  await dialog.getByLabelText('Title').fill('  ');
  await expect.element(button('Make PDF')).toBeDisabled();
  await userEvent.keyboard('{Escape}');
  expect(onClose).toHaveBeenCalled();
});
