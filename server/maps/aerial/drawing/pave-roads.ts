// Roads as they look from above: asphalt and concrete, worn by wheels and weather, with lines painted on them.
import type { GroundFeatures, RoadSurface } from './ground-features.ts';
import { noise, ramp } from './hash-noise.ts';
import { measureStrip } from './measure-strip.ts';
import { type Colour, FAR_METRES, lay, layTinted, type Photo } from './photo.ts';

type Pavement = {
  halfWidth: number;
  colour: Colour;
  markings: 'motorway' | 'two-way' | 'none';
  /** A light edge of kerb or gravel. */
  kerb: Colour | undefined;
};

const CONCRETE: Colour = [182, 178, 167];
const GRAVEL: Colour = [156, 146, 124];
const PAINT_WHITE: Colour = [226, 226, 218];
const PAINT_YELLOW: Colour = [206, 176, 84];
const TYRE_BLACK: Colour = [84, 82, 80];

const PAVEMENTS: Record<RoadSurface, Pavement> = {
  motorway: { halfWidth: 5.6, colour: [172, 169, 159], markings: 'motorway', kerb: undefined },
  ramp: { halfWidth: 3.4, colour: [162, 159, 150], markings: 'none', kerb: undefined },
  main: { halfWidth: 6.2, colour: [126, 126, 123], markings: 'two-way', kerb: CONCRETE },
  street: { halfWidth: 3.9, colour: [138, 137, 132], markings: 'none', kerb: CONCRETE },
  lane: { halfWidth: 3.3, colour: [130, 128, 122], markings: 'two-way', kerb: GRAVEL },
  drive: { halfWidth: 1.6, colour: [172, 166, 152], markings: 'none', kerb: undefined },
  path: { halfWidth: 0.9, colour: [150, 136, 106], markings: 'none', kerb: undefined },
  rail: { halfWidth: 2, colour: [122, 112, 102], markings: 'none', kerb: undefined },
};

/** How far beside a road its distance is still known; gardens and trees ask for it. */
const REACH_METRES = 11;
const KERB_METRES = 0.45;
const LINE_METRES = 0.28;

type Roads = GroundFeatures['roads'];

/** Drives and paths end at the roads they come to, so they lie below them. */
export function paveRoads(photo: Photo, roads: Roads): void {
  const isByway = ({ surface }: Roads[number]) => surface === 'drive' || surface === 'path';
  pave(photo, roads.filter(isByway), KERB_METRES);
  const ofByways = photo.pavement.slice();
  photo.pavement.fill(FAR_METRES);
  pave(
    photo,
    roads.filter((road) => !isByway(road)),
    REACH_METRES,
  );
  for (let pixel = 0; pixel < ofByways.length; pixel++) {
    if (ofByways[pixel]! < photo.pavement[pixel]!) photo.pavement[pixel] = ofByways[pixel]!;
  }
}

/** Measures first and paints once, so that crossings join instead of lying on each other. */
function pave(photo: Photo, roads: Roads, reach: number): void {
  if (roads.length === 0) return;
  const { window, pavement: edge } = photo;
  const { left, top, metresPerPixel, side } = window;
  const segment = new Int32Array(edge.length);
  const kinds: Pavement[] = [];
  const headings: number[] = [];
  for (const { surface, line } of roads) {
    const kind = PAVEMENTS[surface];
    measureStrip(
      { window, edge, segment },
      { line, halfWidth: kind.halfWidth, reach: Math.max(reach, metresPerPixel), firstSegment: kinds.length },
    );
    for (let i = 0; i + 3 < line.length; i += 2) {
      kinds.push(kind);
      headings.push(Math.atan2(line[i + 3]! - line[i + 1]!, line[i + 2]! - line[i]!));
    }
  }
  const isLined = metresPerPixel < 1;
  for (let pixel = 0; pixel < edge.length; pixel++) {
    const away = edge[pixel]!;
    if (away > metresPerPixel + KERB_METRES) continue;
    const kind = kinds[segment[pixel]!]!;
    const x = left + (pixel % side) * metresPerPixel;
    const y = top + Math.floor(pixel / side) * metresPerPixel;
    if (kind.kerb) lay(photo, pixel, kind.kerb, 0.75 * covered(away - KERB_METRES, metresPerPixel));
    const worn = 1 + (noise(x / 45, y / 45) - 0.5) * 0.16 + (noise(x / 2.3, y / 2.3) - 0.5) * 0.07;
    const share = Math.min(1, (2 * kind.halfWidth) / metresPerPixel);
    layTinted(photo, pixel, kind.colour, worn, share * covered(away, metresPerPixel));
    if (!isLined || away >= 0 || kind.markings === 'none') continue;
    const heading = headings[segment[pixel]!]!;
    const along = Math.abs(x * Math.cos(heading) + y * Math.sin(heading));
    paintLines({ photo, pixel, kind, across: away + kind.halfWidth, along });
  }
}

/** How much of a pixel a strip covers whose edge is so many metres away. */
function covered(away: number, metresPerPixel: number): number {
  return Math.min(1, Math.max(0, 0.5 - away / metresPerPixel));
}

function paintLines({
  photo,
  pixel,
  kind,
  across,
  along,
}: {
  photo: Photo;
  pixel: number;
  kind: Pavement;
  across: number;
  along: number;
}): void {
  const { metresPerPixel } = photo.window;
  const strength = 0.85 * ramp(1 / metresPerPixel, 0.7, 2);
  const line = (at: number, width: number) =>
    strength *
    covered(Math.abs(across - at) - width / 2, metresPerPixel) *
    Math.min(1, width / metresPerPixel);
  const isMotorway = kind.markings === 'motorway';
  const edgeAt = kind.halfWidth - (isMotorway ? 1.6 : 0.6);
  const laneAt = isMotorway ? edgeAt / 2 : kind.halfWidth / 2;
  lay(photo, pixel, TYRE_BLACK, 0.12 * strength * ramp(1 - Math.abs(across - laneAt), 0, 1));
  lay(photo, pixel, PAINT_WHITE, 0.8 * line(edgeAt, LINE_METRES));
  if (!isMotorway) lay(photo, pixel, PAINT_YELLOW, line(0, LINE_METRES * 1.6));
  else if (along % 12 < 4) lay(photo, pixel, PAINT_WHITE, line(0, LINE_METRES));
}
