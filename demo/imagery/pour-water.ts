// Lakes, ponds and streams: dark, lighter in the shallows along the shore.
import { edgeDistance } from './edge-distance.ts';
import { fillArea } from './fill-area.ts';
import { COVER, type GroundFeatures } from './ground-features.ts';
import { fractalNoise, noise, smoothstep } from './hash-noise.ts';
import { measureStrip } from './measure-strip.ts';
import { blendColor, type Color, FAR_METERS, type Photo, tint, visible } from './photo.ts';

const DEEP: Color = [48, 68, 68];
const SHALLOW: Color = [98, 104, 80];
const BANK: Color = [140, 122, 94];
const CREEK: Color = [66, 70, 56];
const SHALLOWS_METERS = 13;
/** How far from its bank the distance to a stream is measured, for trees. */
const STREAM_REACH_METERS = 11;

const isBuiltUp = (cover: number): boolean => cover === COVER.commercial || cover === COVER.industrial;

export function pourWater(photo: Photo, { water, streams }: Pick<GroundFeatures, 'water' | 'streams'>): void {
  const { window, stream } = photo;
  const { left, top, metersPerPixel, side } = window;
  for (const { widthMeters, line } of streams) {
    measureStrip(
      { window, edge: stream },
      { line, halfWidth: widthMeters / 2, reach: Math.max(STREAM_REACH_METERS, metersPerPixel) },
    );
  }
  for (let pixel = 0; pixel < stream.length; pixel++) {
    // In built-up areas streams run underground.
    if (stream[pixel]! >= FAR_METERS || isBuiltUp(photo.cover[pixel]!)) continue;
    const covered = Math.min(1, Math.max(0, 0.5 - stream[pixel]! / metersPerPixel));
    blendColor(photo, pixel, CREEK, covered * Math.min(1, 3 / metersPerPixel));
  }
  for (const rings of water) {
    fillArea({ window, rings, fill: (first, last) => photo.water.fill(1, first, last + 1) });
  }
  if (!photo.water.includes(1)) return;
  const inside = edgeDistance({
    mask: photo.water,
    side,
    most: Math.min(window.margin, SHALLOWS_METERS / metersPerPixel),
  });
  const waves = visible(3, metersPerPixel);
  for (let row = 0, pixel = 0; row < side; row++) {
    const y = top + row * metersPerPixel;
    for (let column = 0; column < side; column++, pixel++) {
      if (!photo.water[pixel]) continue;
      const x = left + column * metersPerPixel;
      const shore = inside[pixel]! * metersPerPixel;
      blendColor(photo, pixel, DEEP, 1);
      const depth = shore + (noise(x / 14, y / 14) - 0.5) * 9 * smoothstep(shore, 0, 4);
      blendColor(
        photo,
        pixel,
        SHALLOW,
        0.75 * smoothstep(SHALLOWS_METERS - 3 - depth, 0, SHALLOWS_METERS - 3),
      );
      blendColor(photo, pixel, BANK, 0.6 * smoothstep(1.6 - shore, 0, 1.4));
      const swell = (fractalNoise(x / 420, y / 260) - 0.5) * 0.3;
      const ripples = (noise(x / 2.2 + y / 9, y / 4.5) - 0.5) * 0.09 * waves;
      tint(photo, pixel, 1 + swell + ripples);
    }
  }
}
