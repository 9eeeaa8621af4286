// GeoTIFFs side by side as one raster: what they have of the wanted land, tile by tile.
import { basename } from 'node:path';
import { unionOfBounds } from '../../geo/bounds-of.ts';
import type { Bounds } from '../../geo/geometry.ts';
import { OperatorError } from '../../runtime/operator-error.ts';
import { type OpenGeoTiff, type OpenOptions, openGeoTiff } from './open-geotiff.ts';
import { createTileSampler, type TileSampler } from './sample-tiles.ts';
import { zoomOf } from './tile-grid.ts';

export type GeoTiffSources = OpenOptions & {
  /** Paths. */
  sources: readonly string[];
  /** Where pixels are wanted: a state's elevation is not all drawn. Without any, all that the files have. */
  land?: readonly Bounds[];
  signal?: AbortSignal;
};

export type OpenGeoTiffs = {
  /** Parts of the bounds that have pixels. */
  areas: readonly Bounds[];
  bounds: Bounds;
  /** The finest. */
  zoom: number;
  notes: readonly string[];
  sample: TileSampler;
  close(): Promise<void>;
};

export async function openGeoTiffs(
  { sources, land = [], signal, ...options }: GeoTiffSources,
  { kind, zooms: [zoomMin, zoomMax] }: { kind: OpenGeoTiff['kind']; zooms: readonly [number, number] },
): Promise<OpenGeoTiffs> {
  const opened: OpenGeoTiff[] = [];
  const close = async () => {
    await Promise.all(opened.map((tiff) => tiff.close()));
  };
  try {
    for (const path of sources) {
      const tiff = await openGeoTiff(path, options);
      opened.push(tiff);
      if (tiff.kind !== kind) throw new OperatorError(`${path} is ${tiff.kind}, not ${kind}.`);
    }
    const tiffs = opened.filter((tiff) => areaOn(tiff.bounds, land).length > 0);
    const areas = tiffs.flatMap((tiff) => areaOn(tiff.bounds, land));
    if (areas.length === 0) throw new OperatorError(notCovered(sources));
    const zoom = Math.max(zoomMin, Math.min(zoomMax, Math.max(...tiffs.map(zoomOf))));
    const notes = new Set(tiffs.flatMap((tiff) => tiff.notes));
    const leftOut = opened.length - tiffs.length;
    if (leftOut > 0) notes.add(`${leftOut} of ${opened.length} files lie beside the loaded parcels.`);
    const sample = createTileSampler({ tiffs, zoom, signal });
    return { areas, bounds: unionOfBounds(areas), zoom, notes: [...notes], sample, close };
  } catch (error) {
    await close();
    throw error;
  }
}

export function notCovered(sources: readonly string[]): string {
  const names = sources.map((path) => basename(path)).join(', ');
  return `${names} ${sources.length === 1 ? 'does' : 'do'} not cover the loaded parcels.`;
}

export const nothingIn = (what: string) =>
  `The files have no ${what} in the area that is shown: every pixel is empty.`;

/** The latitudes of Web Mercator. */
const EVERYWHERE: Bounds = { west: -180, south: -85, east: 180, north: 85 };

/** What a box has of the land. */
export function areaOn(box: Bounds, land: readonly Bounds[]): Bounds[] {
  return (land.length === 0 ? [EVERYWHERE] : land).flatMap((part) => {
    const common = {
      west: Math.max(box.west, part.west),
      south: Math.max(box.south, part.south),
      east: Math.min(box.east, part.east),
      north: Math.min(box.north, part.north),
    };
    return common.west < common.east && common.south < common.north ? [common] : [];
  });
}
