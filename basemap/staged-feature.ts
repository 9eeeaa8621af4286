// A feature on its way into tiles, as bytes of a scratch file: a head of fixed size, by which records are chosen, then its
// layer and properties as JSON, and its geometry.
import { ByteWriter } from '../geo/byte-writer.ts';
import type { SquareShape } from '../geo/cut-into-tiles.ts';
import { type Bounds, GRID_PER_DEGREE, type MapGeometry, type Position } from '../geo/geometry.ts';
import { VarintReader } from '../geo/geometry-code.ts';
import type { FeaturePart, MapFeature } from '../geo/map-tiles.ts';

/** In the unit square of geo/mercator.ts: west, north, east and south. */
export type WorldBox = readonly [west: number, north: number, east: number, south: number];

export type RecordHead = {
  minZoom: number;
  maxZoom: number;
  /** Where a tile is too full, those of the lowest rank are left out. */
  rank: number;
  box: WorldBox;
  isArea: boolean;
};

const LENGTH_AT = 0;
const MIN_ZOOM_AT = 4;
const MAX_ZOOM_AT = 5;
const FORM_AT = 6;
const IS_AREA_AT = 7;
const RANK_AT = 8;
const BOX_AT = 16;
const TEXT_LENGTH_AT = 48;
const HEAD_BYTES = 52;

/** What follows the text: a geometry in degrees, or a part in the plane of its zoom. */
const GEOMETRY = 0;
const PART = 1;

const TYPES = ['Point', 'LineString', 'MultiLineString', 'Polygon', 'MultiPolygon'] as const;
const KINDS = ['area', 'line', 'point'] as const;

export type EncodedGeometry = { bytes: Uint8Array; bounds: Bounds; corners: number };

const geometryWriter = new ByteWriter();

/** Positions are rounded to the grid. The bytes are valid until the next call. */
export function encodeMapGeometry(geometry: MapGeometry): EncodedGeometry {
  const writer = geometryWriter;
  const bounds = { west: Infinity, south: Infinity, east: -Infinity, north: -Infinity };
  let corners = 0;
  let xBefore = 0;
  let yBefore = 0;
  const writePosition = ([lng, lat]: Position) => {
    if (lng < bounds.west) bounds.west = lng;
    if (lng > bounds.east) bounds.east = lng;
    if (lat < bounds.south) bounds.south = lat;
    if (lat > bounds.north) bounds.north = lat;
    const x = Math.round(lng * GRID_PER_DEGREE);
    const y = Math.round(lat * GRID_PER_DEGREE);
    writer.signedVarint(x - xBefore);
    writer.signedVarint(y - yBefore);
    xBefore = x;
    yBefore = y;
    corners++;
  };
  const list = <Item>(items: readonly Item[], write: (item: Item) => void) => {
    writer.varint(items.length);
    for (const item of items) write(item);
  };
  const line = (positions: readonly Position[]) => list(positions, writePosition);
  const polygon = (rings: readonly (readonly Position[])[]) => list(rings, line);

  writer.truncate(0);
  writer.varint(TYPES.indexOf(geometry.type));
  if (geometry.type === 'Point') writePosition(geometry.coordinates);
  else if (geometry.type === 'LineString') line(geometry.coordinates);
  else if (geometry.type === 'MultiPolygon') list(geometry.coordinates, polygon);
  else polygon(geometry.coordinates);
  return { bytes: writer.bytesFrom(0), bounds, corners };
}

function decodeMapGeometry(bytes: Uint8Array): MapGeometry {
  const reader = new VarintReader(bytes);
  let x = 0;
  let y = 0;
  const position = (): Position => {
    x += reader.signedVarint();
    y += reader.signedVarint();
    return [x / GRID_PER_DEGREE, y / GRID_PER_DEGREE];
  };
  const list = <Item>(read: () => Item): Item[] => {
    const items: Item[] = [];
    for (let left = reader.varint(); left > 0; left--) items.push(read());
    return items;
  };
  const line = () => list(position);
  const polygon = () => list(line);

  const type = TYPES[reader.varint()]!;
  switch (type) {
    case 'Point':
      return { type, coordinates: position() };
    case 'LineString':
      return { type, coordinates: line() };
    case 'MultiLineString':
    case 'Polygon':
      return { type, coordinates: polygon() };
    case 'MultiPolygon':
      return { type, coordinates: list(polygon) };
  }
}

