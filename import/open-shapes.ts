// Any layer of a source as clean shapes in degrees: areas, lines and points, for drawing and for overlays.
import type { MapGeometry } from '../geo/geometry.ts';
import { OperatorError } from '../runtime/operator-error.ts';
import { chooseShapes } from './choose-layer.ts';
import { findProjection, readSample, SAMPLE_ROWS } from './find-projection.ts';
import { cleanShape } from './geometry/clean-shape.ts';
import { areNumbers } from './geometry/grid-ring.ts';
import type { Layer, LayerField, OpenSource, RawFeature, RawValue } from './layer.ts';
import { NothingThere } from './nothing-there.ts';
import { findPointColumns, withPoints } from './point-columns.ts';

/** On the grid of stored positions. Several points of one row are several shapes. */
export type Shape = { row: number; properties: Record<string, RawValue>; geometry: MapGeometry };

export type ShapeLayer = {
  name: string;
  /** As the sample has it. */
  geometry: 'area' | 'line' | 'point' | 'mixed';
  fields: readonly LayerField[];
  count: number | undefined;
  attribution?: string;
  day?: string;
  crsTitle: string;
  /** To be said to the operator. Reading may add to it. */
  notes: readonly string[];
  /** The first ones, up to 1000. */
  sample: readonly Shape[];
  /** All shapes, in batches. Can be called again. */
  read(o?: { signal?: AbortSignal }): AsyncIterable<Shape[]>;
  /** Reasons and how often, of the last reading. */
  refused: ReadonlyMap<string, number>;
  repaired: ReadonlyMap<string, number>;
};

export async function openShapes(o: {
  source: OpenSource;
  layer?: string | undefined;
  crs?: string | undefined;
  signal?: AbortSignal | undefined;
}): Promise<ShapeLayer> {
  const { source, signal } = o;
  const { layer, rows } = await layerWithSample(chooseShapes(source.layers, o.layer), signal);
  const { projection, notes } = await findProjection({
    layer,
    sample: rows.filter(hasPlace),
    crs: o.crs,
    things: 'shapes',
  });
  const refused = new Map<string, number>();
  const repaired = new Map<string, number>();
  const clean = (features: readonly RawFeature[]): Shape[] =>
    features.flatMap(({ row, properties, geometry: raw }) => {
      const cleaned = cleanShape({ raw, projection });
      for (const reason of cleaned.refusals) refused.set(reason, (refused.get(reason) ?? 0) + 1);
      for (const reason of cleaned.repairs) repaired.set(reason, (repaired.get(reason) ?? 0) + 1);
      return cleaned.geometries.map((geometry) => ({ row, properties, geometry }));
    });
  const forget = () => {
    refused.clear();
    repaired.clear();
  };
  const sample = clean(rows).slice(0, SAMPLE_ROWS);
  if (sample.length === 0 && rows.length < SAMPLE_ROWS) throw withoutShapes(layer, refused);
  forget();
  return {
    name: layer.name,
    geometry: geometryOf(sample, layer),
    fields: layer.fields,
    count: layer.count,
    ...(layer.attribution !== undefined && { attribution: layer.attribution }),
    ...(layer.day !== undefined && { day: layer.day }),
    crsTitle: projection.title,
    get notes() {
      return [...(layer.notes ?? []), ...notes, ...(source.notes ?? [])];
    },
    sample,
    async *read(options = {}) {
      forget();
      for await (const batch of layer.read(options)) {
        const shapes = clean(batch);
        if (shapes.length > 0) yield shapes;
      }
    },
    refused,
    repaired,
  };
}

/** A table with columns of coordinates gets its points. */
async function layerWithSample(
  chosen: Layer,
  signal: AbortSignal | undefined,
): Promise<{ layer: Layer; rows: RawFeature[] }> {
  if (chosen.noShapesReason !== undefined) throw new OperatorError(chosen.noShapesReason);
  const columns = chosen.geometry === 'none' ? findPointColumns(chosen.fields) : undefined;
  if (chosen.geometry === 'none' && !columns) throw withoutShapes(chosen);
  const rows = await readSample(chosen, signal);
  if (rows.length === 0) throw new NothingThere(`The layer ${chosen.name} has no rows.`);
  if (!columns) return { layer: chosen, rows };
  const layer = withPoints(chosen, columns, rows);
  if (!layer) throw withoutShapes(chosen);
  return { layer, rows: await readSample(layer, signal) };
}

/** Of points many may have none, which says nothing about the others. */
function hasPlace({ geometry }: RawFeature): boolean {
  if (geometry?.kind !== 'points') return true;
  const [x, y] = geometry.points;
  return areNumbers(x!, y!) && !(x === 0 && y === 0);
}

function withoutShapes({ name }: Layer, refused?: ReadonlyMap<string, number>): OperatorError {
  const [main] = [...(refused ?? [])].sort(([, one], [, other]) => other - one);
  return new OperatorError(
    main
      ? `No row of the layer ${name} has a shape that can be drawn: ${main[0]} (${main[1].toLocaleString('en-US')}).`
      : `The layer ${name} is a table without shapes, and without columns of longitude and latitude. Give a file with areas, lines or points.`,
  );
}

function geometryOf(sample: readonly Shape[], layer: Layer): ShapeLayer['geometry'] {
  const kinds = new Set(sample.map(({ geometry }) => KINDS[geometry.type]));
  const [only, another] = kinds;
  if (only && !another) return only;
  const said = layer.geometry;
  return !only && (said === 'area' || said === 'line' || said === 'point') ? said : 'mixed';
}

const KINDS = {
  Polygon: 'area',
  MultiPolygon: 'area',
  LineString: 'line',
  MultiLineString: 'line',
  Point: 'point',
} as const satisfies Record<MapGeometry['type'], ShapeLayer['geometry']>;
