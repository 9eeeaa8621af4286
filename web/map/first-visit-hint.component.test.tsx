import { afterEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { eventMap } from '../../test/component/event-map.ts';
import { useMapStore } from '../map-store.ts';
import { FirstVisitHint } from './first-visit-hint.tsx';

afterEach(() => useMapStore.setState(useMapStore.getInitialState()));

const WORDS = 'Click a parcel to see who owns it, or search for an owner.';
const dismiss = page.getByRole('button', { name: 'Dismiss hint' });

async function visit(zoom = 15) {
  const { map, setZoom } = eventMap({ zoom });
  const { unmount } = await render(
    <>
      <search>
        <input aria-label="Search" />
      </search>
      <input aria-label="Elsewhere" />
      <FirstVisitHint map={map} />
    </>,
  );
  return { setZoom, unmount };
}

const hintIsGone = () => expect.poll(() => dismiss.elements()).toEqual([]);

test('a first visit shows one short hint, says it politely, and takes no focus', async () => {
  await visit();
  await expect.element(dismiss).toBeVisible();
  await expect.element(page.getByRole('status')).toHaveTextContent(WORDS);
  expect(document.activeElement).toBe(document.body);
});

test.each([
  ['a parcel is selected', () => useMapStore.setState({ selection: { status: 'loading', pin: '46-1' } })],
  ['a search is typed', () => userEvent.type(page.getByRole('textbox', { name: 'Search' }), 'm')],
  ['it is closed', () => dismiss.click()],
])('once %s it goes, and never comes back', async (_, use) => {
  const first = await visit();
  await expect.element(dismiss).toBeVisible();
  await use();
  await hintIsGone();
  expect(page.getByText(WORDS).elements()).toEqual([]);
  await first.unmount();
  useMapStore.setState(useMapStore.getInitialState());
  await visit();
  await hintIsGone();
});

test('typing elsewhere keeps it', async () => {
  await visit();
  await userEvent.type(page.getByRole('textbox', { name: 'Elsewhere' }), 'm');
  await expect.element(dismiss).toBeVisible();
});

test('it waits while there are no parcels to click, or a tool owns the clicks, and is said once', async () => {
  const { setZoom } = await visit(12.5);
  await hintIsGone();
  expect(page.getByText(WORDS).elements()).toEqual([]);
  setZoom(13);
  await expect.element(dismiss).toBeVisible();
  useMapStore.setState({ tool: 'measure' });
  await hintIsGone();
  await expect.element(page.getByRole('status')).toHaveTextContent(WORDS);
  useMapStore.setState({ tool: 'none' });
  await expect.element(dismiss).toBeVisible();
});

test('it waits while results are shown, which leave it no room on a phone', async () => {
  await visit();
  await expect.element(dismiss).toBeVisible();
  useMapStore.setState({ set: { filter: 'taxacres > 10', title: '' } });
  await hintIsGone();
  useMapStore.setState({ set: undefined });
  await expect.element(dismiss).toBeVisible();
});
