// The map of a sheet: the basemap's picture, and over it parcels, names, side lengths and drawings as vectors with real text.
import type { MapSheetRequest, SheetDrawing } from '../../contract/map-sheet.ts';
import { type AreaGeometry, type Position, polygonsOf } from '../../geo/geometry.ts';
import { sidesOf } from '../../geo/parcel-sides.ts';
import type { PdfDocument as Doc, PdfText } from '../pdf-text.ts';
import { namePlace } from './name-place.ts';
import { type PageBox, pictureBox, type SheetFrame } from './sheet-frame.ts';

export type SheetParcel = {
  pin: string;
  name: string;
  geometry: AreaGeometry;
  /** A point inside it, for its name. */
  inside: Position;
};

export type SheetMap = {
  frame: SheetFrame;
  request: MapSheetRequest;
  picture: Uint8Array | undefined;
  /** All in the frame. */
  around: readonly SheetParcel[];
  /** The set itself, also outside the frame. */
  chosen: readonly SheetParcel[];
};

export const INK = '#1d1f1c';
const PARCEL_LINE = '#6b5a3e';
export const CHOSEN_LINE = '#155c37';
export const CHOSEN_FILL = '#1f7a4a';
export const DRAWING_COLOR = '#b3261e';
const HALO = '#ffffff';
/** On both sides of a line together, in points. */
const CASING = 0.9;

/** Side lengths of more parcels than this would be a thicket. */
const SIDES_OF_MAX = 25;
const NAME_SIZE = 6;
const SIDE_SIZE = 6.5;

export function drawSheetMap(doc: Doc, text: PdfText, sheet: SheetMap): void {
  const { frame, request, picture, around, chosen } = sheet;
  const { map } = frame;
  doc.save();
  doc.rect(map.x, map.y, map.width, map.height).clip();
  if (request.picture && picture) {
    const box = pictureBox(frame, { bounds: request.picture.bounds, center: request.center });
    doc.image(Buffer.from(picture.buffer, picture.byteOffset, picture.byteLength), box.x, box.y, {
      width: box.width,
      height: box.height,
    });
  }
  doc.lineJoin('round');
  for (const { geometry } of chosen) trace(doc, frame, geometry);
  if (chosen.length > 0) doc.fillOpacity(0.22).fill(CHOSEN_FILL, 'even-odd').fillOpacity(1);
  const line = (parcels: readonly SheetParcel[], { width, color }: { width: number; color: string }) => {
    if (parcels.length === 0) return;
    // On a picture, most of all on imagery, thin dark lines would be lost.
    const casing = picture ? [{ width: width + CASING, color: HALO, opacity: 0.6 }] : [];
    for (const stroke of [...casing, { width, color, opacity: 1 }]) {
      for (const { geometry } of parcels) trace(doc, frame, geometry);
      doc.lineWidth(stroke.width).strokeOpacity(stroke.opacity).strokeColor(stroke.color).stroke();
    }
  };
  line(around, { width: 0.5, color: PARCEL_LINE });
  line(chosen, { width: 1.4, color: CHOSEN_LINE });
  for (const drawing of request.drawings) drawShape(doc, text, { frame, drawing });
  const taken: PageBox[] = [];
  const isChosen = new Set(chosen.map(({ pin }) => pin));
  const others = around.filter(({ pin }) => !isChosen.has(pin));
  // What comes first has the room: whose land it is, then its sides, then who is around it.
  if (request.withNames) writeNames({ text, frame, parcels: chosen, isBold: true, taken });
  if (request.withSideLengths && chosen.length <= SIDES_OF_MAX) {
    for (const parcel of chosen) writeSides({ text, frame, parcel, taken });
  }
  if (request.withNames) writeNames({ text, frame, parcels: others, isBold: false, taken });
  doc.restore();
  doc.rect(map.x, map.y, map.width, map.height).lineWidth(0.75).strokeColor(INK).stroke();
}

function trace(doc: Doc, frame: SheetFrame, geometry: AreaGeometry): void {
  for (const rings of polygonsOf(geometry)) for (const ring of rings) tracePath(doc, frame, ring, true);
}

function tracePath(doc: Doc, frame: SheetFrame, points: readonly Position[], isClosed: boolean): void {
  for (const [index, point] of points.entries()) {
    if (isClosed && index === points.length - 1) doc.closePath();
    else if (index === 0) doc.moveTo(...frame.toPage(point));
    else doc.lineTo(...frame.toPage(point));
  }
}

function drawShape(
  doc: Doc,
  text: PdfText,
  { frame, drawing: { geometry, name } }: { frame: SheetFrame; drawing: SheetDrawing },
): void {
  doc.lineWidth(1.2).strokeColor(DRAWING_COLOR);
  const first = firstPointOf(geometry);
  if (geometry.type === 'Point') doc.circle(...frame.toPage(geometry.coordinates), 2.5).fill(DRAWING_COLOR);
  else if (geometry.type === 'LineString') {
    tracePath(doc, frame, geometry.coordinates, false);
    doc.stroke();
  } else {
    for (const ring of geometry.coordinates) tracePath(doc, frame, ring, true);
    doc.stroke();
  }
  if (!name || !first) return;
  const [x, y] = frame.toPage(first);
  text.draw(name, { x: x + 4, y: y - 4, size: 7, color: DRAWING_COLOR, halo: HALO });
}

