import { expect, test } from 'vitest';
import type { NotebookDrawing } from '../notebook-drawings.ts';
import { entriesOf, exported } from './notebook-entries.ts';
import type { SavedParcelForm } from './saved-parcel-calls.ts';

test('[V13] exports have the facts of saved parcels, and the other properties of drawings', () => {
  const parcel = {
    id: 'p',
    name: 'ADA',
    add1: '7 HERON CT',
    pin: '4631',
    centroid_lat: 35,
    centroid_lon: -80,
  };
  const drawing = { id: 'd', name: '', shape: 'point', properties: { PARCEL_ID: '0012' } };
  const entries = exported(entriesOf([parcel as SavedParcelForm], [drawing as unknown as NotebookDrawing]));
  expect(entries).toMatchObject([
    { name: 'ADA', properties: { pin: '4631', owner: 'ADA', address: '7 HERON CT' } },
    { name: '', properties: { PARCEL_ID: '0012' } },
  ]);
});
