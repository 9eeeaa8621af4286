// Divides one block into lots, by the rules of its zone.

import { HAMLETS } from '../plan.ts';
import { add, direction, distance, left, nearestOnSegment, type Point } from '../plane/point.ts';
import {
  type PlaneRing,
  ringArea,
  ringCenter,
  ringContains,
  ringLength,
  type Shape,
  shapeArea,
} from '../plane/ring.ts';
import { startOf, traceFaces } from '../plane/trace-faces.ts';
import type { Random } from '../random.ts';
import type { Urbanity } from '../roads/urbanity.ts';
import type { Block } from './cut-blocks.ts';
import type { Frontage } from './frontage-chains.ts';
import { type FaceFacts, type Front, faceFacts, mergeFaces } from './merge-faces.ts';
import { outlineLots } from './outline-lots.ts';
import { type PlatRules, platRows } from './plat-rows.ts';
import { splitTracts } from './split-tracts.ts';
import { type Survey, surveyFaces } from './survey-faces.ts';

export type Zone = 'core' | 'town' | 'suburb' | 'business' | 'country' | 'whole';

export type Plat = {
  shapes: Shape[];
  area: number;
  zone: Zone;
  block: number;
  /** By the number of the street. */
  frontage: Map<number, Front>;
  /** Meters along water. */
  shore: number;
  /** The land left between the rows of lots: common land, farms, woods. */
  isRemainder: boolean;
  /** A plot enclosed by other land: a graveyard, a mast. */
  isPlot: boolean;
  /** The subdivision whose streets surround the block. */
  subdivision: number | undefined;
};

type PlattedZone = Exclude<Zone, 'whole'>;

const PLAT_RULES: Record<PlattedZone, PlatRules> = {
  core: { width: 16, depth: 44, waterDepth: 60, coverage: 1 },
  town: { width: 19, depth: 46, waterDepth: 70, coverage: 1 },
  suburb: { width: 29, depth: 50, waterDepth: 120, coverage: 1 },
  business: { width: 75, depth: 110, waterDepth: 130, coverage: 1 },
  country: { width: 62, depth: 125, waterDepth: 220, coverage: 0.5 },
};

/** Lots near a hamlet's crossroads are small. */
const HAMLET_RULES: PlatRules = { width: 31, depth: 66, waterDepth: 120, coverage: 0.97 };
const HAMLET_METERS = 430;
const isHamlet = (place: Point): boolean => HAMLETS.some(({ at }) => distance(at, place) < HAMLET_METERS);

const TRACT_SQUARE_METERS = 170_000;
/** Larger blocks have open land behind their rows of lots, which is split into tracts. */
const WIDE_BLOCK_SQUARE_METERS = 180_000;
const LARGEST_ROADSIDE_LOT = 16_000;
const YARD_SQUARE_METERS = 24_000;
/** In square meters. New corners on a block's outline are rounded to the grid, up to one step beside the line. */
export const areaTolerance = (outlineMeters: number): number => 3 + outlineMeters / 2000;

export type BlockToPlat = {
  block: Block;
  index: number;
  zone: Zone;
  subdivision: number | undefined;
  random: Random;
  frontage: Frontage;
  urbanity: Urbanity;
};

/** The lots must add up to the block. If not, retry with other random cuts, and at last leave it undivided. */
export function platBlock(given: BlockToPlat): Plat[] {
  const { block, index, zone, subdivision } = given;
  const outline = block.shape.reduce((sum, ring) => sum + ringLength(ring), 0);
  for (let attempt = 0; attempt < 3 && zone !== 'whole'; attempt++) {
    const lots = divide({ ...given, zone });
    const total = lots.reduce((sum, { area }) => sum + area, 0);
    if (Math.abs(total - shapeArea(block.shape)) < areaTolerance(outline)) return lots;
  }
  const survey = surveyFaces({ block, cuts: [] });
  return lotsFrom({
    survey,
    zone,
    index,
    subdivision,
    isScrap: () => false,
    isRemainder: () => zone !== 'whole',
  });
}

