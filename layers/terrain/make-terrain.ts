// Makes a terrain of GeoTIFFs or of elevation tiles: an archive of Terrarium tiles, and one of contour lines.
import { rm } from 'node:fs/promises';
import { drawContours } from '../../basemap/contours/contour-tiles.ts';
import { openPmtilesWriter } from '../../basemap/pmtiles-writer.ts';
import { decodeHeights, encodeHeights } from '../../basemap/terrarium.ts';
import { unionOfBounds } from '../../geo/bounds-of.ts';
import type { Bounds, TileAddress } from '../../geo/geometry.ts';
import { tilesTouching } from '../../geo/tile-address.ts';
import type { StepProgress } from '../../import/layer.ts';
import { OperatorError } from '../../runtime/operator-error.ts';
import { createHoleFiller, halved } from './fill-holes.ts';
import { type HeightStore, openHeightStore } from './height-store.ts';
import { type GeoTiffSources, nothingIn, openGeoTiffs } from './open-geotiffs.ts';
import { copyGrid, TILE_SIZE_PX } from './tile-grid.ts';

/** Terrarium pictures, from an archive or from a server. */
export type ElevationTiles = {
  /** Where heights are wanted: elsewhere nothing is asked for. */
  bounds: readonly Bounds[];
  zoomMax: number;
  /** 256 or 512. */
  tileSizePx: number;
  tile(address: TileAddress): Promise<Uint8Array | undefined>;
};

export type MakeTerrainOptions = Omit<GeoTiffSources, 'sources'> & {
  sources: GeoTiffSources['sources'] | ElevationTiles;
  path: string;
  contoursPath: string;
  workFolder: string;
  name?: string;
  /** HTML for the map's attribution control. */
  attribution?: string;
  onProgress?: (progress: StepProgress) => void;
};

export type MadeTerrain = {
  bounds: Bounds;
  zoomMin: number;
  zoomMax: number;
  tiles: number;
  bytes: number;
  contourTiles: number;
  contourBytes: number;
  /** To be said to the operator. */
  notes: readonly string[];
};

const ZOOM_MIN = 5;
/** A pixel is 4 m wide there. */
const ZOOM_MAX = 14;
const ENCODED_AT_ONCE = 4;

export async function makeTerrain(options: MakeTerrainOptions): Promise<MadeTerrain> {
  const store = await openHeightStore(options.workFolder);
  let source: HeightSource | undefined;
  try {
    source = await openSource(options);
    await takeHeights(store, source, options);
    const terrain = await writeTerrain(store, source, options);
    const contours = await writeContours(store, source, options).catch(async (error: unknown) => {
      await rm(options.path, { force: true });
      throw error;
    });
    return {
      bounds: source.bounds,
      zoomMin: ZOOM_MIN,
      zoomMax: source.zoom,
      ...terrain,
      contourTiles: contours.tiles,
      contourBytes: contours.bytes,
      notes: source.notes,
    };
  } finally {
    await store.close();
    await source?.close();
  }
}

type HeightSource = {
  bounds: Bounds;
  /** Parts of the bounds that may have heights. */
  areas: readonly Bounds[];
  /** The finest zoom. */
  zoom: number;
  notes: readonly string[];
  heights(address: TileAddress): Promise<Float32Array | undefined>;
  close(): Promise<void>;
};

async function openSource({ sources, ...options }: MakeTerrainOptions): Promise<HeightSource> {
  if ('tile' in sources) return openElevationTiles(sources);
  const zooms = [ZOOM_MIN, ZOOM_MAX] as const;
  const { sample, ...opened } = await openGeoTiffs({ ...options, sources }, { kind: 'terrain', zooms });
  return { ...opened, heights: async (address) => (await sample(address))?.[0] };
}

function openElevationTiles({ bounds: areas, zoomMax, tileSizePx, tile }: ElevationTiles): HeightSource {
  const read = async (address: TileAddress) => {
    const picture = await tile(address);
    if (!picture) return undefined;
    const { heights, size } = await decodeHeights(picture, { keepsFilled: true });
    if (size === tileSizePx) return heights;
    throw new OperatorError(`The elevation tiles are ${size} px wide; ${tileSizePx} px are expected.`);
  };
  const isWhole = tileSizePx === TILE_SIZE_PX;
  return {
    bounds: unionOfBounds(areas),
    areas,
    zoom: Math.max(ZOOM_MIN, Math.min(ZOOM_MAX, isWhole ? zoomMax : zoomMax - 1)),
    notes: [],
    // A tile of 512 px is four of 256 px of the next zoom.
    heights: ({ z, x, y }) =>
      isWhole
        ? read({ z, x, y })
        : joinQuarters((right, down) => read({ z: z + 1, x: x * 2 + right, y: y * 2 + down })),
    close: async () => {},
  };
}

