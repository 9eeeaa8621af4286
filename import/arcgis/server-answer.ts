// What an ArcGIS server's answer means: JSON, or one of the ways in which it fails. Failures come as status codes, as
// `{"error": …}` with status 200, as HTML, and as bodies that end in the middle.
import { waitOfRetryAfter } from '../download-request.ts';

export type JsonObject = Record<string, unknown>;

export type Problem = {
  kind: /** Too many requests: the same one later. */
    | 'busy'
    /** Too much for the server, or a passing fault: the same again, then less. */
    | 'heavy'
    /** No answer, a broken connection, or a web page instead of data: mostly passing. */
    | 'lost'
    /** The server does not do this. */
    | 'refused'
    /** The address of the request is too long: by POST. */
    | 'too-long'
    /** A token is needed, or the given one is not good. */
    | 'token'
    | 'missing';
  /** What the server said, for people. Without any token. */
  said: string;
  /** From Retry-After. */
  waitMs?: number;
  /** It took the server's whole time: the same request again would, too. */
  isSlow?: boolean;
};

export type Answer = { body: JsonObject; text: string } | { problem: Problem };

/** Pages that ask people to sign in. */
const PASSWORD_FIELD = /<input[^>]*type\s*=\s*["']?password/i;
const SIGN_IN_PLACE = /log-?[io]n|sign-?in|\/(?:oauth2?|saml2?|sso|adfs)\b/i;
const LONGEST_QUOTE = 160;

/** A server's words on one line: error pages are long. */
function quote(text: string): string {
  const line = text
    .replace(/<(style|script)\b[\s\S]*?<\/\1>/gi, ' ')
    .replace(/<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
  return line.length > LONGEST_QUOTE ? `${line.slice(0, LONGEST_QUOTE - 1)}…` : line;
}

const HTTP_PROBLEMS = new Map<number, Problem['kind']>([
  [400, 'refused'],
  [401, 'token'],
  [403, 'refused'],
  [404, 'missing'],
  [405, 'refused'],
  [408, 'heavy'],
  [413, 'too-long'],
  [414, 'too-long'],
  [429, 'busy'],
  [431, 'too-long'],
  [498, 'token'],
  [499, 'token'],
  [500, 'heavy'],
  [501, 'refused'],
  [502, 'heavy'],
  [503, 'busy'],
  [504, 'heavy'],
]);

/** The codes inside `{"error": …}` are HTTP's, and 403 means that the given token has no right to this layer. */
function problemOfCode(code: number): Problem['kind'] {
  if (code === 403) return 'token';
  return HTTP_PROBLEMS.get(code) ?? (code >= 500 ? 'heavy' : 'refused');
}

/** Parcel numbers in a 64-bit field lose their last digits as a number of JavaScript: they become texts. */
const LARGE_INTEGER = /[:[,]\s*-?\d{16,}\s*[,}\]]/;
const LARGE_INTEGERS = /([:[,]\s*)(-?\d{16,})(?=\s*[,}\]])/g;
const quoteLarge = (all: string, before: string, digits: string): string =>
  Number.isSafeInteger(Number(digits)) ? all : `${before}"${digits}"`;

/**
 * JSON as servers write it. Old ones write NaN for a missing number, and some let control characters stand in texts:
 * both are repaired, and only where the body cannot be read as it is.
 */
function parseJson(text: string): unknown {
  if (LARGE_INTEGER.test(text)) {
    try {
      return JSON.parse(text.replace(LARGE_INTEGERS, quoteLarge));
    } catch {
      // It stood in a text.
    }
  }
  try {
    return JSON.parse(text);
  } catch (error) {
    const repaired = text
      // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
      .replace(/[\u0000-\u001f]/g, ' ')
      .replace(/([[:,]\s*)-?(?:NaN|Infinity)(?=\s*[,\]}])/g, '$1null');
    if (repaired === text) throw error;
    return JSON.parse(repaired);
  }
}

