// What the imagery promises: deterministic, without seams, each surface in its own color.
import { describe, expect, test } from 'vitest';
import type { TileAddress } from '../../geo/geometry.ts';
import type { Picture } from './develop-photo.ts';
import { drawAerialTile } from './draw-aerial-tile.ts';
import { COVER, type GroundFeatures } from './ground-features.ts';
import { IMAGE_PIXELS, WORLD_METERS } from './ground-plane.ts';

const TILE: TileAddress = { z: 16, x: 18_048, y: 25_800 };
const TILE_METERS = WORLD_METERS / 2 ** TILE.z;
const MIDDLE = { x: (TILE.x + 0.5) * TILE_METERS, y: (TILE.y + 0.5) * TILE_METERS };

/** A box around the middle of the tile, its edges given as meters from there. */
function box(west: number, north: number, east: number, south: number): Float64Array {
  return Float64Array.of(
    MIDDLE.x + west,
    MIDDLE.y + north,
    MIDDLE.x + east,
    MIDDLE.y + north,
    MIDDLE.x + east,
    MIDDLE.y + south,
    MIDDLE.x + west,
    MIDDLE.y + south,
  );
}

/** Quarters of land with a road between them: a wood, a field, a lake, and a garden with a hall in it. */
const FEATURES: GroundFeatures = {
  land: [[box(-2000, -2000, 2000, 2000)]],
  covers: [
    { cover: COVER.wood, key: 0, rings: [box(-2000, -2000, -20, -20)] },
    { cover: COVER.field, key: 5, rings: [box(20, -2000, 2000, -20)] },
    { cover: COVER.school, key: 0, rings: [box(20, 20, 2000, 2000)] },
  ],
  water: [[box(-2000, 20, -20, 2000)]],
  streams: [
    { widthMeters: 3, line: Float64Array.of(MIDDLE.x + 60, MIDDLE.y - 900, MIDDLE.x + 90, MIDDLE.y) },
  ],
  roads: [
    { surface: 'main', line: Float64Array.of(MIDDLE.x - 900, MIDDLE.y, MIDDLE.x + 900, MIDDLE.y) },
    { surface: 'street', line: Float64Array.of(MIDDLE.x, MIDDLE.y - 900, MIDDLE.x, MIDDLE.y + 900) },
  ],
  buildings: [{ heightMeters: 12, ring: box(100, 100, 140, 140) }],
};

function draw(address: TileAddress, features = FEATURES): Picture {
  return drawAerialTile({ address, features, elevation: undefined })!;
}

type Mean = { red: number; green: number; blue: number; brightness: number };

/** The mean of the pixels in a box given as meters from the middle. */
function meanOf({ pixels }: Picture, west: number, north: number, east: number, south: number): Mean {
  const at = (meters: number) => Math.round((meters / TILE_METERS + 0.5) * IMAGE_PIXELS);
  const sum = { red: 0, green: 0, blue: 0, count: 0 };
  for (let row = at(north); row < at(south); row++) {
    for (let column = at(west); column < at(east); column++) {
      const i = (row * IMAGE_PIXELS + column) * 4;
      sum.red += pixels[i]!;
      sum.green += pixels[i + 1]!;
      sum.blue += pixels[i + 2]!;
      sum.count++;
    }
  }
  const [red, green, blue] = [sum.red / sum.count, sum.green / sum.count, sum.blue / sum.count];
  return { red, green, blue, brightness: (red + green + blue) / 3 };
}

/** How much the pixels of two columns differ on average. */
function difference(one: Picture, oneColumn: number, other: Picture, otherColumn: number): number {
  let sum = 0;
  for (let row = 0; row < IMAGE_PIXELS; row++) {
    for (let channel = 0; channel < 3; channel++) {
      const a = one.pixels[(row * IMAGE_PIXELS + oneColumn) * 4 + channel]!;
      const b = other.pixels[(row * IMAGE_PIXELS + otherColumn) * 4 + channel]!;
      sum += Math.abs(a - b);
    }
  }
  return sum / (IMAGE_PIXELS * 3);
}

describe('a tile of aerial imagery', () => {
  const picture = draw(TILE);

  test('is the same whenever it is drawn', () => {
    expect(Buffer.compare(Buffer.from(draw(TILE).pixels), Buffer.from(picture.pixels))).toBe(0);
  });

  test('shows each surface in its own color', () => {
    const wood = meanOf(picture, -240, -240, -40, -40);
    const field = meanOf(picture, 120, -240, 240, -40);
    const lake = meanOf(picture, -240, 60, -60, 240);
    const roof = meanOf(picture, 104, 104, 136, 136);
    const shadow = meanOf(picture, 94, 104, 99, 130);
    const road = meanOf(picture, 40, -3, 240, 3);

    expect(lake.brightness).toBeLessThan(field.brightness * 0.8);
    expect(lake.blue).toBeGreaterThan(lake.red);
    expect(wood.brightness).toBeLessThan(field.brightness);
    expect(wood.green).toBeGreaterThan(Math.max(wood.red, wood.blue));
    expect(roof.brightness).toBeGreaterThan(shadow.brightness * 1.5);
    expect(Math.abs(road.red - road.blue)).toBeLessThan(20);
  });

  test('continues without a seam in the next tile, also of the deepest zoom, through shadows and crowns', () => {
    const edge = IMAGE_PIXELS - 1;
    for (const west of [TILE, { z: 18, x: TILE.x * 4 + 2, y: TILE.y * 4 + 2 }]) {
      const [one, other] = [draw(west), draw({ ...west, x: west.x + 1 })];
      expect(difference(one, edge, other, 0)).toBeLessThan(difference(one, edge - 1, one, edge) * 1.4 + 2);
    }
  });

  test('fades out toward unknown land, and is transparent beyond', () => {
    const features = { ...FEATURES, land: [[box(-2000, -2000, 0, 2000)]] };
    const { pixels, isOpaque } = draw(TILE, features);
    const opacityAt = (column: number) => pixels[(40 * IMAGE_PIXELS + column) * 4 + 3]!;
    expect(isOpaque).toBe(false);
    expect(opacityAt(200)).toBe(255);
    expect(opacityAt(252)).toBeGreaterThan(0);
    expect(opacityAt(252)).toBeLessThan(255);
    expect(opacityAt(300)).toBe(0);
    expect(
      drawAerialTile({ address: { ...TILE, x: TILE.x + 20 }, features, elevation: undefined }),
    ).toBeUndefined();
  });
});
