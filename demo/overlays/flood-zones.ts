// The flood zones of the demo county: the ground that is little higher than the stream or lake nearest to it.
import type { Position, Ring } from '../../geo/geometry.ts';
import type { County } from '../county/county.ts';
import { COUNTY_OUTLINE } from '../county/plan.ts';
import { intersect, offsetShape, subtract, union } from '../county/plane/clip.ts';
import { contourRings } from '../county/plane/contour.ts';
import { type PlaneRing, type Shape, shapeArea } from '../county/plane/ring.ts';
import { chaikinRing, simplifyRing } from '../county/plane/smooth-ring.ts';
import { GROUND_HALF_WIDTH, type HeightGrid } from '../county/terrain/height-grid.ts';
import type { OverlayArea } from './overlay-layer.ts';

type Ground = Pick<County, 'elevation' | 'streams' | 'water'>;

/** Meters above the water, and away from it. */
const YEARLY_1_PERCENT = 1.6;
const YEARLY_02_PERCENT = 3;
const FARTHEST_METERS = 260;
/** Farther apart than the nodes of the grid, a walk along a shore would miss some. */
const STEP_METERS = 15;

/** Lettered as everywhere in the country: AE where depths were studied, A along the small creeks, X beyond. */
export function floodZones(ground: Ground): OverlayArea[] {
  const named = ground.streams.filter(({ name }) => name !== null).map(({ line }) => line);
  const small = ground.streams.filter(({ name }) => name === null).map(({ line }) => line);
  const shores = ground.water.flatMap(({ geometry }) =>
    geometry.type === 'Polygon' ? geometry.coordinates : geometry.coordinates.flat(),
  );
  const studied = risesAbove(ground, [...named, ...shores]);
  const all = risesAbove(ground, [...named, ...shores, ...small]);
  const ae = broadParts(inCounty(outline(studied, YEARLY_1_PERCENT)));
  const within1 = inCounty(outline(all, YEARLY_1_PERCENT));
  const a = broadParts(subtract(within1.flat(), ae.flat()));
  const within02 = inCounty(outline(all, YEARLY_02_PERCENT));
  const x = broadParts(subtract(within02.flat(), [...ae, ...a].flat()));
  const areasOf = (shapes: readonly Shape[], FLD_ZONE: string, ZONE_SUBTY: string) =>
    shapes.map(
      (shape): OverlayArea => ({
        properties: { FLD_ZONE, ZONE_SUBTY },
        geometry: { type: 'Polygon', coordinates: shape.map((ring) => toDegrees(ring, ground)) },
      }),
    );
  return [
    ...areasOf(ae, 'AE', ''),
    ...areasOf(a, 'A', ''),
    ...areasOf(x, 'X', '0.2 PCT ANNUAL CHANCE FLOOD HAZARD'),
  ];
}

/** How high each node lies above the water nearest to it; far above where none is near. */
function risesAbove({ elevation }: Ground, lines: readonly (readonly Position[])[]): HeightGrid {
  const { columns: side, meters, bounds } = elevation;
  const spacing = (2 * GROUND_HALF_WIDTH) / (side - 1);
  const reach = Math.round(FARTHEST_METERS / spacing);
  const rise = new Float32Array(meters.length).fill(99);
  /** Breadth first, so the nearest water comes first. */
  let front: { node: number; level: number }[] = [];
  const visit = (node: number, level: number) => {
    if (rise[node]! !== 99) return;
    rise[node] = Math.max(0, meters[node]! - level);
    if (rise[node]! < YEARLY_02_PERCENT + 1) front.push({ node, level });
  };
  for (const [lng, lat] of lines.flatMap((line) => walked(line))) {
    const column = Math.round(((lng - bounds.west) / (bounds.east - bounds.west)) * (side - 1));
    const row = Math.round(((bounds.north - lat) / (bounds.north - bounds.south)) * (side - 1));
    if (column < 1 || row < 1 || column > side - 2 || row > side - 2) continue;
    visit(row * side + column, meters[row * side + column]!);
  }
  // Lakes are flat: their water goes on however far their shores are.
  for (let step = 0; front.length > 0; step++) {
    const before = front;
    front = [];
    for (const { node, level } of before) {
      if (step >= reach && meters[node] !== level) continue;
      for (const next of [node - 1, node + 1, node - side, node + side]) {
        const column = next % side;
        const isRim = column === 0 || column === side - 1 || next < side || next >= meters.length - side;
        if (!isRim) visit(next, level);
      }
    }
  }
  return { side, spacing, meters: rise };
}

const METERS_PER_DEGREE = 111_000;

function walked(line: readonly Position[]): Position[] {
  return line.flatMap((to, i): Position[] => {
    const from = line[i - 1];
    if (!from) return [to];
    const far = Math.hypot(to[0] - from[0], to[1] - from[1]) * METERS_PER_DEGREE;
    const steps = Math.max(1, Math.ceil(far / STEP_METERS));
    return Array.from({ length: steps }, (_, step): Position => {
      const share = (step + 1) / steps;
      return [from[0] + (to[0] - from[0]) * share, from[1] + (to[1] - from[1]) * share];
    });
  });
}

function outline(rise: HeightGrid, level: number): PlaneRing[] {
  return contourRings(rise, (node) => rise.meters[node]! < level, level).map((ring) =>
    simplifyRing(chaikinRing(ring, 1), 2.5),
  );
}

const NARROWEST_METERS = 8;
const SMALLEST_SQUARE_METERS = 2000;
/** Parts that were joined by a neck stay apart, and simpler outlines do not touch. */
const GAP_METERS = 2;
const SIMPLER_METERS = 0.7;

/** Where two outlines nearly meet they leave slivers and necks as thin as the grid of positions, which nobody would have drawn. */
function broadParts(shapes: readonly Shape[]): Shape[] {
  const isLarge = (shape: Shape) => shapeArea(shape) >= SMALLEST_SQUARE_METERS;
  return shapes
    .filter(isLarge)
    .flatMap((shape) => {
      const core = offsetShape(shape, -NARROWEST_METERS / 2);
      const rings = offsetShape(core, (NARROWEST_METERS - GAP_METERS) / 2);
      return union(rings.map((ring) => simplifyRing(ring, SIMPLER_METERS)));
    })
    .filter(isLarge);
}

const inCounty = (rings: readonly PlaneRing[]) => intersect(rings, [COUNTY_OUTLINE]);

function toDegrees(ring: PlaneRing, { elevation: { bounds } }: Ground): Ring {
  const { west, south, east, north } = bounds;
  return [...ring, ring[0]!].map(
    ({ x, y }): Position => [
      west + ((x + GROUND_HALF_WIDTH) / (2 * GROUND_HALF_WIDTH)) * (east - west),
      south + ((y + GROUND_HALF_WIDTH) / (2 * GROUND_HALF_WIDTH)) * (north - south),
    ],
  );
}
