// Parking around shops, offices and halls: asphalt along the walls, with stalls and cars.
import { COVER, type GroundFeatures } from './ground-features.ts';
import { pixelsAround } from './ground-plane.ts';
import { hash, noise } from './hash-noise.ts';
import { blendColor, blendTinted, type Color, type Photo, visible } from './photo.ts';
import { findNearestWall, type WallFound, wallsOf } from './walls.ts';

/** At most the margin of a window, so that each tile has every wall that matters. */
const APRON_METERS = 13;
const STALL = { wide: 2.8, from: 4, to: 9 };
const ASPHALT: Color = [116, 115, 112];
const WALKWAY: Color = [168, 164, 154];
const PAINT: Color = [214, 214, 206];
const GLASS: Color = [58, 62, 68];
const CARS: readonly Color[] = [
  [222, 222, 220],
  [188, 190, 194],
  [60, 62, 66],
  [128, 130, 134],
  [134, 52, 46],
  [58, 76, 112],
  [232, 230, 224],
  [92, 88, 82],
];

export function paveLots(photo: Photo, buildings: GroundFeatures['buildings']): void {
  const { window, cover, pavement } = photo;
  const { left, top, metersPerPixel, side } = window;
  if (!visible(APRON_METERS, metersPerPixel)) return;
  const nearest = new Float32Array(cover.length).fill(APRON_METERS);
  for (const { ring } of buildings) {
    const box = pixelsAround(window, ring, APRON_METERS);
    if (!box) continue;
    const { walls } = wallsOf(ring);
    const found: WallFound = { wall: walls[0]!, depth: 0, along: 0 };
    for (let row = box.minY; row <= box.maxY; row++) {
      for (let column = box.minX; column <= box.maxX; column++) {
        const pixel = row * side + column;
        if (!isBusiness(cover[pixel]!) || pavement[pixel]! < 1.5) continue;
        const x = left + column * metersPerPixel;
        const y = top + row * metersPerPixel;
        findNearestWall(found, walls, x, y);
        const { along, wall } = found;
        const away = -found.depth;
        if (away < 0 || away >= nearest[pixel]!) continue;
        nearest[pixel] = away;
        const worn = 1 + (noise(x / 5, y / 5) - 0.5) * 0.12;
        blendTinted(photo, pixel, ASPHALT, worn, Math.min(1, (APRON_METERS - away) / 2));
        if (away < 1.5) blendColor(photo, pixel, WALKWAY, 0.8);
        const stall = Math.floor(along / STALL.wide);
        const isBeside = along > 0 && along < wall.length;
        if (isBeside && away > STALL.from && away < STALL.to) {
          parkCar({
            photo,
            pixel,
            stall,
            inStall: along - stall * STALL.wide,
            away,
            seed: Math.round(wall.x + wall.y),
          });
        }
      }
    }
  }
}

const isBusiness = (cover: number): boolean => cover === COVER.commercial || cover === COVER.industrial;

type Given = {
  photo: Photo;
  pixel: number;
  stall: number;
  inStall: number;
  away: number;
  seed: number;
};

function parkCar({ photo, pixel, stall, inStall, away, seed }: Given): void {
  const { metersPerPixel } = photo.window;
  if (inStall < 0.15) blendColor(photo, pixel, PAINT, 0.6 * visible(0.6, metersPerPixel));
  const chance = hash(stall, seed, 51);
  if (chance > 0.5) return;
  const isOnCar = inStall > 0.5 && inStall < 2.4 && away > STALL.from + 0.3 && away < STALL.to - 0.4;
  if (!isOnCar) return;
  const color = CARS[Math.floor(chance * 2 * CARS.length)]!;
  const isGlass =
    away > STALL.from + 1.3 &&
    away < STALL.from + 3.6 &&
    (away < STALL.from + 1.8 || away > STALL.from + 3.2);
  blendColor(photo, pixel, isGlass ? GLASS : color, visible(1.4, metersPerPixel));
  photo.height[pixel] = 1.4 * visible(1.4, metersPerPixel);
}
