// A tile of heights as a picture: three bytes a pixel count the steps of 1/256 m from 32,768 m below the sea upwards.
// https://github.com/tilezen/joerd/blob/master/docs/formats.md#terrarium
import sharp from 'sharp';
import type { LngLat, TileAddress } from '../../../geo/geometry.ts';
import { latOfWorldY, lngOfWorldX } from '../../../geo/mercator.ts';

export const TERRAIN_TILE_SIZE_PX = 512;

const STEPS_PER_METER = 256;
/** Counted in steps of 3 cm: nobody sees a finer one, and pictures of coarser ones pack better. */
const STEPS_AT_ONCE = 8;
const LOWEST_METERS = -32_768;

type Options = { address: TileAddress; heights: (at: LngLat) => number };

export function drawTerrainTile({ address: { z, x, y }, heights }: Options): Promise<Buffer> {
  const size = TERRAIN_TILE_SIZE_PX;
  const centers = Array.from({ length: size }, (_, i) => (i + 0.5) / size);
  const lngs = centers.map((share) => lngOfWorldX((x + share) / 2 ** z));
  const pixels = new Uint8Array(size * size * 3);
  let at = 0;
  for (const share of centers) {
    const lat = latOfWorldY((y + share) / 2 ** z);
    for (const lng of lngs) {
      const exactSteps = (heights({ lng, lat }) - LOWEST_METERS) * STEPS_PER_METER;
      const steps = Math.round(exactSteps / STEPS_AT_ONCE) * STEPS_AT_ONCE;
      pixels[at++] = steps >> 16;
      pixels[at++] = steps >> 8;
      pixels[at++] = steps;
    }
  }
  // More effort would take ten times as long for two thirds of the bytes.
  return sharp(pixels, { raw: { width: size, height: size, channels: 3 } })
    .webp({ lossless: true, effort: 0 })
    .toBuffer();
}
