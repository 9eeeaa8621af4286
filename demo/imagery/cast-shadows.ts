// Shadows of whatever stands on the ground, carried from pixel to pixel away from the sun.
import { smoothstep } from './hash-noise.ts';
import type { Photo } from './photo.ts';

/** Toward the sun, on the ground. Exactly diagonal: a shadow moves from pixel to pixel without blurring. */
export const SUN = { east: Math.SQRT1_2, south: Math.SQRT1_2 };

/** How many meters of shadow a meter of height casts. */
export const SHADOW_PER_METER = 0.68;

/** 1 in full shadow, 0 in the sun, for each pixel. */
export function castShadows({ window, height }: Photo): Float32Array {
  const { side, metersPerPixel } = window;
  const dropPerPixel = (Math.SQRT2 * metersPerPixel) / SHADOW_PER_METER;
  /** Meters above the edge of a shadow over which it grows from half to full. */
  const softness = Math.max(0.5, dropPerPixel * 0.5);
  const shadow = new Float32Array(height.length);
  /** How high the shade reaches over each pixel of the row to the south. */
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
