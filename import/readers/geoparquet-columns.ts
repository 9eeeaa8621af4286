// What the columns of a Parquet file are: attributes with their types, and the one that holds the shapes.
import type { FileMetaData, SchemaTree } from 'hyparquet';
import { parquetSchema } from 'hyparquet';
import type { CrsName, FieldType, Layer, LayerField, RawGeometry, RawRing, RawValue } from '../layer.ts';
import { isObject, type JsonObject, parseJson } from './geojson-text.ts';
import { GeometryParts, geometryOfType } from './geometry-parts.ts';
import { parseWkb } from './well-known-binary.ts';

type GeometryColumn = {
  name: string;
  read: (value: unknown) => RawGeometry | null;
  crs: CrsName | undefined;
  /** By the types that the metadata lists; undefined where it lists none. */
  shapes: Layer['geometry'] | undefined;
};

type AttributeColumn = { field: LayerField; read: (value: unknown) => RawValue };

export type ParquetColumns = {
  geometry: GeometryColumn | undefined;
  attributes: AttributeColumn[];
  /** Whether any column that is read holds lists. */
  hasLists: boolean;
};

export function describeColumns(metadata: FileMetaData): ParquetColumns {
  const { children } = parquetSchema(metadata);
  const geo = geoMetadata(metadata);
  const geometry = geo === undefined ? plainGeometry(children) : listedGeometry(geo);
  const others = isObject(geo?.columns) ? Object.keys(geo.columns) : [];
  // The bounding boxes beside the shapes, which GeoParquet calls a covering, and further geometries say nothing here.
  const hidden = new Set([...others, ...coverings(geo), geometry?.name]);
  const attributes = children.filter((child) => !hidden.has(child.element.name));
  const read = [...attributes, ...children.filter((child) => child.element.name === geometry?.name)];
  return {
    geometry,
    attributes: attributes.map(attributeColumn),
    hasLists: read.some((child) => child.children.length > 0),
  };
}

function geoMetadata({ key_value_metadata }: FileMetaData): JsonObject | undefined {
  const text = key_value_metadata?.find(({ key }) => key === 'geo')?.value;
  const value = text === undefined ? undefined : parseJson(text);
  return isObject(value) ? value : undefined;
}

function listedGeometry(geo: JsonObject): GeometryColumn | undefined {
  const columns = isObject(geo.columns) ? geo.columns : {};
  const name = typeof geo.primary_column === 'string' ? geo.primary_column : Object.keys(columns)[0];
  const column = name === undefined ? undefined : columns[name];
  if (name === undefined || !isObject(column)) return undefined;
  const types = Array.isArray(column.geometry_types) ? column.geometry_types.map(String) : [];
  return {
    name,
    read: readerFor(String(column.encoding ?? 'WKB').toLowerCase()),
    // Left out it means longitude and latitude; null means that it is not known.
    crs: column.crs === undefined ? { kind: 'epsg', code: 4326 } : projJsonCrs(column.crs),
    shapes: types.length === 0 ? undefined : shapesOf(types),
  };
}

function shapesOf(types: readonly string[]): Layer['geometry'] {
  const shapes = new Set(types.map(geometryOfType));
  if (shapes.has('area') || shapes.has('unknown')) return 'area';
  return shapes.size === 1 ? [...shapes][0]! : 'other';
}

function projJsonCrs(crs: unknown): CrsName | undefined {
  if (!isObject(crs)) return undefined;
  const id = isObject(crs.id) ? crs.id : undefined;
  if (id?.authority === 'EPSG' && Number.isInteger(Number(id.code)))
    return { kind: 'epsg', code: Number(id.code) };
  if (id?.authority === 'OGC' && id.code === 'CRS84') return { kind: 'epsg', code: 4326 };
  return { kind: 'projjson', value: crs };
}

/** Without GeoParquet's metadata: Parquet's own geometry type, or bytes under a name that says so. */
function plainGeometry(children: readonly SchemaTree[]): GeometryColumn | undefined {
  for (const { element } of children) {
    const logical = element.logical_type;
    if (logical?.type === 'GEOMETRY' || logical?.type === 'GEOGRAPHY') {
      return { name: element.name, read: readWkb, crs: namedCrs(logical.crs), shapes: undefined };
    }
  }
  const column = children.find(
    ({ element }) =>
      element.type === 'BYTE_ARRAY' && /^(?:the_|wkb_)?geom(?:etry)?$|^wkb$/i.test(element.name),
  );
  return column && { name: column.element.name, read: readWkb, crs: undefined, shapes: undefined };
}

function namedCrs(crs: string | undefined): CrsName | undefined {
  if (crs === undefined || crs === '' || /crs84$/i.test(crs)) return { kind: 'epsg', code: 4326 };
  const [, code] = /^(?:epsg|srid):(\d+)$/i.exec(crs) ?? [];
  return code === undefined ? projJsonCrs(parseJson(crs)) : { kind: 'epsg', code: Number(code) };
}

