// The corners of a parcel as text to copy: in degrees, UTM or State Plane.
//
// Shapes are kept in degrees in which NAD83 and WGS 84 count as one, as every web map does: a county's own State Plane
// figures come out again as they were. The two are 2 to 5 feet apart in the lower states.
import type { LngLat, Position } from '../../geo/geometry.ts';
import type { StatePlaneZone } from '../../geo/state-plane-zones.ts';

/** About half an inch. */
const DEGREE_DECIMALS = 7;
const METER_DECIMALS = 3;
const FOOT_DECIMALS = 2;

export type CornerFormat =
  | { kind: 'degrees' }
  | { kind: 'utm' }
  | { kind: 'state-plane'; zone: StatePlaneZone };

/** A line for each corner, northing or latitude first; an empty line between rings. */
export async function cornerLines(rings: readonly Position[][], format: CornerFormat): Promise<string> {
  const write = await writerOf(rings, format);
  return rings.map((ring) => ring.map(write).join('\n')).join('\n\n');
}

async function writerOf(
  rings: readonly Position[][],
  format: CornerFormat,
): Promise<(at: Position) => string> {
  if (format.kind === 'degrees') {
    return ([lng, lat]) => `${lat.toFixed(DEGREE_DECIMALS)}, ${lng.toFixed(DEGREE_DECIMALS)}`;
  }
  // Most people never ask for these: the library is loaded when somebody does.
  const { default: proj4 } = await import('proj4');
  const [lng = 0, lat = 0] = rings[0]?.[0] ?? [];
  const system = format.kind === 'utm' ? utmProj4({ lng, lat }) : format.zone.proj4;
  // Without a datum on either side, nothing is shifted.
  const { forward } = proj4('+proj=longlat +ellps=GRS80', system);
  const decimals = format.kind === 'utm' ? METER_DECIMALS : FOOT_DECIMALS;
  return ([x, y]) => {
    const [easting, northing] = forward([x, y]) as [number, number];
    return `${northing.toFixed(decimals)}, ${easting.toFixed(decimals)}`;
  };
}

/** The whole parcel is in the zone of its first corner, also where a zone ends in it. */
function utmZone({ lng, lat }: LngLat): { number: number; isSouth: boolean } {
  const turned = ((((lng + 180) % 360) + 360) % 360) / 6;
  return { number: Math.floor(turned) + 1, isSouth: lat < 0 };
}

export function utmName(place: LngLat): string {
  const { number, isSouth } = utmZone(place);
  return `UTM zone ${number}${isSouth ? 'S' : 'N'}`;
}

function utmProj4(place: LngLat): string {
  const { number, isSouth } = utmZone(place);
  return `+proj=utm +zone=${number}${isSouth ? ' +south' : ''} +ellps=GRS80`;
}

/** The likeliest first. The source's title ends in its state: 'Iredell County, North Carolina'. */
export async function zonesFor(place: LngLat, sourceTitle: string | undefined): Promise<StatePlaneZone[]> {
  const { statePlaneZonesAt } = await import('../../geo/state-plane-zones.ts');
  return statePlaneZonesAt(place, sourceTitle?.split(',').at(-1)?.trim());
}