const shapeWriter = new ByteWriter();

/** The bytes are valid until the next call. */
export function encodePart({ kind, parts, square }: SquareShape): Uint8Array {
  const writer = shapeWriter;
  writer.truncate(0);
  writer.varint(KINDS.indexOf(kind));
  for (const number of [square.x, square.y, square.tiles, parts.length]) writer.varint(number);
  for (const { length } of parts) writer.varint(length);
  // As they are: rounded, they would no longer meet those of the next square.
  for (const part of parts) for (const value of part) writer.double(value);
  return writer.bytesFrom(0);
}

function decodePart(bytes: Buffer): SquareShape {
  const reader = new VarintReader(bytes);
  const kind = KINDS[reader.varint()]!;
  const square = { x: reader.varint(), y: reader.varint(), tiles: reader.varint() };
  const lengths = Array.from({ length: reader.varint() }, () => reader.varint());
  let at = bytes.length - 8 * lengths.reduce((sum, length) => sum + length, 0);
  const parts = lengths.map((length) =>
    Array.from({ length }, () => {
      at += 8;
      return bytes.readDoubleLE(at - 8);
    }),
  );
  return { kind, parts, square };
}

const UTF8_BYTES_MAX = 3;
let scratch = Buffer.alloc(4096);

/** `text` is of `featureText`. The bytes are valid until the next call. */
export function writeRecord(
  head: RecordHead,
  text: string,
  content: { geometry: Uint8Array } | { part: Uint8Array },
): Uint8Array {
  const bytes = 'geometry' in content ? content.geometry : content.part;
  const most = HEAD_BYTES + text.length * UTF8_BYTES_MAX + bytes.length;
  if (most > scratch.length) scratch = Buffer.alloc(2 * most);
  scratch[MIN_ZOOM_AT] = head.minZoom;
  scratch[MAX_ZOOM_AT] = head.maxZoom;
  scratch[FORM_AT] = 'geometry' in content ? GEOMETRY : PART;
  scratch[IS_AREA_AT] = head.isArea ? 1 : 0;
  scratch.writeDoubleLE(head.rank, RANK_AT);
  for (let i = 0; i < 4; i++) scratch.writeDoubleLE(head.box[i]!, BOX_AT + 8 * i);
  const textLength = scratch.write(text, HEAD_BYTES);
  scratch.writeUInt32LE(textLength, TEXT_LENGTH_AT);
  scratch.set(bytes, HEAD_BYTES + textLength);
  const length = HEAD_BYTES + textLength + bytes.length;
  scratch.writeUInt32LE(length, LENGTH_AT);
  return scratch.subarray(0, length);
}

export function featureText({ layer, properties }: Pick<MapFeature, 'layer' | 'properties'>): string {
  return JSON.stringify([layer, properties]);
}

/** A record among others in `bytes`. */
export type RecordPlace = { bytes: Buffer; at: number };

export function recordLength({ bytes, at }: RecordPlace): number {
  return bytes.readUInt32LE(at + LENGTH_AT);
}

export function readHead({ bytes, at }: RecordPlace): RecordHead {
  const side = (i: number) => bytes.readDoubleLE(at + BOX_AT + 8 * i);
  return {
    minZoom: bytes[at + MIN_ZOOM_AT]!,
    maxZoom: bytes[at + MAX_ZOOM_AT]!,
    rank: bytes.readDoubleLE(at + RANK_AT),
    box: [side(0), side(1), side(2), side(3)],
    isArea: bytes[at + IS_AREA_AT] === 1,
  };
}

export function readFeature(place: RecordPlace): MapFeature | FeaturePart {
  const { bytes, at } = place;
  const contentAt = at + HEAD_BYTES + bytes.readUInt32LE(at + TEXT_LENGTH_AT);
  const [layer, properties] = JSON.parse(bytes.toString('utf8', at + HEAD_BYTES, contentAt));
  const content = bytes.subarray(contentAt, at + recordLength(place));
  return bytes[at + FORM_AT] === GEOMETRY
    ? { layer, properties, geometry: decodeMapGeometry(content) }
    : { layer, properties, shape: decodePart(content) };
}
