// GET /api/parcels/{pin}/overlays: what lies on a parcel, and the ground under it.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import type { OverlaysOnParcel } from '../../contract/overlays.ts';
import { pin } from '../../contract/parcel.ts';
import type { AreaGeometry } from '../../geo/geometry.ts';
import type { Client } from '../../runtime/fair-queue.ts';
import type { OverlayStore } from '../../store/overlay-store.ts';
import type { ParcelStore } from '../../store/parcel-store.ts';
import { createTurns } from '../answer-in-turn.ts';
import { Failure } from '../failure.ts';
import { parseInput } from '../parse-input.ts';
import { whyMissing } from '../why-missing.ts';

type Ground = { lowestFeet: number; highestFeet: number; meanFeet: number; slopePercent: number };

/** Asked anew by each request: what there is may change while the server runs. */
export type LiveGround = {
  overlays(): OverlayStore | undefined;
  /** Undefined where the terrain is not known. */
  groundUnder?: ((geometry: AreaGeometry) => Promise<Ground | undefined>) | undefined;
};

type Parts = {
  parcels: ParcelStore;
  ground: LiveGround;
  /** Who waits for an answer. */
  clientOf: (request: FastifyRequest) => Promise<Client>;
};

type Overlays = OverlaysOnParcel['overlays'];

/** Parcels that wait for one reader, and for all strangers together. The page asks for one. */
const WAITING_MAX = 32;
/** Parcels whose answers are remembered. */
const KEPT_MAX = 1000;

export function overlayRoutes(app: FastifyInstance, { parcels, ground, clientOf }: Parts): void {
  // One thread reads the overlays.
  const inTurn = createTurns(app, {
    clientOf,
    limits: { runningMax: 1, strangersRunningMax: 1, waitingMax: WAITING_MAX },
  });
  const kept = new LRUCache<string, { store: OverlayStore; overlays: Overlays }>({ max: KEPT_MAX });

  app.get<{ Params: { pin: string } }>(
    '/api/parcels/:pin/overlays',
    async (request, reply): Promise<OverlaysOnParcel> => {
      const asked = parseInput(pin, request.params.pin);
      const shape = await parcels.findShape(asked);
      if (!shape) throw new Failure(404, whyMissing(parcels, asked));
      const [overlays, under] = await Promise.all([
        overlaysOn(shape.geometry, {
          reply: reply as FastifyReply,
          key: `${parcels.current()?.version} ${asked}`,
        }),
        groundUnder(shape.geometry, request),
      ]);
      return under ? { overlays, ground: under } : { overlays };
    },
  );

  async function overlaysOn(
    geometry: AreaGeometry,
    { reply, key }: { reply: FastifyReply; key: string },
  ): Promise<Overlays> {
    const store = ground.overlays();
    if (!store) return [];
    const known = () => (kept.get(key)?.store === store ? kept.get(key)!.overlays : undefined);
    return known() ?? inTurn(reply, async () => known() ?? ask(store));

    async function ask(store: OverlayStore): Promise<Overlays> {
      let areAll = true;
      const overlays = await store.on(geometry, (sentence) => {
        areAll = false;
        reply.log.warn(sentence);
      });
      if (areAll) kept.set(key, { store, overlays });
      return overlays;
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
