// Fetches one parcel: its details, its geometry, and what lies on it. Parses the answers.
import { z } from 'zod';
import { messages } from '../../contract/messages.ts';
import { type OverlaysOnParcel, overlaysOnParcel } from '../../contract/overlays.ts';
import { type Parcel, tolerantParcel } from '../../contract/parcel.ts';
import { answersFor } from '../../contract/parcel-pin.ts';
import type { AreaGeometry, LngLat } from '../../geo/geometry.ts';
import { CallFailure, callServer } from '../call-server.ts';

/** The centroid is null where neither the answer nor the geometry gives one. */
export type FetchedParcel = Omit<Parcel, 'centroid'> & { centroid: LngLat | null };

const ring = z.array(z.tuple([z.number(), z.number()])).min(4);
const rings = z.array(ring).min(1);
const areaFeature = z.object({
  geometry: z.discriminatedUnion('type', [
    z.object({ type: z.literal('Polygon'), coordinates: rings }),
    z.object({ type: z.literal('MultiPolygon'), coordinates: z.array(rings).min(1) }),
  ]),
});

export async function fetchParcel(pin: string, signal: AbortSignal): Promise<FetchedParcel> {
  const path = `/api/parcels/${encodeURIComponent(pin)}`;
  const { data } = tolerantParcel.safeParse(await callServer({ kind: 'parcel', path, signal }));
  if (!data || !answersFor(pin, data.pin)) throw new CallFailure(messages.parcelInvalid);
  return data;
}

export async function fetchParcelGeometry(pin: string, signal: AbortSignal): Promise<AreaGeometry> {
  const path = `/api/parcels/feature/${encodeURIComponent(pin)}`;
  const { data } = areaFeature.safeParse(await callServer({ kind: 'parcel', path, signal }));
  if (!data) throw new CallFailure(messages.parcelInvalid);
  return data.geometry;
}

export async function fetchOverlays(pin: string, signal: AbortSignal): Promise<OverlaysOnParcel> {
  const path = `/api/parcels/${encodeURIComponent(pin)}/overlays`;
  const answer = await callServer({ kind: 'parcel', path, signal }).catch((error) => {
    // The parcel has gone with an import, which its details will say.
    if (error instanceof CallFailure && error.status === 404) return { overlays: [] };
    throw error;
  });
  const { data } = overlaysOnParcel.safeParse(answer);
  if (!data) throw new CallFailure(messages.parcelInvalid);
  return data;
}
