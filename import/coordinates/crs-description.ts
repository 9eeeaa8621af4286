// A coordinate system as well-known text or PROJJSON describe it, and its translation into proj4 text.
//
// proj4 reads well-known text itself, but takes methods that it does not know for others, and is silent about it: here
// every method and parameter is named, and what is not named is refused.
import { OperatorError } from '../../runtime/operator-error.ts';
import { settleDatum } from './datum.ts';

export type CrsDescription = {
  name: string;
  /** 'EPSG:2264', where the text says it. */
  id: string | undefined;
  datum: string;
  semiMajorAxis: number;
  /** 0 for a sphere. */
  inverseFlattening: number;
  toWgs84: readonly number[] | undefined;
  /** Degrees east of Greenwich. */
  primeMeridian: number;
  /** Undefined for longitude and latitude. */
  projection: { method: string; parameters: CrsParameter[]; metersPerUnit: number } | undefined;
  /** Of longitudes and latitudes. */
  degreesPerUnit: number;
};

/** Values in degrees, meters, or without a unit. */
export type CrsParameter = { name: string; value: number };

/** By the names of OGC, Esri and EPSG, in lower case with one underscore for all that is not a letter or a digit. */
const METHODS: Readonly<Record<string, string>> = {
  transverse_mercator: 'tmerc',
  transverse_mercator_complex: 'tmerc',
  gauss_kruger: 'tmerc',
  lambert_conformal_conic: 'lcc',
  lambert_conformal_conic_1sp: 'lcc',
  lambert_conformal_conic_2sp: 'lcc',
  lambert_conic_conformal_1sp: 'lcc',
  lambert_conic_conformal_2sp: 'lcc',
  lambert_conic_conformal_2sp_michigan: 'lcc',
  albers: 'aea',
  albers_conic_equal_area: 'aea',
  albers_equal_area: 'aea',
  mercator: 'merc',
  mercator_1sp: 'merc',
  mercator_2sp: 'merc',
  mercator_variant_a: 'merc',
  mercator_variant_b: 'merc',
  mercator_auxiliary_sphere: 'webmerc',
  popular_visualisation_pseudo_mercator: 'webmerc',
  hotine_oblique_mercator: 'omerc +no_uoff',
  hotine_oblique_mercator_variant_a: 'omerc +no_uoff',
  hotine_oblique_mercator_azimuth_natural_origin: 'omerc +no_uoff',
  rectified_skew_orthomorphic_natural_origin: 'omerc +no_uoff',
  hotine_oblique_mercator_azimuth_center: 'omerc',
  hotine_oblique_mercator_variant_b: 'omerc',
  rectified_skew_orthomorphic_center: 'omerc',
  oblique_mercator: 'omerc',
  oblique_stereographic: 'sterea',
  double_stereographic: 'sterea',
  lambert_azimuthal_equal_area: 'laea',
  polyconic: 'poly',
  american_polyconic: 'poly',
};

const PARAMETERS: Readonly<Record<string, string>> = {
  latitude_of_origin: 'lat_0',
  latitude_of_center: 'lat_0',
  latitude_of_natural_origin: 'lat_0',
  latitude_of_false_origin: 'lat_0',
  latitude_of_projection_centre: 'lat_0',
  central_meridian: 'lon_0',
  longitude_of_origin: 'lon_0',
  longitude_of_center: 'lon_0',
  longitude_of_natural_origin: 'lon_0',
  longitude_of_false_origin: 'lon_0',
  longitude_of_projection_centre: 'lon_0',
  standard_parallel_1: 'lat_1',
  latitude_of_1st_standard_parallel: 'lat_1',
  standard_parallel_2: 'lat_2',
  latitude_of_2nd_standard_parallel: 'lat_2',
  scale_factor: 'k',
  scale_factor_at_natural_origin: 'k',
  scale_factor_on_initial_line: 'k',
  scale_factor_at_projection_centre: 'k',
  ellipsoid_scaling_factor: 'k',
  false_easting: 'x_0',
  easting_at_false_origin: 'x_0',
  easting_at_projection_centre: 'x_0',
  false_northing: 'y_0',
  northing_at_false_origin: 'y_0',
  northing_at_projection_centre: 'y_0',
  azimuth: 'alpha',
  azimuth_of_initial_line: 'alpha',
  azimuth_at_projection_centre: 'alpha',
  rectified_grid_angle: 'gamma',
  xy_plane_rotation: 'gamma',
  angle_from_rectified_to_skew_grid: 'gamma',
  auxiliary_sphere_type: '',
};

/** The name of a method or parameter in the form of the tables above. */
const plainName = (name: string): string =>
  name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^_|_$/g, '');

export function describedProj4(crs: CrsDescription): { proj4: string; notes: string[] } {
  const { projection } = crs;
  const datum = settleDatum(crs);
  if (!projection) {
    const unit = crs.degreesPerUnit === 1 ? '' : ` +to_meter=${crs.degreesPerUnit}`;
    return { proj4: `+proj=longlat${unit} ${datum.proj4}`, notes: datum.notes };
  }
  const method = METHODS[plainName(projection.method)];
  if (!method) {
    throw new OperatorError(
      `The coordinate system ${crs.name} uses the projection ${projection.method}, which Platbook cannot compute: ` +
        'convert the file to longitude and latitude first (for example with ogr2ogr -t_srs EPSG:4326).',
    );
  }
  const unit = `+to_meter=${projection.metersPerUnit}`;
  const values = readParameters(crs.name, projection.parameters);
  if (method === 'webmerc') return { proj4: webMercator(values, unit), notes: [] };
  return { proj4: `+proj=${method} ${valuesFor(method, values)} ${unit} ${datum.proj4}`, notes: datum.notes };
}

function readParameters(system: string, parameters: readonly CrsParameter[]): Map<string, number> {
  const values = new Map<string, number>();
  for (const { name, value } of parameters) {
    const key = PARAMETERS[plainName(name)];
    if (key === undefined || !Number.isFinite(value)) {
      throw new OperatorError(
        `The coordinate system ${system} has a parameter that Platbook does not know, ${name}: give its EPSG code ` +
          'instead, as in --crs EPSG:2264 (https://epsg.io finds it by name).',
      );
    }
    if (key) values.set(key, value);
  }
  return values;
}

/** Esri's Mercator on an auxiliary sphere is Web Mercator; the sphere has the ellipsoid's longer radius. */
function webMercator(values: ReadonlyMap<string, number>, unit: string): string {
  const shift = ['lon_0', 'x_0', 'y_0'].map((key) => `+${key}=${values.get(key) ?? 0}`).join(' ');
  return `+proj=merc +a=6378137 +b=6378137 ${shift} ${unit}`;
}

function valuesFor(method: string, values: Map<string, number>): string {
  if (method === 'lcc' && !values.has('lat_1')) values.set('lat_1', values.get('lat_0') ?? 0);
  if (method === 'merc' && values.has('lat_1')) {
    values.set('lat_ts', values.get('lat_1')!);
    values.delete('lat_1');
  }
  if (method.startsWith('omerc')) {
    values.set('lonc', values.get('lon_0') ?? 0);
    values.delete('lon_0');
    if (!values.has('gamma')) values.set('gamma', values.get('alpha') ?? 0);
  }
  return [...values].map(([key, value]) => `+${key}=${value}`).join(' ');
}
