// The pixels of a GeoTIFF as heights in meters, or as colors.
import type { GeoTIFFImage } from 'geotiff';
import { METERS_PER_FOOT } from '../../geo/local-plane.ts';
import { heightUnitOf } from './geokeys.ts';
import type { GeoTiffPlace } from './geotiff-place.ts';

/** A rectangle of pixels, ends excluded. */
export type PixelWindow = { left: number; top: number; right: number; bottom: number };

type HeightScale = {
  units: 'feet' | 'meters';
  notes: string[];
  /** Meters are value * factor + offset. */
  factor: number;
  offset: number;
};

type ScaleParts = {
  image: GeoTIFFImage;
  place: Pick<GeoTiffPlace, 'keys' | 'proj4'>;
  name: string;
  units: 'feet' | 'meters' | undefined;
};

export async function heightScale({ image, place, name, units }: ScaleParts): Promise<HeightScale> {
  const metadata = (await image.getGDALMetadata(0)) ?? {};
  const said = units ?? heightUnitOf(place.keys) ?? unitInWords(String(metadata.UNITTYPE ?? ''));
  const isPlacedInFeet = /\+units=(us-)?ft|\+to_meter=0\.3048/.test(place.proj4);
  const [unit, other, reason] = isPlacedInFeet
    ? (['feet', 'meters', 'its coordinates are in feet'] as const)
    : (['meters', 'feet', 'most elevation files have them'] as const);
  const perUnit = (said ?? unit) === 'feet' ? METERS_PER_FOOT : 1;
  return {
    units: said ?? unit,
    notes: said
      ? []
      : [
          `${name} does not say the unit of its heights: ${unit} are assumed, as ${reason}; --units ${other} says otherwise.`,
        ],
    factor: (Number(metadata.SCALE ?? 1) || 1) * perUnit,
    offset: (Number(metadata.OFFSET ?? 0) || 0) * perUnit,
  };
}

function unitInWords(text: string): 'feet' | 'meters' | undefined {
  if (/^(us[ -]?)?(survey )?(ft|foot|feet)/i.test(text)) return 'feet';
  return /^m/i.test(text) ? 'meters' : undefined;
}

type PixelParts = {
  image: GeoTIFFImage;
  mask: GeoTIFFImage | undefined;
  kind: 'terrain' | 'imagery';
  heights: HeightScale;
};
type ReadOptions = { window: number[]; interleave: false; signal?: AbortSignal };

/** NaN in the first array where there is nothing. */
export function pixelReader({ image, mask, kind, heights }: PixelParts) {
  const read = kind === 'terrain' ? heightReader(image, heights) : colorReader(image);
  const [alpha] = alphaBands(image);
  return async ({ left, top, right, bottom }: PixelWindow, signal?: AbortSignal) => {
    const window = [left, top, right, bottom];
    const options = { window, interleave: false as const, ...(signal && { signal }) };
    const channels = await read(options);
    const hide = (cover: ArrayLike<number>, least: number) => {
      for (let i = 0; i < cover.length; i++) if (cover[i]! < least) channels[0]![i] = Number.NaN;
    };
    if (alpha !== undefined) hide((await image.readRasters({ ...options, samples: [alpha] }))[0]!, 128);
    if (mask) hide((await mask.readRasters({ ...options, samples: [0] }))[0]!, 1);
    return channels;
  };
}

/** By their index. Unspecified extra bands are not alpha: aerial imagery has near infrared there. */
export function alphaBands(image: GeoTIFFImage): number[] {
  const extra = Array.from((image.fileDirectory.getValue('ExtraSamples') as ArrayLike<number>) ?? []);
  const first = image.getSamplesPerPixel() - extra.length;
  return extra.flatMap((meaning, i) => (meaning === 1 || meaning === 2 ? [first + i] : []));
}

/** Lower than the deepest sea and higher than any mountain: codes for missing values that the file does not declare. */
const LOWEST_METERS = -11_500;
const HIGHEST_METERS = 9000;
/** The lowest 16-bit numbers, whatever their unit. */
const LOWEST_VALUE = -32_767;
const USUAL_MISSING = -9999;

function heightReader(image: GeoTIFFImage, { factor, offset }: HeightScale) {
  const declared = image.getGDALNoData();
  const noData = declared === null || Number.isNaN(declared) ? USUAL_MISSING : declared;
  // Text rounds what a 32-bit number holds.
  const tolerance = Math.abs(noData) * 1e-6;
  return async (options: ReadOptions) => {
    const [values] = await image.readRasters({ ...options, samples: [0] });
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

/** Photometric interpretations, up to which bands are the colors themselves. */
const WHITE_IS_ZERO = 0;
const RGB = 2;

function colorReader(image: GeoTIFFImage) {
  const noData = image.getGDALNoData();
  const photometric = Number(image.fileDirectory.getValue('PhotometricInterpretation') ?? RGB);
  const isPlain = photometric <= RGB;
  const samples = image.getSamplesPerPixel() - alphaBands(image).length >= 3 ? [0, 1, 2] : [0];
  const scale = isPlain ? 255 / (2 ** image.getBitsPerSample() - 1) : 1;
  const shownOf = (value: number) => (photometric === WHITE_IS_ZERO ? 255 - value * scale : value * scale);
  return async (options: ReadOptions) => {
    const raw = isPlain || noData !== null ? await image.readRasters({ ...options, samples }) : [];
    const shown = isPlain ? raw : await image.readRGB({ ...options, enableAlpha: false });
    const colors = [0, 1, 2].map((band) => {
      const values = shown[Math.min(band, shown.length - 1)]!;
      return Float32Array.from(values as ArrayLike<number>, shownOf);
    });
    if (noData !== null) {
      for (let i = 0; i < colors[0]!.length; i++) {
        if (raw.every((band) => band[i] === noData)) colors[0]![i] = Number.NaN;
      }
    }
    return colors;
  };
}
