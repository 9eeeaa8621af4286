// UTM and State Plane. The library is large, and most people never need it: this file is loaded when somebody does.
//
// Shapes are kept in degrees in which NAD83 and WGS 84 count as one, as every web map does: a county's own State Plane
// figures come out again as they were. The two are 2 to 5 feet apart in the lower states.
import proj4 from 'proj4';
import type { LngLat } from '../geo/geometry.ts';
import { type StatePlaneZone, statePlaneZonesAt } from '../geo/state-plane-zones.ts';
import { utmZone } from './utm-zone.ts';

type Projected = { easting: number; northing: number };

/** Without a datum on either side, nothing is shifted. */
function projector(system: string): (at: LngLat) => Projected {
  const { forward } = proj4('+proj=longlat +ellps=GRS80', system);
  return ({ lng, lat }) => {
    const [easting, northing] = forward([lng, lat]) as [number, number];
    return { easting, northing };
  };
}

export function toUtm(zoneOf: LngLat): (at: LngLat) => Projected {
  const { number, isSouth } = utmZone(zoneOf);
  return projector(`+proj=utm +zone=${number}${isSouth ? ' +south' : ''} +ellps=GRS80`);
}

export const toStatePlane = ({ proj4: system }: StatePlaneZone) => projector(system);

const whole = new Intl.NumberFormat('en-US', { maximumFractionDigits: 0 });
const inWords = ({ easting, northing }: Projected, unit: string) =>
  `${whole.format(northing)} N, ${whole.format(easting)} E ${unit}`;

/** `UTM 17N: 3,942,345 N, 512,345 E m` */
export function utmInWords(at: LngLat): string {
  const { number, isSouth } = utmZone(at);
  return `UTM ${number}${isSouth ? 'S' : 'N'}: ${inWords(toUtm(at)(at), 'm')}`;
}

/** In the likeliest zone; in UTM where there is none. */
export function statePlaneInWords(at: LngLat): string {
  const [zone] = statePlaneZonesAt(at);
  return zone ? `${zone.name}: ${inWords(toStatePlane(zone)(at), 'ft')}` : utmInWords(at);
}
