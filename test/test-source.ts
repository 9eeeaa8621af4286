// A source of parcels for tests.
import type { SourceDescription } from '../store/parcel-store.ts';

export const testSource: SourceDescription = {
  name: 'test',
  title: 'Test county',
  attribution: null,
  kind: 'imported',
  dataDate: '2026-01-31',
  recipe: null,
};
