import { afterEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import type { ParcelMatch } from '../../contract/parcel.ts';
import { exampleParcel } from '../../test/example-parcel.ts';
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
  vi.stubGlobal('fetch', async () => Response.json({ message: 'No.' }, { status: 503 }));
  useMapStore.setState({
    panel: 'which-county',
    sharedPin: [match('1000', 'Alpha County', '7 HERON CT'), match('1000~beta', 'Beta County', null)],
  });
  await render(<ChooseCounty />);
  await expect.element(dialog).toBeVisible();
}

test('[IMP-3] a PIN of two counties: the dialog names both, and opens the one that is chosen', async () => {
  await ask();
  await expect.element(dialog).toHaveTextContent('2 counties have a parcel 1000,');
  await expect
    .element(dialog.getByRole('button', { name: /Alpha/ }))
    .toHaveTextContent('Alpha County7 HERON CT');
  await dialog.getByRole('button', { name: 'Beta County ADA LOVELACE' }).click();
  await expect.element(dialog).not.toBeInTheDocument();
  expect(useMapStore.getState().selection).toMatchObject({ pin: '1000~beta' });
});

test('[IMP-3] Escape closes it, and nothing is selected', async () => {
  await ask();
  await userEvent.keyboard('{Escape}');
  await expect.element(dialog).not.toBeInTheDocument();
  expect(useMapStore.getState().selection.status).toBe('none');
});
