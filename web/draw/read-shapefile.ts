// A Shapefile as features, brought to longitude and latitude. Whatever cannot be read of it is counted.
import type { Geometry, Position } from 'geojson';
import proj4 from 'proj4';
import { parseShp } from 'shpjs';
import { DRAWING_LNG_MAX, LAT_MAX } from '../../contract/limits.ts';
import { messages } from '../../contract/messages.ts';
import { type FeaturesRead, type FileFeature, NO_SHAPE } from './file-features.ts';
import { readDbf } from './read-dbf.ts';
import { rounded } from './rounded.ts';

/** Each a file of its own, unpacked. `cpg` names the encoding of `dbf`. */
export type ShapefileParts = { shp: Uint8Array } & Record<'dbf' | 'prj' | 'cpg', Uint8Array | undefined>;

const MULTI_PATCH = 31;
const HEAD_BYTES = 100;
/** In the head. */
const TYPE_AT = 32;

export function readShapefile({ shp, dbf, prj, cpg }: ShapefileParts): FeaturesRead {
  const projection = textOf(prj);
  const toDegrees = projection ? fromPlane(projection) : asTheyAre;
  if (!toDegrees) return { problem: messages.drawingProjectionUnknown };
  const view = new DataView(shp.buffer, shp.byteOffset, shp.length);
  // In words of two bytes.
  if (view.getInt32(24) * 2 > shp.length) return { problem: messages.drawingShapefileCut };
  if (view.getInt32(TYPE_AT, true) === MULTI_PATCH) {
    return { problem: 'It holds bodies in space (MultiPatch), which cannot be drawn.' };
  }
  const rows = dbf ? readDbf(dbf, textOf(cpg)) : [];
  if (!rows) return { problem: 'Its .dbf file is damaged, or cut off.' };
  const { shapes, isDamaged } = shapesOf(shp, view);
  // Coordinates of a plane, and no word of which.
  if (!projection && shapes.some((shape) => shape && !isInDegrees(shape))) {
    return { problem: messages.drawingProjectionMissing };
  }
  const features = shapes.map((shape, at): FileFeature => {
    if (shape === undefined) return { problem: 'It is damaged.' };
    if (shape === null) return { problem: NO_SHAPE };
    const geometry = rounded(moved(shape, toDegrees));
    return { feature: { type: 'Feature', properties: rows[at]?.values ?? {}, geometry } };
  });
  const missing = dbf ? rows.length - shapes.length : Number(isDamaged);
  for (let at = 0; at < missing; at++) features.push({ problem: 'It is missing in the .shp file.' });
  return {
    features: features
      .map((feature, at) => ({ ...feature, label: `Feature ${at + 1}` }))
      .filter((_, at) => !rows[at]?.isDeleted),
  };
}

const textOf = (bytes: Uint8Array | undefined) => bytes && new TextDecoder().decode(bytes).trim();

type Shapes = {
  /** Null where a record has no shape, undefined where it cannot be read. */
  shapes: (Geometry | null | undefined)[];
  /** The rest cannot be found: a record does not end where the next one begins. */
  isDamaged: boolean;
};

function shapesOf(shp: Uint8Array, view: DataView): Shapes {
  const shapes: Shapes['shapes'] = [];
  const stated = view.getInt32(24) * 2;
  const length = stated > HEAD_BYTES ? stated : shp.length;
  let at = HEAD_BYTES;
  while (at + 8 <= length) {
    const end = at + 8 + view.getInt32(at + 4) * 2;
    if (end < at + 8 || end > length) return { shapes, isDamaged: true };
    shapes.push(shapeOf(shp, at, end));
    at = end;
  }
  return { shapes, isDamaged: false };
}

/** As a file of its own, so that a damaged record costs no other. */
function shapeOf(shp: Uint8Array, from: number, to: number): Geometry | null | undefined {
  const file = new Uint8Array(HEAD_BYTES + to - from);
  file.set(shp.subarray(0, HEAD_BYTES));
  file.set(shp.subarray(from, to), HEAD_BYTES);
  // The library reads every record as the head says.
  const type = shp.subarray(from + 8, Math.min(from + 12, to));
  if (type[0] === MULTI_PATCH) return;
  if (type[0]) file.set(type, TYPE_AT);
  try {
    return parseShp(new DataView(file.buffer))[0];
  } catch {
    return;
  }
}

type ToDegrees = (position: Position) => Position;

const asTheyAre: ToDegrees = (position) => position;

/** Undefined where the projection is not known. */
function fromPlane(projection: string): ToDegrees | undefined {
  try {
    const { inverse } = proj4(projection);
    return ([x, y]) => inverse([x!, y!]);
  } catch {
    return;
  }
}

function moved(shape: Geometry, toDegrees: ToDegrees): Geometry {
  type Coordinates = Position | Coordinates[];
  const move = (coordinates: Coordinates): Coordinates =>
    typeof coordinates[0] === 'number'
      ? toDegrees(coordinates as Position)
      : (coordinates as Coordinates[]).map(move);
  const { type, coordinates } = shape as { type: 'Point'; coordinates: Position };
  return { type, coordinates: move(coordinates) as Position };
}

function isInDegrees(shape: Geometry): boolean {
  if (shape.type === 'GeometryCollection') return false;
  const [lng, lat] = (shape.coordinates as unknown[]).flat(3) as number[];
  return lng === undefined || (Math.abs(lng) <= DRAWING_LNG_MAX && Math.abs(lat!) <= LAT_MAX);
}
