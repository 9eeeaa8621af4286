// Letters to the owners of a set of parcels: who gets one, labels to print, and a table for mail merge.
import { Readable } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import {
  type LabelsQuery,
  type LeftOutReason,
  labelsQuery,
  leftOutReasons,
  type NoticesAnswer,
  noticesQuery,
} from '../../contract/letters.ts';
import { LETTERS_MAX, OWN_PARCELS_MAX, SET_PAGE_MAX } from '../../contract/limits.ts';
import { messages } from '../../contract/messages.ts';
import { pinLabel } from '../../contract/parcel-pin.ts';
import type { SetParcel } from '../../contract/parcel-set.ts';
import type { Client } from '../../runtime/fair-queue.ts';
import type { AskedFilter } from '../../store/parcel-queries.ts';
import type { ParcelStore } from '../../store/parcel-store.ts';
import { createTurns, type InTurn, streamInTurn } from '../answer-in-turn.ts';
import { Failure } from '../failure.ts';
import { parseInput } from '../parse-input.ts';
import type { PdfDocument } from '../pdf-text.ts';
import { filterOfText, setOfRequest, setRouteOptions } from '../set-of-request.ts';
import { labelSheets, labelsPerSheet } from './label-sheets.ts';
import { writeLabels } from './labels-pdf.ts';
import { writeLettersCsv } from './letters-csv.ts';
import { createNoticeList, type Letter, type NoticeList } from './notice-list.ts';

type Parts = {
  parcels: Pick<ParcelStore, 'current' | 'queries'>;
  clientOf: (request: FastifyRequest) => Promise<Client>;
  inQueryTurn: InTurn;
};

/** A list of thousands takes a second of the thread that also answers everybody else. */
const limits = { runningMax: 2, strangersRunningMax: 1, waitingMax: 32 };

const PARCELS_A_TURN = 100;

type Notices = NoticeList & {
  parcels: number;
  /** The names of the sources that the parcels come from. */
  sources: Set<string>;
};

