// Buildings: pitched roofs on houses, flat ones on shops and halls.

import { SUN } from './cast-shadows.ts';
import { COVER, type GroundFeatures } from './ground-features.ts';
import { type GroundLine, type PixelBox, pixelsAround } from './ground-plane.ts';
import { hash, noise } from './hash-noise.ts';
import { blendColor, blendTinted, type Color, type Photo, visible } from './photo.ts';
import { findNearestWall, type Wall, type WallFound, wallsOf } from './walls.ts';

/** Shingles, mostly gray and brown; some metal or tile. */
const PITCHED: readonly Color[] = [
  [128, 122, 116],
  [108, 104, 102],
  [138, 126, 112],
  [96, 94, 95],
  [150, 144, 136],
  [122, 106, 92],
  [114, 113, 114],
  [134, 128, 120],
  [130, 98, 84],
  [104, 98, 91],
  [178, 176, 170],
  [118, 112, 104],
  [90, 88, 88],
  [144, 133, 118],
];
/** Membranes and gravel. */
const FLAT: readonly Color[] = [
  [198, 196, 190],
  [176, 172, 163],
  [208, 207, 204],
  [156, 152, 145],
  [188, 184, 176],
  [142, 140, 137],
];
const UNIT_GRAY: Color = [150, 150, 148];
/** Larger roofs are always flat. */
const FLAT_SQUARE_METERS = 430;
const PITCH = 0.5;
const HEIGHT_MAX_METERS = 16;

export function raiseBuildings(photo: Photo, buildings: GroundFeatures['buildings']): void {
  for (const { ring, heightMeters } of buildings) {
    const box = pixelsAround(photo.window, ring, photo.window.metersPerPixel);
    if (box) raise({ photo, box, ring, heightMeters: Math.min(heightMeters, HEIGHT_MAX_METERS) });
  }
}

type Given = {
  photo: Photo;
  box: PixelBox;
  ring: GroundLine;
  heightMeters: number;
};

function raise({ photo, box, ring, heightMeters }: Given): void {
  const { left, top, metersPerPixel, side } = photo.window;
  const { walls, middle, squareMeters } = wallsOf(ring);
  const isLarge = squareMeters > FLAT_SQUARE_METERS;
  /** By noise at the position, not by the outline, which may be clipped at the edge of a tile. */
  const chance = (noise(middle.x / 7, middle.y / 7) * 5) % 1;
  const pitched = PITCHED[Math.floor(chance * PITCHED.length)]!;
  const flat = FLAT[Math.floor(chance * FLAT.length)]!;
  const longest = walls.reduce((one, other) => (other.length > one.length ? other : one));
  const sloping = slopingWalls(walls, longest, chance);
  const grainy = 0.12 * visible(0.7, metersPerPixel);
  const coursed = 0.03 * visible(0.7, metersPerPixel);
  /** A roof smaller than a pixel covers a share of it. */
  const share = Math.min(1, squareMeters / metersPerPixel ** 2);
  const outline: WallFound = { wall: longest, depth: 0, along: 0 };
  const slope: WallFound = { wall: longest, depth: 0, along: 0 };
  for (let row = box.minY; row <= box.maxY; row++) {
    const y = top + row * metersPerPixel;
    for (let column = box.minX; column <= box.maxX; column++) {
      const x = left + column * metersPerPixel;
      findNearestWall(outline, walls, x, y);
      const covered = Math.min(1, Math.max(0, 0.5 + outline.depth / metersPerPixel)) * share;
      if (covered === 0) continue;
      const pixel = row * side + column;
      const cover = photo.cover[pixel];
      const worn = 1 + (noise(x / 6 + 50, y / 6) - 0.5) * 0.1 + (noise(x / 0.7, y / 0.7) - 0.5) * grainy;
      const isInside = covered > 0.5;
      if (isInside) photo.light[pixel] = 1;
      if (isLarge || cover === COVER.commercial || cover === COVER.industrial) {
        blendTinted(photo, pixel, flat, outline.depth < 0.7 ? worn * 1.07 : worn, covered);
        if (!isInside) continue;
        photo.height[pixel] = heightMeters;
        if (outline.depth > 3 && isUnit(longest, x, y)) {
          blendColor(photo, pixel, UNIT_GRAY, 0.8 * visible(2, metersPerPixel));
          photo.height[pixel] = heightMeters + 1.4;
        }
      } else {
        findNearestWall(slope, sloping, x, y);
        const facing = slope.wall.normalEast * SUN.east + slope.wall.normalSouth * SUN.south;
        const depth = Math.abs(slope.depth);
        const lit = 1 + facing * 0.3 + Math.sin(depth * 9) * coursed;
        blendTinted(photo, pixel, pitched, worn * lit, covered);
        if (isInside) photo.height[pixel] = Math.max(2.4, heightMeters - 2) + depth * PITCH;
      }
    }
  }
}

/** Gable roofs on some rectangular houses: no slope above the short walls. */
function slopingWalls(walls: Wall[], longest: Wall, chance: number): Wall[] {
  if (walls.length !== 4 || (chance * 10) % 1 < 0.4) return walls;
  return walls.filter(
    ({ normalEast, normalSouth }) =>
      Math.abs(normalEast * longest.normalEast + normalSouth * longest.normalSouth) > 0.7,
  );
}

/** Air conditioners and hatches, on a grid aligned with the building. */
function isUnit({ normalEast, normalSouth }: Wall, x: number, y: number): boolean {
  const along = x * normalSouth - y * normalEast;
  const across = x * normalEast + y * normalSouth;
  const column = Math.floor(along / 9);
  const row = Math.floor(across / 11);
  return along - column * 9 < 2.6 && across - row * 11 < 2.1 && hash(column, row, 21) < 0.3;
}
