// The draw tools and the drawing library on an empty map, with a real mouse.
import { afterEach, describe, expect, test, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import { box, button, type OpenTools, openDrawTools } from '../../test/component/draw-page.tsx';
import { mouse, type Spot } from '../../test/component/pointer.ts';
import { useMapStore } from '../map-store.ts';
import type { Drawing } from './drawing.ts';
import { drawingsKey, loadDrawings, recordDrawings, useDrawings } from './drawings-store.ts';

const a: Spot = [160, 370];
const b: Spot = [240, 220];
const c: Spot = [320, 370];
const d: Spot = [500, 220];

const notice = box.getByRole('alert');

const point = (id: string, lng = -80.86) => ({
  type: 'Feature' as const,
  id,
  properties: {},
  geometry: { type: 'Point' as const, coordinates: [lng, 35.62] },
});

const chooseFile = (text: string) =>
  userEvent.upload(box.getByLabelText('File with drawings'), new File([text], 'survey.geojson'));

const stored = () => loadDrawings(drawingsKey('ada'));

afterEach(() => {
  useMapStore.setState(useMapStore.getInitialState());
  vi.restoreAllMocks();
});

/** Positions as in `-80,78 -85,72`: longitude, latitude. */
const places = (text: string) =>
  text.split(' ').map((pair) => pair.split(',').map(Number) as [number, number]);

// The drags end in the lower half of the page: the toolbar is at the top. A longitude past the limit continues on the
// other side of the world: the map shows 265° at -95°. Of two lines that are dragged together, the inner edge of the one
// beside reaches 85 first, and stops both.
test.each([
  ['latitude 90', '-80,78', '-85,72 -85,88', '-85,75 -85,78', '-85,74 -85,90'],
  ['latitude -90', '-80,-74', '-85,-72 -85,-88', '-85,-75 -85,-78', '-85,-74 -85,-90'],
  ['longitude 270', '-95,20', '262,12 268,12', '-95,12 -90,12', '-93,12 -87,12'],
  ['longitude -270', '95,20', '-268,12 -262,12', '95,12 90,12', '87,12 93,12'],
  ['latitude 85', '-80,78', '-85,70 -85,76', '-85,73 -85,78', '-85,72 -85,78', '-75,83 -75,84'],
  ['latitude -85', '-80,-74', '-85,-70 -85,-76', '-85,-73 -85,-78', '-85,-72 -85,-78', '-75,-83 -75,-84'],
])(
  '[D8] a drawing stays within %s, also while it is dragged',
  async (_, at, line, drag, moved, beside = '') => {
    const { map, draw } = await openDrawTools({ center: places(at)[0]!, zoom: 3 });
    const lines = [line, beside].filter(Boolean).map(places);
    const ids = lines.flatMap((coordinates) => draw.add({ type: 'LineString', coordinates }));
    draw.changeMode('simple_select', { featureIds: ids });
    const [from, to] = places(drag).map((place): Spot => [map.project(place).x, map.project(place).y]);
    await expect
      .poll(() => map.queryRenderedFeatures([...from!]).map(({ properties }) => properties.active))
      .toContain('true');

    await mouse.move(from!);
    await mouse.down(from!);
    await mouse.drag([(from![0] + to![0]) / 2, (from![1] + to![1]) / 2]);
    await mouse.drag(to!);
    // The mouse moves by whole pixels, a twelfth of a degree here.
    const expected = places(moved).map(([lng, lat]) => [expect.closeTo(lng, 0), expect.closeTo(lat, 6)]);
    await expect.poll(() => draw.getAll().features[0]?.geometry.coordinates).toEqual(expected);
    await mouse.up(to!);
    await expect.poll(() => stored()[0]?.geometry.coordinates).toEqual(expected);
  },
);

test('[D8] [D9] the library throws on invalid shapes, unknown features, points to edit, and a wrong from-point', async () => {
  const { draw } = await openDrawTools();
  const openRing = [
    [0, 0],
    [1, 0],
    [1, 1],
    [0, 1],
  ];
  for (const [geometry, message] of [
    [null, 'Invalid geometry: null'],
    [{ type: 'Circle', coordinates: [0, 0] }, 'Invalid geometry type'],
    [{ type: 'LineString', coordinates: [[0, 0]] }, 'at least 2 points'],
    [{ type: 'Point', coordinates: ['0', 0] }, 'A position needs'],
    [{ type: 'Polygon', coordinates: [openRing] }, '3 different points'],
  ] as const) {
    expect(() => draw.add({ type: 'Feature', properties: {}, geometry } as never)).toThrow(message);
  }
  expect(() => draw.set({ type: 'Feature' } as never)).toThrow('Invalid FeatureCollection');
  expect(draw.getAll().features).toEqual([]);

  draw.add(point('p'));
  const coordinates = [
    [-80.86, 35.62],
    [-80.85, 35.62],
  ];
  draw.add({ ...point('way'), geometry: { type: 'LineString', coordinates } });
  for (const [mode, options, message] of [
    ['direct_select', {}, 'You must provide a featureId to enter direct_select mode'],
    ['direct_select', { featureId: 'p' }, /^direct_select mode does not handle point features$/],
    ['draw_line_string', { featureId: 'none' }, 'Could not find a feature with the provided featureId'],
    [
      'draw_line_string',
      { featureId: 'way', from: [1, 2] },
      '`from` should match the point at either the start or the end of the provided LineString',
    ],
  ] as const) {
    expect(() => draw.changeMode(mode, options)).toThrow(message);
  }
  // An error leaves the library between two modes.
  draw.changeMode('simple_select');
});

describe('GeoJSON files', () => {
  test.each([
    ['not json', 'survey.geojson was not added. It is not GeoJSON, KML, GPX or a zipped Shapefile.'],
    ['{"type":"Feature","geometry":null}', 'Invalid geometry: null'],
    [' '.repeat(2_000_001), 'It is larger than 2 MB.'],
  ])('[D8] an invalid one changes nothing and is reported: %.40s', async (text, message) => {
    const { draw } = await openDrawTools();
    recordDrawings([point('a')]);
    await chooseFile(text);
    await expect.element(notice).toHaveTextContent(message);
    expect(draw.getAll().features.map(({ id }) => id)).toEqual(['a']);
  });

  test('the download holds all drawings, and importing it adds them without replacing any', async () => {
    const { draw } = await openDrawTools();
    await expect.element(button('Download GeoJSON')).toBeDisabled();
    recordDrawings([point('a')]);
    const blobs: Blob[] = [];
    vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
      blobs.push(blob as Blob);
      return 'blob:drawings';
    });
    const names: string[] = [];
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
      names.push(this.download);
    });
    await button('Download GeoJSON').click();
    expect(names).toEqual(['drawings.geojson']);
    const text = await blobs[0]!.text();
    expect(JSON.parse(text)).toEqual({ type: 'FeatureCollection', features: draw.getAll().features });

    await chooseFile('not json');
    await expect.element(notice).toBeVisible();
    await chooseFile(text);
    await expect.poll(() => draw.getAll().features).toHaveLength(2);
    await expect.element(notice).not.toBeInTheDocument();
    expect(useDrawings.getState().history.present).toHaveLength(2);
  });
});