export function letterRoutes(app: FastifyInstance, { parcels, clientOf, inQueryTurn }: Parts): void {
  const inTurn = createTurns(app, { clientOf, limits });

  app.route({
    method: ['GET', 'POST'],
    url: '/api/notices',
    ...setRouteOptions,
    handler: async (request, reply): Promise<NoticesAnswer> => {
      const { filter, others } = letterSet(request);
      const { limit, offset, ...whom } = parseInput(noticesQuery, others);
      const notices = await inTurn(reply, (signal) => noticesOf({ filter, ...whom, signal, reply }));
      return {
        parcels: notices.parcels,
        count: notices.letters.length,
        letters: notices.letters
          .slice(offset, offset + limit)
          .map(({ name, address, pins }) => ({ name, lines: address.lines, pins })),
        left_out: Object.entries(notices.leftOut).flatMap(([key, pins]) => {
          const reason = key as LeftOutReason;
          if (pins.length === 0) return [];
          return [
            { reason, text: leftOutReasons[reason], count: pins.length, pins: pins.slice(0, SET_PAGE_MAX) },
          ];
        }),
      };
    },
  });

  app.route({
    method: ['GET', 'POST'],
    url: '/api/labels',
    ...setRouteOptions,
    handler: async (request, reply) => {
      const { filter, others } = letterSet(request);
      const query = parseInput(labelsQuery, others);
      const { format, start, re, ...whom } = query;
      if (format !== 'csv' && start > labelsPerSheet(labelSheets[format])) {
        throw new Failure(400, `start must lie between 1 and ${labelsPerSheet(labelSheets[format])}.`);
      }
      const notices = (signal: AbortSignal) => noticesOf({ filter, ...whom, signal, reply });
      if (format === 'csv') {
        const { letters, sources } = await inTurn(reply, notices);
        reply.type('text/csv; charset=utf-8').header('Content-Disposition', attachment(format, sources));
        return Readable.from(writeLettersCsv(letters));
      }
      // The turn lasts until all is drawn; how slowly somebody reads does not count.
      const { doc, sources } = await beginInTurn<{ doc: PdfDocument; sources: Set<string> }>(
        reply,
        async (begin, signal) => {
          const { letters, sources, parcels: inSet } = await notices(signal);
          if (letters.length === 0)
            throw new Failure(404, inSet === 0 ? messages.emptySet : messages.noLetters);
          const labels = letters.map((letter) => linesOf(letter, re));
          const title = `Labels, ${[...sources].join(', ')}`;
          const { doc, drawn } = await writeLabels(labels, { format, start, title });
          begin({ doc, sources });
          await drawn;
        },
      );
      reply.type('application/pdf').header('Content-Disposition', attachment(format, sources));
      return doc;
    },
  });

  function beginInTurn<Begun>(
    reply: FastifyReply,
    work: (begin: (begun: Begun) => void, signal: AbortSignal) => Promise<void>,
  ): Promise<Begun> {
    return new Promise((begin, refuse) => {
      inTurn(reply, (signal) => work(begin, signal)).catch(refuse);
    });
  }

  async function noticesOf({
    filter,
    merge,
    own,
    signal,
    reply,
  }: Pick<ReturnType<typeof setOfRequest>, 'filter'> &
    Pick<LabelsQuery, 'merge' | 'own'> & { signal: AbortSignal; reply: FastifyReply }): Promise<Notices> {
    if (!parcels.current()) throw new Failure(404, messages.noParcelsYet);
    const { leaveOut, add, list } = createNoticeList(merge);
    /** Answers how many there are. */
    async function forEachOf(set: AskedFilter, visit: (parcel: SetParcel) => void): Promise<number> {
      const open = (stopped: AbortSignal) => parcels.queries.stream(set, AbortSignal.any([signal, stopped]));
      let visited = 0;
      for await (const batch of streamInTurn(open, (first) => inQueryTurn(reply, first))) {
        for (const parcel of batch.parcels) {
          // Keys of names and addresses take a twentieth of a millisecond each: others get a turn in between.
          if (visited++ % PARCELS_A_TURN === 0) await nextTurn();
          visit(parcel);
        }
      }
      return visited;
    }
    if (own !== undefined) {
      let left = OWN_PARCELS_MAX;
      const count = await forEachOf(filterOfText(own, 'own'), (parcel) => {
        if (left-- === 0) throw new Failure(400, messages.tooManyOwn);
        leaveOut(parcel);
      });
      if (count === 0) throw new Failure(400, messages.noneOwn);
    }
    const sources = new Set<string>();
    const count = await forEachOf(filter, (parcel) => {
      add(parcel);
      if (list.letters.length > LETTERS_MAX) throw new Failure(400, messages.tooManyLetters);
      sources.add(parcel.source);
    });
    return { ...list, parcels: count, sources };
  }

  /** After the source and the day of its data. */
  function attachment(format: LabelsQuery['format'], names: Set<string>): string {
    const sources = (parcels.current()?.sources ?? []).filter(({ name }) => names.has(name));
    const days = sources.map(({ dataDate, loadedAt }) => dataDate ?? loadedAt.slice(0, 10)).sort();
    const what = format === 'csv' ? 'letters' : `labels-${format}`;
    const parts = [sources.length === 1 ? sources[0]!.name : [], what, days.at(-1) ?? []].flat();
    const ending = format === 'csv' ? 'csv' : 'pdf';
    return `attachment; filename="${parts.join('-').replace(/[^\w.-]/g, '_')}.${ending}"`;
  }
}

/** Letters are in the order of PINs. */
function letterSet(request: FastifyRequest): ReturnType<typeof setOfRequest> {
  const set = setOfRequest(request);
  if (set.sort.length > 0) throw new Failure(400, 'sort: letters are in the order of PINs.');
  return set;
}

function linesOf({ name, address, pins }: Letter, re: LabelsQuery['re']): string[] {
  const lines = [name, ...address.lines];
  if (re === 'none') return lines;
  const more = pins.length > 1 ? ` and ${pins.length - 1} more` : '';
  return [`Re: ${pinLabel(pins[0]!)}${more}`, ...lines];
}
