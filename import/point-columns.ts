// Points of a table: the two columns that hold longitude and latitude, or X and Y.
import type { CrsName, Layer, LayerField, RawFeature, RawValue } from './layer.ts';

/** Small letters and digits: what stands around the word is the same in both names of a pair. */
const NAME =
  /^(gps|intpt|wgs84|decimal|point|coord|geo|site|center|centroid)?(?:(x)|(y)|x?(lon|lng|long|longitude)|y?(lat|latitude)|(easting)|(northing))(coord|coordinate|dd|deg|degrees|wgs84|4326)?$/;

export type PointColumns = { x: string; y: string };

/** Degrees before other coordinates. */
export function findPointColumns(fields: readonly LayerField[]): PointColumns | undefined {
  const named = fields.flatMap(({ name }) => {
    const found = NAME.exec(name.toLowerCase().replace(/[^a-z0-9]/g, ''));
    if (!found) return [];
    const [, before = '', x, y, lng, lat, easting, , after = ''] = found;
    const system = lng || lat ? 0 : x || y ? 1 : 2;
    return [{ name, isX: Boolean(x || lng || easting), system, around: `${before}-${after}` }];
  });
  const pairs = named
    .filter(({ isX }) => isX)
    .flatMap(({ name, system, around }) => {
      const y = named.find((other) => !other.isX && other.system === system && other.around === around);
      return y ? [{ x: name, y: y.name, system }] : [];
    })
    .sort((one, other) => one.system - other.system);
  return pairs[0] && { x: pairs[0].x, y: pairs[0].y };
}

/** The table with its points as shapes. `sample` are some of its rows. Undefined where most of them have no numbers there. */
export function withPoints(
  table: Layer,
  columns: PointColumns,
  sample: readonly RawFeature[],
): Layer | undefined {
  const points = sample.flatMap((row) => pointOf(row, columns)?.points ?? []);
  if (points.length * 2 < sample.length) return undefined;
  const areDegrees = points.every(([lng, lat]) => Math.abs(lng!) <= 180 && Math.abs(lat!) <= 90);
  const degrees: CrsName = { kind: 'epsg', code: 4326 };
  return {
    ...table,
    geometry: 'point',
    crs: areDegrees ? degrees : undefined,
    async *read(options) {
      for await (const batch of table.read(options)) {
        for (const row of batch) row.geometry = pointOf(row, columns);
        yield batch;
      }
    },
  };
}

function pointOf({ properties }: RawFeature, { x, y }: PointColumns) {
  const points = Float64Array.of(numberOf(properties[x]), numberOf(properties[y]));
  return points.some(Number.isNaN) ? null : { kind: 'points' as const, points };
}

function numberOf(value: RawValue | undefined): number {
  if (typeof value === 'number') return value;
  return typeof value === 'string' && value.trim() !== '' ? Number(value) : Number.NaN;
}
