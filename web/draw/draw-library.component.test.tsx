// The drawing library's modes, keys and tolerances on an empty map, with a real mouse and finger.
import type { Map as MapLibreMap } from 'maplibre-gl';
import { afterEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import {
  box,
  button,
  clickAt,
  dragBetween,
  type OpenTools,
  openDrawTools,
  shapeAt,
} from '../../test/component/draw-page.tsx';
import { listenerCount } from '../../test/component/empty-map.ts';
import { finger, mouse, type Spot, withAlt, withShift } from '../../test/component/pointer.ts';
import { placeAt, selectLotAt } from '../../test/component/selected-lot.ts';
import { useMapStore } from '../map-store.ts';
import type { DrawLibrary } from './draw-library.ts';
import { recordDrawings } from './drawings-store.ts';

/** The corners of two triangles, and an empty spot. */
const a: Spot = [160, 370];
const b: Spot = [240, 220];
const c: Spot = [320, 370];
const d: Spot = [500, 220];
const e: Spot = [440, 370];
const empty: Spot = [400, 200];
const inside: Spot = [240, 320];
const onWay: Spot = [470, 295];

afterEach(() => {
  useMapStore.setState(useMapStore.getInitialState());
  vi.useRealTimers();
});

const kinds = (draw: DrawLibrary) => draw.getAll().features.map(({ geometry }) => geometry.type);
const corners = (draw: DrawLibrary, id: string) => {
  const geometry = draw.get(id)?.geometry;
  return geometry?.type === 'Polygon' ? geometry.coordinates[0]!.slice(0, -1) : [];
};
const spotOfCorner = ({ map, draw }: OpenTools, id: string, corner: number) => {
  const { x, y } = map.project(corners(draw, id)[corner] as [number, number]);
  return [Math.round(x), Math.round(y)];
};

/** Waits until the library's feature is rendered at a spot: only rendered features can be clicked or dragged. */
const isSeenAt = (map: MapLibreMap, [x, y]: Spot, meta: string, active = 'true') =>
  expect
    .poll(() => map.queryRenderedFeatures([x, y]).map(({ properties }) => properties))
    .toContainEqual(expect.objectContaining({ meta, active }));

test.each<[title: string, shape: string, spots: Spot[], key: string, drawn: string[]]>([
  ['[D4] a click creates a point', 'Draw point', [a], '', ['Point']],
  ['[D4] Escape cancels a point', 'Draw point', [], '{Escape}', []],
  ['[D4] Enter cancels a point', 'Draw point', [], '{Enter}', []],
  ['[D5] a click on its last vertex finishes a line', 'Draw line', [a, b, c, c], '', ['LineString']],
  ['[D5] Enter finishes a line', 'Draw line', [a, b], '{Enter}', ['LineString']],
  ['[D5] Escape cancels a line', 'Draw line', [a, b], '{Escape}', []],
  ['[D5] a line of one point is discarded', 'Draw line', [a], '{Enter}', []],
  ['[D5] a click on its first vertex finishes a polygon', 'Draw polygon', [a, b, c, a], '', ['Polygon']],
  ['[D5] a click on its last vertex finishes a polygon', 'Draw polygon', [a, b, c, c], '', ['Polygon']],
  ['[D5] Enter finishes a polygon', 'Draw polygon', [a, b, c], '{Enter}', ['Polygon']],
  ['[D5] Escape cancels a polygon', 'Draw polygon', [a, b, c], '{Escape}', []],
  ['[D5] a polygon of two corners is discarded', 'Draw polygon', [a, b], '{Enter}', []],
])('%s', async (_, shape, spots, key, drawn) => {
  const { map, draw } = await openDrawTools();
  await button(shape).click();
  await expect.element(button(shape)).toHaveAttribute('aria-pressed', 'true');
  await clickAt(map, ...spots);
  if (key) await userEvent.keyboard(key);
  await expect.poll(() => draw.getMode()).toBe('simple_select');
  expect(kinds(draw)).toEqual(drawn);
  expect(draw.getSelectedIds()).toHaveLength(drawn.length);
});

test('[D1] the five modes, and no other; closed, the tools leave no listener', async () => {
  const { map, draw, unmount } = await openDrawTools();
  draw.add(shapeAt(map, 'way', 'LineString', d, e));
  for (const mode of ['simple_select', 'draw_point', 'draw_line_string', 'draw_polygon'] as const) {
    expect(draw.changeMode(mode).getMode()).toBe(mode);
  }
  expect(draw.changeMode('direct_select', { featureId: 'way' }).getMode()).toBe('direct_select');
  expect(() => draw.changeMode('draw_circle' as never)).toThrow('draw_circle is not valid');
  const open = listenerCount(map);
  await unmount();
  const closed = listenerCount(map);
  expect(closed).toBeLessThan(open);
  const again = await openDrawTools();
  await again.unmount();
  expect(listenerCount(map)).toBe(closed);
});

test('[D4] [D5] Enter on a button starts its shape; only the next Enter finishes it', async () => {
  await openDrawTools();
  for (const name of ['Draw point', 'Draw line', 'Draw polygon']) {
    button(name).element().focus();
    for (const isPressed of ['true', 'false']) {
      await userEvent.keyboard('{Enter}');
      await expect.element(button(name)).toHaveAttribute('aria-pressed', isPressed);
    }
  }
});

test('[D5] the Finish button waits for enough points', async () => {
  const { map, draw } = await openDrawTools();
  for (const [shape, spots] of [
    ['Draw line', [d, e]],
    ['Draw polygon', [a, b, c]],
  ] as const) {
    await button(shape).click();
    await clickAt(map, ...spots.slice(0, -1));
    await expect.element(button('Finish')).toBeDisabled();
    await clickAt(map, spots.at(-1)!);
    await expect.element(button('Finish')).toBeEnabled();
    await button('Finish').click();
  }
  expect(kinds(draw)).toEqual(['LineString', 'Polygon']);
});

test('[D2] simple select: click, shift-click, empty click, drag and box', async () => {
  const tools = await openDrawTools();
  const { map, draw } = tools;
  const selected = (...ids: string[]) => expect.poll(() => draw.getSelectedIds().sort()).toEqual(ids);
  recordDrawings([shapeAt(map, 'area', 'Polygon', a, b, c), shapeAt(map, 'way', 'LineString', d, e)]);
  await clickAt(map, inside);
  await selected('area');
  await withShift(() => clickAt(map, onWay));
  await selected('area', 'way');
  await isSeenAt(map, inside, 'feature');
  await withShift(() => clickAt(map, inside));
  await selected('way');
  await clickAt(map, empty);
  await selected();

  await withShift(() => dragBetween(map, [130, 190], [540, 385]));
  await selected('area', 'way');
  await clickAt(map, empty);
  await selected();

  await clickAt(map, inside);
  await isSeenAt(map, inside, 'feature');
  const view = map.getCenter();
  await dragBetween(map, inside, [270, 310]);
  await expect.poll(() => spotOfCorner(tools, 'area', 0)).toEqual([a[0] + 30, a[1] - 10]);
  expect(map.getCenter()).toEqual(view);
  await isSeenAt(map, [270, 310], 'feature');
  await clickAt(map, [270, 310]);
  await expect.poll(() => draw.getMode()).toBe('direct_select');
});

test('[D3] direct select: vertices move, midpoints add, Delete removes, an invalid feature is deleted', async () => {
  const tools = await openDrawTools();
  const { map, draw } = tools;
  recordDrawings([
    shapeAt(map, 'area', 'Polygon', a, b, c),
    shapeAt(map, 'other', 'Polygon', d, e, [540, 370]),
  ]);
  const edit = async () => {
    draw.changeMode('direct_select', { featureId: 'area' });
    await isSeenAt(map, a, 'vertex', expect.anything());
  };
  await edit();
  await dragBetween(map, b, [260, 240]);
  await expect.poll(() => spotOfCorner(tools, 'area', 1)).toEqual([260, 240]);
  const middle: Spot = [240, 370];
  await dragBetween(map, middle, [240, 400]);
  await expect.poll(() => corners(draw, 'area')).toHaveLength(4);
  await expect.element(button('Delete selection')).toBeEnabled();
  await userEvent.keyboard('{Delete}');
  await expect.poll(() => corners(draw, 'area')).toHaveLength(3);
  expect(draw.getMode()).toBe('direct_select');

  for (const elsewhere of [empty, [495, 345] as Spot]) {
    await clickAt(map, elsewhere);
    await expect.poll(() => draw.getMode()).toBe('simple_select');
    await edit();
  }
  await clickAt(map, a);
  await expect.element(button('Delete selection')).toBeEnabled();
  await userEvent.keyboard('{Backspace}');
  await expect.poll(() => draw.getAll().features.map(({ id }) => id)).toEqual(['other']);
  expect(draw.getMode()).toBe('simple_select');
});

test.each([
  ['Point', [a], [c]],
  ['LineString', [a, b], [d, e]],
  ['Polygon', [a, b, c], [d, e, empty]],
] as const)('[D6] two %ss are combined into a Multi feature, and split again', async (type, one, two) => {
  const { map, draw } = await openDrawTools();
  recordDrawings([shapeAt(map, 'one', type, ...one), shapeAt(map, 'two', type, ...two)]);
  draw.changeMode('simple_select', { featureIds: ['one', 'two'] });
  await button('Combine').click();
  await expect.poll(() => kinds(draw)).toEqual([`Multi${type}`]);
  await button('Uncombine').click();
  await expect.poll(() => kinds(draw)).toEqual([type, type]);
});

test('a MultiPoint moves as one and has no vertices to edit', async () => {
  const { map, draw } = await openDrawTools();
  const coordinates = [a, c].map(([x, y]) => map.unproject([x, y]).toArray());
  recordDrawings([{ ...shapeAt(map, 'p', 'Point', a), geometry: { type: 'MultiPoint', coordinates } }]);
  await clickAt(map, a, a);
  expect(draw.getMode()).toBe('simple_select');
  await isSeenAt(map, a, 'feature');
  await dragBetween(map, a, [a[0] + 40, a[1]]);
  await isSeenAt(map, [c[0] + 40, c[1]], 'feature');
});

test('[D7] the keys act while the tools are open, wherever the focus is but in a field', async () => {
  const { map, draw } = await openDrawTools();
  const press = async (key: string, mode: string) => {
    await userEvent.keyboard(key);
    await expect.poll(() => draw.getMode()).toBe(mode);
  };
  map.getCanvas().focus();
  await press('1', 'draw_point');
  await press('2', 'draw_line_string');
  await press('3', 'draw_polygon');
  await press('{Escape}', 'simple_select');

  // The same key again keeps the line so far and starts a new one.
  await press('2', 'draw_line_string');
  await clickAt(map, d, e);
  button('Undo').element().focus();
  await press('2', 'draw_line_string');
  expect(kinds(draw)).toEqual(['LineString', 'LineString']);
  await press('{Escape}', 'simple_select');
  expect(kinds(draw)).toEqual(['LineString']);

  const field = document.body.appendChild(document.createElement('input'));
  field.focus();
  await press('2', 'simple_select');
  field.remove();

  recordDrawings([shapeAt(map, 'p', 'Point', a), shapeAt(map, 'q', 'Point', c)]);
  for (const [key, spot] of [
    ['{Backspace}', a],
    ['{Delete}', c],
  ] as const) {
    await clickAt(map, spot);
    await expect.element(button('Delete selection')).toBeEnabled();
    await userEvent.keyboard(key);
    await expect.element(button('Delete selection')).toBeDisabled();
  }
  expect(kinds(draw)).toEqual([]);
  await userEvent.keyboard('{Escape}');
  await expect.element(box).not.toBeInTheDocument();
  await userEvent.keyboard('1');
  await expect.element(box).not.toBeInTheDocument();
});

test('every edit can be undone and redone, with buttons and with keys', async () => {
  const { map, draw } = await openDrawTools();
  recordDrawings([shapeAt(map, 'area', 'Polygon', a, b, c)]);
  await clickAt(map, inside);
  await isSeenAt(map, inside, 'feature');
  const before = draw.getAll().features;
  await dragBetween(map, inside, [300, 300]);
  await expect.poll(() => draw.getAll().features).not.toEqual(before);
  const moved = draw.getAll().features;
  await userEvent.keyboard('{Delete}');
  const shown = (features: object[]) => expect.poll(() => draw.getAll().features).toEqual(features);
  await shown([]);
  await userEvent.keyboard('{Control>}z{/Control}');
  await shown(moved);
  await userEvent.keyboard('{Control>}z{/Control}');
  await shown(before);
  await button('Undo').click();
  await shown([]);
  await expect.element(button('Undo')).toBeDisabled();

  await button('Redo').click();
  await userEvent.keyboard('{Control>}{Shift>}Z{/Shift}{/Control}');
  await shown(moved);
  await userEvent.keyboard('{Control>}y{/Control}');
  await shown([]);
  await expect.element(button('Redo')).toBeDisabled();

  await button('Draw line').click();
  await clickAt(map, d, e);
  await button('Undo').click();
  await expect.poll(() => draw.getMode()).toBe('simple_select');
  await shown([]);
});

const slips: [pointer: 'mouse' | 'finger', px: number, ms: number, isClick: boolean][] = [
  ['mouse', 3, 5000, true],
  ['mouse', 5, 501, false],
  ['mouse', 11, 499, true],
  ['mouse', 12, 0, false],
  ['finger', 24, 249, true],
  ['finger', 26, 0, false],
  ['finger', 0, 251, false],
];

test('[D10] a click may move 4 px, or 12 px within 500 ms, a tap 25 px within 250 ms; buffers are 2 and 25 px, box select is on', async () => {
  const { draw } = await openDrawTools();
  expect(draw.options).toMatchObject({ clickBuffer: 2, touchBuffer: 25, boxSelect: true });
  // The library reads the clock between press and release.
  vi.useFakeTimers({ toFake: ['Date'] });
  for (const [pointer, px, ms, isClick] of slips) {
    draw.changeMode('draw_point');
    const to: Spot = [d[0] + px, d[1]];
    if (pointer === 'mouse') {
      await mouse.move(d);
      await mouse.down(d);
      vi.setSystemTime(Date.now() + ms);
      await mouse.drag(to);
      await mouse.up(to);
    } else {
      await finger.down(d);
      vi.setSystemTime(Date.now() + ms);
      await finger.move(to);
      await finger.up();
    }
    expect([pointer, px, ms, draw.getMode()]).toEqual([
      pointer,
      px,
      ms,
      isClick ? 'simple_select' : 'draw_point',
    ]);
  }
});

test('[D10] a finger draws, and selects what is up to 25 px away', async () => {
  const { map, draw } = await openDrawTools();
  await button('Draw line').click();
  await finger.tap(a, b, c);
  await expect.element(button('Finish')).toBeEnabled();
  await button('Finish').click();
  const [line] = draw.getAll().features;
  expect(line?.geometry).toMatchObject({ type: 'LineString', coordinates: { length: 3 } });
  draw.changeMode('simple_select', { featureIds: [] });
  await isSeenAt(map, b, 'feature', 'false');
  await finger.tap([b[0], b[1] - 20]);
  await expect.poll(() => draw.getSelectedIds()).toEqual([line?.id]);
});

/** Near a corner, but not on it. */
const off = ([x, y]: Spot, by: number): Spot => [x + by, y - by];
const inTown = { center: [-80.8745, 35.6285] as [number, number], zoom: 16 };
const mark = () => document.querySelector<HTMLElement>('.snap-mark')?.dataset.kind;

test('[D11] a shape takes the exact corners of a parcel, is closed at the one it began with, and Alt lets go', async () => {
  const { map, draw } = await openDrawTools(inTown);
  selectLotAt(map, a, b, c);
  await button('Draw polygon').click();
  await expect.element(page.getByText('Hold Alt for no snapping')).toBeVisible();
  await mouse.move(off(a, 5));
  await expect.poll(mark).toBe('corner');
  expect(document.querySelector('.snap-mark')?.textContent).toBe('Parcel corner');
  await clickAt(map, off(a, 5), off(b, 7), off(c, 7), off(a, -6));
  await expect.poll(() => draw.getMode()).toBe('simple_select');
  const [shape] = draw.getAll().features;
  expect(corners(draw, shape!.id)).toEqual([a, b, c].map((spot) => placeAt(map, spot)));
  expect(mark()).toBeUndefined();

  await button('Draw point').click();
  await withAlt(() => clickAt(map, off(d, 0)));
  await button('Draw point').click();
  await withAlt(() => clickAt(map, off(b, -8)));
  const free = draw.getAll().features.at(-1)!.geometry;
  expect(free).toMatchObject({ type: 'Point', coordinates: placeAt(map, off(b, -8)) });
});

test('[D11] a line snaps to an edge, and to the corner of another drawing', async () => {
  const { map, draw } = await openDrawTools(inTown);
  draw.add(shapeAt(map, 'way', 'LineString', d, e));
  recordDrawings(draw.getAll().features);
  await button('Draw line').click();
  await mouse.move([onWay[0] + 5, onWay[1]]);
  await expect.poll(mark).toBe('edge');
  await clickAt(map, off(d, 6), empty);
  await userEvent.keyboard('{Enter}');
  const line = draw.getAll().features.at(-1)!.geometry;
  expect(line).toMatchObject({ type: 'LineString', coordinates: [placeAt(map, d), placeAt(map, empty)] });
});

test('[D11] a vertex that is dragged snaps, with a finger too', async () => {
  const { map, draw } = await openDrawTools(inTown);
  selectLotAt(map, b, c, [320, 220]);
  draw.add(shapeAt(map, 'way', 'LineString', d, e));
  draw.changeMode('direct_select', { featureId: 'way', coordPath: '0' });
  await dragBetween(map, d, off(b, 5));
  const ends = () => (draw.get('way')!.geometry as { coordinates: number[][] }).coordinates;
  const near = ([lng, lat]: readonly number[]) => [expect.closeTo(lng!, 9), expect.closeTo(lat!, 9)];
  await expect.poll(ends).toEqual([near(placeAt(map, b)), near(placeAt(map, e))]);
  expect(mark()).toBeUndefined();
  await isSeenAt(map, e, 'vertex', 'false');
  await finger.down(e);
  await finger.move([400, 370]);
  await finger.move(off(c, 5));
  await finger.up();
  await expect.poll(ends).toEqual([near(placeAt(map, b)), near(placeAt(map, c))]);
});
