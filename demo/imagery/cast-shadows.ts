// The sun, and the shadows of everything that stands on the ground: a sweep over the height map, away from the sun.
import { smoothstep } from './hash-noise.ts';
import type { Photo } from './photo.ts';

/** Toward a morning sun: shadows fall to the north-west. Exactly diagonal, so that they move by whole pixels. */
export const SUN = { east: Math.SQRT1_2, south: Math.SQRT1_2 };

/** Meters of shadow for a meter of height. */
const SHADOW_PER_METER = 0.68;

/** 1 in full shadow, 0 in the sun, for each pixel. */
export function castShadows({ window, height }: Photo): Float32Array {
  const { side, metersPerPixel } = window;
  const dropPerPixel = (Math.SQRT2 * metersPerPixel) / SHADOW_PER_METER;
  /** Meters over which the edge of a shadow fades. */
  const softness = Math.max(0.5, dropPerPixel * 0.5);
  const shadow = new Float32Array(height.length);
  /** The height up to which each pixel of the row to the south is in shadow. */
  let shade = new Float32Array(side + 1);
  let next = new Float32Array(side + 1);
  for (let row = side - 1; row >= 0; row--) {
    for (let column = 0; column < side; column++) {
      const pixel = row * side + column;
      const stands = height[pixel]!;
      const above = Math.max(0, shade[column + 1]! - dropPerPixel);
      shadow[pixel] = smoothstep(above - stands, 0, softness);
      next[column] = Math.max(stands, above);
    }
    [shade, next] = [next, shade];
  }
  return shadow;
}
