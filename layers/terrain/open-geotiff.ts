// Opens a GeoTIFF: what it holds, where it lies, and its pixels by windows.
import { open, readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import type { GeoTIFF, GeoTIFFImage } from 'geotiff';
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
import { type GeoKeys, heightUnitOf, projectionOf } from './geokeys.ts';

export type OpenOptions = {
  /** Overrides what the file says. */
  crs?: string | undefined;
  /** Of the heights; overrides what the file says. */
  units?: 'feet' | 'meters' | undefined;
};

export type GeoTiffFacts = {
  kind: 'terrain' | 'imagery';
  bounds: Bounds;
  /** The width of a pixel on the ground, in meters. */
  resolution: number;
  bands: number;
  width: number;
  height: number;
  crsTitle: string;
  /** Of the heights. */
  units: 'feet' | 'meters';
  /** To be said to the operator. */
  notes: readonly string[];
};

/** A rectangle of pixels, ends excluded. */
export type PixelWindow = { left: number; top: number; right: number; bottom: number };

export type OpenGeoTiff = GeoTiffFacts & {
  /** Strips or tiles, as the file stores its pixels. */
  block: { width: number; height: number };
  /** In pixels from the north-western corner of the image; the center of the first pixel is at 0.5, 0.5. */
  pixelAt(place: LngLat): { x: number; y: number };
  /**
   * Heights in meters in one array, or red, green and blue in three. NaN in the first array where there is nothing.
   */
  read(window: PixelWindow, signal?: AbortSignal): Promise<Float32Array[]>;
  close(): Promise<void>;
};

/** `problem` is a sentence. */
export async function inspectGeoTiff(
  path: string,
  options: OpenOptions = {},
): Promise<GeoTiffFacts | { problem: string }> {
  try {
    const {
      block: _block,
      pixelAt: _pixelAt,
      read: _read,
      close,
      ...facts
    } = await openGeoTiff(path, options);
    await close();
    return facts;
  } catch (error) {
    if (error instanceof OperatorError) return { problem: error.message };
    throw error;
  }
}

export async function openGeoTiff(path: string, options: OpenOptions = {}): Promise<OpenGeoTiff> {
  const name = basename(path);
  const fileBytes = await checkSignature(path, name);
  // Loaded here: no start of the server needs it.
  const { fromFile } = await import('geotiff');
  let tiff: GeoTIFF | undefined;
  try {
    tiff = await fromFile(path);
    return await describe({ tiff, path, name, fileBytes, options });
  } catch (error) {
    await tiff?.close();
    if (error instanceof OperatorError) throw error;
    throw new OperatorError(
      `${name} cannot be read as a GeoTIFF (${error instanceof Error ? error.message : error}): it is cut off or damaged, ` +
        'so download it again, or convert it with gdal_translate.',
    );
  }
}

const SIGNATURES = new Set(['49492a00', '4d4d002a', '49492b00', '4d4d002b']);

async function checkSignature(path: string, name: string): Promise<number> {
  const file = await open(path).catch((error: NodeJS.ErrnoException) => {
    throw new OperatorError(
      error.code === 'ENOENT' ? `There is no file ${path}.` : `${path} cannot be read.`,
    );
  });
  try {
    const { size } = await file.stat();
    if (size === 0) throw new OperatorError(`${name} is empty (0 bytes): download it again.`);
    const { buffer } = await file.read(Buffer.alloc(4), 0, 4, 0);
    if (!SIGNATURES.has(buffer.toString('hex'))) throw new OperatorError(`${name} is not a TIFF file.`);
    return size;
  } finally {
    await file.close();
  }
}

type Opening = { tiff: GeoTIFF; path: string; name: string; fileBytes: number; options: OpenOptions };

async function describe({ tiff, path, name, fileBytes, options }: Opening): Promise<OpenGeoTiff> {
  const image = await tiff.getImage(0);
  const mask = await maskOf(tiff, image);
  await checkBlocks(image, name, fileBytes);
  const kind = kindOf(image, name);
  const keys: GeoKeys = image.getGeoKeys() ?? {};
  const affine = await affineOf({ image, keys, path, name });
  const projection = await projectionFor({ keys, path, name, crs: options.crs });
  const size = { width: image.getWidth(), height: image.getHeight() };
  const place = placer(affine, projection);
  const bounds = boundsOf(place, size, name, projection);
  const heights = await heightScale({ image, keys, projection, name, units: options.units });
  const project = projectorOf(projection.system!.proj4);
  const block = { width: image.getTileWidth(), height: image.getTileHeight() };
  const notes = [...projection.notes, ...(kind === 'terrain' ? heights.notes : imageryNotes(image, name))];
  return {
    kind,
    bounds,
    resolution: resolutionOf(place, size),
    bands: image.getSamplesPerPixel(),
    ...size,
    crsTitle: projection.title,
    units: heights.units,
    notes,
    block,
    pixelAt: (at) => {
      const { x, y } = project(at);
      return affine.toPixel(x, y);
    },
    read: kind === 'terrain' ? heightReader(image, heights) : colorReader(image, mask),
    close: async () => {
      await tiff.close();
    },
  };
}

/** GDAL's internal mask: an image of the same size that says which pixels count. */
async function maskOf(tiff: GeoTIFF, image: GeoTIFFImage): Promise<GeoTIFFImage | undefined> {
  const count = await tiff.getImageCount();
  for (let i = 1; i < count; i++) {
    const other = await tiff.getImage(i);
    const isMask = (Number(other.fileDirectory.getValue('NewSubfileType') ?? 0) & 4) !== 0;
    if (isMask && other.getWidth() === image.getWidth() && other.getHeight() === image.getHeight())
      return other;
  }
  return undefined;
}

/** More than this is decoded at once only where the file leaves no choice. */
const BLOCK_BYTES_MAX = 512 * 1024 * 1024;

/** The library reads zeros beyond the end of a file. */
async function checkBlocks(image: GeoTIFFImage, name: string, fileBytes: number): Promise<void> {
  const kind = image.isTiled ? 'Tile' : 'Strip';
  const offsets = await image.fileDirectory.loadValue(`${kind}Offsets`);
  const lengths = await image.fileDirectory.loadValue(`${kind}ByteCounts`);
  if (!offsets || !lengths) throw new Error('it has no pixels');
  const listed = (value: unknown) => (typeof value === 'number' ? [value] : (value as ArrayLike<number>));
  const starts = listed(offsets);
  const counts = listed(lengths);
  for (let i = 0; i < starts.length; i++) {
    if (Number(starts[i]) + Number(counts[i]) > fileBytes) {
      // The library reads long lists as little-endian, whatever the file says.
      if (!image.littleEndian) {
        throw new OperatorError(
          `${name} is big-endian: convert it with gdal_translate ${name} little-endian.tif.`,
        );
      }
      throw new OperatorError(
        `${name} is cut off: ${fileBytes} bytes are not all of it, so download it again.`,
      );
    }
  }
  const bytes = image.getTileWidth() * image.getTileHeight() * image.getBytesPerPixel();
  if (bytes > BLOCK_BYTES_MAX) {
    throw new OperatorError(
      `${name} stores its pixels as one block of ${Math.round(bytes / 1e6)} MB, which is too much at once: cut it into tiles ` +
        `with gdal_translate -co TILED=YES -co BIGTIFF=IF_SAFER ${name} tiled.tif.`,
    );
  }
}

const PALETTE = 3;
const FLOATS = 3;

function kindOf(image: GeoTIFFImage, name: string): GeoTiffFacts['kind'] {
  const bands = image.getSamplesPerPixel();
  const bits = image.getBitsPerSample();
  const format = image.getSampleFormat();
  const isPalette = image.fileDirectory.getValue('PhotometricInterpretation') === PALETTE;
  const alphas = alphaBands(image);
  if (format > FLOATS || (format === FLOATS && bits < 16)) {
    throw new OperatorError(`${name} has pixels of a type that is neither a height nor a color.`);
  }
  if (bits <= 8 && format === 1 && (isPalette || bands - alphas === 1)) return 'imagery';
  if (bits === 8 && format === 1 && (bands === 3 || bands === 4)) return 'imagery';
  if (bands - alphas === 1) return 'terrain';
  throw new OperatorError(
    bits > 8 && bands <= 4
      ? `${name} has ${bands} bands of ${bits} bits: imagery has 8 bits a band, so convert it with gdal_translate -ot Byte -scale.`
      : `${name} is multispectral (${bands} bands): choose the three to be shown with gdal_translate -b 1 -b 2 -b 3.`,
  );
}

/** Unspecified extra bands are not alpha: aerial imagery has near infrared there. */
function alphaBands(image: GeoTIFFImage): number {
  const extra = image.fileDirectory.getValue('ExtraSamples') as ArrayLike<number> | undefined;
  return extra ? Array.from(extra).filter((meaning) => meaning === 1 || meaning === 2).length : 0;
}

function imageryNotes(image: GeoTIFFImage, name: string): string[] {
  return image.getSamplesPerPixel() === 4 && alphaBands(image) === 0
    ? [`${name} has a fourth band, probably infrared, which is not shown.`]
    : [];
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

const besideOf = (path: string, extension: string) => path.replace(/\.[^./]*$/, '') + extension;

async function readBeside(path: string, extensions: readonly string[]): Promise<string | undefined> {
  for (const extension of extensions) {
    for (const spelling of [extension, extension.toUpperCase()]) {
      const text = await readFile(besideOf(path, spelling), 'utf8').catch(() => undefined);
      if (text !== undefined) return text;
    }
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
  const text = await readBeside(path, ['.prj']);
  if (text) return openProjection({ kind: 'wkt', text });
  throw new OperatorError(`${name} says no coordinate system: ${WHERE_TO_LOOK}.`);
}

type Place = (column: number, row: number) => LngLat;

function placer({ toWorld }: Affine, { toLngLat }: Projection): Place {
  const pair = new Float64Array(2);
  return (column, row) => {
    const { x, y } = toWorld(column, row);
    pair[0] = x;
    pair[1] = y;
    toLngLat(pair);
    return { lng: pair[0], lat: pair[1] };
  };
}

type Size = { width: number; height: number };
/** Points along each side of an image, whose sides are curves on the map. */
const POINTS_PER_SIDE = 32;
const LAT_MAX = 85.06;

function boundsOf(place: Place, { width, height }: Size, name: string, projection: Projection): Bounds {
  const bounds = { west: Infinity, south: Infinity, east: -Infinity, north: -Infinity };
  for (let i = 0; i <= POINTS_PER_SIDE; i++) {
    const share = i / POINTS_PER_SIDE;
    const sides: [number, number][] = [
      [width * share, 0],
      [width * share, height],
      [0, height * share],
      [width, height * share],
    ];
    for (const [column, row] of sides) {
      const { lng, lat } = place(column, row);
      if (!(Math.abs(lat) <= 90 && Math.abs(lng) <= 360)) throw nowhere(name, projection);
      bounds.west = Math.min(bounds.west, lng);
      bounds.east = Math.max(bounds.east, lng);
      bounds.south = Math.min(bounds.south, lat);
      bounds.north = Math.max(bounds.north, lat);
    }
  }
  if (bounds.south > LAT_MAX || bounds.north < -LAT_MAX) throw nowhere(name, projection);
  if (bounds.east - bounds.west > 180) {
    throw new OperatorError(`${name} crosses the 180th meridian: cut it there with gdalwarp -te.`);
  }
  return bounds;
}

function nowhere(name: string, { title }: Projection): OperatorError {
  return new OperatorError(
    `${name} would lie nowhere on the map in the coordinate system ${title}: find out the right one and ${WHERE_TO_LOOK}.`,
  );
}

function resolutionOf(place: Place, { width, height }: Size): number {
  const [column, row] = [width / 2, height / 2];
  const middle = place(column, row);
  const meters = (other: LngLat) => kilometersBetween(middle, other) * 1000;
  return Math.sqrt(meters(place(column + 1, row)) * meters(place(column, row + 1)));
}

const METERS_PER_FOOT = 0.3048;

type HeightScale = {
  units: 'feet' | 'meters';
  notes: string[];
  /** Meters are value * factor + offset. */
  factor: number;
  offset: number;
};

type ScaleParts = {
  image: GeoTIFFImage;
  keys: GeoKeys;
  projection: Projection;
  name: string;
  units: OpenOptions['units'];
};

async function heightScale(parts: ScaleParts): Promise<HeightScale> {
  const { image, keys, projection, name, units } = parts;
  const metadata = (await image.getGDALMetadata(0)) ?? {};
  const unitText = String(metadata.UNITTYPE ?? '').toLowerCase();
  const said =
    units ??
    heightUnitOf(keys) ??
    (/^(us[ -]?)?(survey )?(ft|foot|feet)/.test(unitText)
      ? 'feet'
      : /^m/.test(unitText)
        ? 'meters'
        : undefined);
  const guessed = /\+units=(us-)?ft|\+to_meter=0\.3048/.test(projection.system!.proj4) ? 'feet' : 'meters';
  const unit = said ?? guessed;
  const notes = said
    ? []
    : [
        `${name} does not say the unit of its heights: ${unit} are assumed, ` +
          `${guessed === 'feet' ? 'as its coordinates are in feet' : 'as most elevation files have them'}; --units ${unit === 'feet' ? 'meters' : 'feet'} says otherwise.`,
      ];
  const perUnit = unit === 'feet' ? METERS_PER_FOOT : 1;
  const scale = Number(metadata.SCALE ?? 1) || 1;
  const offset = Number(metadata.OFFSET ?? 0) || 0;
  return { units: unit, notes, factor: scale * perUnit, offset: offset * perUnit };
}

/** Lower than the deepest sea and higher than any mountain: codes for missing values that the file does not declare. */
const LOWEST_METERS = -11_500;
const HIGHEST_METERS = 9000;
/** The lowest 16-bit numbers, whatever their unit. */
const LOWEST_VALUE = -32_767;
const USUAL_MISSING = -9999;

function heightReader(image: GeoTIFFImage, { factor, offset }: HeightScale): OpenGeoTiff['read'] {
  const declared = image.getGDALNoData();
  const noData = declared === null || Number.isNaN(declared) ? USUAL_MISSING : declared;
  // Text rounds what a 32-bit number holds.
  const tolerance = Math.abs(noData) * 1e-6;
  return async ({ left, top, right, bottom }, signal) => {
    const window = [left, top, right, bottom];
    const [values] = await image.readRasters({
      window,
      samples: [0],
      interleave: false,
      ...(signal && { signal }),
    });
    const meters = new Float32Array(values!.length);
    for (let i = 0; i < meters.length; i++) {
      const value = values![i]!;
      const height = value * factor + offset;
      const isHeight = height > LOWEST_METERS && height < HIGHEST_METERS && value > LOWEST_VALUE;
      meters[i] = isHeight && Math.abs(value - noData) > tolerance ? height : Number.NaN;
    }
    return [meters];
  };
}

function colorReader(image: GeoTIFFImage, mask: GeoTIFFImage | undefined): OpenGeoTiff['read'] {
  const noData = image.getGDALNoData();
  const bands = image.getSamplesPerPixel();
  const alpha = alphaBands(image) > 0 ? bands - 1 : undefined;
  return async ({ left, top, right, bottom }, signal) => {
    const window = [left, top, right, bottom];
    const options = { window, interleave: false as const, ...(signal && { signal }) };
    const shown = await image.readRGB({ ...options, enableAlpha: false });
    const colors = [0, 1, 2].map((band) => Float32Array.from(shown[Math.min(band, shown.length - 1)]!));
    const covers: { values: ArrayLike<number>; least: number }[] = [];
    if (alpha !== undefined) {
      covers.push({ values: (await image.readRasters({ ...options, samples: [alpha] }))[0]!, least: 128 });
    }
    if (mask) covers.push({ values: (await mask.readRasters({ ...options, samples: [0] }))[0]!, least: 1 });
    if (noData !== null) {
      const samples = bands >= 3 ? [0, 1, 2] : [0];
      const raw = await image.readRasters({ ...options, samples });
      const isSome = Uint8Array.from(raw[0]!, (_, i) => (raw.some((band) => band[i] !== noData) ? 1 : 0));
      covers.push({ values: isSome, least: 1 });
    }
    const [red] = colors;
    for (const { values, least } of covers) {
      for (let i = 0; i < red!.length; i++) if (values[i]! < least) red![i] = Number.NaN;
    }
    return colors;
  };
}
