// The event log: one line of JSON for each thing that an operator may have to look into. It names no person's address, no
// token and no query string, and nobody can forge a line in it or fill a disk with it.
import { LRUCache } from 'lru-cache';
import { describeError } from './describe-error.ts';

export type EventName =
  | 'started'
  | 'stopped'
  | 'sign-in'
  | 'sign-in-refused'
  | 'sign-out'
  | 'limit-reached'
  | 'not-ready'
  | 'ready'
  | 'warning'
  | 'failure'
  | AdminAction;

/** What an operator does by a command. */
export type AdminAction =
  | 'import-begun'
  | 'import-ended'
  | 'import-failed'
  | 'source-removed'
  | 'upgraded'
  | 'older-version-removed'
  | 'layer-added'
  | 'layer-removed'
  | 'demo-made'
  | 'backup-made'
  | 'backup-restored'
  | 'user-banned'
  | 'user-unbanned'
  | 'user-signed-out'
  | 'user-exported'
  | 'user-deleted';

type Level = 'info' | 'warn' | 'error';

const levels: Partial<Record<EventName, Level>> = {
  'sign-in-refused': 'warn',
  'limit-reached': 'warn',
  'not-ready': 'error',
  warning: 'warn',
  failure: 'error',
  'import-failed': 'error',
};

export type EventFields = {
  requestId?: string | undefined;
  userId?: string | undefined;
  method?: string | undefined;
  /** The pattern of the route, never the address. */
  route?: string | undefined;
  status?: number | undefined;
  /** A word or a sentence of ours. */
  reason?: string | undefined;
  /** The name of a source of parcels. */
  source?: string | undefined;
  /** Of Platbook. */
  version?: string | undefined;
  count?: number | undefined;
  seconds?: number | undefined;
  /** Who runs a command, and who became that user by sudo. */
  osUser?: string | undefined;
  sudoUser?: string | undefined;
  err?: unknown;
};

export type EventLog = {
  event(name: EventName, fields?: EventFields): void;
  /** For what one client can repeat without end: one line a minute for each key, with the number of those left out. */
  eventOncePerMinute(key: string, name: EventName, fields?: EventFields): void;
};

/** Whatever a client does, no event fills more lines than this. */
const LINES_PER_MINUTE_MAX = 600;
const TEXT_LENGTH_MAX = 200;
const KEYS_MAX = 10_000;
const MINUTE_MS = 60_000;

type Options = { write(line: string): void; now?: () => number };
type Window = { endsAtMs: number; lines: number; leftOut: number };

export function createEventLog({ write, now = Date.now }: Options): EventLog {
  const byName = new Map<EventName, Window>();
  const byKey = new LRUCache<string, Window>({ max: KEYS_MAX });

  /** The number of lines left out before this one; undefined if it is left out, too. */
  function leftOutBefore(windows: Windows, key: string, linesMax: number): number | undefined {
    const nowMs = now();
    const window = windows.get(key);
    // An end further ahead is from before the clock was set back.
    const isCurrent = window && window.endsAtMs > nowMs && window.endsAtMs <= nowMs + MINUTE_MS;
    if (isCurrent && window.lines >= linesMax) {
      window.leftOut++;
      return undefined;
    }
    if (isCurrent) {
      window.lines++;
      return 0;
    }
    windows.set(key, { endsAtMs: nowMs + MINUTE_MS, lines: 1, leftOut: 0 });
    return window?.leftOut ?? 0;
  }

  function writeLine(name: EventName, { err, ...fields }: EventFields, leftOut: number): void {
    const leftOutOfName = leftOutBefore(byName as Windows, name, LINES_PER_MINUTE_MAX);
    if (leftOutOfName === undefined) return;
    const left = leftOut + leftOutOfName;
    const line = {
      time: new Date(now()).toISOString(),
      level: levels[name] ?? 'info',
      event: name,
      ...fields,
      ...(err !== undefined && { err: describeError(err) }),
      ...(left > 0 && { leftOut: left }),
    };
    try {
      write(`${escapeControls(JSON.stringify(line, shorten))}\n`);
    } catch {
      // A full disk or a closed pipe must not fail what the line is about.
    }
  }

  return {
    event: (name, fields = {}) => writeLine(name, fields, 0),
    eventOncePerMinute(key, name, fields = {}) {
      const leftOut = leftOutBefore(byKey, `${name} ${key}`, 1);
      if (leftOut !== undefined) writeLine(name, fields, leftOut);
    },
  };
}

type Windows = { get(key: string): Window | undefined; set(key: string, window: Window): unknown };

/** Stacks are cut by describeError already. */
function shorten(key: string, value: unknown): unknown {
  const isLong = typeof value === 'string' && value.length > TEXT_LENGTH_MAX && key !== 'stack';
  return isLong ? `${value.slice(0, TEXT_LENGTH_MAX)}…` : value;
}

/** JSON leaves those in that some terminals and log readers obey. */
function escapeControls(json: string): string {
  return json.replace(
    /[\u007f-\u009f\u2028\u2029]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
