import { afterEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import type { AreaGeometry } from '../geo/geometry.ts';
import { FindParcelsIn } from './find-parcels-in.tsx';
import { useMapStore } from './map-store.ts';

const area: AreaGeometry = {
  type: 'Polygon',
  coordinates: [
    [
      [-80.860000012, 35.62],
      [-80.85, 35.62],
      [-80.85, 35.63],
      [-80.860000012, 35.62],
    ],
  ],
};
const POLYGON = 'POLYGON((-80.86 35.62, -80.85 35.62, -80.85 35.63, -80.86 35.62))';

const opener = page.getByRole('button', { name: 'Find parcels', exact: true });
const inIt = page.getByRole('button', { name: 'Find parcels in it' });
const feet = page.getByRole('textbox', { name: /Within/ });
const near = page.getByRole('button', { name: 'Find parcels within this distance of it' });

afterEach(() => useMapStore.setState(useMapStore.getInitialState()));

test('[W5] [D12] a closed shape opens the parcels in it as a set', async () => {
  await render(<FindParcelsIn area={area} name="a drawn shape" />);
  expect(inIt.query()).toBeNull();
  await opener.click();
  await expect.element(opener).toHaveAttribute('aria-expanded', 'true');
  await inIt.click();
  expect(useMapStore.getState().set).toEqual({
    filter: `S_INTERSECTS(geometry, ${POLYGON})`,
    title: 'In a drawn shape',
  });
});

test('[W5] [D12] and those within a distance of it, which Enter finds too', async () => {
  await render(<FindParcelsIn area={area} name="NORTH FIELD" />);
  await opener.click();
  await expect.element(feet).toHaveValue('300');
  await feet.fill('1,500');
  await userEvent.keyboard('{Enter}');
  expect(useMapStore.getState().set).toEqual({
    filter: `S_DWITHIN(geometry, ${POLYGON}, 1500)`,
    title: 'Within 1,500 ft of NORTH FIELD',
  });
});

test.each(['0', '-1', '1e9', 'letters', ''])('[W5] [D12] %j feet are refused in words', async (text) => {
  await render(<FindParcelsIn area={area} name="a drawn shape" />);
  await opener.click();
  await feet.fill(text);
  await near.click();
  await expect.element(page.getByRole('alert')).toHaveTextContent('A number of feet, at most 264,000');
  await expect.element(feet).toHaveAttribute('aria-invalid', 'true');
  expect(useMapStore.getState().set).toBeUndefined();
  await feet.fill('25');
  await expect.element(page.getByRole('alert')).not.toBeInTheDocument();
});

test('[W5] [D12] a shape with more corners than a filter may have says so', async () => {
  const ring = Array.from({ length: 10_001 }, (_, index) => [-80 + index * 1e-6, 35] as const);
  await render(<FindParcelsIn area={{ type: 'Polygon', coordinates: [ring] }} name="a drawn shape" />);
  await opener.click();
  await expect.element(page.getByText('It has too many corners to find parcels by.')).toBeVisible();
});