const text = JSON.stringify;
const named = (name: string, lng: number, lat = 35.62): Drawing => ({
  ...point(name, lng),
  properties: { name },
  geometry: { type: 'Point', coordinates: [lng, lat] },
});
const status = box.getByRole('status');
const nameField = box.getByRole('textbox', { name: 'Name' });
const lotRing = [
  [-80.862, 35.615],
  [-80.858, 35.615],
  [-80.858, 35.618],
  [-80.862, 35.618],
  [-80.862, 35.615],
];
const lot: Drawing = { ...point('lot'), geometry: { type: 'Polygon', coordinates: [lotRing] } };

test('a finger is told to tap, not to click', async () => {
  const matchMedia = window.matchMedia.bind(window);
  // Any query that holds stands in for the one that a touch screen answers.
  vi.spyOn(window, 'matchMedia').mockImplementation((query) =>
    matchMedia(query === '(pointer: coarse)' ? 'all' : query),
  );
  await openDrawTools();
  await expect.element(status).toHaveTextContent('Choose a shape to draw, or tap one to select it');
  await button('Draw polygon').click();
  await expect.element(status).toHaveTextContent('Tap to add corners; tap the first or last to finish');
});

describe('what a file brings', () => {
  test('is counted with what was skipped and why, and the map goes there', async () => {
    const { map } = await openDrawTools();
    const far = [named('West', 10, 50), named('East', 10.2, 50.1)];
    await chooseFile(text({ type: 'FeatureCollection', features: [...far, { type: 'Feature' }] }));
    await expect
      .element(status)
      .toHaveTextContent('2 shapes added, 1 skipped. Feature 3: Invalid geometry: null');
    await expect
      .poll(() => map.getBounds().contains([10, 50]) && map.getBounds().contains([10.2, 50.1]))
      .toBe(true);
    await expect.poll(() => map.isMoving()).toBe(false);
    // Not under the box of the tools.
    const { bottom, left } = box.element().getBoundingClientRect();
    for (const at of [
      [10, 50],
      [10.2, 50.1],
    ] as const) {
      const { x, y } = map.project([...at]);
      expect(y > bottom || x < left).toBe(true);
    }
    await expect
      .poll(() =>
        map.queryRenderedFeatures({ layers: ['drawing-names'] }).map(({ properties }) => properties.name),
      )
      .toEqual(expect.arrayContaining(['West', 'East']));
    await button('Undo').click();
    await expect.element(status).toHaveTextContent('Choose a shape to draw');
  });

  test('does not move the map where it is in sight already', async () => {
    const { map } = await openDrawTools({ center: [-80.86, 35.6195], zoom: 14 });
    const view = map.getBounds().toArray();
    await chooseFile(text(lot));
    await expect.element(status).toHaveTextContent('1 shape added.');
    await expect.poll(() => useDrawings.getState().arrival).toBeUndefined();
    expect(map.isMoving()).toBe(false);
    expect(map.getBounds().toArray()).toEqual(view);
  });
});

