// Reads GeoJSON and Esri JSON: a collection, one feature a line, a list or a single feature; plain or gzip.
import { basename } from 'node:path';
import { OperatorError } from '../../runtime/operator-error.ts';
import type { AttributeReader } from '../arcgis/attribute-values.ts';
import { crsOf, parseSpatialReference } from '../arcgis/layer-description.ts';
import type {
  FieldType,
  Layer,
  LayerField,
  OpenSource,
  RawFeature,
  RawValue,
  ReadOptions,
} from '../layer.ts';
import { lastText, readBytes } from './geojson-bytes.ts';
import { geoJsonCrs } from './geojson-crs.ts';
import { esriAttributes, toRawFeatures } from './geojson-features.ts';
import { FeatureScanner } from './geojson-scanner.ts';
import { isObject, type JsonObject, parseJson } from './geojson-text.ts';
import { geometryOfRows } from './geometry-parts.ts';

/** The fields are those that the first features have: a GeoJSON file has no list of them. */
const SAMPLE_FEATURES = 1000;
/** Where members behind the features are looked for. */
const TAIL_BYTES = 64 * 1024;

export async function openGeoJson(o: { path: string }): Promise<OpenSource> {
  const { path } = o;
  const fileName = basename(path);
  const scanner = new FeatureScanner(readBytes(path), fileName);
  const sample: RawFeature[] = [];
  let count: number | undefined = 0;
  for await (const batch of scanner.features()) {
    const esri = esriAttributes(scanner.members);
    sample.push(...toRawFeatures({ scanned: batch, fileName, esri }));
    count = batch.at(-1)!.row;
    if (sample.length < SAMPLE_FEATURES) continue;
    count = undefined;
    break;
  }
  if (sample.length === 0) {
    throw new OperatorError(`${fileName} has no features: check the export, and try again.`);
  }
  const members =
    count === undefined ? { ...(await tailMembers(path)), ...scanner.members } : scanner.members;
  const isEsri = members.spatialReference !== undefined || members.geometryType !== undefined;
  const esri = isEsri ? esriAttributes(members) : undefined;
  const layer: Layer = {
    name: typeof members.name === 'string' && members.name !== '' ? members.name : layerName(fileName),
    geometry: geometryOfRows(sample.map(({ geometry }) => geometry)),
    fields: esri?.fields ?? fieldsOf(sample),
    crs: isEsri ? crsOf(parseSpatialReference(members.spatialReference) ?? {}) : geoJsonCrs(members, sample),
    count,
    read: (options) => readFeatures({ path, fileName, esri, ...options }),
  };
  if (isOnePage(members)) {
    layer.notes = [
      `${fileName} is one page of an ArcGIS server's answer, and the server had more: import the layer's address to get all of it.`,
    ];
  }
  return { layers: [layer], close: async () => {} };
}

async function* readFeatures(
  o: ReadOptions & { path: string; fileName: string; esri: AttributeReader | undefined },
): AsyncGenerator<RawFeature[]> {
  let left = o.limit ?? Number.POSITIVE_INFINITY;
  if (left <= 0) return;
  for await (const scanned of new FeatureScanner(readBytes(o.path), o.fileName).features()) {
    o.signal?.throwIfAborted();
    const wanted = scanned.length > left ? scanned.slice(0, left) : scanned;
    yield toRawFeatures({ scanned: wanted, fileName: o.fileName, esri: o.esri });
    left -= wanted.length;
    if (left <= 0) return;
  }
}

/**
 * The members behind the features, "crs" among them in some files, found from the file's end: the longest end that is
 * an object when the brace before it is added. Nothing from inside a feature is, as closing brackets are left over.
 */
async function tailMembers(path: string): Promise<JsonObject> {
  const tail = await lastText(path, TAIL_BYTES);
  if (tail === undefined) return {};
  for (const { index, 0: found } of tail.matchAll(/\]\s*,\s*(?=")/g)) {
    const value = parseJson(`{${tail.slice(index + found.length)}`);
    if (isObject(value)) return value;
  }
  return {};
}

function isOnePage({ exceededTransferLimit, properties }: JsonObject): boolean {
  return (
    exceededTransferLimit === true || (isObject(properties) && properties.exceededTransferLimit === true)
  );
}

/** parcels.geojson.gz is the layer "parcels". */
function layerName(fileName: string): string {
  return fileName.replace(/(?:\.(?:gz|json|geojson|geojsons|geojsonl|geojsonseq|ndjson|jsonl))+$/i, '');
}

function fieldsOf(sample: readonly RawFeature[]): LayerField[] {
  const types = new Map<string, FieldType | undefined>();
  for (const { properties } of sample) {
    for (const name in properties) {
      const before = types.get(name);
      const type = typeOf(properties[name]);
      if (before === undefined) types.set(name, type);
      else if (type !== undefined && type !== before) types.set(name, 'text');
    }
  }
  return [...types].map(([name, type]) => ({ name, type: type ?? 'text' }));
}

function typeOf(value: RawValue | undefined): FieldType | undefined {
  if (value === null || value === undefined) return undefined;
  if (typeof value === 'number') return 'number';
  return typeof value === 'boolean' ? 'boolean' : 'text';
}
