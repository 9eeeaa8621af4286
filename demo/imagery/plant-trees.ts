// Draws single trees on a jittered grid, lit from the side of the sun, with noise in their crowns.

import { SUN } from './cast-shadows.ts';
import { COVER } from './ground-features.ts';
import { hash, noise } from './hash-noise.ts';
import { leafTone } from './leaf-tone.ts';
import { type Photo, visible } from './photo.ts';
import { treeDensity } from './tree-density.ts';

/** At most one tree in each square of this size. */
export const TREE_SPACING_METERS = 5.2;
/** Crown and shadow must stay within the margin of the window. */
const TREE_METERS_MAX = 13;

export function plantTrees(photo: Photo): void {
  const { left, top, metersPerPixel, side } = photo.window;
  const firstColumn = Math.ceil(left / TREE_SPACING_METERS);
  const lastColumn = Math.floor((left + side * metersPerPixel) / TREE_SPACING_METERS);
  const firstRow = Math.ceil(top / TREE_SPACING_METERS);
  const lastRow = Math.floor((top + side * metersPerPixel) / TREE_SPACING_METERS);
  for (let row = firstRow; row <= lastRow; row++) {
    for (let column = firstColumn; column <= lastColumn; column++) {
      const x = (column + hash(column, row, 11)) * TREE_SPACING_METERS;
      const y = (row + hash(column, row, 12)) * TREE_SPACING_METERS;
      const pixelX = Math.round((x - left) / metersPerPixel);
      const pixelY = Math.round((y - top) / metersPerPixel);
      if (pixelX < 0 || pixelY < 0 || pixelX >= side || pixelY >= side) continue;
      if (hash(column, row, 13) < treeDensity(photo, pixelY * side + pixelX, x, y)) {
        const isWood = photo.cover[pixelY * side + pixelX] === COVER.wood;
        plant(photo, x, y, isWood ? 0.3 : 0, hash(column, row, 14));
      }
    }
  }
}

const leaf = { red: 0, green: 0, blue: 0 };

/** `grown` is the least size, 0 to 1: gardens have shrubs, woods have not. */
function plant(photo: Photo, x: number, y: number, grown: number, chance: number): void {
  const { window, height, light, color } = photo;
  const { left, top, metersPerPixel, side } = window;
  const size = grown + ((chance * 3.7) % 1) * (1 - grown);
  const radius = 1.3 + size * 1.6 + size * size * 1.9;
  const tall = Math.min(TREE_METERS_MAX, 2.5 + radius * 2 + ((chance * 5.1) % 1) * 2);
  leafTone(leaf, x, y, chance);
  const lumps = visible(1.5, metersPerPixel);
  const leaves = 0.36 * visible(0.6, metersPerPixel);
  const reach = radius * (1 + 0.2 * lumps);
  const minX = Math.max(0, Math.ceil((x - reach - left) / metersPerPixel));
  const maxX = Math.min(side - 1, Math.floor((x + reach - left) / metersPerPixel));
  const minY = Math.max(0, Math.ceil((y - reach - top) / metersPerPixel));
  const maxY = Math.min(side - 1, Math.floor((y + reach - top) / metersPerPixel));
  for (let row = minY; row <= maxY; row++) {
    const py = top + row * metersPerPixel;
    const dy = (py - y) / radius;
    for (let column = minX; column <= maxX; column++) {
      const px = left + column * metersPerPixel;
      const dx = (px - x) / radius;
      const lump = lumps > 0 ? (noise(px / 1.5, py / 1.5) - 0.5) * lumps : 0;
      const fromMiddle = (dx * dx + dy * dy) / (1 + lump * 0.9);
      if (fromMiddle > 1) continue;
      const pixel = row * side + column;
      const crown = tall * (1 - 0.5 * fromMiddle) + lump * 1.4;
      if (crown <= height[pixel]!) continue;
      height[pixel] = crown;
      const facing = (dx * SUN.east + dy * SUN.south) * 0.36;
      const flicker = leaves > 0 ? (noise(px / 0.55, py / 0.55) - 0.5) * leaves : 0;
      light[pixel] = 1 + facing + lump * 0.45 + flicker - fromMiddle * 0.14;
      color[pixel * 3] = leaf.red;
      color[pixel * 3 + 1] = leaf.green;
      color[pixel * 3 + 2] = leaf.blue;
    }
  }
}
