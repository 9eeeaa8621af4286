import { QueryClientProvider } from '@tanstack/react-query';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { stubFetch } from '../../test/component/stub-fetch.ts';
import { exampleParcel } from '../../test/example-parcel.ts';
import { useMapStore } from '../map-store.ts';
import { newQueryClient } from '../query-client.ts';
import { OwnerHeadline } from './owner-headline.tsx';
import { ParcelSets } from './parcel-sets.tsx';

const button = (name: string | RegExp) => page.getByRole('button', { name });
const set = () => useMapStore.getState().set;
const parcel = exampleParcel({ pin: '46-1', name: 'SMITH JOHN', site_address: '7 HERON CT' });

const holdings = {
  count: 14,
  acres: 212.4,
  bounds: null,
  parcels: [],
  next: null,
  matched: ['SMITH JOHN', 'SMITH, JOHN'],
  filter: "SAME_OWNER('46-1')",
  mailing: { filter: "SAME_MAILING('46-1')", count: 3, acres: 20 },
};
let answer: () => Response;

beforeEach(() => {
  useMapStore.setState({ parcelVersion: '1' });
  answer = () => Response.json(holdings);
  stubFetch(async () => answer());
});
afterEach(() => {
  useMapStore.setState(useMapStore.getInitialState());
  vi.unstubAllGlobals();
});

const show = () =>
  render(
    <QueryClientProvider client={newQueryClient()}>
      <OwnerHeadline title="SMITH JOHN" parcel={parcel} hasOwner />
      <ParcelSets parcel={parcel} />
    </QueryClientProvider>,
  );

describe('neighbors', () => {
  const feet = page.getByRole('textbox', { name: 'Feet' });
  const ask = async () => {
    await show();
    await button('Neighbors').click();
  };

  test('within a usual distance, another one, or touching', async () => {
    await ask();
    await button('Show neighbors').click();
    expect(set()).toEqual({
      filter: "NEAR(pin = '46-1', 300)",
      title: 'Within 300 ft of 7 HERON CT',
    });
    await page.getByRole('radio', { name: 'Touching' }).click();
    await button('Show neighbors').click();
    expect(set()).toMatchObject({ filter: "NEAR(pin = '46-1', 0)", title: 'Touching 7 HERON CT' });
    await feet.fill('1250.5');
    await userEvent.keyboard('{Enter}');
    expect(set()).toMatchObject({
      filter: "NEAR(pin = '46-1', 1250.5)",
      title: 'Within 1,250.5 ft of 7 HERON CT',
    });
  });

  test('those across the street count, unless somebody says otherwise', async () => {
    await ask();
    await page.getByRole('checkbox', { name: 'Across the street counts' }).click();
    await button('Show neighbors').click();
    expect(set()?.filter).toBe("NEAR(pin = '46-1', 300, 'same block')");
  });

  test.each(['', ' ', '-1', '1e9', 'three'])('a distance of "%s" is refused in words', async (typed) => {
    await ask();
    await feet.fill(typed);
    await expect.element(page.getByRole('alert')).toHaveTextContent('A distance from 0 to');
    await expect.element(feet).toHaveAttribute('aria-invalid', 'true');
    await button('Show neighbors').click();
    expect(set()).toBeUndefined();
  });
});

describe('holdings', () => {
  test('lead to what the owner has and, apart from it, what goes to the same mailing address', async () => {
    await show();
    await button('SMITH JOHN 14 parcels, 212.40 acres of this owner').click();
    expect(set()).toEqual({ filter: holdings.filter, title: 'Owned by SMITH JOHN' });
    await expect.element(page.getByText('Also written SMITH, JOHN')).toBeVisible();
    await button(/^Also at this mailing address: 3 parcels/).click();
    expect(set()).toMatchObject({ filter: holdings.mailing.filter });
  });

  test.each([
    ['of this parcel alone', () => Response.json({ ...holdings, count: 1, mailing: null })],
    ['that cannot be counted', () => Response.json({ message: 'No.' }, { status: 503 })],
  ])('%s have no button', async (_, answers) => {
    let isAnswered = false;
    answer = () => {
      isAnswered = true;
      return answers();
    };
    await show();
    await expect.poll(() => isAnswered).toBe(true);
    await button('Neighbors').click();
    await expect.element(button('Show neighbors')).toBeVisible();
    expect(page.getByText(/owner|mailing/).elements()).toEqual([]);
    // The name is plain text.
    expect(button('SMITH JOHN').elements()).toEqual([]);
  });
});

test('directions and street imagery open an outside service in a new tab, and nothing is asked of it before', async () => {
  await show();
  for (const [name, path] of [
    ['Directions', 'dir/?api=1&destination=35.62,-80.86'],
    ['Street imagery', '@?api=1&map_action=pano&viewpoint=35.62,-80.86'],
  ] as const) {
    const link = page.getByRole('link', { name: `${name} Google Maps` });
    await expect.element(link).toHaveAttribute('href', `https://www.google.com/maps/${path}`);
    await expect.element(link).toHaveAttribute('target', '_blank');
    await expect.element(link).toHaveAttribute('rel', 'noopener noreferrer');
    await expect
      .element(link)
      .toHaveAttribute('title', `${name} at Google Maps, an outside service, in a new tab`);
  }
});

test('without a known place there is nowhere to go', async () => {
  await render(
    <QueryClientProvider client={newQueryClient()}>
      <ParcelSets parcel={{ ...parcel, centroid: null }} />
    </QueryClientProvider>,
  );
  await expect.element(button('Neighbors')).toBeVisible();
  expect(page.getByRole('link').elements()).toEqual([]);
});
