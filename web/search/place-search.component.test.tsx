import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { openEmptyMap } from '../../test/component/empty-map.ts';
import { PlaceSearch } from './place-search.tsx';

test('x', async () => {
  const t0 = performance.now();
  const map = await openEmptyMap();
  console.log('map', performance.now() - t0);
  await render(
    <PlaceSearch
      map={map}
      maps={{ provider: 'embedded', accessToken: 'pk.eyJ1IjoidGVzdCJ9.x', apiUrl: null } as never}
      onParcel={() => {}}
    />,
  );
  await page.getByLabelText('Search places').click();
  await expect.element(page.getByRole('combobox', { name: 'Search places' })).toBeVisible();
  console.log('all', performance.now() - t0);
});
