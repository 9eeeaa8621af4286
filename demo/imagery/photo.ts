// The picture while it is being drawn: one raster for each property of a pixel.

import { COVER } from './ground-features.ts';
import type { GroundWindow } from './ground-plane.ts';
import { fractalNoise } from './hash-noise.ts';
import { interpolateGrid } from './interpolate-grid.ts';

export type Photo = {
  window: GroundWindow;
  /** A value of COVER for each pixel. */
  cover: Uint8Array;
  /** The key of the feature with that cover; 0 where features have none. */
  key: Uint16Array;
  /** Red, green, blue of the unlit surface, 0 to 255. */
  color: Float32Array;
  /** Brightness by the angle to the sun: 1 on level ground. */
  light: Float32Array;
  /** Meters above the ground: trees, buildings, cars. */
  height: Float32Array;
  /** Signed meters to the edge of the nearest pavement, negative on it; FAR_METERS where none is near. */
  pavement: Float32Array;
  /** Signed meters to the bank of the nearest stream, negative in it; FAR_METERS where none is near. */
  stream: Float32Array;
  /** 1 where water covers the pixel. */
  water: Uint8Array;
  /** Low-frequency noise, 0 to 1, that varies grass: how dry it is, and how bare the ground. */
  dryness: Float32Array;
  bareness: Float32Array;
};

/** Larger than any measured distance. */
export const FAR_METERS = 1000;

export function blankPhoto(window: GroundWindow): Photo {
  const pixels = window.side ** 2;
  return {
    window,
    cover: new Uint8Array(pixels).fill(COVER.none),
    key: new Uint16Array(pixels),
    color: new Float32Array(pixels * 3),
    light: new Float32Array(pixels).fill(1),
    height: new Float32Array(pixels),
    pavement: new Float32Array(pixels).fill(FAR_METERS),
    stream: new Float32Array(pixels).fill(FAR_METERS),
    water: new Uint8Array(pixels),
    dryness: interpolateGrid({ window, stepPixels: 4, valueAt: (x, y) => fractalNoise(x / 40, y / 40) }),
    bareness: interpolateGrid({
      window,
      stepPixels: 4,
      valueAt: (x, y) => fractalNoise(x / 30 + 90, y / 30),
    }),
  };
}

export type Color = readonly [red: number, green: number, blue: number];

/** Alpha blending; `opacity` is 0 to 1. Positional arguments: this is called millions of times a tile. */
export function blendColor(photo: Photo, pixel: number, tone: Color, opacity: number): void {
  blendTinted(photo, pixel, tone, 1, opacity);
}

/** Alpha blending of a color that is brightened by `factor` first. */
export function blendTinted(photo: Photo, pixel: number, tone: Color, factor: number, opacity: number): void {
  if (opacity <= 0) return;
  const { color } = photo;
  const i = pixel * 3;
  color[i] = color[i]! + (tone[0] * factor - color[i]!) * opacity;
  color[i + 1] = color[i + 1]! + (tone[1] * factor - color[i + 1]!) * opacity;
  color[i + 2] = color[i + 2]! + (tone[2] * factor - color[i + 2]!) * opacity;
}

/** Brightens or darkens a pixel. */
export function tint(photo: Photo, pixel: number, factor: number): void {
  const { color } = photo;
  const i = pixel * 3;
  color[i] = color[i]! * factor;
  color[i + 1] = color[i + 1]! * factor;
  color[i + 2] = color[i + 2]! * factor;
}

/** Low-pass filter: the strength of a texture with a wavelength of `meters`, 0 where pixels are too coarse for it. */
export function visible(meters: number, metersPerPixel: number): number {
  return Math.min(1, Math.max(0, (meters / metersPerPixel - 1.2) / 1.8));
}
