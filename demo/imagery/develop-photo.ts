// The last step, compositing: surface color times light, shadow and relief, plus haze and film grain.
import { edgeDistance } from './edge-distance.ts';
import { COVER } from './ground-features.ts';
import { IMAGE_PIXELS } from './ground-plane.ts';
import { hash, smoothstep } from './hash-noise.ts';
import type { Color, Photo } from './photo.ts';

/** The share of light left in shadow: skylight, which is blue. */
const SHADE: Color = [0.46, 0.51, 0.6];
const HAZE: Color = [190, 202, 210];
const HAZE_SHARE = 0.07;
const GRAIN = 7;
/** Brightens the picture, as a photograph is. */
const EXPOSURE = 1.07;

/** The grain repeats after so many pixels, a power of two. */
const GRAIN_PIXELS = 128;
const grains = Float32Array.from(
  { length: GRAIN_PIXELS * GRAIN_PIXELS },
  (_, i) => (hash(i, 0, 31) + hash(i, 1, 31) - 1) * GRAIN,
);

export type Picture = {
  /** Red, green, blue, opacity: 512 × 512 of them. */
  pixels: Uint8ClampedArray;
  isOpaque: boolean;
};

type Given = {
  photo: Photo;
  shadow: Float32Array;
  relief: Float32Array;
};

export function developPhoto({ photo, shadow, relief }: Given): Picture {
  const { window, color, light, cover } = photo;
  const { side, margin } = window;
  const isOpaque = !cover.includes(COVER.none);
  /** Distance to the edge of the known land, over which the picture fades out. */
  const inland = isOpaque ? undefined : edgeDistance({ mask: cover, side, most: margin });
  const pixels = new Uint8ClampedArray(IMAGE_PIXELS * IMAGE_PIXELS * 4);
  for (let row = 0, out = 0; row < IMAGE_PIXELS; row++) {
    for (let column = 0; column < IMAGE_PIXELS; column++, out += 4) {
      const pixel = (row + margin) * side + column + margin;
      const opacity = inland ? smoothstep(inland[pixel]! / margin, 0, 1) : 1;
      if (opacity === 0) continue;
      const exposure = light[pixel]! * relief[pixel]! * EXPOSURE * (1 - HAZE_SHARE);
      const shade = shadow[pixel]!;
      const grain = grains[(row % GRAIN_PIXELS) * GRAIN_PIXELS + (column % GRAIN_PIXELS)]!;
      const from = pixel * 3;
      pixels[out] = color[from]! * exposure * (1 - shade * (1 - SHADE[0])) + HAZE[0] * HAZE_SHARE + grain;
      pixels[out + 1] =
        color[from + 1]! * exposure * (1 - shade * (1 - SHADE[1])) + HAZE[1] * HAZE_SHARE + grain;
      pixels[out + 2] =
        color[from + 2]! * exposure * (1 - shade * (1 - SHADE[2])) + HAZE[2] * HAZE_SHARE + grain;
      pixels[out + 3] = opacity * 255;
    }
  }
  return { pixels, isOpaque };
}
