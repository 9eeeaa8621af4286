// Rasterizes the land covers and paints their colors and textures.
import { fillArea } from './fill-area.ts';
import { COVER, type GroundFeatures } from './ground-features.ts';
import { hash, noise, smoothstep } from './hash-noise.ts';
import { paintField } from './paint-fields.ts';
import { blendColor, blendTinted, type Color, type Photo, tint, visible } from './photo.ts';
import { clearingAt } from './tree-density.ts';

const LAWN: Color = [108, 121, 77];
const DRY_LAWN: Color = [134, 132, 92];
const MEADOW: Color = [119, 124, 83];
const CLAY: Color = [160, 126, 100];
const FOREST_FLOOR: Color = [74, 78, 52];
const ASPHALT: Color = [120, 119, 116];
const CONCRETE: Color = [148, 145, 138];
const GRAVEL: Color = [160, 152, 136];
const SAND: Color = [206, 192, 158];

/** Rasterizes the areas: one cover for every pixel of land. */
export function layCovers(photo: Photo, { land, covers }: Pick<GroundFeatures, 'land' | 'covers'>): void {
  const { window, cover, key } = photo;
  for (const rings of land) {
    fillArea({ window, rings, fill: (first, last) => cover.fill(COVER.rough, first, last + 1) });
  }
  for (const area of covers) {
    fillArea({
      window,
      rings: area.rings,
      fill: (first, last) => {
        for (let pixel = first; pixel <= last; pixel++) {
          if (cover[pixel] === COVER.none) continue;
          cover[pixel] = area.cover;
          key[pixel] = area.key;
        }
      },
    });
  }
}

function paintGrass(photo: Photo, pixel: number): void {
  blendColor(photo, pixel, LAWN, 1);
  blendColor(photo, pixel, DRY_LAWN, smoothstep(photo.dryness[pixel]!, 0.42, 0.78));
}

function paintRough(photo: Photo, pixel: number): void {
  blendColor(photo, pixel, MEADOW, 1);
  blendColor(photo, pixel, DRY_LAWN, 0.8 * smoothstep(photo.dryness[pixel]!, 0.4, 0.75));
  blendColor(photo, pixel, CLAY, 0.5 * smoothstep(photo.bareness[pixel]!, 0.68, 0.82));
}

/** A patchwork of asphalt and concrete, with some grass. */
function paintPaved(photo: Photo, pixel: number, x: number, y: number): void {
  const wobble = noise(x / 30, y / 30) * 6;
  const along = x + y * 0.34 + wobble;
  const across = y - x * 0.34 + wobble;
  const piece = hash(Math.floor(along / 58), Math.floor(across / 43), 5);
  const part = hash(Math.floor(along / 29), Math.floor(across / 21), 6);
  const worn = 0.94 + part * 0.12 + (noise(x / 8, y / 8) - 0.5) * 0.1;
  if (piece < 0.1) paintGrass(photo, pixel);
  else blendTinted(photo, pixel, piece > 0.8 ? CONCRETE : ASPHALT, worn, 1);
}

/** Rough grass with patches of gravel. */
function paintYard(photo: Photo, pixel: number): void {
  paintRough(photo, pixel);
  blendColor(photo, pixel, GRAVEL, 0.75 * smoothstep(photo.bareness[pixel]!, 0.5, 0.58));
}

function paintWoodFloor(photo: Photo, pixel: number, x: number, y: number): void {
  blendColor(photo, pixel, FOREST_FLOOR, 1);
  blendColor(photo, pixel, MEADOW, clearingAt(x, y));
}

/** Fairways follow a level line of noise; greens and bunkers are placed on a jittered grid. */
function paintGolf(photo: Photo, pixel: number, x: number, y: number): void {
  const { metersPerPixel } = photo.window;
  blendColor(photo, pixel, [92, 108, 64], 1);
  const wave = Math.abs(noise(x / 190 + 7, y / 190) - 0.5);
  const fairway = smoothstep(0.085 - wave, 0, 0.008);
  blendColor(photo, pixel, [120, 146, 84], fairway);
  const mown = Math.floor((x + y) / 9) & 1 ? 0.03 : -0.03;
  tint(photo, pixel, 1 + fairway * mown * visible(9, metersPerPixel));
  const column = Math.floor(x / 95);
  const row = Math.floor(y / 95);
  const fromGreen = Math.hypot(
    x - (column + 0.25 + hash(column, row, 1) * 0.5) * 95,
    y - (row + 0.25 + hash(column, row, 2) * 0.5) * 95,
  );
  if (hash(column, row, 3) > 0.35) return;
  const edge = fromGreen + (noise(x / 9, y / 9) - 0.5) * 9;
  blendColor(photo, pixel, [138, 168, 98], smoothstep(13 - edge, 0, 1.5));
  const bunker =
    smoothstep(noise(x / 11 + 40, y / 11), 0.66, 0.7) *
    smoothstep(edge, 15, 16) *
    smoothstep(27 - edge, 0, 1);
  blendColor(photo, pixel, SAND, bunker);
}

function paintCemetery(photo: Photo, pixel: number, x: number, y: number): void {
  paintGrass(photo, pixel);
  const { metersPerPixel } = photo.window;
  const column = Math.floor(x / 2.4);
  const row = Math.floor(y / 3.6);
  const isStone = hash(column, row, 9) < 0.55 && x - column * 2.4 < 1 && y - row * 3.6 < 0.6;
  if (isStone) blendColor(photo, pixel, [196, 194, 188], 0.8 * visible(1.6, metersPerPixel));
}

/** A switch, not a table: the engine inlines these calls, which is three times as fast. */
function paint(photo: Photo, pixel: number, x: number, y: number): void {
  switch (photo.cover[pixel]) {
    case COVER.wood:
      paintWoodFloor(photo, pixel, x, y);
      break;
    case COVER.field:
      paintField(photo, pixel, x, y);
      break;
    case COVER.residential:
    case COVER.park:
    case COVER.school:
      paintGrass(photo, pixel);
      break;
    case COVER.commercial:
      paintPaved(photo, pixel, x, y);
      break;
    case COVER.industrial:
      paintYard(photo, pixel);
      break;
    case COVER.cemetery:
      paintCemetery(photo, pixel, x, y);
      break;
    case COVER.golf:
      paintGolf(photo, pixel, x, y);
      break;
    case COVER.sand:
      blendColor(photo, pixel, SAND, 1);
      break;
    default:
      paintRough(photo, pixel);
  }
}

export function paintGround(photo: Photo): void {
  const { window, cover } = photo;
  const { left, top, metersPerPixel, side } = window;
  const tufts = 0.14 * visible(1.3, metersPerPixel);
  const mottle = 0.12 * visible(6, metersPerPixel);
  for (let row = 0, pixel = 0; row < side; row++) {
    const y = top + row * metersPerPixel;
    for (let column = 0; column < side; column++, pixel++) {
      if (cover[pixel] === COVER.none) continue;
      const x = left + column * metersPerPixel;
      paint(photo, pixel, x, y);
      let texture = 1;
      if (mottle > 0) texture += (noise(x / 7 + y / 11, y / 7 - x / 11) - 0.5) * mottle;
      if (tufts > 0) texture += (noise(x / 1.3 + 9, y / 1.3) - 0.5) * tufts;
      if (texture !== 1) tint(photo, pixel, texture);
    }
  }
}
