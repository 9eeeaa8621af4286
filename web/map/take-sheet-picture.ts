// The picture of the basemap for a map sheet: drawn by a second map, off the screen, at the sheet's scale.
import { Map as MapLibreMap, type StyleSpecification } from 'maplibre-gl';
import type { ClientConfig } from '../../contract/client-config.ts';
import type { Box, MapSheetRequest } from '../../contract/map-sheet.ts';
import type { Bounds } from '../../geo/geometry.ts';
import { layerColors } from '../layer-colors.ts';
import { withLayersOfServer } from '../layer-table.ts';
import { useMapStore } from '../map-store.ts';
import { createRepairs, isTransient, type Repairs } from '../repairs.ts';
import { healMap, statusOf } from './heal-map.ts';
import { chooseMaps } from './maps-provider.ts';
import { sheetView } from './sheet-view.ts';

export type SheetPicture = NonNullable<MapSheetRequest['picture']> & { jpeg: Blob };
export type WantedPicture = {
  /** All of it is on the picture. */
  land: Bounds;
  /** In inches. */
  frame: Pick<Box, 'width' | 'height'>;
  signal: AbortSignal;
};

/** 240 dots an inch of paper. A GPU that cannot draw so many gets fewer by the library. */
const PIXEL_RATIO = 2.5;
/** Without a tile. A slow map goes on as long as something arrives. */
const SILENCE_MS = 30_000;
const JPEG_QUALITY = 0.9;

/** The style that is on the map, in its light form, without parcels. Rejects where it cannot be drawn. */
export async function takeSheetPicture(
  maps: ClientConfig['maps'],
  { land, frame, signal }: WantedPicture,
): Promise<SheetPicture> {
  const provider = chooseMaps(maps);
  if (!provider) throw new Error('No maps are set up.');
  const { styleId } = useMapStore.getState();
  const { url } = provider.styles.find(({ id }) => id === styleId)!;
  const document = await provider.fetchStyle(
    url,
    AbortSignal.any([signal, AbortSignal.timeout(SILENCE_MS)]),
    'light',
  );
  const look = { colors: layerColors(styleId), font: provider.labelFont };
  const style = withSharpImagery(withLayersOfServer(document, look));
  const { width, height, ...camera } = sheetView(land, frame);
  const container = offScreen(width, height);
  let map: MapLibreMap | undefined;
  try {
    map = new MapLibreMap({
      container,
      ...camera,
      bearing: 0,
      pitch: 0,
      style: { ...style, projection: { type: 'mercator' } },
      validateStyle: false,
      transformRequest: provider.transformRequest,
      pixelRatio: PIXEL_RATIO,
      interactive: false,
      attributionControl: false,
      fadeDuration: 0,
      trackResize: false,
      refreshExpiredTiles: false,
      maxZoom: 24,
    });
    await drawn(map, signal);
    const [northWest, southEast] = [map.unproject([0, 0]), map.unproject([width, height])];
    return {
      jpeg: await jpegOf(map),
      bounds: { west: northWest.lng, north: northWest.lat, east: southEast.lng, south: southEast.lat },
    };
  } finally {
    // Frees its WebGL context, too: browsers have only a few.
    map?.remove();
    container.remove();
  }
}

function offScreen(width: number, height: number): HTMLElement {
  const container = document.createElement('div');
  container.inert = true;
  container.ariaHidden = 'true';
  Object.assign(container.style, {
    position: 'fixed',
    top: '0',
    left: '200vw',
    width: `${width}px`,
    height: `${height}px`,
  });
  document.body.append(container);
  return container;
}

/** The library chooses tiles for a screen. Those of the next zoom are as sharp as paper is. */
function withSharpImagery(style: StyleSpecification): StyleSpecification {
  const sources = Object.entries(style.sources).map(([id, source]) => [
    id,
    source.type === 'raster' ? { ...source, tileSize: (source.tileSize ?? 512) / 2 } : source,
  ]);
  return { ...style, sources: Object.fromEntries(sources) };
}

/** Resolves with all tiles and labels on the map. A hole in it would look like land without roads. */
async function drawn(map: MapLibreMap, signal: AbortSignal): Promise<void> {
  signal.throwIfAborted();
  const { repairs, isPending } = watchedRepairs();
  healMap(map, repairs);
  let silence: ReturnType<typeof setTimeout> | undefined;
  const ending = new AbortController();
  try {
    await new Promise<void>((resolve, reject) => {
      const waitForMore = () => {
        clearTimeout(silence);
        silence = setTimeout(() => reject(new Error('The map did not load in time.')), SILENCE_MS);
      };
      waitForMore();
      map.on('sourcedata', ({ tile }) => {
        if (tile?.state === 'loaded') waitForMore();
      });
      signal.addEventListener('abort', () => reject(signal.reason), { signal: ending.signal });
      map.on('error', ({ error }) => {
        if (!isTransient(statusOf(error))) reject(error);
        // After a failed tile the library draws no frame, so it would never fire `idle`.
        else map.triggerRepaint();
      });
      map.on('webglcontextlost', () => reject(new Error('The graphics context was lost.')));
      map.on('idle', () => {
        if (!isPending()) resolve();
      });
    });
  } finally {
    clearTimeout(silence);
    ending.abort();
  }
}

/** Tells whether something has failed and was not asked for again yet. */
function watchedRepairs(): { repairs: Repairs; isPending: () => boolean } {
  const repairs = createRepairs();
  const pending = new Set<string>();
  const needs = (key: string, repair: () => void) => {
    pending.add(key);
    repairs.needs(key, () => {
      pending.delete(key);
      repair();
    });
  };
  return { repairs: { ...repairs, needs }, isPending: () => pending.size > 0 };
}

async function jpegOf(map: MapLibreMap): Promise<Blob> {
  const source = map.getCanvas();
  const canvas = document.createElement('canvas');
  [canvas.width, canvas.height] = [source.width, source.height];
  const context = canvas.getContext('2d');
  if (!context) throw new Error('There is no memory for the picture.');
  // Paper is white where a style has no background.
  context.fillStyle = '#ffffff';
  context.fillRect(0, 0, canvas.width, canvas.height);
  // Drawn and copied in one go: a WebGL canvas is empty again when the browser has shown its frame.
  map.redraw();
  context.drawImage(source, 0, 0);
  const blob = await new Promise<Blob | null>((resolve) =>
    canvas.toBlob(resolve, 'image/jpeg', JPEG_QUALITY),
  );
  // Not left to the garbage collector: phones run out of memory for canvases.
  canvas.width = 0;
  if (!blob) throw new Error('There is no memory for the picture.');
  return blob;
}
