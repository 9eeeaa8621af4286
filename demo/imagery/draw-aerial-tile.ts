// Draws a tile of fictional aerial imagery: features in, pixels out. Read this first: each call is one layer.
import type { ElevationGrid } from '../../geo/elevation-grid.ts';
import type { TileAddress } from '../../geo/geometry.ts';
import { blendTreesAndRoofs } from './blend-trees-and-roofs.ts';
import { castShadows } from './cast-shadows.ts';
import { developPhoto, type Picture } from './develop-photo.ts';
import { COVER, type GroundFeatures } from './ground-features.ts';
import { windowOf } from './ground-plane.ts';
import { drivesOf } from './lay-drives.ts';
import { layCovers, paintGround } from './paint-ground.ts';
import { paveLots } from './pave-lots.ts';
import { paveRoads } from './pave-roads.ts';
import { blankPhoto } from './photo.ts';
import { plantTrees } from './plant-trees.ts';
import { pourWater } from './pour-water.ts';
import { raiseBuildings } from './raise-buildings.ts';
import { shadeRelief } from './shade-relief.ts';
import { tendGardens } from './tend-gardens.ts';

/** Coarser pixels hold several trees each, which are blended instead of drawn. */
const SINGLE_TREES_METERS_PER_PIXEL = 5;

type Given = {
  address: TileAddress;
  features: GroundFeatures;
  elevation: ElevationGrid | undefined;
};

/** Undefined where there is no land. */
export function drawAerialTile({ address, features, elevation }: Given): Picture | undefined {
  const photo = blankPhoto(windowOf(address));
  layCovers(photo, features);
  if (photo.cover.every((cover) => cover === COVER.none)) return undefined;
  paintGround(photo);
  tendGardens(photo, features.buildings);
  pourWater(photo, features);
  paveRoads(photo, [...features.roads, ...drivesOf(photo.window, features)]);
  paveLots(photo, features.buildings);
  raiseBuildings(photo, features.buildings);
  if (photo.window.metersPerPixel < SINGLE_TREES_METERS_PER_PIXEL) plantTrees(photo);
  else blendTreesAndRoofs(photo);
  return developPhoto({
    photo,
    shadow: castShadows(photo),
    relief: shadeRelief(photo.window, elevation),
  });
}
