// Opens a GeoTIFF: what it holds, where it lies, and its pixels by windows.
import { open } from 'node:fs/promises';
import { basename } from 'node:path';
import { inflateSync } from 'node:zlib';
import type { GeoTIFF, GeoTIFFImage } from 'geotiff';
import type { Bounds, LngLat } from '../../geo/geometry.ts';
import { OperatorError } from '../../runtime/operator-error.ts';
import { alphaBands, heightScale, type PixelWindow, pixelReader } from './geotiff-pixels.ts';
import { placeOf } from './geotiff-place.ts';

export type OpenOptions = {
  /** Overrides what the file says. */
  crs?: string | undefined;
  /** Of the heights; overrides what the file says. */
  units?: 'feet' | 'meters' | undefined;
};

export type OpenGeoTiff = {
  kind: 'terrain' | 'imagery';
  bounds: Bounds;
  /** The width of a pixel on the ground, in meters. */
  resolution: number;
  width: number;
  height: number;
  crsTitle: string;
  /** Of the heights. */
  units: 'feet' | 'meters';
  /** To be said to the operator. */
  notes: readonly string[];
  /** Strips or tiles, as the file stores its pixels. */
  block: { width: number; height: number };
  /** In pixels from the north-western corner of the image; the center of the first pixel is at 0.5, 0.5. */
  pixelAt(place: LngLat): { x: number; y: number };
  /** Heights in meters in one array, or red, green and blue in three. NaN in the first array where there is nothing. */
  read(window: PixelWindow, signal?: AbortSignal): Promise<Float32Array[]>;
  close(): Promise<void>;
};

export async function openGeoTiff(path: string, options: OpenOptions = {}): Promise<OpenGeoTiff> {
  const name = basename(path);
  const fileBytes = await checkSignature(path, name);
  // Loaded here: no start of the server needs it.
  const { addDecoder, BaseDecoder, fromFile } = await import('geotiff');
  // The library's own unpacks a few bytes to gigabytes.
  class Deflate extends BaseDecoder {
    override decodeBlock(packed: ArrayBuffer): ArrayBuffer {
      const bytes = inflateSync(packed, { maxOutputLength: BLOCK_BYTES_MAX });
      return bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength) as ArrayBuffer;
    }
  }
  addDecoder([8, 32946], async () => Deflate);
  let tiff: GeoTIFF | undefined;
  try {
    tiff = await fromFile(path);
    return await describe({ tiff, path, name, fileBytes, options });
  } catch (error) {
    await tiff?.close();
    throw inWords(error, name);
  }
}

