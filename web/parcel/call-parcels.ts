// Calls for one parcel: its details, and its whole shape. Whatever fails becomes words here.
import { z } from 'zod';
import { PARCEL_CALL_TIMEOUT_MS } from '../../contract/limits.ts';
import { messages } from '../../contract/messages.ts';
import type { Parcel } from '../../contract/parcel.ts';
import type { AreaGeometry } from '../../geo/geometry.ts';
import { storedTokens } from '../session/stored-session.ts';
import { type ParcelQuestion, readParcelAnswer } from './parcel-answer.ts';

/** Its message is meant to be read by a person. */
export class ParcelCallFailure extends Error {}

const ring = z.array(z.tuple([z.number(), z.number()]));
const areaFeature = z.object({
  geometry: z.discriminatedUnion('type', [
    z.object({ type: z.literal('Polygon'), coordinates: z.array(ring) }),
    z.object({ type: z.literal('MultiPolygon'), coordinates: z.array(z.array(ring)) }),
  ]),
});

export async function fetchParcel(question: ParcelQuestion): Promise<Parcel> {
  const parcel = readParcelAnswer(await ask(`/api/parcels/${encodeURIComponent(question.pin)}`), question);
  if (!parcel) throw new ParcelCallFailure(messages.parcelInvalid);
  return parcel;
}

export async function fetchParcelGeometry(pin: string): Promise<AreaGeometry> {
  const { data } = areaFeature.safeParse(await ask(`/api/parcels/feature/${encodeURIComponent(pin)}`));
  if (!data) throw new ParcelCallFailure(messages.parcelInvalid);
  return data.geometry;
}

async function ask(path: string): Promise<unknown> {
  const { response, body } = await receive(path);
  if (!response.ok) throw new ParcelCallFailure(failureWords(response, body));
  if (!body.trim()) throw new ParcelCallFailure(messages.emptyAnswer);
  const answer = parsed(body);
  if (!answer) throw new ParcelCallFailure(messages.answerNotJson);
  return answer.json;
}

/** The time limit holds for the body too: a server may answer at once and then say nothing more. */
async function receive(path: string): Promise<{ response: Response; body: string }> {
  const aborting = new AbortController();
  const timer = setTimeout(() => aborting.abort(), PARCEL_CALL_TIMEOUT_MS);
  try {
    const response = await fetch(path, {
      headers: { 'Content-Type': 'application/json', ...sessionHeaders() },
      credentials: 'include',
      signal: aborting.signal,
    });
    return { response, body: await response.text() };
  } catch {
    // Each browser has words of its own for a server out of reach, and none are for people.
    throw new ParcelCallFailure(
      aborting.signal.aborted ? messages.requestTimedOut : messages.parcelLoadFailed,
    );
  } finally {
    clearTimeout(timer);
  }
}

function sessionHeaders(): Record<string, string> {
  const tokens = storedTokens();
  return tokens ? { Authorization: `Bearer ${tokens.jwt}`, 'X-Session-Token': tokens.token } : {};
}

/** A body that is no JSON comes from something between the server and here: then the status speaks for itself. */
function failureWords({ status, statusText }: Response, body: string): string {
  if (status === 401) return messages.authenticationRequired;
  const answer = parsed(body);
  const { message } = Object(answer?.json);
  if (typeof message === 'string' && message) return message;
  const byNumber = `API error ${status}`;
  return answer ? byNumber : statusText || byNumber;
}

/** Undefined where it is no JSON, which `null` is. */
function parsed(body: string): { json: unknown } | undefined {
  try {
    return { json: JSON.parse(body) };
  } catch {
    return undefined;
  }
}
