// Farmland: rectangular patches of crops, plowed in the direction of their farm.
import { hash, noise, smoothstep } from './hash-noise.ts';
import { blendColor, type Color, type Photo, tint, visible } from './photo.ts';

/** Colors of July: corn, beans, cut hay, harvested wheat, bare red clay. */
const CROPS: readonly Color[] = [
  [84, 102, 60],
  [100, 118, 70],
  [92, 110, 66],
  [132, 136, 88],
  [116, 124, 80],
  [150, 144, 102],
  [112, 122, 76],
  [168, 154, 112],
  [122, 126, 82],
  [150, 122, 98],
  [106, 116, 70],
  [128, 124, 86],
];

const FARM_METERS = 620;

/** Directions that fields lie in; a field takes one by its key. */
const TURNS = 64;
const cosines = Float64Array.from({ length: TURNS }, (_, i) => Math.cos((i / TURNS) * Math.PI));
const sines = Float64Array.from({ length: TURNS }, (_, i) => Math.sin((i / TURNS) * Math.PI));

export type FieldPlace = {
  /** Along and across the rows, in meters. */
  along: number;
  across: number;
  /** To the next edge between two crops. */
  edgeMeters: number;
  /** Different for each crop's piece of ground. */
  patch: number;
};

/** Where on the farmland a point lies. Writes to `place` instead of allocating: called for every pixel. */
export function findFieldPlace(place: FieldPlace, x: number, y: number, ownKey: number): void {
  const wobble = (noise(x / 60, y / 60) - 0.5) * 7;
  const key = ownKey || farmAt(x + wobble * 2, y - wobble * 2);
  const turn = (key * 29) % TURNS;
  const along = x * cosines[turn]! + y * sines[turn]! + wobble;
  const across = y * cosines[turn]! - x * sines[turn]! + wobble;
  const length = 260 + (key % 5) * 45;
  const depth = 150 + (key % 7) * 22;
  const row = Math.floor(across / depth);
  const shifted = along + hash(row, key, 3) * length;
  const column = Math.floor(shifted / length);
  const inLength = shifted - column * length;
  const inDepth = across - row * depth;
  place.along = along;
  place.across = across;
  place.edgeMeters = Math.min(inLength, length - inLength, inDepth, depth - inDepth);
  place.patch = Math.floor(hash(column, row, key) * 65536);
}

/** Voronoi cells of jittered points (Worley noise): the farm of a point, for fields without a key. */
function farmAt(x: number, y: number): number {
  const middleColumn = Math.floor(x / FARM_METERS);
  const middleRow = Math.floor(y / FARM_METERS);
  let least = Infinity;
  let farm = 0;
  for (let row = middleRow - 1; row <= middleRow + 1; row++) {
    for (let column = middleColumn - 1; column <= middleColumn + 1; column++) {
      const dx = (column + hash(column, row, 61)) * FARM_METERS - x;
      const dy = (row + hash(column, row, 62)) * FARM_METERS - y;
      const distance = dx * dx + dy * dy;
      if (distance >= least) continue;
      least = distance;
      farm = 1 + Math.floor(hash(column, row, 63) * 65535);
    }
  }
  return farm;
}

const here: FieldPlace = { along: 0, across: 0, edgeMeters: 0, patch: 0 };

export function paintField(photo: Photo, pixel: number, x: number, y: number): void {
  const { metersPerPixel } = photo.window;
  findFieldPlace(here, x, y, photo.key[pixel]!);
  const { along, across, edgeMeters, patch } = here;
  const crop = CROPS[patch % CROPS.length]!;
  blendColor(photo, pixel, crop, 1);
  // Patches of the same crop differ in brightness.
  const tone = 0.93 + ((patch >> 6) % 32) / 200;
  const patches = (noise(x / 55 + patch, y / 55) - 0.5) * 0.2 + (noise(x / 17, y / 17) - 0.5) * 0.08;
  const streaks = (noise(along / 110, across / 5.5 + patch) - 0.5) * 0.2 * visible(5.5, metersPerPixel);
  const rows = Math.sin((across / 2.6) * Math.PI) * 0.05 * visible(2.6, metersPerPixel);
  const tracks =
    -0.12 * smoothstep(1.1 - Math.abs((((across % 22) + 22) % 22) - 11), 0, 1) * visible(4, metersPerPixel);
  const grain = (noise(x / 0.9, y / 0.9) - 0.5) * 0.1 * visible(0.9, metersPerPixel);
  tint(photo, pixel, tone * (1 + patches + streaks + rows + tracks + grain));
  // A grassy strip divides the crops.
  blendColor(photo, pixel, [104, 116, 72], 0.8 * smoothstep(4 - edgeMeters, 0, 1.5));
}
