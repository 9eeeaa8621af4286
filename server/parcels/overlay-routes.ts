// GET /api/parcels/{pin}/overlays: what lies on a parcel, and the ground under it.
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { OverlaysOnParcel } from '../../contract/overlays.ts';
import { pin } from '../../contract/parcel.ts';
import type { AreaGeometry } from '../../geo/geometry.ts';
import type { OverlayStore } from '../../store/overlay-store.ts';
import type { ParcelStore } from '../../store/parcel-store.ts';
import { Failure } from '../failure.ts';
import { parseInput } from '../parse-input.ts';
import type { RequireReader } from '../require-session.ts';
import { whyMissing } from './why-missing.ts';

type Ground = { lowestFeet: number; highestFeet: number; meanFeet: number; slopePercent: number };

/** Asked anew by each request: what there is may change while the server runs. */
export type LiveGround = {
  overlays(): OverlayStore | undefined;
  /** Undefined where the terrain is not known. */
  groundUnder?: ((geometry: AreaGeometry) => Promise<Ground | undefined>) | undefined;
};

type Parts = { parcels: ParcelStore; ground: LiveGround; requireReader: RequireReader };

export function overlayRoutes(app: FastifyInstance, { parcels, ground, requireReader }: Parts): void {
  app.get<{ Params: { pin: string } }>(
    '/api/parcels/:pin/overlays',
    async (request): Promise<OverlaysOnParcel> => {
      await requireReader(request);
      const asked = parseInput(pin, request.params.pin);
      const shape = await parcels.findShape(asked);
      if (!shape) throw new Failure(404, whyMissing(parcels, asked));
      const [overlays, under] = await Promise.all([
        overlaysOn(shape.geometry, request),
        groundUnder(shape.geometry, request),
      ]);
      return under ? { overlays, ground: under } : { overlays };
    },
  );

  async function overlaysOn(
    geometry: AreaGeometry,
    { signal, log }: FastifyRequest,
  ): Promise<OverlaysOnParcel['overlays']> {
    try {
      return (
        (await ground.overlays()?.on(geometry, { signal, warn: (sentence) => log.warn(sentence) })) ?? []
      );
    } catch (error) {
      // Nobody reads the answer.
      if (signal.aborted) return [];
      throw error;
    }
  }

  /** Without it the overlays are answered all the same. */
  async function groundUnder(
    geometry: AreaGeometry,
    { log }: FastifyRequest,
  ): Promise<OverlaysOnParcel['ground']> {
    try {
      const found = await ground.groundUnder?.(geometry);
      return (
        found && {
          lowest_feet: found.lowestFeet,
          highest_feet: found.highestFeet,
          mean_feet: found.meanFeet,
          slope_percent: found.slopePercent,
        }
      );
    } catch (error) {
      log.warn({ err: error }, 'The ground under a parcel is left out.');
      return undefined;
    }
  }
}
