// Gardens: the lawn around each house has its own tone, so that lots differ although their borders are not drawn.
import { COVER, type GroundFeatures } from './ground-features.ts';
import { pixelsAround } from './ground-plane.ts';
import { noise, smoothstep } from './hash-noise.ts';
import { blendTinted, type Color, FAR_METERS, type Photo, visible } from './photo.ts';
import { wallsOf } from './walls.ts';

const MOWN: Color = [108, 122, 78];
const DRY: Color = [136, 134, 96];
/** At most the margin of a window, so that each tile has every house that matters. */
const GARDEN_METERS = 15;

export function tendGardens(photo: Photo, buildings: GroundFeatures['buildings']): void {
  const { window, cover } = photo;
  const { left, top, metersPerPixel, side } = window;
  const strength = 0.7 * visible(GARDEN_METERS, metersPerPixel);
  if (strength === 0) return;
  const nearest = new Float32Array(cover.length).fill(FAR_METERS);
  const greenness = new Float32Array(cover.length);
  for (const { ring } of buildings) {
    const { middle } = wallsOf(ring);
    const box = pixelsAround(window, Float64Array.of(middle.x, middle.y), GARDEN_METERS);
    if (!box) continue;
    const green = smoothstep(noise(middle.x / 9, middle.y / 9), 0.25, 0.75);
    for (let row = box.minY; row <= box.maxY; row++) {
      const dy = top + row * metersPerPixel - middle.y;
      for (let column = box.minX; column <= box.maxX; column++) {
        const dx = left + column * metersPerPixel - middle.x;
        const distance = Math.sqrt(dx * dx + dy * dy);
        const pixel = row * side + column;
        if (distance >= nearest[pixel]!) continue;
        nearest[pixel] = distance;
        greenness[pixel] = green;
      }
    }
  }
  for (let pixel = 0; pixel < nearest.length; pixel++) {
    const distance = nearest[pixel]!;
    if (distance > GARDEN_METERS || (cover[pixel] !== COVER.residential && cover[pixel] !== COVER.rough))
      continue;
    const x = left + (pixel % side) * metersPerPixel;
    const y = top + Math.floor(pixel / side) * metersPerPixel;
    const opacity = strength * smoothstep(GARDEN_METERS - distance - noise(x / 4, y / 4) * 5, 0, 3);
    const green = greenness[pixel]!;
    blendTinted(photo, pixel, DRY, 1, opacity);
    blendTinted(photo, pixel, MOWN, 0.94 + green * 0.1, opacity * green);
  }
}
