// Drawings from and to GeoJSON: parsing a file or stored text, and the download.
import { isDrawingId, plainGeometry } from '../../contract/drawn-geometry.ts';
import { messages } from '../../contract/messages.ts';
import { type Drawing, type DrawnGeometry, geometryProblem, isDrawnType } from './drawing.ts';
import type { Drawings } from './drawing-history.ts';
import { propertiesFromFile } from './file-properties.ts';

const DOWNLOAD_NAME = 'drawings.geojson';

export type DrawingsRead =
  /** `skipped`: what is wrong with each feature that cannot be drawn, as sentences. */
  { drawings: Drawing[]; skipped: string[] } | { problem: string };

/** Accepts a feature, a collection or a bare geometry. Invalid features are skipped; with no valid one it is refused. */
export function readDrawings(text: string): DrawingsRead {
  const features = featuresIn(parsed(text));
  return 'problem' in features ? features : drawingsFrom(features);
}

/** Of a file's features. */
export function drawingsFrom(features: readonly unknown[]): DrawingsRead {
  const drawings: Drawing[] = [];
  const skipped: string[] = [];
  for (const [index, feature] of features.entries()) {
    const problem = geometryProblem(geometryOf(feature));
    if (problem) skipped.push(features.length === 1 ? problem : `Feature ${index + 1}: ${problem}`);
    else drawings.push(fromFile(asDrawing(feature)));
  }
  if (drawings.length > 0) return { drawings, skipped };
  return { problem: skipped[0] ?? messages.drawingEmpty };
}

const fromFile = (drawing: Drawing): Drawing => ({
  ...drawing,
  properties: propertiesFromFile(drawing.properties),
});

const SKIPPED_SHOWN_MAX = 2;

/** What has become of a file's features, as a sentence or two. */
export function importSummary({
  drawings,
  skipped,
}: {
  drawings: Drawings;
  skipped: readonly string[];
}): string {
  const added = `${shapeCount(drawings.length)} added`;
  if (skipped.length === 0) return `${added}.`;
  const more = skipped.length - SKIPPED_SHOWN_MAX;
  return [
    `${added}, ${wholeNumber.format(skipped.length)} skipped.`,
    ...skipped.slice(0, SKIPPED_SHOWN_MAX),
    ...(more > 0 ? [`And ${wholeNumber.format(more)} more.`] : []),
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
    return JSON.parse(text);
  } catch {
    return;
  }
}

function featuresIn(value: unknown): unknown[] | { problem: string } {
  if (!isObject(value)) return { problem: messages.drawingFileNotJson };
  if (value.type === 'Feature') return [value];
  if (isDrawnType(value.type)) return [{ type: 'Feature', geometry: value }];
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