function divide({
  block,
  index,
  zone,
  subdivision,
  random,
  frontage,
  urbanity,
}: BlockToPlat & { zone: PlattedZone }): Plat[] {
  const rules = PLAT_RULES[zone];
  const scale = zone === 'suburb' || zone === 'country' ? random.between(0.85, 1.25) : 1;
  const width = rules.width * scale;
  const rulesAt = (street: number, place: Point): PlatRules => {
    const isRural =
      zone === 'country' || (zone === 'suburb' && frontage.isCountry(street) && urbanity(place) < 0.05);
    const manner = isRural ? (isHamlet(place) ? HAMLET_RULES : PLAT_RULES.country) : rules;
    return { ...manner, width: manner.width * scale };
  };
  const cuts = platRows({ block, rulesAt, random, frontage });
  const plots: PlaneRing[] = [];
  const isWide = shapeArea(block.shape) > WIDE_BLOCK_SQUARE_METERS;
  if (zone === 'business' || isWide) {
    const squareMeters = zone === 'business' ? YARD_SQUARE_METERS : TRACT_SQUARE_METERS;
    for (const ring of facesOf(surveyFaces({ block, cuts }), squareMeters / 2)) {
      const { lines, rings } = splitTracts({ ring, squareMeters, random });
      cuts.push(...lines);
      if (zone !== 'business') plots.push(...familyPlots(rings, random));
    }
  }
  const smallest = rules.width * rules.depth * 0.42;
  const isScrap = (face: FaceFacts): boolean => {
    const roundness = (12.566 * face.area) / face.perimeter ** 2;
    if (face.area < smallest || roundness < 0.2) return true;
    return !hasFrontage(face) && face.area < (zone === 'country' ? 20_000 : smallest * 2.2);
  };
  const largest = zone === 'suburb' && isWide ? LARGEST_ROADSIDE_LOT : 4 * width * rules.depth;
  const isRemainder = (face: FaceFacts): boolean => face.area > largest || !hasFrontage(face);
  return lotsFrom({
    survey: surveyFaces({ block, cuts, plots }),
    zone,
    index,
    subdivision,
    isScrap,
    isRemainder,
  });
}

function hasFrontage(face: FaceFacts): boolean {
  for (const { meters } of face.frontage.values()) if (meters >= 6) return true;
  return false;
}

function facesOf(survey: Survey, leastSquareMeters: number): Point[][] {
  return traceFaces(survey.graph, survey.next)
    .filter(({ area, halfEdges }) => area > leastSquareMeters && survey.faceOf[halfEdges[0]!]! >= 0)
    .map(({ halfEdges }) => halfEdges.map((half) => survey.graph.vertices[startOf(survey.graph, half)]!));
}

/** Small enclosed plots in the middle of some farms: a graveyard, a chapel or a mast. */
function familyPlots(tracts: readonly PlaneRing[], random: Random): PlaneRing[] {
  return tracts.flatMap((ring) => {
    const at = ringCenter(ring);
    if (ringArea(ring) < 90_000 || !random.chance(0.1) || !ringContains(ring, at)) return [];
    const along = direction(random.between(0, 3.1));
    const [half, side] = [random.between(11, 28), random.between(11, 24)];
    const corner = (u: number, v: number): Point => add(add(at, along, u * half), left(along), v * side);
    const plot = [corner(-1, -1), corner(1, -1), corner(1, 1), corner(-1, 1)];
    const isClear =
      ring.every((point) => distance(point, at) > 60) && plot.every((point) => ringContains(ring, point));
    return isClear && Math.abs(distanceToRing(ring, at)) > 45 ? [plot] : [];
  });
}

function distanceToRing(ring: PlaneRing, point: Point): number {
  let best = Number.POSITIVE_INFINITY;
  ring.forEach((a, i) => {
    best = Math.min(best, distance(point, nearestOnSegment(point, a, ring[(i + 1) % ring.length]!)));
  });
  return best;
}

type Given = {
  survey: Survey;
  zone: Zone;
  index: number;
  subdivision: number | undefined;
  isScrap: (face: FaceFacts) => boolean;
  isRemainder: (face: FaceFacts) => boolean;
};

function lotsFrom({ survey, zone, index, subdivision, isScrap, isRemainder }: Given): Plat[] {
  const { owner, merged } = mergeFaces(faceFacts(survey), isScrap);
  return [...outlineLots(survey, owner)].map(([key, shapes]) => {
    const facts = merged[key]!;
    return {
      shapes,
      area: shapes.reduce((sum, shape) => sum + shapeArea(shape), 0),
      zone,
      block: index,
      frontage: facts.frontage,
      shore: facts.shore,
      isRemainder: !facts.isPlot && isRemainder(facts),
      isPlot: facts.isPlot,
      subdivision,
    };
  });
}
