import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, test } from 'vitest';
import type { Parcel } from '../../contract/parcel.ts';
import { columnEntries } from '../../contract/parcel-columns.ts';
import { noSaving } from '../../test/component/no-saving.ts';
import { exampleParcel } from '../../test/example-parcel.ts';
import { ParcelDetails, type ParcelSaving } from './parcel-details.tsx';

const noAssessment = Object.fromEntries(
  columnEntries.flatMap(([field, { inPanel }]) => (inPanel === undefined ? [[field, null]] : [])),
);

type Saving = { saved?: ReturnType<ParcelSaving['stateOf']>; isSaving?: boolean };

function detailsOf(parcel: Parcel, { saved = 'not saved', isSaving = false }: Saving = {}): string {
  const saving = {
    ...noSaving,
    stateOf: () => saved,
    isSaving,
    renderSaved: () => saved === 'saved' && 'A note.',
  };
  return renderToStaticMarkup(
    <ParcelDetails parcel={parcel} saving={saving} onCenter={() => {}} onOpen={() => {}} />,
  );
}

const count = (html: string, part: string) => html.split(part).length - 1;
const saveButton = (html: string) => /<button[^>]*aria-label="Save parcel"[^>]*>/.exec(html)![0];

describe('the details of a parcel', () => {
  test('[S9] can be saved once', () => {
    const html = detailsOf(exampleParcel());
    expect(saveButton(html)).not.toContain('disabled');
    expect(html).not.toContain('Saved Location');
  });

  test('[S9] of a saved parcel cannot be saved again, and link to the saved sheet', () => {
    const html = detailsOf(exampleParcel(), { saved: 'saved' });
    expect(saveButton(html)).toContain('disabled');
    expect(html).toContain('Saved Location');
  });

  test('[S9] of a saved parcel show its note', () => {
    expect(detailsOf(exampleParcel(), { saved: 'saved' })).toContain('A note.');
  });

  test('[S9] cannot be saved before it is known whether they are', () => {
    const html = detailsOf(exampleParcel(), { saved: 'unknown' });
    expect(saveButton(html)).toContain('disabled');
    expect(html).not.toContain('Saved Location');
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

  test('[S6] the name stands in for a missing owner, and a parcel without either says so below what is known', () => {
    expect(detailsOf(exampleParcel({ owner: '' }))).toContain('ADA LOVELACE</h2>');
    const unowned = detailsOf(exampleParcel({ owner: '', name: '' }));
    expect(unowned).toContain('7 HERON CT</h2>');
    expect(unowned).toContain('>No owner on record</span>');
    const nowhere = detailsOf(exampleParcel({ owner: '', name: '', site_address: null }));
    expect(nowhere).toContain('PIN 4631-12-0001</h2>');
    expect(nowhere).toContain('>No site address on record</span>');
  });

  const fact = (html: string, term: string) =>
    new RegExp(`>${term}</dt><dd[^>]*>([^<]*)</dd>`).exec(html)?.[1];

  test('[S6] the site address stands under the owner, and the mailing address is labeled as such', () => {
    const html = detailsOf(exampleParcel({ add1: 'PO BOX 12' }));
    expect(html).toMatch(/ADA LOVELACE<\/h2><p[^>]*><span>7 HERON CT<\/span>/);
    expect(fact(html, 'Mailing address')).toBe('PO BOX 12\nASHBY, NC 28117');
    expect(count(html, '7 HERON CT')).toBe(1);
    expect(count(html, 'PO BOX 12')).toBe(1);
  });

  test('[S6] what is known comes first: facts before N/A in a group, and groups before those of nothing but N/A', () => {
    const html = detailsOf({
      ...exampleParcel({ add1: null, add2: null, city: null, state: null, zip: null }),
      ...noAssessment,
      land_use: 'Farm',
      taxacres: null,
      township: 'DAVIDSON',
      zoning: null,
    });
    expect([...html.matchAll(/<(?:h3|dt)[^>]*>([^<]*)</g)].map(([, words]) => words)).toEqual([
      ...['Sale', 'Sale date', 'Sales price'],
      ...['Land', 'Township', 'Use', 'Tax acres', 'Zoning'],
      ...['Owner', 'Mailing address'],
    ]);
  });

  test.each([null, ''])(
    '[S6] without a site address (%j) the details say so: no mailing address stands in',
    (none) => {
      const html = detailsOf(exampleParcel({ site_address: none }));
      expect(html).toMatch(/ADA LOVELACE<\/h2><p[^>]*><span[^>]*>No site address on record<\/span>/);
      expect(fact(html, 'Mailing address')).toBe('1 MILL RD\nASHBY, NC 28117');
    },
  );

  test('[S6] an unknown mailing address is N/A', () => {
    const html = detailsOf(exampleParcel({ add1: null, add2: null, city: '', state: null, zip: null }));
    expect(fact(html, 'Mailing address')).toBe('N/A');
  });

  test('the PIN is shown as the county writes it, without the name of the source', () => {
    const html = detailsOf(exampleParcel({ pin: '46-1~iredell' }));
    expect(html).toContain('>PIN\u00a046-1</span>');
    expect(html).not.toContain('~iredell');
  });

  test('a parcel without units, county fields and origin shows none of these parts', () => {
    const html = detailsOf(exampleParcel());
    expect(html).not.toContain('<details');
    expect(html).not.toContain('Source:');
  });

  test("the county's own fields are listed in its order, closed at first, also where a label occurs twice", () => {
    const html = detailsOf(
      exampleParcel({
        more: [
          ['Deed Book', '1234'],
          ['BLDG_SQFT', '1,800'],
          ['Deed Book', '99'],
        ],
      }),
    );
    expect(html).toContain('<details class="disclosure"><summary>');
    expect(html).toContain('More from the county</summary>');
    const text = html.replaceAll('<wbr/>', '');
    expect(
      [...text.split('county-fields')[1]!.matchAll(/<dt>([^<]*)<\/dt><dd>([^<]*)</g)].map(
        ([, ...field]) => field,
      ),
    ).toEqual([
      ['Deed Book', '1234'],
      ['BLDG_SQFT', '1,800'],
      ['Deed Book', '99'],
    ]);
  });

  test("only a long list of the county's fields has a filter", () => {
    const more = (count: number) =>
      exampleParcel({ more: Array.from({ length: count }, (_, n): [string, string] => [`F${n}`, 'x']) });
    expect(detailsOf(more(12))).not.toContain('type="search"');
    expect(detailsOf(more(13))).toContain('aria-label="Filter fields of the county"');
  });

  test('[S6] what the assessor knows stands in groups with the facts that every parcel has; what is unknown is left out', () => {
    const html = detailsOf(
      exampleParcel({
        land_use: 'Single family',
        tax_district: null,
        land_value: 65_000,
        building_value: 0,
        total_value: 204_600,
        value_year: null,
        year_built: null,
        floor_area: null,
        rooms: null,
        bedrooms: null,
        bathrooms: null,
        legal: '',
        deed_book: '1234',
        deed_page: null,
      }),
    );
    expect([...html.matchAll(/<h3>([^<]*)<\/h3>/g)].map(([, title]) => title)).toEqual([
      'Owner',
      'Sale',
      'Land',
      'Value',
      'Records',
    ]);
    expect(
      [...html.matchAll(/<dt[^>]*>([^<]*)<\/dt><dd[^>]*>([^<]*)</g)].slice(4).map(([, ...pair]) => pair),
    ).toEqual([
      ['Township', 'DAVIDSON'],
      ['Zoning', 'R-20'],
      ['Use', 'Single family'],
      ['Land value', '$65,000'],
      ['Building value', '$0'],
      ['Total value', '$204,600'],
      ['Deed', 'Book\u00a01234'],
    ]);
    const bare = detailsOf({ ...exampleParcel(), ...noAssessment });
    expect(bare.match(/<h3>/g)).toHaveLength(3);
    expect(bare).not.toContain('N/A');
  });

  const units = Array.from({ length: 24 }, (_, n) => ({
    pin: `46-1-${n}~iredell`,
    name: n === 3 ? '' : `OWNER ${n}`,
    site_address: n === 4 ? null : `7 HERON CT #${n}`,
  }));

  test('a lot shows its units, each with owner, PIN and site address', () => {
    const html = detailsOf(exampleParcel({ units }));
    expect(html).toContain('24 units</summary>');
    expect(count(html, '<li>')).toBe(24);
    expect(html).toContain('OWNER 23');
    expect(html).toContain('>46-1-23</span>');
    expect(html).toContain('No owner on record');
    expect(html).not.toContain('Unit of');
    expect(html).not.toContain('null');
  });

  test('a unit names its lot and marks itself among the units, which are closed', () => {
    const html = detailsOf(exampleParcel({ pin: '46-1-2~iredell', lot: '46-1~iredell', units }));
    expect(html).toContain('Unit of 46-1</button>');
    expect(html).toContain('All 24 units</summary>');
    expect(html).toContain('<details class="disclosure">');
    expect(count(html, 'aria-current="true"')).toBe(1);
  });

  test('only a long list of units has a filter', () => {
    expect(detailsOf(exampleParcel({ units: units.slice(0, 20) }))).not.toContain('type="search"');
    expect(detailsOf(exampleParcel({ units: units.slice(0, 21) }))).toContain('type="search"');
  });

  test('the source of the data and its day are named', () => {
    const origin = { name: 'iredell', title: 'Iredell County, North Carolina', date: '2026-06-03' };
    expect(detailsOf(exampleParcel({ origin }))).toContain(
      'Source: Iredell County, North Carolina, as of June 3, 2026</p>',
    );
  });
});
