// Makes an archive of imagery of GeoTIFFs: WebP tiles, transparent where there is nothing.
import { openPmtilesWriter, type PmtilesWriter } from '../basemap/pmtiles-writer.ts';
import { MAP_ZOOM_MAX } from '../contract/limits.ts';
import type { Bounds, TileAddress } from '../geo/geometry.ts';
import { tileRange, tilesTouching } from '../geo/tile-address.ts';
import type { StepProgress } from '../import/layer.ts';
import { loadSharp } from '../runtime/load-sharp.ts';
import { OperatorError } from '../runtime/operator-error.ts';
import { type GeoTiffSources, nothingIn, openGeoTiffs } from './terrain/open-geotiffs.ts';
import type { TileSampler } from './terrain/sample-tiles.ts';
import { TILE_SIZE_PX } from './terrain/tile-grid.ts';

export type MakeImageryOptions = Omit<GeoTiffSources, 'units'> & {
  path: string;
  name?: string;
  /** HTML for the map's attribution control. */
  attribution?: string;
  onProgress?: (progress: StepProgress) => void;
};

export type MadeImagery = {
  bounds: Bounds;
  zoomMin: number;
  zoomMax: number;
  tiles: number;
  bytes: number;
  /** To be said to the operator. */
  notes: readonly string[];
};

const ZOOM_MIN = 5;
const QUALITY = 80;

export async function makeImagery(options: MakeImageryOptions): Promise<MadeImagery> {
  const { path, signal, onProgress, name = 'Aerial imagery', attribution = '' } = options;
  const zooms = [ZOOM_MIN, MAP_ZOOM_MAX] as const;
  const opened = await openGeoTiffs(options, { kind: 'imagery', zooms });
  const { areas, bounds, zoom, notes, sample } = opened;
  let writer: PmtilesWriter | undefined;
  try {
    writer = await openPmtilesWriter({ path, type: 'webp' });
    let [done, total] = [0, 0];
    for (const _ of tilesTouching(areas, zoom)) total++;
    const onTile = () => onProgress?.({ stage: 'Drawing imagery', done: done++, total, unit: 'steps' });
    const draw = quadtree({ areas, zoomMax: zoom, writer, signal, sample, onTile });
    let isEmpty = true;
    for (const address of tilesTouching(areas, ZOOM_MIN)) if (await draw(address)) isEmpty = false;
    if (isEmpty) throw new OperatorError(nothingIn('colors'));
    const made = await writer.finish({ bounds, metadata: { name, attribution } });
    return { bounds, zoomMin: ZOOM_MIN, zoomMax: zoom, ...made, notes };
  } finally {
    await writer?.abort();
    await opened.close();
  }
}

/** Red, green and blue; NaN in the first where there is nothing. */
type Picture = Float32Array[];

type QuadtreeOptions = {
  areas: readonly Bounds[];
  zoomMax: number;
  sample: TileSampler;
  writer: PmtilesWriter;
  signal: AbortSignal | undefined;
  onTile(): void;
};

/** Depth first: each picture is made of its four children, and few are in memory at a time. */
function quadtree({ areas, zoomMax, sample, writer, signal, onTile }: QuadtreeOptions) {
  const draw = async (address: TileAddress): Promise<Picture | undefined> => {
    const { z, x, y } = address;
    const isWanted = areas.some((area) => {
      const { minX, maxX, minY, maxY } = tileRange(area, z);
      return x >= minX && x <= maxX && y >= minY && y <= maxY;
    });
    if (!isWanted) return undefined;
    signal?.throwIfAborted();
    const picture = z === zoomMax ? await sample(address) : await fromChildren(address);
    if (z === zoomMax) onTile();
    if (picture) await writer.add({ address, bytes: await encodePicture(picture) });
    return picture;
  };
  const fromChildren = async ({ z, x, y }: TileAddress): Promise<Picture | undefined> => {
    let joined: Picture | undefined;
    for (let child = 0; child < 4; child++) {
      const [right, down] = [child & 1, child >> 1];
      const picture = await draw({ z: z + 1, x: x * 2 + right, y: y * 2 + down });
      if (!picture) continue;
      joined ??= picture.map(() => new Float32Array(TILE_SIZE_PX ** 2).fill(Number.NaN));
      halveInto(joined, picture, right, down);
    }
    return joined;
  };
  return draw;
}

/** The mean of each two by two pixels, of those that are there. */
function halveInto(target: Picture, source: Picture, right: number, down: number): void {
  const half = TILE_SIZE_PX / 2;
  const [validity] = source;
  for (let row = 0; row < half; row++) {
    for (let column = 0; column < half; column++) {
      const from = row * 2 * TILE_SIZE_PX + column * 2;
      const corners = [from, from + 1, from + TILE_SIZE_PX, from + TILE_SIZE_PX + 1].filter(
        (at) => !Number.isNaN(validity![at]!),
      );
      if (corners.length === 0) continue;
      const to = (row + down * half) * TILE_SIZE_PX + column + right * half;
      for (let c = 0; c < source.length; c++) {
        let sum = 0;
        for (const at of corners) sum += source[c]![at]!;
        target[c]![to] = sum / corners.length;
      }
    }
  }
}

async function encodePicture([red, green, blue]: Picture): Promise<Buffer> {
  const pixels = new Uint8ClampedArray(TILE_SIZE_PX ** 2 * 4);
  for (let i = 0, at = 0; i < red!.length; i++, at += 4) {
    if (Number.isNaN(red![i]!)) continue;
    pixels[at] = red![i]!;
    pixels[at + 1] = green![i]!;
    pixels[at + 2] = blue![i]!;
    pixels[at + 3] = 255;
  }
  const sharp = await loadSharp();
  return sharp(pixels, { raw: { width: TILE_SIZE_PX, height: TILE_SIZE_PX, channels: 4 } })
    .webp({ quality: QUALITY })
    .toBuffer();
}
