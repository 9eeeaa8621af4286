import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, test } from 'vitest';
import type { Parcel } from '../../contract/parcel.ts';
import { exampleParcel } from '../../test/example-parcel.ts';
import { ParcelDetails } from './parcel-details.tsx';

type Saving = { isSaved?: boolean; isSaving?: boolean };

function detailsOf(parcel: Parcel, { isSaved = false, isSaving = false }: Saving = {}): string {
  const saving = { isSaved: () => isSaved, isSaving, openSaveModal: () => {}, openSheet: () => {} };
  return renderToStaticMarkup(<ParcelDetails parcel={parcel} saving={saving} onCenter={() => {}} />);
}

const saveButton = (html: string) => /<button[^>]*aria-label="Save parcel"[^>]*>/.exec(html)![0];

describe('the details of a parcel', () => {
  test('[S9] can be saved once', () => {
    const html = detailsOf(exampleParcel());
    expect(saveButton(html)).not.toContain('disabled');
    expect(html).not.toContain('Saved Location');
  });

  test('[S9] of a saved parcel cannot be saved again, and link to the saved sheet', () => {
    const html = detailsOf(exampleParcel(), { isSaved: true });
    expect(saveButton(html)).toContain('disabled');
    expect(html).toContain('Saved Location');
  });

  test('[S9] cannot be saved while a save runs', () => {
    expect(saveButton(detailsOf(exampleParcel(), { isSaving: true }))).toContain('disabled');
  });

  test('[S6] [S12] show N/A for a fact that the county does not have', () => {
    const html = detailsOf(
      exampleParcel({ taxacres: null, township: null, zoning: '', sale_date: null, sales_price: null }),
    );
    expect(html.match(/N\/A/g)).toHaveLength(5);
  });

  test('[S6] the name stands in for a missing owner, and a parcel without either says so', () => {
    expect(detailsOf(exampleParcel({ owner: '' }))).toContain('ADA LOVELACE</h2>');
    expect(detailsOf(exampleParcel({ owner: '', name: '' }))).toContain('No owner on record</h2>');
  });

  test('[S6] an address is written as on an envelope, whatever is missing', () => {
    const lines = (changes: Partial<Parcel>) =>
      [...detailsOf(exampleParcel(changes)).matchAll(/<span class="block">([^<]*)</g)].map(
        ([, line]) => line,
      );
    expect(lines({})).toEqual(['1 MILL RD', 'ASHBY, NC 28117']);
    expect(lines({ add2: 'APT 2' })).toEqual(['1 MILL RD', 'APT 2', 'ASHBY, NC 28117']);
    expect(lines({ add2: '1 MILL RD' })).toEqual(['1 MILL RD', 'ASHBY, NC 28117']);
    expect(lines({ city: null })).toEqual(['1 MILL RD', 'NC 28117']);
    expect(lines({ state: null, zip: null })).toEqual(['1 MILL RD', 'ASHBY']);
    expect(lines({ add1: null, city: null, state: null, zip: null })).toEqual([]);
  });
});