function inWords(error: unknown, name: string): OperatorError {
  if (error instanceof OperatorError) return error;
  return new OperatorError(
    `${name} cannot be read as a GeoTIFF (${error instanceof Error ? error.message : error}): it is cut off or damaged, ` +
      'so download it again, or convert it with gdal_translate.',
  );
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

async function describe(opening: Opening): Promise<OpenGeoTiff> {
  const { tiff, path, name, fileBytes, options } = opening;
  const image = await tiff.getImage(0);
  await checkBlocks(image, name, fileBytes);
  const kind = kindOf(image, name);
  const place = await placeOf({ image, path, name, crs: options.crs });
  const heights = await heightScale({ image, place, name, units: options.units });
  const reader = pixelReader({ image, mask: await maskOf(image, opening), kind, heights });
  const read: OpenGeoTiff['read'] = async (window, signal) => {
    try {
      return await reader(window, signal);
    } catch (error) {
      signal?.throwIfAborted();
      throw inWords(error, name);
    }
  };
  // What cannot be decoded is said before anything else is done.
  await read({ left: 0, top: 0, right: 1, bottom: 1 });
  return {
    kind,
    ...place.facts,
    width: image.getWidth(),
    height: image.getHeight(),
    units: heights.units,
    notes: [...place.notes, ...(kind === 'terrain' ? heights.notes : []), ...bandNotes(image, kind, name)],
    block: { width: image.getTileWidth(), height: image.getTileHeight() },
    pixelAt: place.pixelAt,
    read,
    close: async () => {
      await tiff.close();
    },
  };
}

/** GDAL's internal mask: an image of the same size that says which pixels count. */
async function maskOf(
  image: GeoTIFFImage,
  { tiff, name, fileBytes }: Opening,
): Promise<GeoTIFFImage | undefined> {
  let last = image;
  for (let i = 1; last.fileDirectory.nextIFDByteOffset !== 0; i++) {
    // It may be a loop, whose pictures the library would count for ever.
    if (i > IMAGES_MAX) throw new Error('its list of pictures has no end');
    last = await tiff.getImage(i);
    const isMask = (Number(last.fileDirectory.getValue('NewSubfileType') ?? 0) & 4) !== 0;
    if (isMask && last.getWidth() === image.getWidth() && last.getHeight() === image.getHeight()) {
      await checkBlocks(last, name, fileBytes);
      return last;
    }
  }
  return undefined;
}

/** Overviews and masks are a dozen. */
const IMAGES_MAX = 1000;

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
    if (Number(starts[i]) + Number(counts[i]) <= fileBytes) continue;
    // The library reads long lists as little-endian, whatever the file says.
    throw new OperatorError(
      image.littleEndian
        ? `${name} is cut off: ${fileBytes} bytes are not all of it, so download it again.`
        : `${name} is big-endian: convert it with gdal_translate ${name} little-endian.tif.`,
    );
  }
  const bytes = image.getTileWidth() * image.getTileHeight() * image.getBytesPerPixel();
  if (bytes > BLOCK_BYTES_MAX) {
    throw new OperatorError(
      `${name} stores its pixels as one block of ${Math.round(bytes / 1e6)} MB, which is too much at once: cut it into tiles ` +
        `with gdal_translate -co TILED=YES -co BIGTIFF=IF_SAFER ${name} tiled.tif.`,
    );
  }
}

const RGB = 2;
const PALETTE = 3;
/** Sample formats. */
const UNSIGNED = 1;
const FLOATS = 3;

function kindOf(image: GeoTIFFImage, name: string): OpenGeoTiff['kind'] {
  const bands = image.getSamplesPerPixel();
  const bits = image.getBitsPerSample();
  const format = image.getSampleFormat();
  const photometric = image.fileDirectory.getValue('PhotometricInterpretation');
  const values = bands - alphaBands(image).length;
  if (format > FLOATS || (format === FLOATS && bits < 16)) {
    throw new OperatorError(`${name} has pixels of a type that is neither a height nor a color.`);
  }
  if (bits <= 8 && format === UNSIGNED) {
    if (photometric === PALETTE || values === 1) return 'imagery';
    // Of five bands and more only those that say which are red, green and blue.
    if (bits === 8 && values >= 3 && (bands <= 4 || photometric === RGB)) return 'imagery';
  }
  if (values === 1 || (values === 2 && format !== UNSIGNED)) return 'terrain';
  throw new OperatorError(
    bits > 8 && bands <= 4
      ? `${name} has ${bands} bands of ${bits} bits: imagery has 8 bits a band, so convert it with gdal_translate -ot Byte -scale.`
      : `${name} is multispectral (${bands} bands): choose the three to be shown with gdal_translate -b 1 -b 2 -b 3.`,
  );
}

function bandNotes(image: GeoTIFFImage, kind: OpenGeoTiff['kind'], name: string): string[] {
  const others = image.getSamplesPerPixel() - alphaBands(image).length - (kind === 'terrain' ? 1 : 3);
  if (others <= 0) return [];
  return kind === 'terrain'
    ? [`${name} has a second band: the first one is taken as the heights.`]
    : [`${name} has more bands than red, green and blue, probably infrared, which are not shown.`];
}