/** The finest zoom from the source, row by row, and the others each from the one below. */
async function takeHeights(store: HeightStore, source: HeightSource, options: MakeTerrainOptions) {
  const { zoom, areas } = source;
  const wanted = [...tilesTouching(areas, zoom)];
  for (const [done, address] of wanted.entries()) {
    options.signal?.throwIfAborted();
    options.onProgress?.({ stage: 'Reading heights', done, total: wanted.length, unit: 'steps' });
    const heights = await source.heights(address);
    if (heights) await store.write(address, heights);
  }
  if (store.addresses(zoom).length === 0) {
    throw new OperatorError(nothingIn('heights'));
  }
  for (let z = zoom - 1; z >= ZOOM_MIN; z--) {
    const parents = new Map(
      store.addresses(z + 1).map(({ x, y }) => [`${x >> 1} ${y >> 1}`, { z, x: x >> 1, y: y >> 1 }]),
    );
    for (const { x, y } of parents.values()) {
      options.signal?.throwIfAborted();
      const heights = await joinQuarters(async (right, down) => {
        const child = await store.read({ z: z + 1, x: x * 2 + right, y: y * 2 + down });
        return child && halved(child, TILE_SIZE_PX, TILE_SIZE_PX);
      });
      await store.write({ z, x, y }, heights!);
    }
  }
}

/** A tile of four quarters; undefined where there is none. */
async function joinQuarters(
  quarter: (right: number, down: number) => Promise<Float32Array | undefined>,
): Promise<Float32Array | undefined> {
  const quarters = await Promise.all([quarter(0, 0), quarter(1, 0), quarter(0, 1), quarter(1, 1)]);
  if (!quarters.some(Boolean)) return undefined;
  const half = TILE_SIZE_PX / 2;
  const joined = new Float32Array(TILE_SIZE_PX ** 2).fill(Number.NaN);
  quarters.forEach((heights, i) => {
    const box = { left: (i & 1) * half, top: (i >> 1) * half, columns: half, rows: half };
    const whole = { left: 0, top: 0, columns: TILE_SIZE_PX, rows: TILE_SIZE_PX };
    if (heights) copyGrid(heights, box, joined, whole);
  });
  return joined;
}

async function writeTerrain(store: HeightStore, { bounds, zoom }: HeightSource, options: MakeTerrainOptions) {
  const { path, signal, onProgress, name = 'Terrain', attribution = '' } = options;
  const writer = await openPmtilesWriter({ path, type: 'webp' });
  try {
    const filled = createHoleFiller(store, ZOOM_MIN);
    const addresses: TileAddress[] = [];
    for (let z = ZOOM_MIN; z <= zoom; z++) addresses.push(...store.addresses(z));
    for (let done = 0; done < addresses.length; done += ENCODED_AT_ONCE) {
      signal?.throwIfAborted();
      onProgress?.({ stage: 'Drawing hills', done, total: addresses.length, unit: 'steps' });
      await Promise.all(
        addresses.slice(done, done + ENCODED_AT_ONCE).map(async (address) => {
          const raw = await store.read(address);
          const heights = await filled(address);
          await writer.add({ address, bytes: await encodeHeights(heights, raw!, { size: TILE_SIZE_PX }) });
        }),
      );
    }
    return await writer.finish({
      bounds,
      metadata: { name, attribution, encoding: 'terrarium' },
    });
  } finally {
    await writer.abort();
  }
}

function writeContours(store: HeightStore, { bounds, zoom }: HeightSource, options: MakeTerrainOptions) {
  const { contoursPath: path, signal, onProgress, name = 'Terrain', attribution = '' } = options;
  const source = {
    finestLevel: zoom,
    window: store.window,
    tilesAt: (z: number) => (z <= zoom ? store.addresses(z) : childrenAt(store.addresses(zoom), z)),
    signal,
    onProgress: (done: number, total: number) =>
      onProgress?.({ stage: 'Drawing contours', done, total, unit: 'steps' }),
  };
  return drawContours({ path, name, attribution, bounds, source });
}

/** The tiles of a deeper zoom that lie in these. */
function childrenAt(tiles: readonly TileAddress[], z: number): TileAddress[] {
  return tiles.flatMap((tile) => {
    const side = 2 ** (z - tile.z);
    return Array.from({ length: side * side }, (_, i) => ({
      z,
      x: tile.x * side + (i % side),
      y: tile.y * side + Math.floor(i / side),
    }));
  });
}
