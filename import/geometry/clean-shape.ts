// Makes a source's area, line or points shapes on the grid of stored positions, or says why that cannot be done.
import type { FlatRing } from '../../geo/flat-ring.ts';
import type { LineGeometry, MapGeometry, PointGeometry } from '../../geo/geometry.ts';
import type { Projection } from '../coordinates/projection.ts';
import type { RawGeometry, RawRing } from '../layer.ts';
import { cleanArea, moveToOrigin, position } from './clean-area.ts';
import { CORNERS_MAX, REFUSALS, REPAIRS } from './clean-words.ts';
import { toGridRing } from './grid-ring.ts';

export type CleanedShapes = {
  geometries: readonly MapGeometry[];
  repairs: readonly string[];
  /** Several points are several shapes: of some the good ones are there, and reasons for the others. */
  refusals: readonly string[];
};

type CleanShape = { raw: RawGeometry | null; projection: Projection };

export function cleanShape({ raw, projection }: CleanShape): CleanedShapes {
  if (raw?.kind === 'lines') return cleanLines(raw.lines, projection);
  if (raw?.kind === 'points') return cleanPoints(raw.points, projection);
  if (raw?.kind === 'other') {
    return refused(raw.type === 'GeometryCollection' ? REFUSALS.mixed : REFUSALS.neither);
  }
  const area = cleanArea({ raw, projection });
  return 'refusal' in area
    ? refused(area.refusal)
    : { geometries: [area.geometry], repairs: area.repairs, refusals: [] };
}

function refused(reason: string): CleanedShapes {
  return { geometries: [], repairs: [], refusals: [reason] };
}

function cleanLines(raw: readonly RawRing[], projection: Projection): CleanedShapes {
  if (raw.reduce((sum, line) => sum + line.length / 2, 0) > CORNERS_MAX)
    return refused(REFUSALS.tooManyPoints);
  const lines: FlatRing[] = [];
  let hasShort = false;
  for (const line of raw) {
    const placed = toGridRing(line, projection);
    if (typeof placed === 'string') return refused(placed);
    const tidy = withoutRepeats(placed.ring);
    if (tidy.length >= 4) lines.push(tidy);
    else hasShort = true;
  }
  if (lines.length === 0)
    return refused(raw.every((line) => line.length === 0) ? REFUSALS.empty : REFUSALS.noLength);
  const origin = moveToOrigin(lines);
  if (!origin) return refused(REFUSALS.outsideWorld);
  const coordinates = lines.map((line) =>
    Array.from({ length: line.length / 2 }, (_, point) => position(line, 2 * point, origin)),
  );
  const geometry: LineGeometry =
    coordinates.length === 1
      ? { type: 'LineString', coordinates: coordinates[0]! }
      : { type: 'MultiLineString', coordinates };
  const repairs = [
    ...(hasShort ? [REPAIRS.noLengthLine] : []),
    ...(origin.isAcross ? [REPAIRS.antimeridian] : []),
  ];
  return { geometries: [geometry], repairs, refusals: [] };
}

/** In place: the same point several times in a row is one. */
function withoutRepeats(line: FlatRing): FlatRing {
  let size = 0;
  for (let i = 0; i < line.length; i += 2) {
    if (size > 0 && line[size - 2] === line[i] && line[size - 1] === line[i + 1]) continue;
    line[size++] = line[i]!;
    line[size++] = line[i + 1]!;
  }
  line.length = size;
  return line;
}

function cleanPoints(raw: Float64Array, projection: Projection): CleanedShapes {
  if (raw.length === 0) return refused(REFUSALS.empty);
  const geometries: PointGeometry[] = [];
  const refusals: string[] = [];
  for (let i = 0; i < raw.length; i += 2) {
    const point = raw.subarray(i, i + 2);
    // How tables write a place that nobody found.
    const placed = point[0] === 0 && point[1] === 0 ? REFUSALS.zero : toGridRing(point, projection);
    if (typeof placed === 'string') refusals.push(placed);
    else {
      const { ring } = placed;
      geometries.push({ type: 'Point', coordinates: position(ring, 0, moveToOrigin([ring])!) });
    }
  }
  return { geometries, repairs: [], refusals };
}
