// Back, Forward and closing by hand, over everything that can be opened: a row each. What is missing here fails the first test.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, type Locator, type Page } from '@playwright/test';
import type { Panel } from '../../web/map-store.ts';
import type { OpenTool } from '../../web/pointer-owner.ts';
import { openMap, openServerUrl } from './map-page.ts';
import { test } from './map-test.ts';
import { spotsOnParcels } from './parcel-spots.ts';
import { openMenu } from './side-menu.ts';

type Row = {
  /** Where its frame is used. */
  file: string;
  open: (page: Page) => Promise<void>;
  shown: (page: Page) => Locator;
  /** By hand; by Escape where nothing is said. */
  close?: (page: Page) => Promise<void>;
};

const root = join(import.meta.dirname, '../..');
const press = (name: string) => (page: Page) => page.getByRole('button', { name, exact: true }).click();
const details = (page: Page) => page.getByRole('region', { name: 'Parcel details' });
const results = (page: Page) => page.getByRole('region', { name: 'Results' });
const pressIn = (part: (page: Page) => Locator, name: string) => (page: Page) =>
  part(page).getByRole('button', { name, exact: true }).click();
const dialog = (name: string) => (page: Page) => page.getByRole('dialog', { name });
const menu = (name: string) => (page: Page) => page.getByRole('menu', { name });
const region = (name: string) => (page: Page) => page.getByRole('region', { name });
const fromMenu = (name: string) => async (page: Page) => {
  const opened = await openMenu(page);
  await opened.getByRole('button', { name, exact: true }).click();
};
const byClose = (shown: (page: Page) => Locator) => (page: Page) =>
  shown(page).getByRole('button', { name: 'Close', exact: true }).click();

/** By type: a new panel or tool does not compile without a row. */
const PANELS: Record<Exclude<Panel, 'none' | 'which-county'>, Row> = {
  menu: {
    file: 'web/menu/side-menu.tsx',
    open: async (page) => void (await openMenu(page)),
    shown: dialog('Menu'),
  },
  overlays: {
    file: 'web/overlays/overlays-panel.tsx',
    open: press('Overlays'),
    shown: dialog('Overlays'),
    close: byClose(dialog('Overlays')),
  },
  'saved-parcels': {
    file: 'web/saved/saved-sheet.tsx',
    open: press('My saved parcels'),
    shown: dialog('My Saved Parcels'),
    close: byClose(dialog('My Saved Parcels')),
  },
  account: {
    file: 'web/account/account-dialog.tsx',
    open: fromMenu('Your account'),
    shown: dialog('Your Account'),
  },
  preferences: {
    file: 'web/settings/settings-dialog.tsx',
    open: fromMenu('Settings'),
    shown: dialog('Settings'),
    close: byClose(dialog('Settings')),
  },
  find: {
    file: 'web/find/find-panel.tsx',
    open: fromMenu('Find parcels'),
    shown: dialog('Find parcels'),
    close: byClose(dialog('Find parcels')),
  },
};
/** Whose land opens details as well, and needs a location: test/e2e/map-screen.test.ts. */
const TOOLS: Record<Exclude<OpenTool, 'whose-land'>, Row> = {
  measure: {
    file: 'web/measure/measure-box.tsx',
    open: press('Measure tools'),
    shown: region('Measure'),
    close: press('Measure tools'),
  },
  draw: {
    file: 'web/draw/draw-toolbar.tsx',
    open: press('Draw tools'),
    shown: region('Draw'),
    close: press('Draw tools'),
  },
  pick: {
    file: 'web/pick/pick-tools.tsx',
    open: pressIn(details, 'Pick several'),
    shown: region('Pick parcels'),
  },
};
const { pick, ...toolsOfMap } = TOOLS;

const OVER_MAP: Row[] = [
  ...Object.values(PANELS),
  ...Object.values(toolsOfMap),
  { file: 'web/map/basemap-picker.tsx', open: press('Basemaps'), shown: menu('Basemaps') },
];
const OVER_DETAILS: Row[] = [
  {
    file: 'web/saved/save-parcel-modal.tsx',
    open: pressIn(details, 'Save parcel'),
    shown: dialog('Save Parcel Location'),
  },
  {
    file: 'web/paper/map-sheet-dialog.tsx',
    open: pressIn(details, 'Map sheet'),
    shown: dialog('Map sheet'),
    close: byClose(dialog('Map sheet')),
  },
];
const OVER_RESULTS: Row[] = [
  { file: 'web/sets/set-doors.tsx', open: pressIn(results, 'Download'), shown: menu('Download') },
  { file: 'web/sets/set-doors.tsx', open: pressIn(results, 'Columns'), shown: menu('Columns') },
  { file: 'web/sets/labels-dialog.tsx', open: pressIn(results, 'Labels'), shown: dialog('Labels') },
  {
    file: 'web/sets/neighbors-dialog.tsx',
    open: pressIn(results, 'Neighbors'),
    shown: dialog('Neighbors of these parcels'),
    close: byClose(dialog('Neighbors of these parcels')),
  },
];
/** Opened by what happens, not by a press: several counties with one PIN, edits that were not sent yet. And where there is something to export, or a location. */
const NOT_WALKED = [
  'web/parcel/choose-county.tsx',
  'web/log-out.tsx',
  'web/saved/notebook-bar.tsx',
  'web/whose-land/land-strip.tsx',
];

