// How large drawings are, in words: the length of a line, the area of a polygon, the place of a point, or totals.
import type { Position } from '../../geo/geometry.ts';
import type { Projected } from '../coordinates.ts';
import { type DrawingParts, partsOf } from '../drawn-shape.ts';
import { lengthMeters } from '../geodesic.ts';
import { type AreaResult, areaInBoth, areaLines, areaWithin } from '../land-size.ts';
import type { Sizes } from '../sizes.ts';
import type { Drawing } from './drawing.ts';

/** Headline first. Empty for no drawings. */
export function sizeLines(drawings: readonly Drawing[], sizes: Sizes, projected?: Projected): string[] {
  if (drawings.length === 0) return [];
  const parts = drawings.map(({ geometry }) => partsOf(geometry));
  const points = parts.flatMap((part) => part.points);
  const lines = parts.flatMap((part) => part.lines);
  const polygons = parts.flatMap((part) => part.polygons);
  if (drawings.length === 1) return linesOfOne({ points, lines, polygons }, sizes, projected);
  return [
    `${drawings.length} shapes`,
    ...(lines.length > 0 ? [`Length ${sizes.length(metersOf(lines))}`] : []),
    ...(polygons.length > 0 ? totalAreaLines(totalArea(polygons), sizes) : []),
  ];
}

function linesOfOne({ points, lines, polygons }: DrawingParts, sizes: Sizes, projected: Projected): string[] {
  if (polygons.length > 0) return areaLines(totalArea(polygons), sizes);
  if (lines.length > 0) return [sizes.length(metersOf(lines))];
  return points.length === 1 ? [formatPlace(points[0]!, projected)] : [`${points.length} points`];
}

function totalAreaLines(area: AreaResult, sizes: Sizes): string[] {
  if (area.status !== 'found') return areaLines(area, sizes);
  const { squareMeters, perimeterMeters } = area;
  return [
    ...areaInBoth(squareMeters, sizes).map((text, at) => (at === 0 ? `Area ${text}` : text)),
    `Perimeter ${sizes.length(perimeterMeters)}`,
  ];
}

export const metersOf = (lines: DrawingParts['lines']) =>
  lines.reduce((sum, line) => sum + lengthMeters(line), 0);

/** Zero where it cannot be told. */
export function squareMetersOf(polygons: DrawingParts['polygons']): number {
  const area = totalArea(polygons);
  return area.status === 'found' ? area.squareMeters : 0;
}

/** Holes are taken off the area; their sides count to the perimeter, as a fence around them would. */
function totalArea(polygons: DrawingParts['polygons']): AreaResult {
  let squareMeters = 0;
  let perimeterMeters = 0;
  for (const polygon of polygons) {
    for (const [index, ring] of polygon.entries()) {
      const area = areaWithin(ring.filter((point, at) => at === 0 || !isSamePlace(point, ring[at - 1]!)));
      if (area.status !== 'found') return area;
      squareMeters += index === 0 ? area.squareMeters : -area.squareMeters;
      perimeterMeters += area.perimeterMeters;
    }
  }
  return { status: 'found', squareMeters: Math.max(0, squareMeters), perimeterMeters };
}

const isSamePlace = (a: Position, b: Position) => a[0] === b[0] && a[1] === b[1];

/** Six decimals are 4 inches. Latitude first, as the search box and other maps take it. */
const PLACE_DECIMALS = 6;

function formatPlace([lng, lat]: Position, projected: Projected): string {
  const onEarth = lng - 360 * Math.round(lng / 360);
  if (projected) return projected({ lng: onEarth, lat });
  return `${lat.toFixed(PLACE_DECIMALS)}, ${onEarth.toFixed(PLACE_DECIMALS)}`;
}
