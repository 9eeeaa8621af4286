// Pictures of other servers: checked, and encoded anew as WebP. Nothing is passed through as it came.
import type { TileAddress } from '../../geo/geometry.ts';
import { isPicture } from '../../runtime/is-picture.ts';
import { loadSharp } from '../../runtime/load-sharp.ts';

const SIZES_PX = [256, 512];
/** Far more than a tile has; a small file may unpack to gigabytes. */
const PIXELS_MAX = 1024 * 1024;
const WEBP = { quality: 78, effort: 3 };
/** Deeper than this, a tile of one color is what some hosts send where they have none. A lake or a sea is seen from higher. */
const UNIFORM_ZOOM_MIN = 17;
/** JPEG does not keep colors exactly. */
const UNIFORM_RANGE = 2;

export type CheckedPicture =
  | { kind: 'picture'; webp: Buffer }
  /** Blank: nothing is shown in it. */
  | { kind: 'missing' }
  | { kind: 'failed'; reason: string; retryAfterMs?: undefined };

export async function checkPicture(bytes: Buffer, zoom: number): Promise<CheckedPicture> {
  if (!isPicture(bytes))
    return { kind: 'failed', reason: 'the server sends something else than JPEG, PNG or WebP' };
  try {
    const sharp = await loadSharp();
    const image = sharp(bytes, { limitInputPixels: PIXELS_MAX, failOn: 'error' });
    const { data, info } = await image.toColorspace('srgb').raw().toBuffer({ resolveWithObject: true });
    const { width, height, channels } = info;
    if (isBlank(data, { channels, mayBeUniform: zoom < UNIFORM_ZOOM_MIN })) return { kind: 'missing' };
    if (width !== height || !SIZES_PX.includes(width)) {
      return { kind: 'failed', reason: `the server sends pictures of ${width} × ${height} px` };
    }
    const webp = await sharp(data, { raw: { width, height, channels } }).webp(WEBP).toBuffer();
    return { kind: 'picture', webp };
  } catch {
    return { kind: 'failed', reason: 'the server sends pictures that are damaged or too large' };
  }
}

/** Transparent everywhere, or of one color. */
function isBlank(pixels: Buffer, o: { channels: number; mayBeUniform: boolean }): boolean {
  const { channels, mayBeUniform } = o;
  const hasAlpha = channels === 2 || channels === 4;
  let isTransparent = hasAlpha;
  let isUniform = !mayBeUniform;
  for (let at = 0; at < pixels.length && (isTransparent || isUniform); at += channels) {
    if (isTransparent && pixels[at + channels - 1] !== 0) isTransparent = false;
    for (let channel = 0; isUniform && channel < channels; channel++) {
      isUniform = Math.abs(pixels[at + channel]! - pixels[channel]!) <= UNIFORM_RANGE;
    }
  }
  return isTransparent || isUniform;
}

/** The part of an ancestor's picture that a tile shows, as large as the ancestor's. `up` is how many zooms lie between. */
export async function enlargeQuarter(
  ancestor: Buffer,
  { address, up }: { address: TileAddress; up: number },
): Promise<Buffer> {
  const sharp = await loadSharp();
  const image = sharp(ancestor);
  const { width: size } = await image.metadata();
  const side = size >> up;
  const parts = 2 ** up;
  return image
    .extract({ left: (address.x % parts) * side, top: (address.y % parts) * side, width: side, height: side })
    .resize(size, size, { kernel: 'cubic' })
    .webp(WEBP)
    .toBuffer();
}
