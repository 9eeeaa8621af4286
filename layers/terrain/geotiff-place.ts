// Where the pixels of a GeoTIFF lie: by its tags, or by the world file and the projection file beside it.
import { readFile } from 'node:fs/promises';
import type { GeoTIFFImage } from 'geotiff';
import type { Bounds, LngLat } from '../../geo/geometry.ts';
import { kilometersBetween } from '../../geo/kilometers-between.ts';
import { projectorOf } from '../../import/coordinates/project.ts';
import {
  openProjection,
  type Projection,
  parseCrs,
  WHERE_TO_LOOK,
} from '../../import/coordinates/projection.ts';
import { OperatorError } from '../../runtime/operator-error.ts';
import { type GeoKeys, projectionOf } from './geokeys.ts';

export type GeoTiffPlace = {
  facts: { bounds: Bounds; resolution: number; crsTitle: string };
  notes: readonly string[];
  pixelAt(place: LngLat): { x: number; y: number };
  keys: GeoKeys;
  proj4: string;
};

type Parts = { image: GeoTIFFImage; path: string; name: string; crs: string | undefined };

export async function placeOf({ image, path, name, crs }: Parts): Promise<GeoTiffPlace> {
  const keys: GeoKeys = image.getGeoKeys() ?? {};
  const { toWorld, toPixel } = await affineOf({ image, keys, path, name });
  const projection = await projectionFor({ keys, path, name, crs });
  const { proj4 } = projection.system!;
  const project = projectorOf(proj4);
  const pair = new Float64Array(2);
  const place = (column: number, row: number): LngLat => {
    const { x, y } = toWorld(column, row);
    pair[0] = x;
    pair[1] = y;
    projection.toLngLat(pair);
    return { lng: pair[0], lat: pair[1] };
  };
  const size = { width: image.getWidth(), height: image.getHeight() };
  return {
    facts: {
      bounds: boundsOf(place, size, name, projection),
      resolution: resolutionOf(place, size),
      crsTitle: projection.title,
    },
    notes: projection.notes,
    pixelAt: (at) => {
      const { x, y } = project(at);
      return toPixel(x, y);
    },
    keys,
    proj4,
  };
}

type Affine = {
  toWorld(x: number, y: number): { x: number; y: number };
  toPixel(x: number, y: number): { x: number; y: number };
};

type AffineParts = { image: GeoTIFFImage; keys: GeoKeys; path: string; name: string };

async function affineOf({ image, keys, path, name }: AffineParts): Promise<Affine> {
  const directory = image.fileDirectory;
  const scale = directory.getValue('ModelPixelScale') as ArrayLike<number> | undefined;
  const ties = directory.getValue('ModelTiepoint') as ArrayLike<number> | undefined;
  const matrix = directory.getValue('ModelTransformation') as ArrayLike<number> | undefined;
  // Of a pixel that stands for a point, the position names the center.
  const shift = keys.GTRasterTypeGeoKey === 2 ? 0.5 : 0;
  if (matrix && matrix.length >= 8) {
    return affine([matrix[0]!, matrix[1]!, matrix[3]!, matrix[4]!, matrix[5]!, matrix[7]!], shift);
  }
  if (scale && ties && ties.length >= 6) {
    const [column, row, , x, y] = Array.from(ties);
    const [width, height] = [scale[0]!, scale[1]!];
    return affine([width, 0, x! - column! * width, 0, -height, y! + row! * height], shift);
  }
  if (ties && ties.length > 6) {
    throw new OperatorError(
      `${name} is placed by ${ties.length / 6} control points: straighten it with gdalwarp first.`,
    );
  }
  const world = await readWorldFile(path);
  if (world) return affine(world, 0.5);
  throw new OperatorError(
    `${name} does not say where it lies: it is a plain picture without the tags of a GeoTIFF, and has no world file (.tfw) beside it.`,
  );
}

type Six = readonly [number, number, number, number, number, number];

