// What the notebook says of drawings, in the units and coordinates that somebody has chosen.
import { afterEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { choose, openPreferences } from '../preferences.ts';
import type { Drawing } from './drawing.ts';
import { useDrawings } from './drawings-store.ts';
import { useNotebookDrawings } from './use-notebook-drawings.ts';

const drawing = (id: string, geometry: Drawing['geometry']): Drawing => ({
  type: 'Feature',
  id,
  properties: {},
  geometry,
});
const point = drawing('point', { type: 'Point', coordinates: [-80.86, 35.62] });
const line = drawing('line', {
  type: 'LineString',
  coordinates: [
    [-80.84, 35.62],
    [-80.84, 35.63],
  ],
});

function Sizes() {
  const { list } = useNotebookDrawings(undefined);
  return <p>{list.map(({ size }) => size).join('; ')}</p>;
}

afterEach(() => {
  openPreferences();
  useDrawings.setState(useDrawings.getInitialState());
});

test('[N2] the notebook writes places and lengths as chosen, and anew when the choice changes', async () => {
  useDrawings.setState(({ history }) => ({ history: { ...history, present: [point, line] } }));
  await render(<Sizes />);
  const sizes = page.getByRole('paragraph');
  await expect.element(sizes).toHaveTextContent('35.620000, -80.860000; 3,640 ft');
  choose({ coordinates: 'utm' });
  await expect.element(sizes).toHaveTextContent(/^UTM 17N: .*; 3,640 ft$/);
  choose({ units: 'metric' });
  await expect.element(sizes).toHaveTextContent(/^UTM 17N: .*; 1,109\.\d m$|; 1\.11 km$/);
});
