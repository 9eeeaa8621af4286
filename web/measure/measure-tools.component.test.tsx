// The measure tools on an empty map, with a real mouse, finger and keyboard.
import type { Map as MapLibreMap } from 'maplibre-gl';
import { afterEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { messages } from '../../contract/messages.ts';
import { listenerCount, openEmptyMap } from '../../test/component/empty-map.ts';
import { finger, mouse, type Spot, withAlt } from '../../test/component/pointer.ts';
import { selectLotAt } from '../../test/component/selected-lot.ts';
import { forgetDrawings, openDrawings, useDrawings } from '../draw/drawings-store.ts';
import { useKeptSwitches } from '../kept-switches.ts';
import { useMapStore } from '../map-store.ts';
import { Crosshair } from '../parcel/crosshair.tsx';
import { choose } from '../preferences.ts';
import { SIZES } from '../sizes.ts';
import { MeasureTools } from './measure-tools.tsx';

const FONT = ['Noto Sans Regular'];

const a: Spot = [180, 380];
const b: Spot = [300, 260];
const c: Spot = [420, 380];

const box = page.getByRole('region', { name: 'Measure' });
const button = (name: string) => box.getByRole('button', { name });
const result = box.getByRole('status');

async function openMeasureTools(zoom?: number): Promise<MapLibreMap> {
  // Drawings are snapped to, and their store lives as long as the page.
  openDrawings('nobody');
  const map = await openEmptyMap(zoom === undefined ? {} : { zoom });
  await render(<MeasureTools map={map} labelFont={FONT} />);
  useMapStore.setState({ tool: 'measure' });
  await expect.element(box).toBeVisible();
  return map;
}

/** The kinds of geometry drawn for the measurement. */
function drawnKinds(map: MapLibreMap): string[] {
  const kinds = map.querySourceFeatures('measure').map(({ geometry }) => geometry.type.replace('Multi', ''));
  return [...new Set(kinds)].sort();
}

/** By the radii of curvature half-way: good to a few inches over a few miles, and not how the page computes it. */
function metersAlong(map: MapLibreMap, ...spots: Spot[]): number {
  const places = spots.map(([x, y]) => map.unproject([x, y]));
  const radians = Math.PI / 180;
  const eSquared = 0.00669437999014;
  return places.slice(1).reduce((sum, to, index) => {
    const from = places[index]!;
    const lat = ((from.lat + to.lat) / 2) * radians;
    const w = 1 - eSquared * Math.sin(lat) ** 2;
    const north = ((6378137 * (1 - eSquared)) / w ** 1.5) * (to.lat - from.lat) * radians;
    const east = (6378137 / Math.sqrt(w)) * Math.cos(lat) * (to.lng - from.lng) * radians;
    return sum + Math.hypot(north, east);
  }, 0);
}

afterEach(() => {
  useMapStore.setState(useMapStore.getInitialState());
  localStorage.clear();
  useKeptSwitches.setState({}, true);
});

test('[W4] on a phone the switch for snapping keeps its icon', async () => {
  await page.viewport(360, 640);
  await openMeasureTools();
  await expect.element(button('Snap to parcels')).toBeVisible();
  await expect.poll(() => button('Snap to parcels').element().querySelector('svg')!.clientWidth).toBe(20);
  await page.viewport(640, 480);
});

test('[W1] [W6] the box has its four buttons and the result label, with distance on, and removes its listeners when closed', async () => {
  const map = await openEmptyMap();
  const listeners = listenerCount(map);
  await render(<MeasureTools map={map} labelFont={FONT} />);
  useMapStore.setState({ tool: 'measure' });
  for (const name of ['Measure Distance', 'Measure Area', 'Clear Measurement', 'Close Measure Tools']) {
    await expect.element(button(name)).toBeVisible();
  }
  await expect.element(button('Measure Distance')).toHaveAttribute('aria-pressed', 'true');
  await expect.element(result).toHaveTextContent('Click on the map to begin');
  await button('Clear Measurement').click();
  await expect.element(button('Measure Distance')).toHaveAttribute('aria-pressed', 'false');
  await expect.element(result).toHaveTextContent('Choose what to measure');
  await expect.element(button('Clear Measurement')).toBeDisabled();
  await button('Close Measure Tools').click();
  await expect.element(box).not.toBeInTheDocument();
  expect(useMapStore.getState().tool).toBe('none');
  expect(listenerCount(map)).toBe(listeners);
  expect(map.getSource('measure')).toBeUndefined();
  expect(map.getSource('measure-sides')).toBeUndefined();
});

test('[W2] [W3] a distance is a line, measured live and ended by a double click that does not zoom', async () => {
  const map = await openMeasureTools();
  const zoom = map.getZoom();
  await button('Measure Distance').click();
  await expect.element(result).toHaveTextContent('Click on the map to begin');
  expect(map.doubleClickZoom.isEnabled()).toBe(false);

  await mouse.click(a);
  await mouse.move(b);
  const firstSide = SIZES.us.length(metersAlong(map, a, b));
  await expect.element(result).toHaveTextContent(firstSide);
  await expect.element(result).toHaveTextContent(/Segment [\d,.]+ (ft|mi), N\s\d+°\d\d′\sE/);
  await expect.poll(() => document.querySelector('.segment-label')?.textContent).toBe(firstSide);

  await mouse.click(b);
  await mouse.move(c);
  await expect.element(result).toHaveTextContent(`Segment ${SIZES.us.length(metersAlong(map, b, c))}, S`);
  await mouse.doubleClick(c);
  await expect.element(result).not.toHaveTextContent('Segment');
  await expect.poll(() => result.element().textContent).toBe(SIZES.us.length(metersAlong(map, a, b, c)));
  await expect.poll(() => drawnKinds(map)).toEqual(['LineString', 'Point']);
  expect(map.getZoom()).toBe(zoom);

  await button('Clear Measurement').click();
  await expect.element(result).toHaveTextContent('Choose what to measure');
  expect(map.doubleClickZoom.isEnabled()).toBe(true);
  await expect.poll(() => drawnKinds(map)).toEqual([]);
});

test('[W2] [W3] an area replaces a distance, is ended by Enter, and hiding the tools resets everything', async () => {
  const map = await openMeasureTools();
  await button('Measure Distance').click();
  await mouse.click(a, b);
  await button('Measure Area').click();
  await expect.element(result).toHaveTextContent('Click on the map to begin');
  await mouse.click(a, b, c);
  await expect.element(result).toHaveTextContent(/[\d,]+\.\d\d acres/);
  await expect.element(result).toHaveTextContent(/[\d,]+ sq ft/);
  await expect.element(result).toHaveTextContent(/Perimeter [\d,.]+ mi/);
  await userEvent.keyboard('{Enter}');
  await expect.element(result).not.toHaveTextContent('Segment');
  await expect.poll(() => drawnKinds(map)).toEqual(['Point', 'Polygon']);

  useMapStore.setState({ tool: 'none' });
  await expect.element(box).not.toBeInTheDocument();
  expect(map.doubleClickZoom.isEnabled()).toBe(true);
  useMapStore.setState({ tool: 'measure' });
  await expect.element(result).toHaveTextContent('Click on the map to begin');
  await expect.element(button('Measure Distance')).toHaveAttribute('aria-pressed', 'true');
  expect(drawnKinds(map)).toEqual([]);
});

test('[W2] Enter on a button presses it once; Backspace removes a point; Escape first clears, then closes', async () => {
  await openMeasureTools();
  (button('Measure Area').element() as HTMLElement).focus();
  await userEvent.keyboard('{Enter}');
  await expect.element(button('Measure Area')).toHaveAttribute('aria-pressed', 'true');
  await mouse.click(a, b, c);
  await expect.element(button('Finish')).toBeEnabled();
  await userEvent.keyboard('{Backspace}');
  await expect.element(button('Finish')).toBeDisabled();
  await userEvent.keyboard('{Escape}');
  await expect.element(result).toHaveTextContent('Choose what to measure');
  await userEvent.keyboard('{Escape}');
  await expect.element(box).not.toBeInTheDocument();
});

test('[W3] lines that cross get no area', async () => {
  await openMeasureTools();
  await button('Measure Area').click();
  await mouse.click([200, 200], [400, 360], [400, 200], [200, 360]);
  await expect.element(result).toHaveTextContent('The lines cross: no area');
});

test('[W3] a finger measures too, and ends with the Finish button', async () => {
  const map = await openMeasureTools();
  await finger.tap(a, b, c);
  await expect.element(button('Finish')).toBeEnabled();
  await expect.poll(() => drawnKinds(map)).toEqual(['LineString', 'Point']);
  await button('Finish').click();
  await expect.element(button('Finish')).not.toBeInTheDocument();
  expect(result.element().textContent).toMatch(/^[\d,.]+ mi$/);
});

/** A lot with corners at a, b and c, and clicks that miss its corners by a few pixels. */
const off = ([x, y]: Spot, by: number): Spot => [x + by, y - by];
const word = () => document.querySelector('.snap-mark')?.textContent;
const mark = () => document.querySelector<HTMLElement>('.snap-mark')?.dataset.kind;

test('[W4] the pointer snaps to corners and edges of parcels, says so, and Alt lets go', async () => {
  const map = await openMeasureTools(16);
  selectLotAt(map, a, b, c);
  await button('Measure Distance').click();
  await mouse.move(off(a, 6));
  await expect.poll(() => [word(), mark()]).toEqual(['Parcel corner', 'corner']);
  await mouse.click(off(a, 6));
  await expect.element(page.getByText('At a parcel corner')).toBeInTheDocument();
  // The middle of the side from a to b, and a little beside it.
  await mouse.move([246, 326]);
  await expect.poll(() => [word(), mark()]).toEqual(['Parcel edge', 'edge']);
  await mouse.move(off(b, 6));
  const side = SIZES.us.length(metersAlong(map, a, b));
  await expect.element(result).toHaveTextContent(side);
  await withAlt(async () => void (await mouse.move(off(b, 7))));
  await expect.poll(() => [word(), mark()]).toEqual([undefined, undefined]);
  expect(result.element().textContent).not.toContain(`Segment ${side}`);
  await mouse.doubleClick(off(b, 6));
  await expect.poll(() => result.element().textContent).toBe(side);
  expect(mark()).toBeUndefined();
});

test('[W4] the mark says what a click would take, also once Alt is pressed or the map has moved under a pointer at rest', async () => {
  const map = await openMeasureTools(16);
  selectLotAt(map, a, b, c);
  await expect.element(box).toHaveTextContent('Hold Alt for no snapping');
  await mouse.move(off(b, 6));
  await expect.poll(word).toBe('Parcel corner');
  await userEvent.keyboard('{Alt>}');
  await expect.poll(word).toBeUndefined();
  await userEvent.keyboard('{/Alt}');
  await expect.poll(word).toBe('Parcel corner');
  map.jumpTo({ zoom: 18 });
  await expect.poll(word).toBeUndefined();
  map.jumpTo({ zoom: 16 });
  await expect.poll(word).toBe('Parcel corner');
  await button('Snap to parcels').click();
  await expect.element(box).not.toHaveTextContent('Hold Alt');
});

test('[W4] with the keyboard the crosshair snaps and shows to what, and Enter with Alt held does not', async () => {
  const map = await openEmptyMap({ zoom: 16 });
  await render(<Crosshair map={map} />);
  await openMeasureTools(16);
  await userEvent.keyboard('{+}');
  await expect.element(result).toHaveTextContent('Press Enter to begin');
  map.stop();
  map.jumpTo({ zoom: 16 });
  const { x, y, width, height } = document.querySelector('.crosshair')!.getBoundingClientRect();
  const cross: Spot = [x + width / 2, y + height / 2];
  selectLotAt(map, off(cross, 6), off(cross, 106), [cross[0] + 150, cross[1] + 50]);
  moveUnderCrosshair(map, [innerWidth / 2 + 1, innerHeight / 2]);
  await expect.poll(word).toBe('Parcel corner');
  await userEvent.keyboard('{Enter}');
  await expect.poll(spoken).toContain('At a parcel corner');
  await userEvent.keyboard('{Backspace}{Alt>}{Enter}{/Alt}');
  await expect.poll(spoken).not.toContain('At a parcel corner');
  await expect.poll(spoken).toContain('Point 1');
});

test('[W4] a finger snaps at its tap, and an area ends at a corner that it snaps to again', async () => {
  const map = await openMeasureTools(16);
  selectLotAt(map, a, b, c);
  await button('Measure Area').click();
  await finger.tap(off(a, 7), off(b, 7), off(c, 7));
  await expect.element(button('Finish')).toBeEnabled();
  await finger.tap(off(a, -7));
  await expect.element(button('Finish')).not.toBeInTheDocument();
  const perimeter = SIZES.us.length(metersAlong(map, a, b, c, a));
  await expect.element(result).toHaveTextContent(`Perimeter ${perimeter}`);
});

test('[W4] snapping is switched off in the box, and stays off', async () => {
  const map = await openMeasureTools(16);
  selectLotAt(map, a, b, c);
  const snapping = button('Snap to parcels');
  await expect.element(snapping).toHaveAttribute('aria-pressed', 'true');
  await snapping.click();
  await button('Measure Distance').click();
  await mouse.click(off(a, 6), off(b, 6));
  await expect.element(result).toHaveTextContent(SIZES.us.length(metersAlong(map, off(a, 6), off(b, 6))));
  expect(mark()).toBeUndefined();
  expect(JSON.parse(localStorage.getItem('switches')!)).toEqual({ 'snap-to-parcels': false });
});

/** The words on the sides. */
const sideTexts = (map: MapLibreMap) =>
  [...new Set(map.querySourceFeatures('measure-sides').map(({ properties }) => properties.text))].sort();
const sidesAlong = (map: MapLibreMap, ...sides: [Spot, Spot][]) =>
  sides.map(([from, to]) => SIZES.us.length(metersAlong(map, from, to))).sort();

/** No two sides to it are of the same length. */
const d: Spot = [460, 330];

test('[W6] distance is on at once, Measure Distance keeps it on, and every side shows its length, in the chosen units', async () => {
  const map = await openMeasureTools();
  await mouse.click(a, b, d);
  await expect.poll(() => sideTexts(map)).toEqual(sidesAlong(map, [a, b], [b, d]));
  choose({ units: 'metric' });
  await expect.poll(() => sideTexts(map).join()).toMatch(/ k?m/);
  choose({ units: 'us' });
  await button('Measure Distance').click();
  await expect.element(button('Measure Distance')).toHaveAttribute('aria-pressed', 'true');
  await expect.poll(() => sideTexts(map)).toEqual([]);
});

test('[W6] the side that closes an area is labeled too, where none follows the pointer', async () => {
  const map = await openMeasureTools();
  await button('Measure Area').click();
  await mouse.click(a, b, d);
  await mouse.move([500, 300]);
  await expect.poll(() => sideTexts(map)).toEqual(sidesAlong(map, [a, b], [b, d]));
  await userEvent.keyboard('{Enter}');
  await expect.poll(() => sideTexts(map)).toEqual(sidesAlong(map, [a, b], [b, d], [d, a]));
});

test('[W6] Undo takes the last point away, for a finger and by Ctrl+Z', async () => {
  const map = await openMeasureTools();
  await expect.element(button('Undo')).toBeDisabled();
  await finger.tap(a, b, c);
  await button('Undo').click();
  await expect
    .poll(() => result.element().querySelector('p')?.textContent)
    .toBe(SIZES.us.length(metersAlong(map, a, b)));
  await expect.poll(() => sideTexts(map)).toEqual(sidesAlong(map, [a, b]));
  await userEvent.keyboard('{Control>}z{/Control}');
  await expect.element(button('Finish')).toBeDisabled();
  await userEvent.keyboard('{Control>}z{/Control}');
  await expect.element(result).toHaveTextContent(/on the map to begin$/);
  await expect.element(button('Undo')).toBeDisabled();
});

const spoken = () =>
  [...document.querySelectorAll('[aria-live="polite"]')].map((region) => region.textContent);

/** As the arrow keys do, without their time. */
const moveUnderCrosshair = (map: MapLibreMap, spot: Spot) =>
  map.jumpTo({ center: map.unproject([spot[0], spot[1]]) });

test('[W6] by keyboard alone: Enter sets points under the crosshair and ends on the last, and each is said', async () => {
  const map = await openEmptyMap();
  await render(<Crosshair map={map} />);
  await openMeasureTools();
  const canvas = map.getCanvas();
  expect(document.activeElement).toBe(canvas);
  const keys = document.getElementById(canvas.getAttribute('aria-describedby')!);
  expect(keys?.textContent).toContain('Enter sets a point');
  await userEvent.keyboard('{+}');
  await expect.element(result).toHaveTextContent('Press Enter to begin');
  map.stop();
  const middle: Spot = [innerWidth / 2, innerHeight / 2];
  const east: Spot = [middle[0] + 100, middle[1]];
  const length = SIZES.us.length(metersAlong(map, middle, east));
  await userEvent.keyboard('{Enter}');
  await expect.poll(spoken).toContain('Point 1');
  moveUnderCrosshair(map, east);
  await expect.element(result).toHaveTextContent(`Segment ${length}`);
  // A pointer at rest, under which a panel has opened.
  canvas.dispatchEvent(new MouseEvent('mouseout', { bubbles: true }));
  canvas.dispatchEvent(new MouseEvent('mousemove', { bubbles: true, clientX: a[0], clientY: a[1] }));
  for (let frame = 0; frame < 2; frame++) await new Promise(requestAnimationFrame);
  await expect.element(result).toHaveTextContent(`Segment ${length}`);
  await userEvent.keyboard('{Enter}');
  await expect.poll(spoken).toContain(`Point 2, ${length}`);
  await userEvent.keyboard('{Enter}');
  await expect.element(button('Finish')).not.toBeInTheDocument();
  await expect.poll(spoken).toContain(length);
});

test('[W6] Escape closes the tools at once where nothing is measured', async () => {
  await openMeasureTools();
  await userEvent.keyboard('{Escape}');
  await expect.element(box).not.toBeInTheDocument();
});

const keptDrawings = () => useDrawings.getState().history.present;

test.each([
  { press: 'Measure Distance', name: 'Measured distance', type: 'LineString' },
  { press: 'Measure Area', name: 'Measured area', type: 'Polygon' },
])('[W6] a finished measurement is kept as a drawing: $name', async ({ press, name, type }) => {
  const map = await openMeasureTools();
  forgetDrawings('nobody');
  openDrawings('nobody');
  await button(press).click();
  await mouse.click(a, b, c);
  await expect.element(button('Keep as drawing')).not.toBeInTheDocument();
  await button('Finish').click();
  await button('Keep as drawing').click();
  await expect.element(result).toHaveTextContent('Kept among your drawings.');
  await expect.element(button('Keep as drawing')).not.toBeInTheDocument();
  await expect.poll(spoken).toContain('Kept among your drawings.');
  const [drawing, ...others] = keptDrawings();
  expect(others).toEqual([]);
  expect(drawing).toMatchObject({ properties: { name }, geometry: { type } });
  const { lng, lat } = map.unproject([a[0], a[1]]);
  const [[first]] = [drawing!.geometry.coordinates.flat(type === 'Polygon' ? 1 : 0)] as [[number, number][]];
  expect(first).toEqual([expect.closeTo(lng, 6), expect.closeTo(lat, 6)]);
});

test('[W6] what cannot be kept is said', async () => {
  await openMeasureTools();
  await mouse.click(a, b);
  await button('Finish').click();
  const refuses = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError');
  });
  await button('Keep as drawing').click();
  await expect.element(result).toHaveTextContent(messages.drawingsNotKept);
  refuses.mockRestore();
  forgetDrawings('nobody');
});

test('[W6] while the drawings are not there, nothing is said to be kept, and it can be tried again', async () => {
  await openMeasureTools();
  const { key } = useDrawings.getState();
  useDrawings.setState({ key: undefined });
  await mouse.click(a, b);
  await button('Finish').click();
  await button('Keep as drawing').click();
  await expect.element(result).toHaveTextContent('Your drawings are still being loaded.');
  useDrawings.setState({ key });
  await button('Keep as drawing').click();
  await expect.element(result).toHaveTextContent('Kept among your drawings.');
  forgetDrawings('nobody');
});

test('[W6] lines that cross are not kept as an area', async () => {
  await openMeasureTools();
  await button('Measure Area').click();
  await mouse.click([200, 200], [400, 360], [400, 200], [200, 360]);
  await button('Finish').click();
  await expect.element(button('Finish')).not.toBeInTheDocument();
  await expect.element(button('Keep as drawing')).not.toBeInTheDocument();
});
