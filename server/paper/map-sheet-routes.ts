// POST /api/map-sheet: a parcel or a set on paper, as a PDF at a true scale.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { formatField, isKnown } from '../../contract/format-field.ts';
import { type MapSheetRequest, SHEET_PICTURE_PIXELS_MAX } from '../../contract/map-sheet.ts';
import { refusals } from '../../contract/messages.ts';
import { columnEntries } from '../../contract/parcel-columns.ts';
import { pinLabel } from '../../contract/parcel-pin.ts';
import type { SetParcel } from '../../contract/parcel-set.ts';
import { ringOfBounds } from '../../geo/bounds-of.ts';
import type { ClusterBus } from '../../runtime/cluster-bus.ts';
import type { Client } from '../../runtime/fair-queue.ts';
import { loadSharp } from '../../runtime/load-sharp.ts';
import { openWorker, type WorkerCaller } from '../../runtime/worker-call.ts';
import { type AskedFilter, parcelsIn } from '../../store/parcel-queries.ts';
import type { ParcelStore } from '../../store/parcel-store.ts';
import { createTurns, type InTurn } from '../answer-in-turn.ts';
import { Failure } from '../failure.ts';
import { freeWhenClosed } from '../person-limits.ts';
import { Places } from '../places.ts';
import type { RequireReader } from '../require-session.ts';
import { filterOfText } from '../set-of-request.ts';
import { refuseBody, refuseStalledBody } from '../stalled-connections.ts';
import { TABLE_ROWS_MAX } from './draw-sheet-table.ts';
import type { Fact, SheetTexts } from './draw-sheet-text.ts';
import type { MapSheetCalls, PackedSheetParcel } from './map-sheet-worker.ts';
import { noPicture, parseSheetBody, readSheetBodies, SHEET_BODY_BYTES_MAX } from './sheet-body.ts';
import { frameOf } from './sheet-frame.ts';

type Parts = {
  parcels: ParcelStore;
  requireReader: RequireReader;
  clientOf: (request: FastifyRequest) => Promise<Client>;
  inQueryTurn: InTurn;
  clusterBus: ClusterBus;
  /** Where the parcels come from and of which day, as the map credits it. */
  parcelCredit: () => string | null;
  now: () => number;
};

/** Each may hold 100 MB: a body, what is made of it in two threads, and a PDF that is not read yet. */
const places = {
  topic: 'map sheets',
  ofOneMax: 1,
  max: 3,
  strangersMax: 1,
  tooManyOfOne: refusals.sheetRunning,
  noneFree: refusals.sheetsBusy,
};
/** One thread draws. */
const limits = { runningMax: 1, strangersRunningMax: 1, waitingMax: 8 };
/** More lines than this cannot be told apart on paper. */
const DRAWN_PARCELS_MAX = 20_000;
const JPEG_QUALITY = 92;

