// What the GeoKeys of a GeoTIFF say: its coordinate system, and the unit of its heights.
// https://docs.ogc.org/is/19-008r4/19-008r4.html
import { type CrsParameter, describedProj4 } from '../../import/coordinates/crs-description.ts';
import { openProjection, type Projection, WHERE_TO_LOOK } from '../../import/coordinates/projection.ts';
import { OperatorError } from '../../runtime/operator-error.ts';

export type GeoKeys = Readonly<Record<string, unknown>>;

const USER_DEFINED = 32_767;
const METERS_PER_UNIT: Readonly<Record<number, number>> = {
  9001: 1,
  9002: 0.3048,
  9003: 1200 / 3937,
  9036: 1000,
};
const FEET = new Set([9002, 9003, 9005]);

/** Of ProjCoordTransGeoKey, by the names that crs-description.ts knows. */
const METHODS: Readonly<Record<number, string>> = {
  1: 'transverse_mercator',
  3: 'hotine_oblique_mercator',
  7: 'mercator_1sp',
  8: 'lambert_conformal_conic_2sp',
  9: 'lambert_conformal_conic_1sp',
  10: 'lambert_azimuthal_equal_area',
  11: 'albers',
  16: 'oblique_stereographic',
  22: 'polyconic',
};

/** The first key that a file has counts: each method has keys of its own for the same thing. */
const PARAMETERS: readonly (readonly [name: string, ...keys: string[]])[] = [
  ['latitude_of_origin', 'ProjNatOriginLat', 'ProjFalseOriginLat', 'ProjCenterLat'],
  ['central_meridian', 'ProjNatOriginLong', 'ProjFalseOriginLong', 'ProjCenterLong'],
  ['standard_parallel_1', 'ProjStdParallel1'],
  ['standard_parallel_2', 'ProjStdParallel2'],
  ['scale_factor', 'ProjScaleAtNatOrigin', 'ProjScaleAtCenter'],
  ['azimuth', 'ProjAzimuthAngle'],
  ['rectified_grid_angle', 'ProjRectifiedGridAngle'],
  ['false_easting', 'ProjFalseEasting', 'ProjFalseOriginEasting', 'ProjCenterEasting'],
  ['false_northing', 'ProjFalseNorthing', 'ProjFalseOriginNorthing', 'ProjCenterNorthing'],
];

const DATUMS: Readonly<Record<number, string>> = {
  4326: 'WGS_1984',
  4269: 'North_American_Datum_1983',
  4267: 'North_American_Datum_1927',
  4152: 'NAD83_HARN',
  4759: 'NAD83_NSRS2007',
  6318: 'NAD83_2011',
};
const NAD27 = 4267;

/** Undefined where the keys name no system. */
export async function projectionOf(keys: GeoKeys): Promise<Projection | undefined> {
  const number = (name: string) => numberOf(keys, name);
  const projected = number('ProjectedCSType');
  if (projected !== undefined && projected !== USER_DEFINED && projected > 0) {
    return openProjection({ kind: 'epsg', code: projected });
  }
  // Esri's programs write a system without a number as text.
  const text = ['PCSCitation', 'GTCitation', 'GeogCitation']
    .map((name) => keys[`${name}GeoKey`])
    .find((value): value is string => typeof value === 'string' && value.startsWith('ESRI PE String = '));
  if (text) return openProjection({ kind: 'wkt', text: text.slice('ESRI PE String = '.length) });
  if (projected === USER_DEFINED || number('GTModelType') === 1) return openUserDefined(keys);
  const geographic = number('GeographicType');
  if (geographic === undefined || geographic === USER_DEFINED) return undefined;
  return openProjection({ kind: 'epsg', code: geographic });
}

async function openUserDefined(keys: GeoKeys): Promise<Projection> {
  const zone = utmOf(numberOf(keys, 'Projection'));
  const method = zone ? 'transverse_mercator' : METHODS[numberOf(keys, 'ProjCoordTrans') ?? 0];
  const metersPerUnit =
    METERS_PER_UNIT[numberOf(keys, 'ProjLinearUnits') ?? 9001] ?? numberOf(keys, 'ProjLinearUnitSize');
  if (!method || !metersPerUnit) {
    throw new OperatorError(
      `The GeoTIFF has a coordinate system of its own that Platbook cannot compute: ${WHERE_TO_LOOK}.`,
    );
  }
  const geographic = numberOf(keys, 'GeographicType') ?? 0;
  const citation = keys.GTCitationGeoKey ?? keys.PCSCitationGeoKey;
  const name = typeof citation === 'string' && citation ? citation : 'The file’s own system';
  const { proj4, notes } = describedProj4({
    name,
    id: undefined,
    datum: DATUMS[geographic] ?? String(keys.GeogCitationGeoKey ?? 'unknown'),
    semiMajorAxis: numberOf(keys, 'GeogSemiMajorAxis') ?? (geographic === NAD27 ? 6378206.4 : 6378137),
    inverseFlattening:
      numberOf(keys, 'GeogInvFlattening') ?? (geographic === NAD27 ? 294.9786982 : 298.257222101),
    toWgs84: undefined,
    primeMeridian: 0,
    degreesPerUnit: 1,
    projection: { method, metersPerUnit, parameters: zone ?? parametersOf(keys, metersPerUnit) },
  });
  const projection = await openProjection({ kind: 'proj4', text: proj4 });
  return { ...projection, title: name, notes: [...notes, ...projection.notes] };
}

function parametersOf(keys: GeoKeys, metersPerUnit: number): CrsParameter[] {
  return PARAMETERS.flatMap(([name, ...candidates]) => {
    const value = candidates.map((key) => numberOf(keys, key)).find((found) => found !== undefined);
    if (value === undefined) return [];
    return [{ name, value: name.startsWith('false_') ? value * metersPerUnit : value }];
  });
}

/** ProjectionGeoKey has numbers of its own for the zones of UTM: 16001 to 16060 north, 16101 to 16160 south. */
function utmOf(projection: number | undefined): CrsParameter[] | undefined {
  if (!projection || projection < 16_001 || projection > 16_160) return undefined;
  const zone = projection % 100;
  return [
    { name: 'latitude_of_origin', value: 0 },
    { name: 'central_meridian', value: zone * 6 - 183 },
    { name: 'scale_factor', value: 0.9996 },
    { name: 'false_easting', value: 500_000 },
    { name: 'false_northing', value: projection > 16_100 ? 10_000_000 : 0 },
  ];
}

/** NAVD88 and NGVD29 in feet. */
const SYSTEMS_IN_FEET = new Set([5702, 6358, 6360, 8228]);
const SYSTEMS_IN_METERS = new Set([5701, 5703, 5773, 3855, 6647, 7968]);

/** The unit of the heights, where the keys say it. */
export function heightUnitOf(keys: GeoKeys): 'feet' | 'meters' | undefined {
  const unit = numberOf(keys, 'VerticalUnits');
  if (unit !== undefined && FEET.has(unit)) return 'feet';
  if (unit === 9001) return 'meters';
  const system = numberOf(keys, 'VerticalCSType');
  if (system === undefined) return undefined;
  if (SYSTEMS_IN_FEET.has(system)) return 'feet';
  return SYSTEMS_IN_METERS.has(system) ? 'meters' : undefined;
}

function numberOf(keys: GeoKeys, name: string): number | undefined {
  const value = keys[`${name}GeoKey`];
  return typeof value === 'number' && Number.isFinite(value) ? value : undefined;
}