/** x = a * column + b * row + c, and y = d * column + e * row + f. */
function affine([a, b, c, d, e, f]: Six, shift: number): Affine {
  const determinant = a * e - b * d;
  if (!(Math.abs(determinant) > 0)) throw new Error('its pixels have no size');
  return {
    toWorld: (column, row) => ({
      x: a * (column - shift) + b * (row - shift) + c,
      y: d * (column - shift) + e * (row - shift) + f,
    }),
    toPixel: (x, y) => ({
      x: (e * (x - c) - b * (y - f)) / determinant + shift,
      y: (a * (y - f) - d * (x - c)) / determinant + shift,
    }),
  };
}

async function readBeside(path: string, extensions: readonly string[]): Promise<string | undefined> {
  for (const extension of extensions.flatMap((one) => [one, one.toUpperCase()])) {
    const text = await readFile(path.replace(/\.[^./]*$/, '') + extension, 'utf8').catch(() => undefined);
    if (text !== undefined) return text;
  }
  return undefined;
}

async function readWorldFile(path: string): Promise<Six | undefined> {
  const text = await readBeside(path, ['.tfw', '.tifw', '.wld']);
  const numbers = text?.trim().split(/\s+/).map(Number) ?? [];
  if (numbers.length < 6 || !numbers.every(Number.isFinite)) return undefined;
  const [a, d, b, e, c, f] = numbers as [number, number, number, number, number, number];
  return [a, b, c, d, e, f];
}

type ProjectionParts = { keys: GeoKeys; path: string; name: string; crs: string | undefined };

async function projectionFor({ keys, path, name, crs }: ProjectionParts): Promise<Projection> {
  if (crs !== undefined) return openProjection(parseCrs(crs));
  const projection = await projectionOf(keys);
  if (projection) return projection;
  const text = (await readBeside(path, ['.prj'])) ?? (await readAuxiliary(path));
  if (text) return openProjection({ kind: 'wkt', text });
  throw new OperatorError(`${name} says no coordinate system: ${WHERE_TO_LOOK}.`);
}

/** GDAL writes it as SRS, ArcGIS as WKT. */
async function readAuxiliary(path: string): Promise<string | undefined> {
  const xml = await readFile(`${path}.aux.xml`, 'utf8').catch(() => '');
  return /<(?:SRS|WKT)\b[^>]*>([^<]+)</.exec(xml)?.[1]?.replaceAll('&quot;', '"');
}

type Place = (column: number, row: number) => LngLat;
type Size = { width: number; height: number };
/** Points along each side of an image, whose sides are curves on the map. */
const POINTS_PER_SIDE = 32;
const LAT_MAX = 85.06;

function boundsOf(place: Place, { width, height }: Size, name: string, { title }: Projection): Bounds {
  const bounds = { west: Infinity, south: Infinity, east: -Infinity, north: -Infinity };
  let isOnMap = true;
  for (let i = 0; i <= POINTS_PER_SIDE; i++) {
    const [column, row] = [(width * i) / POINTS_PER_SIDE, (height * i) / POINTS_PER_SIDE];
    const sides = [place(column, 0), place(column, height), place(0, row), place(width, row)];
    for (const { lng, lat } of sides) {
      isOnMap &&= Math.abs(lat) <= 90 && Math.abs(lng) <= 360;
      bounds.west = Math.min(bounds.west, lng);
      bounds.east = Math.max(bounds.east, lng);
      bounds.south = Math.min(bounds.south, lat);
      bounds.north = Math.max(bounds.north, lat);
    }
  }
  if (!isOnMap || bounds.south > LAT_MAX || bounds.north < -LAT_MAX) {
    throw new OperatorError(
      `${name} would lie nowhere on the map in the coordinate system ${title}: find out the right one and ${WHERE_TO_LOOK}.`,
    );
  }
  if (bounds.east - bounds.west > 180) {
    throw new OperatorError(`${name} crosses the 180th meridian: cut it there with gdalwarp -te.`);
  }
  return bounds;
}

function resolutionOf(place: Place, { width, height }: Size): number {
  const [column, row] = [width / 2, height / 2];
  const middle = place(column, row);
  const meters = (other: LngLat) => kilometersBetween(middle, other) * 1000;
  return Math.sqrt(meters(place(column + 1, row)) * meters(place(column, row + 1)));
}
