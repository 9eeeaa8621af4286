// The made-up county of county-files.ts as GeoJSON, Esri JSON, GeoParquet, KML and GML.
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Feature, FeatureCollection, Geometry } from 'geojson';
import type { FieldType } from '../import/layer.ts';
import { type County, type CountyFeature, smallCounty, wkbOfFeature } from './county-files.ts';
import { type ParquetColumn, parquetBytes } from './parquet-bytes.ts';

export type CountyFileOptions = { folder: string; name?: string; county?: County };

type Positions = [number, number][];

const copy = (list: readonly (readonly [number, number])[]): Positions => list.map(([x, y]) => [x, y]);

function geoJsonGeometry({ polygons, lines, points }: CountyFeature): Geometry | null {
  if (lines) {
    return lines.length === 1
      ? { type: 'LineString', coordinates: copy(lines[0]!) }
      : { type: 'MultiLineString', coordinates: lines.map(copy) };
  }
  if (points) {
    return points.length === 1
      ? { type: 'Point', coordinates: copy(points)[0]! }
      : { type: 'MultiPoint', coordinates: copy(points) };
  }
  if (!polygons) return null;
  const coordinates = polygons.map((rings) => rings.map(copy));
  return coordinates.length === 1
    ? { type: 'Polygon', coordinates: coordinates[0]! }
    : { type: 'MultiPolygon', coordinates };
}

export function countyFeature(feature: CountyFeature): Feature<Geometry | null> {
  return { type: 'Feature', properties: feature.properties, geometry: geoJsonGeometry(feature) };
}

export function countyCollection(county: County = smallCounty): FeatureCollection<Geometry | null> {
  return { type: 'FeatureCollection', features: county.features.map(countyFeature) };
}

/** With the old "crs" member where the county is not in degrees. */
export async function writeGeoJson(o: CountyFileOptions): Promise<string> {
  const { folder, name = 'parcels.geojson', county = smallCounty } = o;
  const crs = { type: 'name', properties: { name: `urn:ogc:def:crs:EPSG::${county.epsg}` } };
  const collection = { ...(county.epsg !== 4326 && { crs }), ...countyCollection(county) };
  return await write(folder, name, JSON.stringify(collection));
}

const esriTypes: Record<FieldType, string> = {
  text: 'esriFieldTypeString',
  number: 'esriFieldTypeDouble',
  date: 'esriFieldTypeDate',
  boolean: 'esriFieldTypeSmallInteger',
};

/** Undefined where there is none. A height and a measure follow each position of a line. */
export function esriGeometryOf({ polygons, lines, points }: CountyFeature): unknown {
  if (lines)
    return { hasZ: true, hasM: true, paths: lines.map((line) => line.map(([x, y]) => [x, y, 7, null])) };
  if (points) return points.length === 1 ? { x: points[0]![0], y: points[0]![1] } : { points };
  return polygons ? { rings: polygons.flat() } : undefined;
}

/** As an ArcGIS server answers with f=json: rings in one list, dates in milliseconds. */
export async function writeEsriJson(o: CountyFileOptions): Promise<string> {
  const { folder, name = 'parcels.json', county = smallCounty } = o;
  const dates = county.fields.filter(({ type }) => type === 'date').map((field) => field.name);
  const features = county.features.map((feature) => ({
    attributes: Object.fromEntries(
      Object.entries(feature.properties).map(([key, value]) => [
        key,
        dates.includes(key) && value !== null ? Date.parse(String(value)) : value,
      ]),
    ),
    geometry: esriGeometryOf(feature),
  }));
  return await write(
    folder,
    name,
    JSON.stringify({
      geometryType: 'esriGeometryPolygon',
      spatialReference: { wkid: county.epsg, latestWkid: county.epsg },
      fields: county.fields.map((field) => ({
        name: field.name,
        type: esriTypes[field.type],
        alias: field.name,
      })),
      features,
    }),
  );
}

const parquetTypes = { text: 'text', number: 'double', date: 'date', boolean: 'boolean' } as const;

export async function writeGeoParquet(
  o: CountyFileOptions & { crs?: unknown; types?: readonly string[] },
): Promise<string> {
  const { folder, name = 'parcels.parquet', county = smallCounty } = o;
  const columns: ParquetColumn[] = county.fields.map(({ name: field, type }) => ({
    name: field,
    type: parquetTypes[type],
    values: county.features.map(({ properties }) => {
      const value = properties[field] ?? null;
      return type === 'date' && value !== null ? new Date(String(value)) : value;
    }),
  }));
  columns.push({
    name: 'geometry',
    type: 'bytes',
    values: county.features.map(wkbOfFeature),
  });
  const crs = 'crs' in o ? o.crs : { type: 'ProjectedCRS', id: { authority: 'EPSG', code: county.epsg } };
  const geo = {
    version: '1.1.0',
    primary_column: 'geometry',
    columns: {
      geometry: {
        encoding: 'WKB',
        geometry_types: o.types ?? ['MultiPolygon'],
        ...(crs !== undefined && { crs }),
      },
    },
  };
  return await write(folder, name, parquetBytes(columns, { geo: JSON.stringify(geo) }));
}

/** Attributes as ExtendedData. */
export function countyKml(county: County = smallCounty): string {
  const list = (ring: readonly (readonly [number, number])[]) =>
    `<coordinates>${ring.map(([x, y]) => `${x},${y},0`).join(' ')}</coordinates>`;
  const placemarks = county.features.map(({ properties, polygons, lines = [], points = [] }) => {
    const data = Object.entries(properties)
      .filter(([, value]) => value !== null)
      .map(([key, value]) => `<SimpleData name="${key}">${escaped(String(value))}</SimpleData>`);
    const parts = (polygons ?? []).map((rings) => {
      const [outer, ...holes] = rings.map((ring) => `<LinearRing>${list(ring)}</LinearRing>`);
      return `<Polygon><outerBoundaryIs>${outer}</outerBoundaryIs>${holes.map((hole) => `<innerBoundaryIs>${hole}</innerBoundaryIs>`).join('')}</Polygon>`;
    });
    parts.push(...lines.map((line) => `<LineString>${list(line)}</LineString>`));
    parts.push(...points.map((point) => `<Point>${list([point])}</Point>`));
    return `<Placemark><ExtendedData><SchemaData schemaUrl="#s">${data.join('')}</SchemaData></ExtendedData><MultiGeometry>${parts.join('')}</MultiGeometry></Placemark>`;
  });
  const fields = county.fields.map(({ name }) => `<SimpleField name="${name}" type="string"/>`);
  return `<?xml version="1.0" encoding="UTF-8"?><kml xmlns="http://www.opengis.net/kml/2.2"><Document><Schema name="s" id="s">${fields.join('')}</Schema><Folder><name>parcels</name>${placemarks.join('')}</Folder></Document></kml>`;
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}

async function write(folder: string, name: string, content: string | Uint8Array): Promise<string> {
  const path = join(folder, name);
  await writeFile(path, content);
  return path;
}
