// The corners of a parcel as text to copy: in degrees, UTM or State Plane.
import type { LngLat, Position } from '../../geo/geometry.ts';
import type { StatePlaneZone } from '../../geo/state-plane-zones.ts';
import { utmZone } from '../utm-zone.ts';

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
  const { toStatePlane, toUtm } = await import('../projections.ts');
  const [lng = 0, lat = 0] = rings[0]?.[0] ?? [];
  const isUtm = format.kind === 'utm';
  // The whole parcel is in the zone of its first corner, also where a zone ends in it.
  const project = isUtm ? toUtm({ lng, lat }) : toStatePlane(format.zone);
  const decimals = isUtm ? METER_DECIMALS : FOOT_DECIMALS;
  return ([x, y]) => {
    const { easting, northing } = project({ lng: x, lat: y });
    return `${northing.toFixed(decimals)}, ${easting.toFixed(decimals)}`;
  };
}

export function utmName(place: LngLat): string {
  const { number, isSouth } = utmZone(place);
  return `UTM zone ${number}${isSouth ? 'S' : 'N'}`;
}

/** The likeliest first. The source's title ends in its state: 'Iredell County, North Carolina'. */
export async function zonesFor(place: LngLat, sourceTitle: string | undefined): Promise<StatePlaneZone[]> {
  const { statePlaneZonesAt } = await import('../../geo/state-plane-zones.ts');
  return statePlaneZonesAt(place, sourceTitle?.split(',').at(-1)?.trim());
}
