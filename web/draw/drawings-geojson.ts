// Drawings from and to GeoJSON: parsing a file or stored text, and the download.
import { isDrawingId, plainGeometry } from '../../contract/drawn-geometry.ts';
import { messages } from '../../contract/messages.ts';
import { type Drawing, type DrawnGeometry, geometryProblem, isDrawnType } from './drawing.ts';
import type { Drawings } from './drawing-history.ts';
import type { FileFeature } from './file-features.ts';
import { propertiesFromFile } from './file-properties.ts';

const DOWNLOAD_NAME = 'drawings.geojson';
const COLLECTION = 'GeometryCollection';

export type DrawingsRead =
  /** `skipped`: what is wrong with each feature that cannot be drawn, as sentences. `cut`: which texts were too long. */
  { drawings: Drawing[]; skipped: string[]; cut?: string[] } | { problem: string };

/** Accepts a feature, a collection or a bare geometry. Invalid features are skipped; with no valid one it is refused. */
export function readDrawings(text: string): DrawingsRead {
  const value = parsed(text);
  const features = featuresIn(value);
  if ('problem' in features) return features;
  const system = otherSystemOf(value);
  if (system)
    return { problem: `Its coordinates are in ${system}. It needs degrees: longitude and latitude.` };
  return drawingsFrom(features.map((feature) => ({ feature })));
}

/** Of a file's features. A collection of geometries becomes one drawing for each dimension. */
export function drawingsFrom(features: readonly FileFeature[]): DrawingsRead {
  const drawings: Drawing[] = [];
  const skipped: string[] = [];
  const cut = new Set<string>();
  for (const [index, { feature, problem, label = `Feature ${index + 1}` }] of features.entries()) {
    const shapes = problem ? [] : shapesIn(geometryOf(feature));
    const problems = problem ? [problem] : shapes.map(geometryProblem).filter((one) => one !== undefined);
    skipped.push(...problems.map((one) => (features.length === 1 ? one : `${label}: ${one}`)));
    for (const geometry of wholesOf(shapes.filter((shape) => !geometryProblem(shape)) as DrawnGeometry[])) {
      const drawing = asDrawing({ ...(feature as object), geometry });
      const { properties, cut: cutHere } = propertiesFromFile(drawing.properties);
      drawings.push({ ...drawing, properties });
      for (const what of cutHere) cut.add(what);
    }
  }
  if (drawings.length > 0) return { drawings, skipped, ...(cut.size > 0 && { cut: [...cut] }) };
  return { problem: skipped[0] ?? messages.drawingEmpty };
}

function shapesIn(geometry: unknown): unknown[] {
  const { type, geometries } = Object(geometry);
  const isCollection = type === COLLECTION && Array.isArray(geometries) && geometries.length > 0;
  return isCollection ? geometries.flatMap(shapesIn) : [geometry];
}

/** Several geometries as one for their points, one for their lines and one for their areas. */
function wholesOf(shapes: readonly DrawnGeometry[]): DrawnGeometry[] {
  if (shapes.length < 2) return [...shapes];
  return (['Point', 'LineString', 'Polygon'] as const).flatMap((single): DrawnGeometry[] => {
    const coordinates = shapes.flatMap((shape): unknown[] => {
      if (shape.type === single) return [shape.coordinates];
      return shape.type === `Multi${single}` ? shape.coordinates : [];
    });
    if (coordinates.length === 0) return [];
    const isOne = coordinates.length === 1;
    const type = isOne ? single : (`Multi${single}` as const);
    return [{ type, coordinates: isOne ? coordinates[0] : coordinates } as DrawnGeometry];
  });
}

/** GeoJSON before RFC 7946 could name another system of coordinates. NAD83 and ETRS89 are degrees, too. */
function otherSystemOf(value: unknown): string | undefined {
  const { name } = Object(Object(Object(value).crs).properties);
  if (typeof name !== 'string' || /(CRS(84|83)h?|\b(4326|4269|4258|4979))$/i.test(name)) return;
  return name.replace(/^urn:ogc:def:crs:(\w+):.*:/, '$1:');
}

const SKIPPED_SHOWN_MAX = 2;

export type FileRead = { drawings: Drawings; skipped: readonly string[]; cut?: readonly string[] };

/** What has become of a file's features, as a sentence or two. */
export function importSummary({ drawings, skipped, cut = [] }: FileRead): string {
  const added = `${shapeCount(drawings.length)} added`;
  if (skipped.length === 0) return [`${added}.`, ...cut].join(' ');
  const more = skipped.length - SKIPPED_SHOWN_MAX;
  return [
    `${added}, ${wholeNumber.format(skipped.length)} skipped.`,
    ...skipped.slice(0, SKIPPED_SHOWN_MAX),
    ...(more > 0 ? [`And ${wholeNumber.format(more)} more.`] : []),
    ...cut,
  ].join(' ');
}

const wholeNumber = new Intl.NumberFormat('en-US');

const shapeCount = (count: number) => (count === 1 ? '1 shape' : `${wholeNumber.format(count)} shapes`);

/** The valid features of a collection. Corrupt ones are left out. */
export function validDrawings(text: string): Drawing[] {
  const features = featuresIn(parsed(text));
  if ('problem' in features) return [];
  return features.filter((feature) => !geometryProblem(geometryOf(feature))).map(asDrawing);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text, mayHaveProto.test(text) ? withoutProto : undefined);
  } catch {
    return;
  }
}

/** The server refuses this key, since a copy of such an object may be none. It may be written with escapes. */
const mayHaveProto = /__proto__|\\u/;
const withoutProto = (key: string, value: unknown) => (key === '__proto__' ? undefined : value);

function featuresIn(value: unknown): unknown[] | { problem: string } {
  if (!isObject(value)) return { problem: messages.drawingFileNotJson };
  if (value.type === 'Feature') return [value];
  if (isDrawnType(value.type) || value.type === COLLECTION) return [{ type: 'Feature', geometry: value }];
  const isCollection = value.type === 'FeatureCollection' && Array.isArray(value.features);
  return isCollection ? (value.features as unknown[]) : { problem: messages.drawingCollectionInvalid };
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const geometryOf = (feature: unknown) => (isObject(feature) ? feature.geometry : undefined);

function asDrawing(feature: unknown): Drawing {
  const { id, properties, geometry } = feature as {
    id?: unknown;
    properties?: unknown;
    geometry: DrawnGeometry;
  };
  return {
    type: 'Feature',
    id: isDrawingId(id) ? id : newDrawingId(),
    properties: isObject(properties) ? properties : {},
    geometry: plainGeometry(geometry),
  };
}

export function newDrawingId(): string {
  return crypto.getRandomValues(new Uint32Array(3)).reduce((id, word) => id + word.toString(36), '');
}

/** Gives a new id to each drawing whose id is taken, so that an import never replaces a drawing. */
export function withUniqueIds(drawings: readonly Drawing[], present: readonly Drawing[]): Drawing[] {
  const taken = new Set(present.map(({ id }) => id));
  return drawings.map((drawing) => {
    const id = taken.has(drawing.id) ? newDrawingId() : drawing.id;
    taken.add(id);
    return { ...drawing, id };
  });
}

export function toGeoJson(drawings: readonly Drawing[]): string {
  return JSON.stringify({ type: 'FeatureCollection', features: drawings });
}

export function downloadDrawings(drawings: readonly Drawing[]): void {
  const url = URL.createObjectURL(new Blob([toGeoJson(drawings)], { type: 'application/geo+json' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = DOWNLOAD_NAME;
  link.click();
  URL.revokeObjectURL(url);
}
