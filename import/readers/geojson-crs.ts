// The coordinate system of a GeoJSON file.
import { type CrsName, coordinateLists, type RawFeature } from '../layer.ts';
import { isObject, type JsonObject } from './geojson-text.ts';

const wgs84: CrsName = { kind: 'epsg', code: 4326 };

/**
 * The standard (RFC 7946) knows WGS 84 alone; its predecessor had a "crs" member, which GDAL and many counties still
 * write. Where there is none and the coordinates cannot be degrees, the file does not say: undefined.
 */
export function geoJsonCrs(members: JsonObject, sample: readonly RawFeature[]): CrsName | undefined {
  const named = isObject(members.crs) ? namedCrs(members.crs) : undefined;
  if (named !== undefined) return named;
  return sample.every(isInDegrees) ? wgs84 : undefined;
}

function namedCrs(crs: JsonObject): CrsName | undefined {
  if (!isObject(crs.properties)) return undefined;
  const { name, code } = crs.properties;
  if (typeof code === 'number') return { kind: 'epsg', code };
  if (typeof name !== 'string') return undefined;
  if (/CRS84$/i.test(name)) return wgs84;
  // urn:ogc:def:crs:EPSG::2264, urn:ogc:def:crs:EPSG:6.18:2264, EPSG:2264, http://www.opengis.net/def/crs/EPSG/0/2264
  const [, number] = /(?:EPSG|ESRI)\b.*?(\d+)$/i.exec(name) ?? [];
  if (number !== undefined) return { kind: 'epsg', code: Number(number) };
  if (/^\w+\s*\[/.test(name)) return { kind: 'wkt', text: name };
  return name.includes('+proj=') ? { kind: 'proj4', text: name } : undefined;
}

function isInDegrees({ geometry }: RawFeature): boolean {
  const [ring] = coordinateLists(geometry);
  if (ring === undefined || ring.length === 0) return true;
  // Either order: swapped axes are noticed later. What is not a number says nothing about the others.
  return (
    !(Number.isFinite(ring[0]) && Number.isFinite(ring[1])) ||
    Math.max(Math.abs(ring[0]!), Math.abs(ring[1]!)) <= 360
  );
}
