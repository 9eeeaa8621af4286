// Converts areas to and from well-known binary (WKB), the format of PostGIS, little-endian.
import { type AreaGeometry, type PolygonRings, type Position, polygonsOf } from '../../geo/geometry.ts';

const LITTLE_ENDIAN = 1;
const POLYGON = 3;
const MULTI_POLYGON = 6;
const WITH_SRID = 0x20000000;
const WGS84 = 4326;

/** Extended WKB includes the coordinate system. PostGIS casts its hexadecimal text to a geometry. */
export function toEwkbHex(geometry: AreaGeometry): string {
  const polygons = polygonsOf(geometry);
  const isMulti = geometry.type === 'MultiPolygon';
  const polygonBytes = (rings: PolygonRings) => rings.reduce((sum, ring) => sum + 4 + ring.length * 16, 4);
  const bytes = Buffer.alloc(
    9 + (isMulti ? 4 : 0) + polygons.reduce((sum, rings) => sum + (isMulti ? 5 : 0) + polygonBytes(rings), 0),
  );
  let at = 0;
  const header = (type: number) => {
    at = bytes.writeUInt8(LITTLE_ENDIAN, at);
    at = bytes.writeUInt32LE(type, at);
  };
  const polygon = (rings: PolygonRings) => {
    at = bytes.writeUInt32LE(rings.length, at);
    for (const ring of rings) {
      at = bytes.writeUInt32LE(ring.length, at);
      for (const [lng, lat] of ring) {
        at = bytes.writeDoubleLE(lng, at);
        at = bytes.writeDoubleLE(lat, at);
      }
    }
  };

  header((isMulti ? MULTI_POLYGON : POLYGON) + WITH_SRID);
  at = bytes.writeUInt32LE(WGS84, at);
  if (isMulti) at = bytes.writeUInt32LE(polygons.length, at);
  for (const rings of polygons) {
    if (isMulti) header(POLYGON);
    polygon(rings);
  }
  return bytes.toString('hex');
}

/** Reads the result of ST_AsBinary(geometry, 'NDR'). */
export function fromWkb(bytes: Buffer): AreaGeometry {
  let at = 0;
  const count = () => {
    at += 4;
    return bytes.readUInt32LE(at - 4);
  };
  const header = () => {
    at += 1;
    return count();
  };
  const position = (): Position => {
    at += 16;
    return [bytes.readDoubleLE(at - 16), bytes.readDoubleLE(at - 8)];
  };
  const ring = () => Array.from({ length: count() }, position);
  const polygon = (): PolygonRings => Array.from({ length: count() }, ring);

  if (header() === POLYGON) return { type: 'Polygon', coordinates: polygon() };
  const polygons = Array.from({ length: count() }, () => {
    header();
    return polygon();
  });
  return { type: 'MultiPolygon', coordinates: polygons };
}