function errorInBody(error: unknown): Problem {
  const { code, message, details } = (
    typeof error === 'object' && error !== null ? error : { message: error }
  ) as { code?: unknown; message?: unknown; details?: unknown };
  const words = [message, ...(Array.isArray(details) ? details : [details])]
    .filter((word): word is string => typeof word === 'string' && word.trim() !== '')
    .map((word) => word.trim().replace(/\.$/, ''));
  const said = quote([...new Set(words)].join('. ')) || 'an error without a message';
  const number = Number(code);
  if (/\btoken\b/i.test(said) && /required|invalid|expired/i.test(said)) return { kind: 'token', said };
  return {
    kind: Number.isFinite(number) && number > 0 ? problemOfCode(number) : 'heavy',
    said: Number.isFinite(number) && number > 0 ? `${said} (${number})` : said,
  };
}

export function readAnswer(o: {
  status: number;
  retryAfter: string | null;
  text: string;
  nowMs: number;
  /** Where the answer came from in the end, if the server sent the request on to another place. */
  sentTo?: string | undefined;
}): Answer {
  const looksLikePage = /^\s*</.test(o.text);
  const waitMs = waitOfRetryAfter(o.retryAfter, o.nowMs);
  const wait = waitMs === undefined ? {} : { waitMs };

  if (o.status < 200 || o.status > 299) {
    const kind = HTTP_PROBLEMS.get(o.status) ?? (o.status >= 500 ? 'heavy' : 'refused');
    const words = quote(o.text);
    // Some servers give the status and the JSON error.
    if (!looksLikePage && words.startsWith('{')) {
      try {
        const { error } = JSON.parse(o.text) as JsonObject;
        if (error !== undefined) {
          const inBody = errorInBody(error);
          return { problem: { ...inBody, kind: inBody.kind === 'token' ? 'token' : kind, ...wait } };
        }
      } catch {
        // Cut: the status says enough.
      }
    }
    const said = looksLikePage || words === '' ? `status ${o.status}` : `status ${o.status}: ${words}`;
    return { problem: { kind, said, ...wait, isSlow: o.status === 504 } };
  }

  if (looksLikePage) {
    const title = /<title[^>]*>([\s\S]*?)<\/title>/i.exec(o.text)?.[1];
    const page = title ? `a web page: "${quote(title)}"` : 'a web page instead of data';
    const said = o.sentTo ? `${page} at ${new URL(o.sentTo).host}` : page;
    const isSignIn = PASSWORD_FIELD.test(o.text) || SIGN_IN_PLACE.test(o.sentTo ?? '');
    return { problem: { kind: isSignIn ? 'token' : 'lost', said } };
  }

  let body: unknown;
  try {
    body = parseJson(o.text);
  } catch {
    return {
      problem: {
        kind: 'heavy',
        said: o.text.trim() === '' ? 'an empty answer' : 'an answer that breaks off',
      },
    };
  }
  if (typeof body !== 'object' || body === null || Array.isArray(body)) {
    return { problem: { kind: 'refused', said: `not what was asked for: ${quote(o.text)}` } };
  }
  const error = (body as JsonObject).error;
  if (error !== undefined && error !== null) return { problem: { ...errorInBody(error), ...wait } };
  // Old map servers: {"status":"error","messages":["…"]}
  if ((body as JsonObject).status === 'error') {
    return { problem: errorInBody({ details: (body as JsonObject).messages }) };
  }
  const { features } = body as JsonObject;
  if (Array.isArray(features) && !features.every(isRow)) {
    return { body: { ...body, features: features.map(asRow) }, text: o.text };
  }
  return { body: body as JsonObject, text: o.text };
}

const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function isRow(feature: unknown): boolean {
  return isObject(feature) && (feature.attributes === undefined || isObject(feature.attributes));
}

/** A row that is none is counted all the same, and refused later for what it lacks. */
function asRow(feature: unknown): JsonObject {
  if (!isObject(feature)) return {};
  return isObject(feature.attributes) ? feature : { geometry: feature.geometry };
}
