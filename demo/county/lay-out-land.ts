// Generates the county's land from a seed, layer by layer. Read this first: each call is one step.

import type { CountyProgress } from './county.ts';
import { drawBoundaries } from './cover/draw-boundaries.ts';
import { growWoods } from './cover/grow-woods.ts';
import { landuseOf } from './cover/landuse.ts';
import { cutBlocks } from './lots/cut-blocks.ts';
import { platCounty } from './lots/plat-county.ts';
import { settleLots } from './lots/settle-lots.ts';
import { createIsWet } from './plane/is-wet.ts';
import { layStreets } from './roads/lay-streets.ts';
import { nameStreets } from './roads/name-streets.ts';
import { groundsBetween, joinStreets } from './roads/street-network.ts';
import { urbanityOf } from './roads/urbanity.ts';
import { fillHollows, followSteepestSlope } from './terrain/drainage.ts';
import { raiseHills } from './terrain/raise-hills.ts';
import { carveBeds } from './water/carve-beds.ts';
import { digPonds } from './water/dig-ponds.ts';
import { fillLake } from './water/fill-lake.ts';
import { shoreDistances } from './water/shore-distance.ts';
import { traceStreams } from './water/trace-streams.ts';

export type LandOptions = { seed: number; onProgress?: (progress: CountyProgress) => void };

export type LandPlan = ReturnType<typeof layOutLand>;

/** All results are in the county's own plane, in meters; map-layers.ts projects them. */
export function layOutLand({ seed, onProgress }: LandOptions) {
  const report = (stage: string, from: number, to: number) => (fraction: number) =>
    onProgress?.({ stage, fraction: from + (to - from) * fraction });
  const begin = (stage: string, at: number): void => onProgress?.({ stage, fraction: at });

  begin('Raising hills', 0);
  const ground = raiseHills(seed, report('Raising hills', 0, 0.16));

  begin('Filling the lake', 0.17);
  const lake = fillLake({ ground, seed, onProgress: report('Filling the lake', 0.17, 0.19) });
  const isWet = createIsWet(lake.shapes);
  const shoreDistance = shoreDistances(ground, lake.isLakeNode);

  begin('Letting streams run', 0.2);
  const isOutlet = (node: number): boolean => lake.isLakeNode[node] === 1;
  const drainage = followSteepestSlope(ground, fillHollows({ grid: ground, isOutlet, roughness: 0.02 }));
  begin('Letting streams run', 0.22);
  const streams = traceStreams({ ground, drainage, lake, isWet });
  begin('Letting streams run', 0.24);
  carveBeds(ground, streams);

  begin('Building roads', 0.25);
  const urbanity = urbanityOf({ seed, shoreDistance });
  const { streets, subdivisions } = layStreets({
    seed,
    ground,
    lake,
    urbanity,
    isWet,
    creeks: streams.map(({ line }) => line),
    onProgress: report('Building roads', 0.25, 0.5),
  });
  begin('Naming streets', 0.5);
  const graph = joinStreets(streets);
  const grounds = groundsBetween(graph);
  const names = nameStreets({ seed, streets, subdivisionCount: subdivisions.length });

  begin('Setting aside rights-of-way', 0.52);
  const blocks = cutBlocks({
    grounds,
    graph,
    streets,
    shore: lake.shore,
    onProgress: report('Setting aside rights-of-way', 0.52, 0.68),
  });

  const plats = platCounty({
    seed,
    blocks,
    streets,
    urbanity,
    onProgress: report('Surveying lots', 0.68, 0.9),
  });

  begin('Building houses', 0.9);
  const lots = settleLots({
    seed,
    plats,
    streets,
    graph,
    streams,
    onProgress: report('Building houses', 0.9, 0.95),
  });
  const ponds = digPonds({ seed, lots });

  begin('Planting woods and fields', 0.95);
  const woods = growWoods({ seed, ground, streams, urbanity, isLakeNode: lake.isLakeNode });
  begin('Planting woods and fields', 0.965);
  const landuse = landuseOf({ seed, blocks, plats, lots, woods });
  const boundaries = drawBoundaries(grounds);
  begin('Drawing the map', 0.98);
  return {
    ground,
    lake,
    isWet,
    streams,
    streets,
    subdivisions,
    names,
    graph,
    blocks,
    plats,
    lots,
    ponds,
    landuse,
    boundaries,
  };
}