const depth = (page: Page): Promise<number> =>
  page.evaluate(() => history.state?.['platbook:step']?.depth ?? 0);

async function walk(page: Page, { open, shown, close }: Row, under?: Locator): Promise<void> {
  const start = await depth(page);
  const isClosed = async () => {
    await expect(shown(page)).toBeHidden();
    if (under) await expect(under).toBeVisible();
    await expect.poll(() => depth(page)).toBe(start);
  };
  const isOpen = async () => {
    await expect(shown(page)).toBeVisible();
    await expect.poll(() => depth(page)).toBe(start + 1);
  };
  await open(page);
  await isOpen();
  await page.goBack();
  await isClosed();
  // It cannot be opened again by the history: Forward leads back here.
  await page.goForward();
  await isClosed();
  await open(page);
  await isOpen();
  await (close ? close(page) : page.keyboard.press('Escape'));
  await isClosed();
}

test('everything that can be opened over the map has a row here', () => {
  const files: string[] = [];
  for (const name of readdirSync(join(root, 'web'), { recursive: true, encoding: 'utf8' })) {
    const file = `web/${name}`;
    if (!/(?<!\.test)\.tsx$/.test(file) || file.startsWith('web/ui/')) continue;
    const code = readFileSync(join(root, file), 'utf8');
    // Frames of web/ui tell Back of what they hold; nothing else may take over the page.
    expect(code, file).not.toMatch(/<(Dialog|DropdownMenu|Popover)\.Root\b|<dialog\b|\bpopover=/);
    if (/<(Modal|Drawer|Sheet|MenuRoot|ToolBox)\s/.test(code) || /<MenuRoot>/.test(code)) files.push(file);
  }
  const rows = [...OVER_MAP, pick, ...OVER_DETAILS, ...OVER_RESULTS];
  expect([...new Set([...rows.map(({ file }) => file), ...NOT_WALKED])].sort()).toEqual(files.sort());
});

for (const [width, height] of [
  [390, 844],
  [740, 360],
  [1440, 900],
] as const) {
  test(`Back closes panels, menus and tools one by one, and what is closed by hand takes no Back: ${width} x ${height}`, async ({
    map: page,
  }) => {
    await page.setViewportSize({ width, height });
    for (const row of OVER_MAP) await test.step(row.file, () => walk(page, row));
  });
}

test('over the details and the results, too: what is under them stays', async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await openMap(page);
  const [spot] = await spotsOnParcels(page, 1);
  await page.mouse.click(...spot!.at);
  await expect(details(page).getByRole('button', { name: 'Map sheet' })).toBeEnabled();
  for (const row of OVER_DETAILS) await test.step(row.file, () => walk(page, row, details(page)));

  await pressIn(details, 'Pick several')(page);
  await expect(pick.shown(page)).toBeVisible();
  await page.goBack();
  await expect(pick.shown(page)).toBeHidden();
  await expect(details(page)).toBeVisible();

  await pressIn(details, 'Neighbors')(page);
  await pressIn(details, 'Show neighbors')(page);
  await expect(results(page).getByRole('row').nth(1)).toBeVisible();
  for (const row of OVER_RESULTS) await test.step(row.file, () => walk(page, row, results(page)));
});

test('closed by hand the page is left with one Back; after a reload Back closes the details under a dialog at once', async ({
  page,
}) => {
  const before = `${openServerUrl()}/healthz`;
  await page.goto(before);
  await openMap(page);
  await openMenu(page);
  await page.keyboard.press('Escape');
  await expect.poll(() => depth(page)).toBe(0);
  await page.goBack();
  await expect(page).toHaveURL(before);

  await openMap(page);
  const [spot] = await spotsOnParcels(page, 1);
  await page.mouse.click(...spot!.at);
  await expect(details(page).getByRole('button', { name: 'Map sheet' })).toBeEnabled();
  await pressIn(details, 'Map sheet')(page);
  await expect(dialog('Map sheet')(page)).toBeVisible();
  await expect.poll(() => depth(page)).toBe(2);
  await page.reload();
  await expect(details(page)).toBeVisible();
  await expect(dialog('Map sheet')(page)).toBeHidden();
  await page.goBack();
  await expect(details(page)).toBeHidden();
  await expect.poll(() => depth(page)).toBe(0);
  await page.goBack();
  await expect(page).toHaveURL(before);
});
