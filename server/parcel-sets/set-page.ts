// A page of a set, and the cursor of the next: how far it got, in which set, of which version of the parcels.
import { createHash } from 'node:crypto';
import type { FastifyReply } from 'fastify';
import { formatSort } from '../../contract/cql2/parse-sort.ts';
import { refusals } from '../../contract/messages.ts';
import type { SortKey } from '../../contract/parcel-filter.ts';
import type { SetAnswer, SetParcel } from '../../contract/parcel-set.ts';
import type { SetPage } from '../../store/parcel-queries.ts';
import { Failure } from '../failure.ts';

type Place = { offset: number; version: string };
/** The text of its filter, and its order. */
type Asked = { text: string; sort: readonly SortKey[] };

const FORM = /^(\d{1,9}) ([\w-]{16}) ([ -~]+)$/;

function fingerprint({ text, sort }: Asked): string {
  const asked = JSON.stringify([text, formatSort(sort)]);
  return createHash('sha256').update(asked).digest('base64url').slice(0, 16);
}

function formatCursor({ offset, version }: Place, asked: Asked): string {
  return Buffer.from(`${offset} ${fingerprint(asked)} ${version}`).toString('base64url');
}

/** Throws a 400 for any that was not made for this set. */
export function parseCursor(cursor: string, asked: Asked): Place {
  const bytes = Buffer.from(cursor, 'base64url');
  const [, offset, mark, version] = FORM.exec(bytes.toString()) ?? [];
  const isOurs = bytes.toString('base64url') === cursor && mark === fingerprint(asked);
  if (!isOurs || version === undefined) throw new Failure(400, refusals.badSetCursor);
  return { offset: Number(offset), version };
}

/** Without its parcels. `next` continues it as `GET /api/parcels` with the same filter and order. */
export function answerOfPage(
  { version, rows, json: _, ...page }: SetPage,
  { set, offset }: { set: Asked; offset: number },
): SetAnswer {
  const end = offset + rows;
  const isLast = rows === 0 || end >= page.count;
  return { ...page, parcels: [], next: isLast ? null : formatCursor({ offset: end, version }, set) };
}

/** The text of the answer, with the page's parcels where it has none. */
export function textOf(reply: FastifyReply, answer: { parcels: SetParcel[] }, { json }: SetPage): Buffer {
  reply.type('application/json; charset=utf-8');
  // It stands there once: quotes within texts are escaped.
  const [before, after] = JSON.stringify(answer).split('"parcels":[]');
  return Buffer.concat([Buffer.from(`${before}"parcels":`), json, Buffer.from(after!)]);
}
