import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import type { Parcel } from '../../contract/parcel.ts';
import { columnEntries } from '../../contract/parcel-columns.ts';
import { noSaving } from '../../test/component/no-saving.ts';
import { stubFetch } from '../../test/component/stub-fetch.ts';
import { exampleParcel } from '../../test/example-parcel.ts';
import { fakeMap } from '../../test/fake-map.ts';
import { useMapStore } from '../map-store.ts';
import { formatUnitCount } from './format-parcel.ts';
import { foldPanel } from './panel-fold.ts';
import { ParcelPanel } from './parcel-panel.tsx';
import { clickParcel } from './select-parcel.ts';

const panel = page.getByRole('region', { name: 'Parcel details' });
const heading = panel.getByRole('heading', { level: 2 });
const rows = panel.getByRole('list', { name: 'Units' }).getByRole('button');
const row = (owner: string) => panel.getByRole('button', { name: new RegExp(`^${owner}`) });
const part = (title: string) => panel.getByText(title, { exact: true });
const filter = panel.getByRole('searchbox', { name: 'Filter units' });
const scroller = () => panel.element().querySelector('.parcel-panel-content')!;

const units = (count: number) =>
  Array.from({ length: count }, (_, n) => ({
    pin: `46-1-${n}~iredell`,
    name: `OWNER ${n}`,
    site_address: `7 HERON CT #${n}`,
  }));

const LOT = '46-1~iredell';

/** A lot and its units; each answers all units. */
async function showLot(count: number, changes: Partial<Parcel> = {}, opensUnits = true) {
  const lot = exampleParcel({ pin: LOT, owner: 'THE ASSOCIATION', units: units(count), ...changes });
  const unitOf = (pin: string) => {
    const found = lot.units.find((unit) => unit.pin === pin);
    return found && { ...lot, ...found, owner: found.name, lot: LOT };
  };
  stubFetch(async (path: string) => {
    if (path.includes('/feature/')) return Response.json({}, { status: 500 });
    const pin = decodeURIComponent(path.split('/').at(-1)!);
    return Response.json(unitOf(pin) ?? lot);
  });
  await render(
    <main className="relative h-dvh overflow-hidden">
      <ParcelPanel map={fakeMap({ widthPx: innerWidth, heightPx: innerHeight }).map} saving={noSaving} />
    </main>,
  );
  void clickParcel(LOT);
  await expect.element(heading).toHaveTextContent('THE ASSOCIATION');
  // A test before may have left them open.
  const list = part(formatUnitCount(lot.units.length)).element().closest('details')!;
  if (list.open !== opensUnits) list.querySelector('summary')!.click();
  await expect.poll(() => list.open).toBe(opensUnits);
}

beforeEach(async () => {
  foldPanel(false);
  await page.viewport(360, 640);
});
afterEach(async () => {
  useMapStore.setState(useMapStore.getInitialState());
  vi.unstubAllGlobals();
  await page.viewport(640, 480);
});

