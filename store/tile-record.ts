// A parcel in the scratch file of tile-blocks.ts, as bytes: a head of fixed size, by which records are chosen, then the
// PIN, all properties as JSON, and the geometry. Tiles of low zooms, which show nothing but the PIN, need not read the JSON.
import type { Bounds, LngLat } from '../geo/geometry.ts';
import { DETAIL_ZOOM, type SheetParcel, type TileParcel } from '../geo/parcel-tile.ts';
import type { TileRange } from '../geo/tile-address.ts';
import { type GridBox, gridBox } from './storage-grid.ts';

/** A block is a tile of this zoom, and all tiles in it carry the same properties. */
export const BLOCK_ZOOM = DETAIL_ZOOM;

/** A parcel to be drawn. */
export type TileRecord = {
  bounds: Bounds;
  centroid: LngLat;
  properties: TileParcel['properties'];
  /** Encoded (geometry-code.ts). */
  geometry: Uint8Array;
};

const LENGTH_AT = 0;
const BLOCK_X_AT = 4;
const BLOCK_Y_AT = 6;
const BOX_AT = 8;
const CENTROID_AT = 24;
const PIN_LENGTH_AT = 40;
const PROPERTIES_LENGTH_AT = 44;
const HEAD_BYTES = 48;

const UTF8_BYTES_MAX = 3;
let scratch = Buffer.alloc(4096);

/** `blocks` are those whose tiles show the parcel. The bytes are valid until the next call. */
export function writeTileRecord(parcel: TileRecord, blocks: TileRange): Uint8Array {
  const { bounds, centroid, properties, geometry } = parcel;
  const text = JSON.stringify(properties);
  const most = HEAD_BYTES + (properties.PIN.length + text.length) * UTF8_BYTES_MAX + geometry.length;
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
  const pinLength = scratch.write(properties.PIN, HEAD_BYTES);
  scratch.writeUInt32LE(pinLength, PIN_LENGTH_AT);
  const propertiesLength = scratch.write(text, HEAD_BYTES + pinLength);
  scratch.writeUInt32LE(propertiesLength, PROPERTIES_LENGTH_AT);
  const geometryAt = HEAD_BYTES + pinLength + propertiesLength;
  scratch.set(geometry, geometryAt);
  const length = geometryAt + geometry.length;
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

/** `hasDetails`: with all properties, not just the PIN. */
export function readTileRecord(place: RecordPlace, hasDetails: boolean): SheetParcel {
  const { bytes, at } = place;
  const pinAt = at + HEAD_BYTES;
  const propertiesAt = pinAt + bytes.readUInt32LE(at + PIN_LENGTH_AT);
  const geometryAt = propertiesAt + bytes.readUInt32LE(at + PROPERTIES_LENGTH_AT);
  return {
    properties: hasDetails
      ? JSON.parse(bytes.toString('utf8', propertiesAt, geometryAt))
      : { PIN: bytes.toString('utf8', pinAt, propertiesAt) },
    lng: bytes.readDoubleLE(at + CENTROID_AT),
    lat: bytes.readDoubleLE(at + CENTROID_AT + 8),
    geometry: bytes.subarray(geometryAt, at + recordLength(place)),
  };
}
