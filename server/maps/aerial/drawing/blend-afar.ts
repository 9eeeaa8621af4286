// Trees and houses from afar, where a pixel holds several: the mean of crowns, shadows and roofs.
import { COVER } from './ground-features.ts';
import { hash, noise } from './hash-noise.ts';
import { leafTone } from './leaf-tone.ts';
import { type Colour, lay, type Photo } from './photo.ts';
import { TREE_SPACING_METRES } from './plant-trees.ts';
import { treeDensity } from './tree-density.ts';

/** What crowns look like on average, with the shade between them. */
const CANOPY_LIGHT = 0.84;
const ROOFS: Colour = [138, 132, 124];
/** Of the ground where people live; maps leave single houses out at these zooms. */
const ROOFS_SHARE = 0.11;
const HOUSE_METRES = 11;

const leaf = { red: 0, green: 0, blue: 0 };

export function blendAfar(photo: Photo): void {
  const { colour, cover, window } = photo;
  const { left, top, metresPerPixel, side } = window;
  // Chance evens out the more of them a pixel holds.
  const treeSpread = Math.min(1, TREE_SPACING_METRES / metresPerPixel);
  const houseSpread = Math.min(1, HOUSE_METRES / metresPerPixel);
  for (let row = 0, pixel = 0; row < side; row++) {
    const y = top + row * metresPerPixel;
    for (let column = 0; column < side; column++, pixel++) {
      const x = left + column * metresPerPixel;
      const chance = hash(Math.round(x / metresPerPixel), Math.round(y / metresPerPixel), 17);
      const density = treeDensity(photo, pixel, x, y);
      if (density > 0) {
        const tree = (chance - 0.5) * treeSpread;
        leafTone(leaf, x, y, 0.5 + tree);
        const light = CANOPY_LIGHT * (1 + tree * 0.5 + (noise(x / 24, y / 24) - 0.5) * 0.16);
        const i = pixel * 3;
        colour[i] = colour[i]! + (leaf.red * light - colour[i]!) * density;
        colour[i + 1] = colour[i + 1]! + (leaf.green * light - colour[i + 1]!) * density;
        colour[i + 2] = colour[i + 2]! + (leaf.blue * light - colour[i + 2]!) * density;
      }
      if (cover[pixel] === COVER.residential && photo.pavement[pixel]! > 2) {
        const isHouse = (chance * 31) % 1 < ROOFS_SHARE ? 1 : 0;
        lay(photo, pixel, ROOFS, ROOFS_SHARE + (isHouse - ROOFS_SHARE) * houseSpread);
      }
    }
  }
}
