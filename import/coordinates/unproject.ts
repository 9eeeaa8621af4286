// Turns coordinates of a projected system into longitude and latitude on WGS 84, a whole ring at a time.
//
// All realizations of NAD83 (HARN, NSRS2007, CORS96, 2011 …) are taken as WGS 84, as GDAL takes NAD83 and NAD83(2011):
// the two lie a meter or two apart, but web maps and imagery make the same choice, and neighbors must agree.
import proj4 from 'proj4';
import { OperatorError } from '../../runtime/operator-error.ts';
import { lambertInverse } from './lambert-conformal-conic.ts';
import { readProj4, writeProj4 } from './proj4-text.ts';

export type Unproject = (ring: Float64Array) => void;

const DEGREES = 180 / Math.PI;
const WEB_MERCATOR_RADIUS = 6378137;

/** What proj4 makes of a definition, beyond its declared type. Angles in radians. */
type OpenedProj = {
  a: number;
  es: number;
  to_meter?: number;
  from_greenwich?: number;
  lat0?: number;
  lat1?: number;
  lat2?: number;
  lat_ts?: number;
  long0?: number;
  k0?: number;
  x0?: number;
  y0?: number;
  inverse(point: { x: number; y: number }): { x: number; y: number } | null | undefined;
};

/** For the text of a system whose datum is settled: with a `towgs84` of other than zeros, or none. */
export function unprojectorOf(text: string): Unproject {
  const parameters = readProj4(text);
  // Some methods of proj4 compute NaN without them.
  if (!parameters.has('x_0')) parameters.set('x_0', '0');
  if (!parameters.has('y_0')) parameters.set('y_0', '0');
  const hasShift = /[1-9]/.test(parameters.get('towgs84') ?? '');
  if (hasShift) return withDatumShift(writeProj4(parameters));
  // Without a datum, proj4 would compare it with WGS 84.
  parameters.delete('towgs84');
  parameters.delete('nadgrids');
  const proj = openProj4(writeProj4(parameters));
  const metersPerUnit = proj.to_meter ?? 1;
  const greenwich = (proj.from_greenwich ?? 0) * DEGREES;
  const method = parameters.get('proj');
  if (/^lat|^lon/.test(method ?? '')) return geographic(metersPerUnit, greenwich);
  if (method === 'merc' && proj.a === WEB_MERCATOR_RADIUS && proj.es === 0 && !proj.lat_ts) {
    if (!proj.long0 && !proj.x0 && !proj.y0 && proj.k0 === 1) return webMercator(metersPerUnit);
  }
  if (method === 'lcc' && greenwich === 0) {
    return lambertInverse({
      semiMajorAxis: proj.a,
      eccentricity2: proj.es,
      originLat: proj.lat0 ?? 0,
      centralMeridian: proj.long0 ?? 0,
      parallel1: proj.lat1 ?? 0,
      parallel2: proj.lat2 ?? proj.lat1 ?? 0,
      scale: proj.k0 ?? 1,
      falseEasting: proj.x0 ?? 0,
      falseNorthing: proj.y0 ?? 0,
      metersPerUnit,
    });
  }
  // One point for all calls: proj4 changes it in place or returns a new one.
  const point = { x: 0, y: 0 };
  return (ring) => {
    for (let i = 0; i < ring.length; i += 2) {
      point.x = ring[i]! * metersPerUnit;
      point.y = ring[i + 1]! * metersPerUnit;
      const angles = inverseOrNothing(proj, point);
      ring[i] = angles ? angles.x * DEGREES + greenwich : Number.NaN;
      ring[i + 1] = angles ? angles.y * DEGREES : Number.NaN;
    }
  };
}

function openProj4(text: string): OpenedProj {
  try {
    // The class keeps all numbers of the definition, which its type does not say.
    return new proj4.Proj(text) as unknown as OpenedProj;
  } catch {
    throw new OperatorError(
      `The coordinate system "${text}" cannot be computed: give an EPSG code instead, as in --crs EPSG:2264.`,
    );
  }
}

/** proj4 throws for points far outside a projection; one such point must not end the import. */
function inverseOrNothing(proj: OpenedProj, point: { x: number; y: number }) {
  try {
    return proj.inverse(point);
  } catch {
    return undefined;
  }
}

function geographic(unit: number, greenwich: number): Unproject {
  if (unit === 1 && greenwich === 0) return () => undefined;
  return (ring) => {
    for (let i = 0; i < ring.length; i += 2) {
      ring[i] = ring[i]! * unit + greenwich;
      ring[i + 1] = ring[i + 1]! * unit;
    }
  };
}

function webMercator(metersPerUnit: number): Unproject {
  const scale = metersPerUnit / WEB_MERCATOR_RADIUS;
  return (ring) => {
    for (let i = 0; i < ring.length; i += 2) {
      ring[i] = ring[i]! * scale * DEGREES;
      ring[i + 1] = Math.atan(Math.sinh(ring[i + 1]! * scale)) * DEGREES;
    }
  };
}

/** Slower, for old datums only. */
function withDatumShift(text: string): Unproject {
  openProj4(text);
  const converter = proj4(text, 'WGS84');
  return (ring) => {
    for (let i = 0; i < ring.length; i += 2) {
      let place: number[] = [Number.NaN, Number.NaN];
      try {
        place = converter.forward([ring[i]!, ring[i + 1]!]);
      } catch {
        // Coordinates that are not finite; the geometry is refused for them later.
      }
      ring[i] = place[0]!;
      ring[i + 1] = place[1]!;
    }
  };
}