export function mapSheetRoutes(app: FastifyInstance, parts: Parts): void {
  const { parcels, requireReader, clientOf, inQueryTurn, clusterBus, parcelCredit, now } = parts;
  const running = new Places(places, clusterBus);
  const drawings = new WeakMap<FastifyRequest, Promise<unknown>>();
  const inTurn = createTurns(app, { clientOf, limits });
  let worker: WorkerCaller<MapSheetCalls> | undefined;
  app.addHook('onClose', async () => worker?.close());

  /** Before the first byte of the body is read, and until nobody reads the PDF any more and nothing is drawn for it. */
  async function takePlace(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    await requireReader(request);
    const endBody = () => {
      if (request.raw.complete) return false;
      refuseBody(app.server, request.raw);
      return true;
    };
    const leave = await running.enter(await clientOf(request), endBody);
    freeWhenClosed(reply, () => void Promise.allSettled([drawings.get(request)]).then(leave));
    refuseStalledBody(app.server, request.raw);
  }

  // In a scope: other calls take no such bodies.
  app.register(async (scope) => {
    readSheetBodies(scope);
    const options = { bodyLimit: SHEET_BODY_BYTES_MAX, onRequest: takePlace };
    scope.post('/api/map-sheet', options, async (request, reply) => {
      const { asked, picture } = parseSheetBody(request);
      const filter = filterOfText(asked.filter);
      const pdf = await inTurn(reply, (signal) => {
        const drawing = draw({ asked, picture, filter, signal }, reply);
        drawings.set(request, drawing);
        return drawing;
      });
      reply.type('application/pdf');
      return reply.send(Buffer.from(pdf.buffer, pdf.byteOffset, pdf.byteLength));
    });
  });

  type Wanted = {
    asked: MapSheetRequest;
    picture: Buffer | undefined;
    filter: AskedFilter;
    signal: AbortSignal;
  };

  async function draw({ asked, picture, filter, signal }: Wanted, reply: FastifyReply): Promise<Uint8Array> {
    const jpeg = picture && (await asJpeg(picture));
    const { page, chosen, around } = await inQueryTurn(reply, async (signal) => {
      const query = { filter, sort: [], limit: TABLE_ROWS_MAX, offset: 0 };
      const page = await parcels.queries.select(query, signal);
      if (page.count === 0) throw new Failure(404, refusals.emptySet);
      const frame = inFrame(asked);
      const chosen = await drawn({ op: 'and', of: [filter, frame] }, signal);
      return { page: { ...page, parcels: parcelsIn(page) }, chosen, around: await drawn(frame, signal) };
    });
    signal.throwIfAborted();
    worker ??= openWorker(new URL('./map-sheet-worker.ts', import.meta.url), {});
    const thread = worker;
    // It draws this sheet alone, and nothing else could stop it.
    const end = () => thread.end();
    signal.addEventListener('abort', end);
    try {
      return await thread.call('draw', {
        request: asked,
        picture: jpeg,
        texts: textsOf(page, {
          title: asked.title,
          day: asked.date ?? now(),
          credit: parcelCredit(),
          leftOut: around.isCut || chosen.isCut,
        }),
        around: around.isCut ? [] : around.parcels,
        chosen: chosen.parcels,
        rows: asked.withTable && page.count > 1 ? page.parcels : [],
        count: page.count,
      });
    } finally {
      // The signal fires at the end of the answer, too, when the thread draws for somebody else.
      signal.removeEventListener('abort', end);
    }
  }

  /** Each lot once, however many units it has. */
  async function drawn(filter: AskedFilter, signal: AbortSignal) {
    const byPin = new Map<string, PackedSheetParcel>();
    for await (const batch of parcels.queries.stream(filter, signal)) {
      for (const { pin, lot, name, shape, centroid } of batch.parcels) {
        const inside = [centroid.lng, centroid.lat] as const;
        byPin.set(lot ?? pin, { pin: lot ?? pin, name: lot ? '' : name, shape, inside });
      }
      if (byPin.size > DRAWN_PARCELS_MAX) return { parcels: [...byPin.values()], isCut: true };
    }
    return { parcels: [...byPin.values()], isCut: false };
  }
}

/** As a JPEG, which a PDF takes as it is. The PDF's library would unpack a PNG in memory, however large it is. */
async function asJpeg(picture: Buffer): Promise<Buffer> {
  const sharp = await loadSharp();
  const image = sharp(picture, { limitInputPixels: SHEET_PICTURE_PIXELS_MAX });
  try {
    if ((await image.metadata()).format === 'jpeg') return picture;
    return await image.flatten({ background: 'white' }).jpeg({ quality: JPEG_QUALITY }).toBuffer();
  } catch {
    throw noPicture();
  }
}

function inFrame(asked: MapSheetRequest): AskedFilter {
  return { op: 'intersects', area: { type: 'Polygon', coordinates: [ringOfBounds(frameOf(asked).land)] } };
}

type Page = { count: number; acres: number; parcels: SetParcel[] };

function textsOf(
  page: Page,
  {
    title,
    day,
    credit,
    leftOut,
  }: { title: string; day: string | number; credit: string | null; leftOut: boolean },
): SheetTexts {
  const [only] = page.count === 1 ? page.parcels : [];
  const acres = `${page.acres.toLocaleString('en-US', { maximumFractionDigits: 2 })} acres`;
  const parcels = `${page.count.toLocaleString('en-US')} parcels`;
  return {
    subtitle: only
      ? [`PIN ${pinLabel(only.pin)}`, only.site_address].filter((part) => part && part !== title).join(' · ')
      : `${parcels}, ${acres}`,
    date: new Date(day).toLocaleDateString('en-US', { dateStyle: 'long', timeZone: 'UTC' }),
    facts: only
      ? factsOf(only)
      : [
          ['Parcels', page.count.toLocaleString('en-US')],
          ['Total acres', acres],
        ],
    source: credit === null ? '' : `Parcels: ${credit}.`,
    chosen: only ? 'This parcel' : parcels,
    note: leftOut ? 'Lines of other parcels are left out: they are too many at this scale.' : undefined,
  };
}

function factsOf(parcel: SetParcel): Fact[] {
  const mailing = [
    parcel.add1,
    parcel.add2,
    [parcel.city, parcel.state, parcel.zip].filter(Boolean).join(' '),
  ];
  const facts: [string, string | null | undefined][] = [
    ['Owner', parcel.name],
    ['Mailing address', mailing.filter(Boolean).join(', ')],
    ['Site address', parcel.site_address],
    ...columnEntries.flatMap(([field, column]): [string, string][] =>
      column.inPanel === 'own place' || !isKnown(parcel[field])
        ? []
        : [[column.label, formatField(parcel[field], column)]],
    ),
  ];
  return facts.flatMap(([label, value]) => (value ? [[label, value] as const] : []));
}
