// A layer that the page has never heard of, from the server's settings to the map and back.
import { beforeEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { cleanup, render } from 'vitest-browser-react';
import { type ClientConfig, clientConfig, type MapLayer } from '../contract/client-config.ts';
import { MAP_STYLES } from '../contract/map-styles.ts';
import { MvtLayer } from '../geo/mvt-layer.ts';
import { exampleLayers } from '../test/example-layers.ts';
import { storedJwt } from '../test/stored-jwt.ts';
import type { MapElement } from './map/map-state.ts';
import { MapTools } from './map/map-tools.tsx';
import { useMap } from './map/use-map.ts';
import { useParcelsAndLayers } from './map-screen.tsx';
import { useMapStore } from './map-store.ts';
import { OverlaysPanel } from './overlays/overlays-panel.tsx';
import { createRepairs } from './repairs.ts';
import { OverlayRoot } from './ui/overlay-root.tsx';
import { useClientConfig } from './use-client-config.ts';

/** Every tile is one area. */
function floodTile(): string {
  const layer = new MvtLayer({ name: 'zones', bytesMax: Number.POSITIVE_INFINITY });
  layer.addPolygon([[0, 0, 4096, 0, 4096, 4096, 0, 4096]], { FLD_ZONE: 'AE' });
  return `data:application/x-protobuf;base64,${btoa(String.fromCharCode(...layer.toTile()!))}`;
}

const flood: MapLayer = {
  id: 'flood',
  kind: 'overlay',
  title: 'Flood zones',
  source: {
    type: 'vector',
    tiles: [floodTile()],
    minzoom: 6,
    maxzoom: 14,
    bounds: [-85, 33, -75, 38],
    attribution: 'Agency of Floods',
  },
  sourceLayer: 'zones',
  property: 'FLD_ZONE',
  legend: [
    { label: '1% chance a year', color: '#3366cc', values: ['A', 'AE'] },
    { label: 'Minimal', color: '#ccddee' },
  ],
};
const config: ClientConfig = {
  productName: 'Platbook',
  version: null,
  parcelAccess: 'signed-in',
  parcelSource: null,
  parcelCredit: null,
  parcelVersion: null,
  view: null,
  counties: [],
  layers: [...exampleLayers],
  maps: { provider: 'embedded', accessToken: null, apiUrl: null },
  auth: { publicToken: '', apiUrl: null, inbox: false },
};
let answered: ClientConfig;

/** Land below, and a name above. */
const styleOf = (name: string) => ({
  version: 8,
  name,
  sources: { places: { type: 'geojson', data: { type: 'FeatureCollection', features: [] } } },
  layers: [
    { id: 'land', type: 'background', paint: { 'background-color': '#ffffff' } },
    { id: 'towns', type: 'symbol', source: 'places' },
  ],
});

beforeEach(() => {
  answered = config;
  localStorage.setItem('session_jwt', storedJwt('ada'));
  vi.spyOn(console, 'warn').mockImplementation(() => {});
  vi.spyOn(window, 'fetch').mockImplementation(async (address) => {
    if (address === '/config.json') return Response.json(clientConfig.parse(answered));
    const style = MAP_STYLES.find(({ id }) => String(address).includes(`/styles/v1/platbook/${id}?`));
    return style ? Response.json(styleOf(style.name)) : new Response(null, { status: 404 });
  });
  return async () => {
    await cleanup();
    vi.restoreAllMocks();
    useMapStore.setState(useMapStore.getInitialState());
    localStorage.clear();
  };
});

/** Too far out for parcels, whose tiles nobody would answer. */
const camera = { center: { lng: -80.86, lat: 35.62 }, zoom: 8 };

/** The map screen without its session, search and parcels. */
function Screen({ config }: { config: ClientConfig }) {
  const { maps, parcelCredit, view } = config;
  useParcelsAndLayers(config);
  const repairs = createRepairs();
  const map = { maps, parcelCredit, view, camera, styleId: 'streets-v12', repairs } as const;
  const { containerRef, start } = useMap(map);
  return (
    <>
      <div ref={containerRef} style={{ width: 64, height: 64 }} />
      {start.status === 'running' && <MapTools changeStyle={start.changeStyle} isSignedIn />}
      <OverlaysPanel />
      <OverlayRoot />
    </>
  );
}

function App() {
  const { state, refresh } = useClientConfig();
  const ask = () => refresh(new AbortController().signal);
  return (
    <>
      {state.status === 'loaded' && <Screen config={state.config} />}
      <button type="button" id="refresh" onClick={ask}>
        Refresh
      </button>
    </>
  );
}

const mapElement = () => document.querySelector<MapElement>('[data-map-state]')!;
/** The first time, the map's code and worker are loaded: on a busy machine that takes long. */
const mapIsIdle = () => expect.poll(() => mapElement()?.dataset.mapState, { timeout: 60_000 }).toBe('idle');
const panel = page.getByRole('dialog', { name: 'Overlays' });
const checkboxes = () =>
  panel
    .getByRole('checkbox')
    .elements()
    .map((box) => box.closest('label')!.textContent);
const order = () => mapElement().map!.getLayersOrder();
/** With the color that the first area is drawn in. */
const drawn = () =>
  mapElement()
    .map!.queryRenderedFeatures()
    .filter(({ source }) => source === 'layer:flood')
    .map(({ layer, properties }) => [layer.id, properties.FLD_ZONE, `${fillColor(layer.paint)}`]);
const fillColor = (paint: object | undefined) => new Map(Object.entries(paint ?? {})).get('fill-color');
const credit = () => document.querySelector('.maplibregl-ctrl-attrib-inner')!.textContent;

function changeConfig(layers: MapLayer[]): void {
  answered = { ...config, layers };
  // The open panel covers it.
  document.querySelector<HTMLButtonElement>('#refresh')!.click();
}

const openPanel = () => useMapStore.setState({ panel: 'overlays' });

test('[N4] an overlay that the server adds has a checkbox, a legend, a credit and a place on every style, until it is removed', async () => {
  await render(<App />);
  await mapIsIdle();
  openPanel();
  await expect.element(panel).toBeVisible();
  const ours = ['Show Owner Names', 'Show Saved Parcels'];
  expect(checkboxes()).toEqual([...ours, 'More overlays to comeDoes nothing yet']);
  expect(order()).not.toContain('layer:flood-areas');

  changeConfig([...exampleLayers, flood]);
  const box = panel.getByRole('checkbox', { name: 'Flood zones' });
  await expect.element(box).not.toBeChecked();
  expect(checkboxes()).toEqual([...ours, 'Flood zones']);
  const legend = panel.getByRole('listitem');
  // Above the land and below contour lines, parcels and names; hidden.
  const parts = ['areas', 'casing', 'lines', 'points'].map((part) => `layer:flood-${part}`);
  const stack = ['land', ...parts, 'contour-lines'];
  await expect.poll(() => order().slice(0, 6)).toEqual(stack);
  await mapIsIdle();
  expect([drawn(), legend.elements()]).toEqual([[], []]);
  expect(credit()).not.toContain('Agency of Floods');
  expect(useMapStore.getState().mapNotice).toBeUndefined();

  await box.click();
  const areas = ['layer:flood-areas', 'AE', 'rgba(51,102,204,1)'];
  await expect.poll(drawn).toContainEqual(areas);
  expect(order().slice(0, 6)).toEqual(stack);
  expect(order().indexOf('layer:flood-points')).toBeLessThan(order().indexOf('parcel-areas'));
  expect(order().indexOf('parcel-areas')).toBeLessThan(order().indexOf('towns'));
  await expect.poll(credit).toContain('Agency of Floods');
  expect(legend.elements().map(({ textContent }) => textContent)).toEqual(['1% chance a year', 'Minimal']);
  const [swatch] = legend.first().element().children;
  expect(getComputedStyle(swatch!).backgroundColor).toBe('rgb(51, 102, 204)');

  useMapStore.setState({ panel: 'none' });
  await expect.element(panel).not.toBeInTheDocument();
  await page.getByRole('button', { name: 'Basemaps' }).click();
  await page.getByRole('menuitemradio', { name: 'Outdoors' }).click();
  await expect.poll(() => mapElement().map!.getStyle().name).toBe('Outdoors');
  await expect.poll(drawn).toContainEqual(areas);
  expect(order().slice(0, 6)).toEqual(stack);
  await expect.poll(credit).toContain('Agency of Floods');

  openPanel();
  await expect.element(box).toBeChecked();
  await box.click();
  await expect.poll(drawn).toEqual([]);
  await expect.poll(credit).not.toContain('Agency of Floods');
  await expect.poll(() => legend.elements()).toEqual([]);
  await box.click();
  await expect.poll(drawn).toContainEqual(areas);

  changeConfig([...exampleLayers]);
  await expect.element(box).not.toBeInTheDocument();
  await expect.poll(order).not.toContain('layer:flood-areas');
  expect(mapElement().map!.getSource('layer:flood')).toBeUndefined();
  expect(checkboxes()).toEqual([...ours, 'More overlays to comeDoes nothing yet']);
  expect(useMapStore.getState().mapNotice).toBe('No longer available: Flood zones.');
  await expect.poll(credit).not.toContain('Agency of Floods');
}, 120_000);

test('[LAY-5] overlays are moved and faded on the map at once, in the same style', async () => {
  const zoning = { ...flood, id: 'zoning', title: 'Zoning' };
  answered = { ...config, layers: [flood, zoning] };
  await render(<App />);
  await mapIsIdle();
  openPanel();
  for (const name of ['Flood zones', 'Zoning']) await panel.getByRole('checkbox', { name }).click();
  /** From top to bottom. */
  const onTop = () => [
    ...new Set(
      mapElement()
        .map!.queryRenderedFeatures()
        .map(({ source }) => source),
    ),
  ];
  await expect.poll(onTop).toEqual(['layer:flood', 'layer:zoning']);
  const styleLoads = vi.fn();
  mapElement().map!.on('style.load', styleLoads);
  await panel.getByRole('button', { name: 'Move Zoning up' }).click();
  await expect.poll(onTop).toEqual(['layer:zoning', 'layer:flood']);
  await panel.getByRole('slider', { name: 'Opacity of Zoning' }).fill('100');
  await expect.poll(() => mapElement().map!.getPaintProperty('layer:zoning-areas', 'fill-opacity')).toBe(1);
  expect(styleLoads).not.toHaveBeenCalled();
  // Another style begins with the same.
  useMapStore.setState({ panel: 'none' });
  await expect.element(panel).not.toBeInTheDocument();
  changeConfig([zoning, flood]);
  await expect.poll(() => styleLoads.mock.calls.length).toBe(1);
  await expect.poll(onTop).toEqual(['layer:zoning', 'layer:flood']);
  expect(mapElement().map!.getPaintProperty('layer:zoning-areas', 'fill-opacity')).toBe(1);
}, 120_000);
