// Answers parcels by PIN and at a point before the framework, if the session is known and the store can answer at once (see
// whole-answer.ts). A parcel that is not found, odd input and everything else is left to the routes.
import { LAT_MAX, LNG_MAX, PIN_LENGTH_MAX } from '../../contract/limits.ts';
import { LATER, type ParcelStore } from '../../store/parcel-store.ts';
import type { AnswerHeaders } from '../answer-headers.ts';
import type { IsReaderKnown } from '../require-session.ts';
import { type CountAnswer, isPlain, type Shortcut, sendWhole, wholeHead } from '../whole-answer.ts';
import { AT_POINT_ROUTE, BY_PIN_ROUTE } from './parcel-routes.ts';

type Parts = {
  parcels: Pick<ParcelStore, 'jsonByPinNow' | 'jsonAtNow'>;
  headers: AnswerHeaders;
  isReaderKnown: IsReaderKnown;
  /** By route. */
  count: (route: string, answer: Parameters<CountAnswer>[0]) => void;
};

// Much narrower than the contract: what is read here would be valid for it, too, and the rest is read by the route.
// Words of small letters may be other calls below the same path.
const BY_PIN = /^\/api\/parcels\/(?![a-z-]+$)([\w.~-]+)$/;
const AT_POINT =
  /^\/api\/parcels\/at\?(?:lng=(-?\d+\.?\d*)&lat=(-?\d+\.?\d*)|lat=(-?\d+\.?\d*)&lng=(-?\d+\.?\d*))$/;

export function answerQuickReads({ parcels, headers, isReaderKnown, count }: Parts): Shortcut {
  function byPin(url: string) {
    const [, text] = BY_PIN.exec(url) ?? [];
    if (text === undefined || text.length > PIN_LENGTH_MAX) return LATER;
    return parcels.jsonByPinNow(text);
  }

  function atPoint(url: string) {
    const asked = AT_POINT.exec(url);
    if (!asked) return LATER;
    const lng = Number(asked[1] ?? asked[4]);
    const lat = Number(asked[2] ?? asked[3]);
    return Math.abs(lng) <= LNG_MAX && Math.abs(lat) <= LAT_MAX ? parcels.jsonAtNow({ lng, lat }) : LATER;
  }

  return (request, response) => {
    const { url = '' } = request;
    if (!url.startsWith('/api/parcels/')) return false;
    const startMs = Date.now();
    if (!isPlain(request) || !isReaderKnown(request)) return false;
    const isAtPoint = url.startsWith('/api/parcels/at?');
    const json = orLater(() => (isAtPoint ? atPoint(url) : byPin(url)));
    if (json === LATER || json === undefined) return false;
    sendWhole(response, 200, jsonAnswer(json, headers));
    const seconds = (Date.now() - startMs) / 1000;
    count(isAtPoint ? AT_POINT_ROUTE : BY_PIN_ROUTE, { method: 'GET', status: 200, seconds });
    return true;
  };
}

/** A read that fails is left to the route, which logs and answers what it throws. Here it would end the process. */
function orLater<Found>(read: () => Found): Found | typeof LATER {
  try {
    return read();
  } catch {
    return LATER;
  }
}

/** Text is sent more cheaply than bytes, but can be used for ASCII only: as headers it is sent as Latin-1. */
function jsonAnswer(body: string, headers: AnswerHeaders): Buffer | string {
  const length = Buffer.byteLength(body);
  const head = `${wholeHead('200 OK', headers)}Cache-Control: no-store\r\nContent-Type: application/json; charset=utf-8\r\nContent-Length: ${length}\r\n\r\n`;
  return length === body.length ? head + body : Buffer.from(head + body);
}
