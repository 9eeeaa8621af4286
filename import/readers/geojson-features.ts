// A feature of GeoJSON or of Esri JSON as every reader presents it.
import { OperatorError } from '../../runtime/operator-error.ts';
import { type AttributeReader, attributeReader } from '../arcgis/attribute-values.ts';
import { parseDescription } from '../arcgis/layer-description.ts';
import type { RawFeature, RawValue } from '../layer.ts';
import { esriGeometry } from './esri-geometry.ts';
import { geoJsonGeometry } from './geojson-geometry.ts';
import type { ScannedFeature } from './geojson-scanner.ts';
import { isObject, type JsonObject } from './geojson-text.ts';

const geometryTypes = /^(?:Multi)?(?:Point|LineString|Polygon)$|^GeometryCollection$/;

/** `esri` reads the attributes of Esri JSON that says its columns. */
export function toRawFeatures(o: {
  scanned: readonly ScannedFeature[];
  fileName: string;
  esri: AttributeReader | undefined;
}): RawFeature[] {
  const first = o.scanned[0]?.value.attributes;
  const attributesOf = isObject(first) ? o.esri?.readerFor(first) : undefined;
  return o.scanned.map((scanned) => toRawFeature(scanned, o.fileName, attributesOf));
}

function toRawFeature(
  { row, value, geometry }: ScannedFeature,
  fileName: string,
  attributesOf: (attributes: JsonObject) => Record<string, RawValue> = plainProperties,
): RawFeature {
  if (isObject(value.attributes)) {
    return { row, properties: attributesOf(value.attributes), geometry: esriGeometry(value.geometry) };
  }
  if (value.type === 'Feature' || isObject(value.properties)) {
    const properties = isObject(value.properties) ? plainProperties(value.properties) : {};
    // As in GDAL: a text outside of the properties is a value of the county, a number is a counter of the tool.
    if (typeof value.id === 'string' && !('id' in properties)) properties.id = value.id;
    return { row, properties, geometry: geometry ?? geoJsonGeometry(value.geometry) };
  }
  if (typeof value.type === 'string' && geometryTypes.test(value.type)) {
    return { row, properties: {}, geometry: geoJsonGeometry(value) };
  }
  throw notAFeature(value, fileName);
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

/** Of Esri JSON that lists its columns. */
export function esriAttributes(members: JsonObject): AttributeReader | undefined {
  const description = Array.isArray(members.fields) ? parseDescription(members) : undefined;
  return description && attributeReader(description);
}
