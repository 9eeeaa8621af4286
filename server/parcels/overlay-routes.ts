// GET /api/parcels/{pin}/overlays: what lies on a parcel, and the ground under it.
import { setImmediate } from 'node:timers/promises';
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
  /** Differs whenever the heights differ. */
  terrainVersion?: (() => string | undefined) | undefined;
  /** Undefined where the terrain is not known. */
  groundUnder?: ((geometry: AreaGeometry) => Promise<Ground | undefined>) | undefined;
};

type Parts = {
  parcels: ParcelStore;
  ground: LiveGround;
  /** Who waits for an answer. */
  clientOf: (request: FastifyRequest) => Promise<Client>;
};

/** Parcels that wait for one reader, and for all strangers together. The page asks for one. */
const WAITING_MAX = 32;
/** Parcels whose answers are remembered. */
const KEPT_MAX = 1000;

export function overlayRoutes(app: FastifyInstance, { parcels, ground, clientOf }: Parts): void {
  // One thread reads the overlays, and the one that answers everybody measures the ground.
  const inTurn = createTurns(app, {
    clientOf,
    limits: { runningMax: 1, strangersRunningMax: 1, waitingMax: WAITING_MAX },
  });
  const kept = new LRUCache<string, { store: OverlayStore | undefined; answer: OverlaysOnParcel }>({
    max: KEPT_MAX,
  });

  app.get<{ Params: { pin: string } }>(
    '/api/parcels/:pin/overlays',
    async (request, reply): Promise<OverlaysOnParcel> => {
      const asked = parseInput(pin, request.params.pin);
      const shape = await parcels.findShape(asked);
      if (!shape) throw new Failure(404, whyMissing(parcels, asked));
      return answerOn(shape.geometry, {
        reply: reply as FastifyReply,
        key: `${parcels.current()?.version} ${ground.terrainVersion?.()} ${asked}`,
      });
    },
  );

  async function answerOn(
    geometry: AreaGeometry,
    { reply, key }: { reply: FastifyReply; key: string },
  ): Promise<OverlaysOnParcel> {
    const store = ground.overlays();
    const known = () => {
      const found = kept.get(key);
      return found?.store === store ? found?.answer : undefined;
    };
    return known() ?? inTurn(reply, async () => known() ?? ask());

    async function ask(): Promise<OverlaysOnParcel> {
      // Heights that are known are measured at once: between two turns others are answered.
      await setImmediate();
      let areAll = true;
      const leftOut = () => {
        areAll = false;
      };
      const [overlays = [], under] = await Promise.all([
        store?.on(geometry, (sentence) => {
          leftOut();
          reply.log.warn(sentence);
        }),
        groundUnder(geometry, { log: reply.log, leftOut }),
      ]);
      const answer = under ? { overlays, ground: under } : { overlays };
      if (areAll) kept.set(key, { store, answer });
      return answer;
    }
  }

  /** Without it the overlays are answered all the same. */
  async function groundUnder(
    geometry: AreaGeometry,
    { log, leftOut }: Pick<FastifyReply, 'log'> & { leftOut: () => void },
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
      leftOut();
      log.warn({ err: error }, 'The ground under a parcel is left out.');
      return undefined;
    }
  }
}
