// A feature of GeoJSON or of Esri JSON as every reader presents it.
import { OperatorError } from '../../runtime/operator-error.ts';
import type { LayerField, RawFeature, RawValue } from '../layer.ts';
import { esriGeometry } from './esri-geometry.ts';
import { geoJsonGeometry } from './geojson-geometry.ts';
import type { ScannedFeature } from './geojson-scanner.ts';
import { isObject, type JsonObject } from './geojson-text.ts';

/** What the head of an Esri JSON file says about its columns. */
export type EsriColumns = {
  fields: readonly LayerField[];
  dates: readonly string[];
  /** By field, then by code. */
  codedValues: ReadonlyMap<string, ReadonlyMap<string, string>>;
};

const geometryTypes = /^(?:Multi)?(?:Point|LineString|Polygon)$|^GeometryCollection$/;

export function toRawFeature(o: {
  scanned: ScannedFeature;
  fileName: string;
  esri: EsriColumns | undefined;
}): RawFeature {
  const { row, value } = o.scanned;
  if (isObject(value.attributes)) {
    const properties = plainProperties(value.attributes);
    if (o.esri !== undefined) translate(properties, o.esri);
    return { row, properties, geometry: esriGeometry(value.geometry) };
  }
  if (value.type === 'Feature' || isObject(value.properties)) {
    const properties = isObject(value.properties) ? plainProperties(value.properties) : {};
    // As in GDAL: a text outside of the properties is a value of the county, a number is a counter of the tool.
    if (typeof value.id === 'string' && !('id' in properties)) properties.id = value.id;
    return { row, properties, geometry: o.scanned.geometry ?? geoJsonGeometry(value.geometry) };
  }
  if (typeof value.type === 'string' && geometryTypes.test(value.type)) {
    return { row, properties: {}, geometry: geoJsonGeometry(value) };
  }
  throw notAFeature(value, o.fileName);
}

/** The parsed object itself: nothing else holds it. Lists and objects inside it become their JSON. */
function plainProperties(properties: JsonObject): Record<string, RawValue> {
  for (const name in properties) {
    const value = properties[name];
    if (typeof value === 'object' && value !== null) properties[name] = jsonOf(value);
  }
  return properties as Record<string, RawValue>;
}

/** Null for lists in lists beyond what the stack holds: JSON.parse reads them, but JSON.stringify cannot. */
function jsonOf(value: object): string | null {
  try {
    return JSON.stringify(value);
  } catch {
    return null;
  }
}

function notAFeature(value: JsonObject, fileName: string): OperatorError {
  if (isObject(value.error)) {
    const { code, message } = value.error;
    const words = [code, message]
      .filter((part) => typeof part === 'number' || typeof part === 'string')
      .join(' ');
    return new OperatorError(
      `${fileName} is the error answer of a server${words === '' ? '' : ` ("${words}")`}, not GeoJSON: download it again.`,
    );
  }
  if (value.type === 'Topology') {
    return new OperatorError(`${fileName} is TopoJSON, which is not read here: export it as GeoJSON.`);
  }
  return new OperatorError(
    `${fileName} is JSON without GeoJSON features: export the parcels as a GeoJSON FeatureCollection.`,
  );
}

export function esriColumns(members: JsonObject): EsriColumns | undefined {
  if (!Array.isArray(members.fields)) return undefined;
  const columns = members.fields.filter(isObject).filter((field) => typeof field.name === 'string');
  const codedValues = new Map<string, Map<string, string>>();
  for (const { name, domain } of columns) {
    if (!isObject(domain) || !Array.isArray(domain.codedValues)) continue;
    codedValues.set(
      String(name),
      new Map(domain.codedValues.filter(isObject).map((coded) => [String(coded.code), String(coded.name)])),
    );
  }
  return {
    fields: columns.map((column) => esriField(column, codedValues.has(String(column.name)))),
    dates: columns.filter(({ type }) => type === 'esriFieldTypeDate').map(({ name }) => String(name)),
    codedValues,
  };
}

function esriField({ name, type, alias }: JsonObject, isCoded: boolean): LayerField {
  const isNumber = /^esriFieldType(?:OID|SmallInteger|Integer|BigInteger|Single|Double)$/.test(String(type));
  const field: LayerField = { name: String(name), type: 'text' };
  if (type === 'esriFieldTypeDate') field.type = 'date';
  else if (isNumber && !isCoded) field.type = 'number';
  if (typeof alias === 'string' && alias !== name) field.alias = alias;
  return field;
}

/** Dates are milliseconds since 1970, before it negative; coded values hide the words. */
function translate(properties: Record<string, RawValue>, { dates, codedValues }: EsriColumns): void {
  for (const name of dates) {
    const value = properties[name];
    if (typeof value !== 'number') continue;
    const date = new Date(value);
    properties[name] = Number.isNaN(date.getTime()) ? null : date.toISOString().slice(0, 10);
  }
  for (const [name, words] of codedValues) {
    const value = properties[name];
    if (value !== null && value !== undefined) properties[name] = words.get(String(value)) ?? value;
  }
}
