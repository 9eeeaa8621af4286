// A parcel in the scratch file of tile-blocks.ts, as bytes: a head of fixed size, by which records are chosen, then the
// properties as JSON, and the geometry.
import type { Bounds } from '../geo/geometry.ts';
import { decodeGeometry } from '../geo/geometry-code.ts';
import { DETAIL_ZOOM, type TileParcel } from '../geo/parcel-tile.ts';
import type { TileRange } from '../geo/tile-address.ts';
import { type GridBox, gridBox } from './storage-grid.ts';

/** A block is a tile of this zoom, and all tiles in it carry the same properties. */
export const BLOCK_ZOOM = DETAIL_ZOOM;

export type TileRecord = {
  bounds: Bounds;
  /** The blocks whose tiles show the parcel. */
  blocks: TileRange;
  centroid: { lng: number; lat: number };
  properties: TileParcel['properties'];
  /** Encoded (geometry-code.ts). */
  geometry: Uint8Array;
};

const LENGTH_AT = 0;
const BLOCK_X_AT = 4;
const BLOCK_Y_AT = 6;
const BOX_AT = 8;
const CENTROID_AT = 24;
const PROPERTIES_LENGTH_AT = 40;
const HEAD_BYTES = 44;

const UTF8_BYTES_MAX = 3;
let scratch = Buffer.alloc(4096);

/** The bytes are valid until the next call. */
export function writeTileRecord({ bounds, blocks, centroid, properties, geometry }: TileRecord): Uint8Array {
  const text = JSON.stringify(properties);
  const most = HEAD_BYTES + text.length * UTF8_BYTES_MAX + geometry.length;
  if (most > scratch.length) scratch = Buffer.alloc(2 * most);
  const { west, south, east, north } = gridBox(bounds);
  scratch.writeUInt16LE(blocks.minX, BLOCK_X_AT);
  scratch.writeUInt16LE(blocks.minY, BLOCK_Y_AT);
  scratch.writeInt32LE(west, BOX_AT);
  scratch.writeInt32LE(south, BOX_AT + 4);
  scratch.writeInt32LE(east, BOX_AT + 8);
  scratch.writeInt32LE(north, BOX_AT + 12);
  scratch.writeDoubleLE(centroid.lng, CENTROID_AT);
  scratch.writeDoubleLE(centroid.lat, CENTROID_AT + 8);
  const propertiesLength = scratch.write(text, HEAD_BYTES);
  scratch.writeUInt32LE(propertiesLength, PROPERTIES_LENGTH_AT);
  scratch.set(geometry, HEAD_BYTES + propertiesLength);
  const length = HEAD_BYTES + propertiesLength + geometry.length;
  scratch.writeUInt32LE(length, LENGTH_AT);
  return scratch.subarray(0, length);
}

/** A record among others in `bytes`. */
export type RecordPlace = { bytes: Buffer; at: number };

export function recordLength({ bytes, at }: RecordPlace): number {
  return bytes.readUInt32LE(at + LENGTH_AT);
}

/** The first block that has the record: the north-western one. */
export function firstBlock({ bytes, at }: RecordPlace): { x: number; y: number } {
  return { x: bytes.readUInt16LE(at + BLOCK_X_AT), y: bytes.readUInt16LE(at + BLOCK_Y_AT) };
}

export function recordBox({ bytes, at }: RecordPlace): GridBox {
  return {
    west: bytes.readInt32LE(at + BOX_AT),
    south: bytes.readInt32LE(at + BOX_AT + 4),
    east: bytes.readInt32LE(at + BOX_AT + 8),
    north: bytes.readInt32LE(at + BOX_AT + 12),
  };
}

export function readTileRecord(place: RecordPlace): TileParcel {
  const { bytes, at } = place;
  const geometryAt = at + HEAD_BYTES + bytes.readUInt32LE(at + PROPERTIES_LENGTH_AT);
  return {
    properties: JSON.parse(bytes.toString('utf8', at + HEAD_BYTES, geometryAt)),
    lng: bytes.readDoubleLE(at + CENTROID_AT),
    lat: bytes.readDoubleLE(at + CENTROID_AT + 8),
    geometry: decodeGeometry(bytes.subarray(geometryAt, at + recordLength(place))),
  };
}
