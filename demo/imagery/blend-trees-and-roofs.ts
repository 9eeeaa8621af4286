// Trees and houses at coarse zooms, where a pixel holds several: blends in the mean color of crowns, shadows and roofs.
import { COVER } from './ground-features.ts';
import { hash, noise } from './hash-noise.ts';
import { leafTone } from './leaf-tone.ts';
import { blendColor, type Color, type Photo } from './photo.ts';
import { TREE_SPACING_METERS } from './plant-trees.ts';
import { treeDensity } from './tree-density.ts';

/** Mean brightness of crowns, with the shade between them. */
const CANOPY_LIGHT = 0.84;
const ROOFS: Color = [138, 132, 124];
/** The share of residential ground under roofs; the map has no single houses at these zooms. */
const ROOFS_SHARE = 0.11;
const HOUSE_METERS = 11;

const leaf = { red: 0, green: 0, blue: 0 };

export function blendTreesAndRoofs(photo: Photo): void {
  const { color, cover, window } = photo;
  const { left, top, metersPerPixel, side } = window;
  // The random variation averages out as a pixel holds more of them.
  const treeSpread = Math.min(1, TREE_SPACING_METERS / metersPerPixel);
  const houseSpread = Math.min(1, HOUSE_METERS / metersPerPixel);
  for (let row = 0, pixel = 0; row < side; row++) {
    const y = top + row * metersPerPixel;
    for (let column = 0; column < side; column++, pixel++) {
      const x = left + column * metersPerPixel;
      const chance = hash(Math.round(x / metersPerPixel), Math.round(y / metersPerPixel), 17);
      const density = treeDensity(photo, pixel, x, y);
      if (density > 0) {
        const tree = (chance - 0.5) * treeSpread;
        leafTone(leaf, x, y, 0.5 + tree);
        const light = CANOPY_LIGHT * (1 + tree * 0.5 + (noise(x / 24, y / 24) - 0.5) * 0.16);
        const i = pixel * 3;
        color[i] = color[i]! + (leaf.red * light - color[i]!) * density;
        color[i + 1] = color[i + 1]! + (leaf.green * light - color[i + 1]!) * density;
        color[i + 2] = color[i + 2]! + (leaf.blue * light - color[i + 2]!) * density;
      }
      if (cover[pixel] === COVER.residential && photo.pavement[pixel]! > 2) {
        const isHouse = (chance * 31) % 1 < ROOFS_SHARE ? 1 : 0;
        blendColor(photo, pixel, ROOFS, ROOFS_SHARE + (isHouse - ROOFS_SHARE) * houseSpread);
      }
    }
  }
}