function firstPointOf(geometry: SheetDrawing['geometry']): Position | undefined {
  if (geometry.type === 'Point') return geometry.coordinates;
  return geometry.type === 'LineString' ? geometry.coordinates[0] : geometry.coordinates[0]?.[0];
}

type Sides = Omit<Names, 'parcels' | 'isBold'> & { parcel: SheetParcel };

/** Along each side, inside the parcel, where the length has room. */
function writeSides({ text, frame, parcel, taken }: Sides): void {
  for (const { sides, hole } of sidesOf(parcel.geometry)) {
    for (const { points, isCurved } of sides) {
      const path = points.map(frame.toPage);
      const [from, to] = [path[0]!, path.at(-1)!];
      const run = Math.hypot(to[0] - from[0], to[1] - from[1]);
      // The paper's own lengths are true, so they can be read off it. Points beside a straight side are noise.
      const feet = (isCurved ? lengthOf(path) : run) / frame.pointsPerFoot;
      const label = `${feet.toLocaleString('en-US', { minimumFractionDigits: 1, maximumFractionDigits: 1 })} ft`;
      const width = text.width(label, { size: SIDE_SIZE });
      if (run < width + 4) continue;
      const [middleX, middleY] = middleOf(path);
      // Rings are walked clockwise, so the parcel lies to the right, and to the left of a hole.
      const aside = (hole === undefined ? 1 : -1) * SIDE_SIZE * 0.85;
      const x = middleX - ((to[1] - from[1]) / run) * aside;
      const y = middleY + ((to[0] - from[0]) / run) * aside;
      const angle = uprightAngle(from, to);
      const box = aroundCenter(x, y, {
        width: Math.abs(Math.cos(angle)) * width + SIDE_SIZE,
        height: Math.abs(Math.sin(angle)) * width + SIDE_SIZE,
      });
      if (!isWithin(box, frame.map) || taken.some((other) => overlap(other, box))) continue;
      taken.push(box);
      text.draw(label, { x, y, size: SIDE_SIZE, color: INK, halo: HALO, angle, align: 'center' });
    }
  }
}

const stepsOf = (path: readonly [number, number][]) =>
  path.slice(1).map(([x, y], at) => Math.hypot(x - path[at]![0], y - path[at]![1]));
const lengthOf = (path: readonly [number, number][]) => stepsOf(path).reduce((sum, step) => sum + step, 0);

/** Halfway along a path. */
function middleOf(points: readonly [number, number][]): [number, number] {
  const lengths = stepsOf(points);
  let left = lengths.reduce((sum, length) => sum + length, 0) / 2;
  for (const [at, length] of lengths.entries()) {
    if (left <= length && length > 0) {
      const [a, b] = [points[at]!, points[at + 1]!];
      return [a[0] + ((b[0] - a[0]) * left) / length, a[1] + ((b[1] - a[1]) * left) / length];
    }
    left -= length;
  }
  return points[0]!;
}

/** In radians, clockwise: never upside down. */
function uprightAngle([x1, y1]: [number, number], [x2, y2]: [number, number]): number {
  const angle = Math.atan2(y2 - y1, x2 - x1);
  return angle > Math.PI / 2 ? angle - Math.PI : angle <= -Math.PI / 2 ? angle + Math.PI : angle;
}

type Names = {
  text: PdfText;
  frame: SheetFrame;
  parcels: readonly SheetParcel[];
  isBold: boolean;
  taken: PageBox[];
};

/** The larger lots first. A name that does not fit into its lot is left out. */
function writeNames({ text, frame, parcels, isBold, taken }: Names): void {
  const named = parcels.flatMap(({ name, ...parcel }) => {
    const place = name ? namePlace(parcel, frame) : undefined;
    return place ? [{ name, ...place }] : [];
  });
  named.sort((a, b) => b.lot.width * b.lot.height - a.lot.width * a.lot.height);
  for (const { name, x, y, lot } of named) {
    const lines = text.wrap(name, {
      width: Math.max(lot.width * 0.86, 0),
      size: NAME_SIZE,
      isBold,
      linesMax: 3,
    });
    if (!lines || lines.length * NAME_SIZE * 1.15 > lot.height * 0.8) continue;
    const width = Math.max(...lines.map((line) => text.width(line, { size: NAME_SIZE, isBold })));
    const box = aroundCenter(x, y, { width, height: lines.length * NAME_SIZE * 1.15 });
    if (!isWithin(box, frame.map) || taken.some((other) => overlap(other, box))) continue;
    taken.push(box);
    for (const [at, line] of lines.entries()) {
      const lineY = box.y + (at + 0.5) * NAME_SIZE * 1.15;
      text.draw(line, { x, y: lineY, size: NAME_SIZE, isBold, color: INK, halo: HALO, align: 'center' });
    }
  }
}

const aroundCenter = (
  x: number,
  y: number,
  { width, height }: Pick<PageBox, 'width' | 'height'>,
): PageBox => ({
  x: x - width / 2,
  y: y - height / 2,
  width,
  height,
});

const isWithin = (box: PageBox, frame: PageBox): boolean =>
  box.x >= frame.x &&
  box.y >= frame.y &&
  box.x + box.width <= frame.x + frame.width &&
  box.y + box.height <= frame.y + frame.height;

const overlap = (a: PageBox, b: PageBox): boolean =>
  a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;