describe('the units of a lot', () => {
  test('a unit is opened from the list, names its lot, and leads back to it', async () => {
    await showLot(24);
    await expect.element(part('24 units')).toBeVisible();
    await row('OWNER 7').click();
    await expect.element(heading).toHaveTextContent('OWNER 7');
    expect(useMapStore.getState().selection).toMatchObject({ pin: '46-1-7~iredell' });
    // Nothing of the panel that was scrolled and pressed remains, and the focus is still in it.
    expect(scroller().scrollTop).toBe(0);
    expect(document.activeElement).toBe(panel.element());

    await part('All 24 units').click();
    await expect.element(row('OWNER 7')).toHaveAttribute('aria-current', 'true');
    await row('OWNER 9').click();
    await expect.element(heading).toHaveTextContent('OWNER 9');
    await panel.getByRole('button', { name: 'Unit of 46-1' }).click();
    await expect.element(heading).toHaveTextContent('THE ASSOCIATION');
  });

  test('the list is one tab stop, within which the arrow keys move', async () => {
    await showLot(24);
    expect(rows.elements().filter(({ tabIndex }) => tabIndex === 0)).toEqual([row('OWNER 0 ').element()]);
    filter.element().focus();
    await userEvent.keyboard('{ArrowDown}{ArrowDown}');
    await expect.element(row('OWNER 1 ')).toHaveFocus();
    await userEvent.keyboard('{End}');
    await expect.element(row('OWNER 23')).toHaveFocus();
    await userEvent.keyboard('{ArrowUp}{Enter}');
    await expect.element(heading).toHaveTextContent('OWNER 22');
  });

  test('the first Escape in the filter clears it, the next one closes the details', async () => {
    await showLot(24);
    await filter.fill('heron #17');
    await expect.poll(() => rows.elements()).toHaveLength(1);
    await userEvent.keyboard('{Escape}');
    await expect.element(filter).toHaveValue('');
    expect(useMapStore.getState().selection.status).toBe('loaded');
    await userEvent.keyboard('{Escape}');
    expect(useMapStore.getState().selection.status).toBe('none');
  });

  test('the filter finds units by owner, PIN and address', async () => {
    await showLot(24);
    await filter.fill('heron #17');
    await expect.poll(() => rows.elements()).toHaveLength(1);
    await expect.element(row('OWNER 17')).toBeVisible();
    await expect.element(panel.getByText('1 found')).toBeVisible();
    await filter.fill('46-1-23');
    await expect.element(row('OWNER 23')).toBeVisible();
    await filter.fill('nobody');
    await expect.element(panel.getByText('No unit with these words.')).toBeVisible();
    await filter.fill('');
    await expect.poll(() => rows.elements()).toHaveLength(24);
  });

  test('an owner of 200 characters takes three lines of the list, and the title has the rest', async () => {
    const name = 'THE LIVING TRUST OF ADA KING COUNTESS OF LOVELACE '.repeat(4).trim();
    await showLot(2, { units: [{ pin: '46-1-0~iredell', name, site_address: null }, ...units(3).slice(1)] });
    const owner = panel.getByTitle(name).element();
    expect(owner.textContent).toBe(name);
    expect(Math.round(owner.clientHeight / Number.parseFloat(getComputedStyle(owner).lineHeight))).toBe(3);
    expect(owner.scrollHeight).toBeGreaterThan(owner.clientHeight * 1.2);
  });

  test('units that are opened do not cover the lot: the map moves up', async () => {
    // Tall enough for the panel to grow, and too narrow for the units beside the facts.
    await page.viewport(820, 1400);
    const { map, panBy } = fakeMap({ widthPx: innerWidth, heightPx: innerHeight });
    const geometry = {
      type: 'Polygon' as const,
      coordinates: [
        [
          [0, -860],
          [9, -860],
          [9, -800],
          [0, -860],
        ] as [number, number][],
      ],
    };
    // Few facts, for the same reason.
    const unknown = Object.fromEntries(
      columnEntries.flatMap(([field, { inPanel }]) => (inPanel ? [] : [[field, null]])),
    );
    const parcel = exampleParcel({ pin: '46-1-2~iredell', lot: LOT, units: units(24), ...unknown });
    useMapStore.setState({ selection: { status: 'loaded', pin: parcel.pin, parcel, geometry } });
    await render(
      <main className="relative h-dvh overflow-hidden">
        <ParcelPanel map={map} saving={noSaving} />
      </main>,
    );
    await expect.element(heading).toBeVisible();
    const units24 = part('All 24 units');
    const details = units24.element().closest('details')!;
    // A test before may have left them open.
    if (details.open) await units24.click();
    await expect.poll(() => details.open).toBe(false);
    panBy.mockClear();
    await units24.click();
    await expect.poll(() => panBy.mock.calls.length).toBe(1);
    expect(panBy.mock.lastCall![0][1]).toBeGreaterThan(0);
  });

  test('hundreds of units scroll in a region of their own, and only those in view are laid out', async () => {
    await showLot(300);
    await expect.element(part('300 units')).toBeVisible();
    const list = panel.getByRole('list', { name: 'Units' }).element();
    expect(list.clientHeight).toBeLessThan(280);
    expect(list.scrollHeight).toBeGreaterThan(9000);
    const last = list.lastElementChild!;
    // Chromium's own check of whether content-visibility skips an element.
    const isSkipped = () => !last.firstElementChild!.checkVisibility({ contentVisibilityAuto: true });
    await expect.poll(isSkipped).toBe(true);
    last.scrollIntoView({ block: 'nearest' });
    await expect.poll(isSkipped).toBe(false);
    last.querySelector('button')!.click();
    await expect.element(heading).toHaveTextContent('OWNER 299');
  });
});

describe('more from the county', () => {
  const more: Parcel['more'] = [
    ['Deed Book / Page', '01234 / 0567'],
    ['LEGAL_DESCRIPTION_AS_RECORDED_WITH_THE_REGISTER_OF_DEEDS', 'L'.repeat(300)],
    ...Array.from({ length: 78 }, (_, n): [string, string] => [`FIELD_${n}`, `value ${n}`]),
  ];

  test('it opens and closes by keyboard, and stays as it is for the next parcel', async () => {
    await showLot(2, { more });
    const last = panel.getByText('value 77');
    await expect.element(last).not.toBeVisible();
    const summary = part('More from the county');
    summary.element().closest('summary')!.focus();
    await userEvent.keyboard('{Enter}');
    await expect.element(last).toBeVisible();
    await row('OWNER 1').click();
    await expect.element(heading).toHaveTextContent('OWNER 1');
    await expect.element(last).toBeVisible();
    await summary.click();
    await expect.element(last).not.toBeVisible();
  });

  test('a filter finds fields by their name, its words and their value; Escape clears it first', async () => {
    await showLot(2, { more });
    await part('More from the county').click();
    const filter = panel.getByRole('searchbox', { name: 'Filter fields of the county' });
    await filter.fill('field 7 value');
    await expect.element(panel.getByText('15 found')).toBeVisible();
    await expect.element(panel.getByText('value 70')).toBeVisible();
    await expect.element(panel.getByText('value 66')).not.toBeInTheDocument();
    await filter.fill('01234');
    await expect.element(panel.getByText('Deed Book / Page')).toBeVisible();
    await filter.fill('submarine');
    await expect.element(panel.getByText('No field with these words.')).toBeVisible();
    await userEvent.keyboard('{Escape}');
    await expect.element(panel.getByText('value 66')).toBeVisible();
    await expect.element(panel).toBeVisible();
    await part('More from the county').click();
  });

  test('80 rows scroll within the panel, and long labels and values wrap', async () => {
    await showLot(2, { more });
    await part('More from the county').click();
    await expect.element(panel.getByText('value 77')).toBeVisible();
    expect(panel.element().getBoundingClientRect().height).toBeLessThanOrEqual(innerHeight * 0.6);
    expect(scroller().scrollWidth).toBe(scroller().clientWidth);
    panel.getByText('value 77').element().scrollIntoView({ block: 'nearest' });
    await expect.element(panel.getByText('value 77')).toBeInViewport();
    await expect.element(panel.getByRole('button', { name: 'Close' })).toBeInViewport();
    await part('More from the county').click();
  });
});