describe('a selected shape', () => {
  async function selectLot(): Promise<OpenTools> {
    const tools = await openDrawTools({ center: [-80.86, 35.6165], zoom: 14 });
    recordDrawings([lot]);
    tools.draw.changeMode('simple_select', { featureIds: ['lot'] });
    await expect.element(nameField).toBeVisible();
    return tools;
  }
  const storedName = () => stored()[0]?.properties.name;

  test('shows its acres, square feet and perimeter, live while a corner is dragged', async () => {
    const { map, draw } = await selectLot();
    await expect.element(box).toHaveTextContent('29.81 acres');
    await expect.element(box).toHaveTextContent('1,298,391 sq ft · Perimeter 4,562 ft');
    draw.changeMode('direct_select', { featureId: 'lot' });
    const { x, y } = map.project(lotRing[0] as [number, number]);
    await expect
      .poll(() => map.queryRenderedFeatures([x, y]).map(({ properties }) => properties.meta))
      .toContain('vertex');
    await mouse.move([x, y]);
    await mouse.down([x, y]);
    await mouse.drag([x - 10, y + 5]);
    await mouse.drag([x - 20, y + 10]);
    // What is announced to a screen reader changes only when the corner is let go.
    const shownSize = () => document.querySelector('.shape-size')?.textContent;
    await expect.poll(shownSize).toContain('acres');
    await expect.poll(shownSize).not.toContain('29.81 acres');
    expect(stored()[0]?.geometry).toEqual(lot.geometry);
    await mouse.up([x - 20, y + 10]);
    await expect.poll(() => stored()[0]?.geometry).not.toEqual(lot.geometry);
  });

  test('[D12] finds the parcels in it, under its name; a line and a shape whose lines cross do not', async () => {
    const { draw } = await selectLot();
    await button('Find parcels').click();
    await button('Find parcels in it').click();
    expect(useMapStore.getState().set).toMatchObject({
      title: 'In a drawn shape',
      filter: expect.stringMatching(/^S_INTERSECTS\(geometry, POLYGON\(\(/),
    });
    const [a, b, c, d] = lotRing as [number[], number[], number[], number[]];
    draw.add({ ...lot, geometry: { type: 'Polygon', coordinates: [[a, c, b, d, a]] } });
    draw.changeMode('simple_select', { featureIds: ['lot'] });
    await expect.element(box).toHaveTextContent('The lines cross: no area');
    expect(button('Find parcels').query()).toBeNull();
  });

  test('can be named: the name is kept, stands on the map, and can be undone', async () => {
    const { map, draw } = await selectLot();
    await nameField.fill('Lot 3');
    await userEvent.keyboard('{Enter}');
    await expect.poll(storedName).toBe('Lot 3');
    await expect
      .poll(() =>
        map.queryRenderedFeatures({ layers: ['drawing-names'] }).map(({ properties }) => properties.name),
      )
      .toContain('Lot 3');
    expect(document.activeElement).toBe(map.getCanvas());
    await expect.element(nameField).toHaveValue('Lot 3');
    await button('Undo').click();
    expect(storedName()).toBeUndefined();
    await button('Redo').click();
    expect(storedName()).toBe('Lot 3');
    expect(draw.getAll().features).toHaveLength(1);
  });

  test('[D7] typing a name draws and deletes nothing', async () => {
    const { draw } = await selectLot();
    await nameField.click();
    await userEvent.keyboard('123x{Backspace}{Delete}');
    await expect.element(nameField).toHaveValue('123');
    expect(draw.getMode()).toBe('simple_select');
    expect(draw.getAll().features).toHaveLength(1);
    // Escape leaves the name as it was, and the tools open.
    await userEvent.keyboard('{Escape}');
    await expect.element(nameField).toHaveValue('');
    await expect.element(box).toBeVisible();
    expect(storedName()).toBeUndefined();
  });

  test('keeps the name typed so far when another one is selected or the tools are closed', async () => {
    const { draw } = await selectLot();
    await nameField.fill('Lot 3');
    draw.changeMode('simple_select', { featureIds: [] });
    await expect.element(nameField).not.toBeInTheDocument();
    await expect.poll(storedName).toBe('Lot 3');
    draw.changeMode('simple_select', { featureIds: ['lot'] });
    await nameField.fill('Lot 4');
    useMapStore.setState({ tool: 'none' });
    await expect.poll(storedName).toBe('Lot 4');
  });
});

test('shapes that were uncombined have names of their own', async () => {
  const { draw } = await openDrawTools();
  const places = [
    [-80.86, 35.61],
    [-80.85, 35.61],
  ];
  recordDrawings([
    {
      ...point('wells'),
      properties: { name: 'Wells' },
      geometry: { type: 'MultiPoint', coordinates: places },
    },
  ]);
  draw.changeMode('simple_select', { featureIds: ['wells'] });
  await button('Uncombine').click();
  await expect.element(box).toHaveTextContent('2 shapes');
  const ids = draw.getAll().features.map(({ id }) => id);
  draw.changeMode('simple_select', { featureIds: ids.slice(0, 1) });
  await nameField.fill('North well');
  await userEvent.keyboard('{Enter}');
  await expect
    .poll(() =>
      stored()
        .map(({ properties }) => properties.name)
        .sort(),
    )
    .toEqual(['North well', 'Wells']);
});

describe('a line that is being drawn is stored', () => {
  async function beginLine(): Promise<OpenTools> {
    const tools = await openDrawTools();
    await button('Draw line').click();
    await mouse.click(a, b);
    await expect.element(button('Finish')).toBeEnabled();
    expect(stored()).toEqual([]);
    return tools;
  }
  const line = { geometry: { type: 'LineString', coordinates: { length: 2 } } };

  test('when the page is reloaded or closed', async () => {
    await beginLine();
    window.dispatchEvent(new Event('pagehide'));
    expect(stored()).toMatchObject([line]);
  });

  test('when the user logs out, which removes the tools and the map', async () => {
    const { map, unmount } = await beginLine();
    map.remove();
    expect(stored()).toMatchObject([line]);
    await unmount();
    expect(stored()).toMatchObject([line]);
  });
});

test('changes and deletions of another tab remain while drawing goes on here', async () => {
  const { draw } = await openDrawTools();
  recordDrawings([point('moved'), point('deleted')]);
  const otherTab = { type: 'FeatureCollection', features: [point('moved', -80.85)] };
  localStorage.setItem(drawingsKey('ada'), JSON.stringify(otherTab));
  await button('Draw point').click();
  await mouse.click(d);
  await expect.poll(() => draw.getAll().features).toHaveLength(2);
  expect(draw.get('moved')?.geometry).toEqual(point('moved', -80.85).geometry);
  expect(draw.get('deleted')).toBeUndefined();
  await button('Undo').click();
  expect(draw.getAll().features.map(({ id }) => id)).toEqual(['moved']);
});

test('[D8] no property of a drawing hides the drawings from the map, with the tools open or closed', async () => {
  const { map } = await openDrawTools();
  recordDrawings([
    point('well'),
    {
      ...point('odd', -80.861),
      properties: {
        color: '#b3362b',
        constructor: 'Bob',
        $name: 'x',
        tags: { constructor: 'Bob', $name: 'x' },
      },
    },
  ]);
  const seen = () =>
    map
      .queryRenderedFeatures()
      .flatMap(({ layer, properties }) => (layer.type === 'circle' ? [properties] : []));
  await expect.poll(seen).toHaveLength(2);
  expect(seen()).toContainEqual(expect.objectContaining({ user_color: '#b3362b' }));
  useMapStore.setState({ tool: 'none' });
  await expect.poll(seen).toEqual(expect.arrayContaining([{}, { color: '#b3362b' }]));
});

test('[D6] uncombining a feature of a single part can be undone', async () => {
  const { map, draw } = await openDrawTools();
  const ring = [a, b, c, a].map(([x, y]) => map.unproject([x, y]).toArray());
  recordDrawings([{ ...point('area'), geometry: { type: 'MultiPolygon', coordinates: [[ring]] } }]);
  draw.changeMode('simple_select', { featureIds: ['area'] });
  const kinds = () => draw.getAll().features.map(({ geometry }) => geometry.type);
  await expect.element(button('Uncombine')).toBeEnabled();
  await button('Uncombine').click();
  await expect.poll(kinds).toEqual(['Polygon']);
  await button('Undo').click();
  await expect.poll(kinds).toEqual(['MultiPolygon']);
});
