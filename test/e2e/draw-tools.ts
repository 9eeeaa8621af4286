// The draw tools in whole-page tests: locators, actions, and queries of the drawing library's state.
import { expect, type Page } from '@playwright/test';
import type { DrawLibrary } from '../../web/draw/draw-library.ts';
import type { MapElement } from '../../web/map/map-state.ts';
import { mapElement, placeAt, type Spot, spotOf } from './map-pointer.ts';

type DrawnMap = MapElement & { draw?: DrawLibrary };

/** Spots that no control covers: the corners of two triangles, and an empty one. */
export const spots = {
  a: [160, 370],
  b: [240, 220],
  c: [320, 370],
  d: [500, 220],
  e: [440, 370],
  empty: [400, 200],
} as const satisfies Record<string, Spot>;

export const drawToggle = (page: Page) => page.getByRole('button', { name: 'Draw tools', exact: true });
export const drawBox = (page: Page) => page.getByRole('region', { name: 'Draw' });
export const drawButton = (page: Page, name: string) =>
  drawBox(page).getByRole('button', { name, exact: true });

export async function openDrawTools(page: Page): Promise<void> {
  await drawToggle(page).click();
  await expect(drawBox(page)).toBeVisible();
}

/** Undoes everything and closes the tools: the state that the next test expects. */
export async function putDrawToolsAway(page: Page): Promise<void> {
  const undo = drawButton(page, 'Undo');
  while (await undo.isEnabled()) await undo.click();
  expect(await drawings(page)).toEqual([]);
  await drawButton(page, 'Close Draw Tools').click();
  await expect(drawBox(page)).toBeHidden();
}

/** Calls the library inside the page. */
export async function askDraw<T>(page: Page, ask: (draw: DrawLibrary) => T): Promise<T> {
  const handle = await mapElement(page).evaluateHandle((element: DrawnMap) => element.draw!);
  const answer = await handle.evaluate(ask);
  await handle.dispose();
  return answer as T;
}

export const drawMode = (page: Page) => askDraw(page, (draw) => draw.getMode());
export const selectedIds = (page: Page) => askDraw(page, (draw) => draw.getSelectedIds());
export const drawings = (page: Page) => askDraw(page, (draw) => draw.getAll().features);

export const drawnKinds = async (page: Page) => (await drawings(page)).map(({ geometry }) => geometry.type);

async function cornersOf(page: Page, id: string) {
  const geometry = (await drawings(page)).find((drawing) => drawing.id === id)?.geometry;
  return geometry?.type === 'Polygon' ? geometry.coordinates[0]!.slice(0, -1) : [];
}

export const cornerCount = async (page: Page, id: string) => (await cornersOf(page, id)).length;

/** The position of a polygon's corner on the page, in whole pixels. */
export async function cornerSpot(page: Page, id: string, corner: number): Promise<Spot> {
  const [lng = Number.NaN, lat = Number.NaN] = (await cornersOf(page, id))[corner] ?? [];
  const [x, y] = await spotOf(page, [lng, lat]);
  return [Math.round(x), Math.round(y)];
}

/** The message of the error that a call to the library throws. */
export async function errorOf(page: Page, call: (draw: DrawLibrary) => unknown): Promise<string> {
  return askDraw(page, call).then(
    () => 'no error',
    (error: Error) => error.message,
  );
}

type Seen = 'feature' | 'active feature' | 'vertex' | 'midpoint';

/** Waits until the library's feature is rendered at a spot: only rendered features can be clicked or dragged. */
export async function isSeenAt(page: Page, spot: Spot, what: Seen): Promise<void> {
  const seen = () =>
    mapElement(page).evaluate((element: DrawnMap, [x, y]) => {
      const layers = element.map!.getLayersOrder().filter((id) => id.startsWith('draw-'));
      const found = element.map!.queryRenderedFeatures(
        [
          [x - 2, y - 2],
          [x + 2, y + 2],
        ],
        { layers },
      );
      return found.flatMap(({ properties: { meta, active } }) =>
        active === 'true' ? [meta, `active ${meta}`] : [meta],
      );
    }, spot);
  await expect.poll(seen).toContain(what);
}

type Shape = { id: string; type: 'Point' | 'LineString' | 'Polygon'; spots: readonly Spot[] };

/** Imports shapes through the file input, as one edit. */
export async function importShapes(page: Page, ...shapes: Shape[]): Promise<void> {
  const features = await Promise.all(shapes.map((shape) => featureOf(page, shape)));
  await importText(page, JSON.stringify({ type: 'FeatureCollection', features }));
  for (const { spots } of shapes) await isSeenAt(page, spots[0]!, 'feature');
}

async function importText(page: Page, text: string): Promise<void> {
  await drawBox(page)
    .getByLabel('GeoJSON file')
    .setInputFiles({ name: 'survey.geojson', mimeType: 'application/geo+json', buffer: Buffer.from(text) });
}

async function featureOf(page: Page, { id, type, spots }: Shape) {
  const places = await Promise.all(spots.map((spot) => placeAt(page, spot)));
  const coordinates =
    type === 'Point' ? places[0] : type === 'LineString' ? places : [[...places, places[0]!]];
  return { type: 'Feature', id, properties: {}, geometry: { type, coordinates } };
}
