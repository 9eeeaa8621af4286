import { afterEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import type { ParcelMatch } from '../../contract/parcel.ts';
import { stubFetch } from '../../test/component/stub-fetch.ts';
import { exampleParcel, exampleShape } from '../../test/example-parcel.ts';
import { fakeMap } from '../../test/fake-map.ts';
import { useMapStore } from '../map-store.ts';
import { ChooseCounty } from './choose-county.tsx';

const dialog = page.getByRole('dialog', { name: 'Which county?' });
const match = (pin: string, source: string, site_address: string | null): ParcelMatch => ({
  ...exampleParcel({ pin, site_address }),
  match: 'pin',
  source,
});

afterEach(() => {
  useMapStore.setState(useMapStore.getInitialState());
  vi.unstubAllGlobals();
});

async function ask() {
  const parcel = exampleParcel({ pin: '1000~beta' });
  const shape = { type: 'Feature', geometry: exampleShape };
  stubFetch(async (path: string) => Response.json(path.includes('/feature/') ? shape : parcel));
  const { map } = fakeMap();
  const easeTo = vi.spyOn(map, 'easeTo');
  Object.assign(map, { cameraForBounds: () => undefined });
  useMapStore.setState({
    panel: 'which-county',
    sharedPin: [match('1000', 'Alpha County', '7 HERON CT'), match('1000~beta', 'Beta County', null)],
  });
  await render(<ChooseCounty map={map} />);
  await expect.element(dialog).toBeVisible();
  return easeTo;
}

test('[IMP-3] a PIN of two counties: the dialog names both, and opens the one that is chosen', async () => {
  const easeTo = await ask();
  await expect.element(dialog).toHaveTextContent('2 counties have a parcel 1000,');
  await expect
    .element(dialog.getByRole('button', { name: /Alpha/ }))
    .toHaveTextContent('Alpha County7 HERON CT');
  await dialog.getByRole('button', { name: 'Beta County ADA LOVELACE' }).click();
  await expect.element(dialog).not.toBeInTheDocument();
  await expect
    .poll(() => useMapStore.getState().selection)
    .toMatchObject({ status: 'loaded', pin: '1000~beta' });
  // Brought into view, as by any link.
  await expect.poll(() => easeTo.mock.calls.length).toBe(1);
});

test('[IMP-3] Escape closes it, and nothing is selected', async () => {
  await ask();
  await userEvent.keyboard('{Escape}');
  await expect.element(dialog).not.toBeInTheDocument();
  expect(useMapStore.getState().selection.status).toBe('none');
});
