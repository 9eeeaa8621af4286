// Roads: asphalt and concrete with wear, curbs and lane markings.
import type { GroundFeatures, RoadSurface } from './ground-features.ts';
import { noise, smoothstep } from './hash-noise.ts';
import { measureStrip } from './measure-strip.ts';
import { blendColor, blendTinted, type Color, FAR_METERS, type Photo } from './photo.ts';

type Pavement = {
  halfWidth: number;
  color: Color;
  markings: 'motorway' | 'two-way' | 'none';
  /** A light edge of curb or gravel. */
  curb: Color | undefined;
};

const CONCRETE: Color = [182, 178, 167];
const GRAVEL: Color = [156, 146, 124];
const PAINT_WHITE: Color = [226, 226, 218];
const PAINT_YELLOW: Color = [206, 176, 84];
const TYRE_BLACK: Color = [84, 82, 80];

const PAVEMENTS: Record<RoadSurface, Pavement> = {
  motorway: { halfWidth: 5.6, color: [172, 169, 159], markings: 'motorway', curb: undefined },
  ramp: { halfWidth: 3.4, color: [162, 159, 150], markings: 'none', curb: undefined },
  main: { halfWidth: 6.2, color: [126, 126, 123], markings: 'two-way', curb: CONCRETE },
  street: { halfWidth: 3.9, color: [138, 137, 132], markings: 'none', curb: CONCRETE },
  lane: { halfWidth: 3.3, color: [130, 128, 122], markings: 'two-way', curb: GRAVEL },
  drive: { halfWidth: 1.6, color: [172, 166, 152], markings: 'none', curb: undefined },
  path: { halfWidth: 0.9, color: [150, 136, 106], markings: 'none', curb: undefined },
  rail: { halfWidth: 2, color: [122, 112, 102], markings: 'none', curb: undefined },
};

/** How far beside a road the distance to it is measured, for gardens and trees. */
const REACH_METERS = 11;
const CURB_METERS = 0.45;
const LINE_METERS = 0.28;

type Roads = GroundFeatures['roads'];

/** Driveways and paths are drawn first, below the roads they lead to. */
export function paveRoads(photo: Photo, roads: Roads): void {
  const isByway = ({ surface }: Roads[number]) => surface === 'drive' || surface === 'path';
  pave(photo, roads.filter(isByway), CURB_METERS);
  const ofByways = photo.pavement.slice();
  photo.pavement.fill(FAR_METERS);
  pave(
    photo,
    roads.filter((road) => !isByway(road)),
    REACH_METERS,
  );
  for (let pixel = 0; pixel < ofByways.length; pixel++) {
    if (ofByways[pixel]! < photo.pavement[pixel]!) photo.pavement[pixel] = ofByways[pixel]!;
  }
}

/** Measures all roads first and paints each pixel once, so that crossings have no overlapping edges. */
function pave(photo: Photo, roads: Roads, reach: number): void {
  if (roads.length === 0) return;
  const { window, pavement: edge } = photo;
  const { left, top, metersPerPixel, side } = window;
  const segment = new Int32Array(edge.length);
  const kinds: Pavement[] = [];
  const headings: number[] = [];
  for (const { surface, line } of roads) {
    const kind = PAVEMENTS[surface];
    measureStrip(
      { window, edge, segment },
      { line, halfWidth: kind.halfWidth, reach: Math.max(reach, metersPerPixel), firstSegment: kinds.length },
    );
    for (let i = 0; i + 3 < line.length; i += 2) {
      kinds.push(kind);
      headings.push(Math.atan2(line[i + 3]! - line[i + 1]!, line[i + 2]! - line[i]!));
    }
  }
  const isLined = metersPerPixel < 1;
  for (let pixel = 0; pixel < edge.length; pixel++) {
    const away = edge[pixel]!;
    if (away > metersPerPixel + CURB_METERS) continue;
    const kind = kinds[segment[pixel]!]!;
    const x = left + (pixel % side) * metersPerPixel;
    const y = top + Math.floor(pixel / side) * metersPerPixel;
    if (kind.curb) blendColor(photo, pixel, kind.curb, 0.75 * covered(away - CURB_METERS, metersPerPixel));
    const worn = 1 + (noise(x / 45, y / 45) - 0.5) * 0.16 + (noise(x / 2.3, y / 2.3) - 0.5) * 0.07;
    const share = Math.min(1, (2 * kind.halfWidth) / metersPerPixel);
    blendTinted(photo, pixel, kind.color, worn, share * covered(away, metersPerPixel));
    if (!isLined || away >= 0 || kind.markings === 'none') continue;
    const heading = headings[segment[pixel]!]!;
    const along = Math.abs(x * Math.cos(heading) + y * Math.sin(heading));
    paintLines({ photo, pixel, kind, across: away + kind.halfWidth, along });
  }
}

/** Antialiasing: the share of a pixel that a strip covers, by the distance to its edge. */
function covered(away: number, metersPerPixel: number): number {
  return Math.min(1, Math.max(0, 0.5 - away / metersPerPixel));
}

type Given = {
  photo: Photo;
  pixel: number;
  kind: Pavement;
  across: number;
  along: number;
};

function paintLines({ photo, pixel, kind, across, along }: Given): void {
  const { metersPerPixel } = photo.window;
  const strength = 0.85 * smoothstep(1 / metersPerPixel, 0.7, 2);
  const line = (at: number, width: number) =>
    strength *
    covered(Math.abs(across - at) - width / 2, metersPerPixel) *
    Math.min(1, width / metersPerPixel);
  const isMotorway = kind.markings === 'motorway';
  const edgeAt = kind.halfWidth - (isMotorway ? 1.6 : 0.6);
  const laneAt = isMotorway ? edgeAt / 2 : kind.halfWidth / 2;
  blendColor(photo, pixel, TYRE_BLACK, 0.12 * strength * smoothstep(1 - Math.abs(across - laneAt), 0, 1));
  blendColor(photo, pixel, PAINT_WHITE, 0.8 * line(edgeAt, LINE_METERS));
  if (!isMotorway) blendColor(photo, pixel, PAINT_YELLOW, line(0, LINE_METERS * 1.6));
  else if (along % 12 < 4) blendColor(photo, pixel, PAINT_WHITE, line(0, LINE_METERS));
}