function coverings(geo: JsonObject | undefined): string[] {
  if (!isObject(geo?.columns)) return [];
  return Object.values(geo.columns).flatMap((column) => {
    const box = isObject(column) && isObject(column.covering) ? column.covering.bbox : undefined;
    // { "xmin": ["bbox", "xmin"], … }
    return isObject(box)
      ? Object.values(box).flatMap((path) => (Array.isArray(path) ? [String(path[0])] : []))
      : [];
  });
}

function readerFor(encoding: string): GeometryColumn['read'] {
  if (encoding === 'wkb') return readWkb;
  // The file's word may be constructor.
  const add = Object.hasOwn(GEO_ARROW, encoding) ? GEO_ARROW[encoding] : undefined;
  return (value) => {
    if (isEmpty(value)) return null;
    const parts = new GeometryParts();
    if (add) add(parts, value);
    else parts.other = encoding;
    return parts.geometry();
  };
}

function isEmpty(value: unknown): boolean {
  return value === null || value === undefined;
}

function readWkb(value: unknown): RawGeometry | null {
  if (isEmpty(value)) return null;
  if (value instanceof Uint8Array) return parseWkb(value);
  return { kind: 'unreadable', reason: 'is not well-known binary' };
}

type Point = { x: number; y: number };

const flat = (points: Point[]): RawRing => Float64Array.from(points.flatMap(({ x, y }) => [x, y]));

/** GeoArrow's own lists by its encodings: of points with members x and y. */
// biome-ignore lint/suspicious/noExplicitAny: the encoding says what the values are
const GEO_ARROW: Readonly<Record<string, (parts: GeometryParts, value: any) => void>> = {
  point: (parts, value: Point) => parts.addPoints(flat([value])),
  multipoint: (parts, value: Point[]) => parts.addPoints(flat(value)),
  linestring: (parts, value: Point[]) => parts.addLine(flat(value)),
  multilinestring: (parts, value: Point[][]) => {
    for (const line of value) parts.addLine(flat(line));
  },
  polygon: (parts, value: Point[][]) => parts.addPolygon(value.map(flat)),
  multipolygon: (parts, value: Point[][][]) => {
    for (const rings of value) parts.addPolygon(rings.map(flat));
  },
};

function attributeColumn({ element, children }: SchemaTree): AttributeColumn {
  const { name, converted_type, logical_type, scale = 0 } = element;
  const hasScale = Number.isInteger(scale) && scale >= 0 && scale <= 100;
  const isDecimal = hasScale && (converted_type === 'DECIMAL' || logical_type?.type === 'DECIMAL');
  let type: FieldType = 'text';
  if (children.length === 0) {
    if (element.type === 'BOOLEAN') type = 'boolean';
    else if (isDay(element)) type = 'date';
    else if (isDecimal || isNumber(element)) type = 'number';
  }
  // 12.34 is stored as 1234 and a scale: multiplied it is 12.340000000000002.
  const round = (value: number) => Number(value.toFixed(scale));
  return {
    field: { name, type },
    read: isDecimal ? (value) => (typeof value === 'number' ? round(value) : plainValue(value)) : plainValue,
  };
}

function isDay({ type, converted_type, logical_type }: SchemaTree['element']): boolean {
  if (type === 'INT96' || logical_type?.type === 'DATE' || logical_type?.type === 'TIMESTAMP') return true;
  return converted_type === 'DATE' || converted_type?.startsWith('TIMESTAMP') === true;
}

function isNumber({ type, converted_type }: SchemaTree['element']): boolean {
  if (converted_type?.startsWith('TIME')) return false;
  return type === 'INT32' || type === 'INT64' || type === 'FLOAT' || type === 'DOUBLE';
}

const utf8 = new TextDecoder('utf-8', { fatal: true });

function plainValue(value: unknown): RawValue {
  switch (typeof value) {
    case 'string':
    case 'boolean':
      return value;
    case 'number':
      return Number.isFinite(value) ? value : null;
    case 'bigint': {
      const number = Number(value);
      // Text beyond 2^53: a PIN of 17 digits must keep its last ones.
      return Number.isSafeInteger(number) ? number : String(value);
    }
    case 'object':
      return value === null ? null : objectValue(value);
    default:
      return null;
  }
}

function objectValue(value: object): RawValue {
  if (!(value instanceof Uint8Array)) {
    return JSON.stringify(value, (_key, part) => (typeof part === 'bigint' ? String(part) : part));
  }
  try {
    // Old writers do not say that bytes are text.
    return utf8.decode(value);
  } catch {
    return null;
  }
}
