// Heights as the pixels of a picture, and back.
//
// Terrarium encoding: three bytes a pixel count steps of 1/256 m, starting 32,768 m below sea level.
// https://github.com/tilezen/joerd/blob/master/docs/formats.md#terrarium
//
// Heights are rounded to two steps (8 mm) or more, so the last bit is free: it is 1 where the ground is not known and was filled in.
import { loadSharp } from '../runtime/load-sharp.ts';

/** Four times as many as the largest tiles have. */
const PIXELS_MAX = 1024 ** 2;
const STEPS_PER_METER = 256;
const LOWEST_METERS = -32_768;
const STEPS_MAX = 2 ** 24 - 1;

/** `known` is NaN where the height is made up. Coarser steps compress better. */
export async function encodeHeights(
  heights: Float32Array,
  known: Float32Array,
  { size, roundingSteps = 2 }: { size: number; roundingSteps?: number },
): Promise<Buffer> {
  const pixels = new Uint8Array(heights.length * 3);
  for (let i = 0, at = 0; i < heights.length; i++) {
    const exact = (heights[i]! - LOWEST_METERS) * STEPS_PER_METER;
    const rounded = Math.round(exact / roundingSteps) * roundingSteps;
    const steps = Math.min(STEPS_MAX - 1, Math.max(0, rounded)) + (Number.isNaN(known[i]!) ? 1 : 0);
    pixels[at++] = steps >> 16;
    pixels[at++] = steps >> 8;
    pixels[at++] = steps;
  }
  const sharp = await loadSharp();
  // A higher effort takes ten times as long and saves a third of the bytes.
  return sharp(pixels, { raw: { width: size, height: size, channels: 3 } })
    .webp({ lossless: true, effort: 0 })
    .toBuffer();
}

/** Any Terrarium picture. `keepsFilled` is false for those of `encodeHeights`, whose filled pixels are then NaN. */
export async function decodeHeights(
  picture: Uint8Array,
  { keepsFilled }: { keepsFilled: boolean },
): Promise<{ heights: Float32Array; size: number }> {
  const sharp = await loadSharp();
  const { data, info } = await sharp(picture, { limitInputPixels: PIXELS_MAX })
    .raw()
    .toBuffer({ resolveWithObject: true });
  const heights = new Float32Array(info.width * info.height);
  for (let i = 0, at = 0; i < heights.length; i++, at += info.channels) {
    const isFilled = !keepsFilled && (data[at + 2]! & 1) === 1;
    heights[i] = isFilled
      ? Number.NaN
      : data[at]! * 256 + data[at + 1]! + data[at + 2]! / 256 + LOWEST_METERS;
  }
  return { heights, size: info.width };
}
