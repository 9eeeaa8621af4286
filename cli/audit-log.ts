// The audit log: what an operator does by commands, one line of JSON each in the data folder. What commands print is for the person at
// the terminal, and many run where nobody keeps it. Each line carries the hash of the line before.
import { createHash } from 'node:crypto';
import { appendFileSync, existsSync, readFileSync, renameSync } from 'node:fs';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import type { Config } from '../server/config.ts';
import { type AdminAction, createEventLog, type EventFields } from '../server/monitoring/event-log.ts';
import { tryToLock } from '../store/sqlite/with-load-lock.ts';

export const AUDIT_LOG_FILE = 'audit.jsonl';
export const OLD_AUDIT_LOG_FILE = 'audit.old.jsonl';
/** Tens of thousands of actions. Then a new file is begun, and the one before is kept. */
const BYTES_MAX = 8 * 1024 * 1024;
/** What the first line of all carries instead of a hash. */
const NO_LINE_BEFORE = '0'.repeat(64);
/** A line is written in milliseconds. */
const LOCK_TIMEOUT_MS = 5000;
const LOCK_PAUSE_MS = 5;

type Folder = Pick<Config, 'dataDir'>;
export type AuditLog = { event(name: AdminAction, fields?: EventFields): void };

/** A line that cannot be written is lost: the action itself goes on. */
export function openAuditLog({ dataDir }: Folder): AuditLog {
  const path = join(dataDir, AUDIT_LOG_FILE);
  const oldPath = join(dataDir, OLD_AUDIT_LOG_FILE);
  const log = createEventLog({
    write: (line) =>
      withLock(dataDir, () => {
        const text = readBytes(path);
        const lines = linesOf(text);
        const isOldNeeded = !lines.some(isTied);
        const previous = hashOfEnd(isOldNeeded ? [...linesOf(readBytes(oldPath)), ...lines] : lines);
        const isFull = text.length > BYTES_MAX;
        if (isFull) renameSync(path, oldPath);
        // A crash or a full disk may have cut the line before.
        const isCut = !isFull && text !== '' && !text.endsWith('\n');
        appendFileSync(path, `${isCut ? '\n' : ''}{"previous":"${previous}",${line.slice(1)}`, {
          mode: 0o600,
        });
      }),
  });
  return { event: (name, fields) => log.event(name, { ...operator(), ...fields }) };
}

/** Who runs the command, as the operating system knows. sudo names the person in the environment, which others could set as well. */
function operator(): Pick<EventFields, 'osUser' | 'sudoUser'> {
  const sudoUser = process.env.SUDO_USER;
  return { osUser: osUser(), ...(sudoUser && { sudoUser }) };
}

function osUser(): string | undefined {
  try {
    return userInfo().username;
  } catch {
    // A container may run as a number without a name.
    return `uid ${process.getuid?.()}`;
  }
}

export type AuditLogCheck = {
  /** Lines that carry the hash of the line before. */
  chained: number;
  /** Lines of versions without hashes. */
  unchained: number;
  /** Lines that are not complete, because a crash or a full disk cut them. */
  cut: number;
  lastHash: string | undefined;
  /** The first line that does not fit. */
  wrong: { file: string; line: number } | undefined;
};

export function checkAuditLog({ dataDir }: Folder): AuditLogCheck {
  const files = [OLD_AUDIT_LOG_FILE, AUDIT_LOG_FILE].filter((file) => existsSync(join(dataDir, file)));
  const check: AuditLogCheck = { chained: 0, unchained: 0, cut: 0, lastHash: undefined, wrong: undefined };
  if (files.length === 0) return check;
  const read = withLock(dataDir, () => files.map((file) => ({ file, text: readBytes(join(dataDir, file)) })));
  const lines = read.flatMap(({ file, text }) =>
    linesOf(text).map((line, at) => ({ file, line: at + 1, text: line })),
  );
  const texts = lines.map(({ text }) => text);
  // What the first line of an old file followed is no longer kept, but a file is old only when it is full.
  const isBeginningGone = read[0]!.file === OLD_AUDIT_LOG_FILE && read[0]!.text.length > BYTES_MAX;
  for (const [at, { file, line, text }] of lines.entries()) {
    const previous = hashIn(text);
    const isCut = !isJson(text);
    const expected = check.lastHash ?? (isBeginningGone && previous ? previous : NO_LINE_BEFORE);
    const mayLackHash = isCut || check.chained === 0;
    if (previous === undefined ? !mayLackHash : previous !== expected) {
      return { ...check, wrong: { file, line } };
    }
    if (isCut) check.cut++;
    else if (previous === undefined) check.unchained++;
    else check.chained++;
    check.lastHash = hashOfEnd(texts, at + 1);
  }
  return check;
}

/** One process at a time. */
function withLock<T>(dataDir: string, run: () => T): T {
  const deadlineMs = performance.now() + LOCK_TIMEOUT_MS;
  for (;;) {
    const unlock = tryToLock(join(dataDir, 'audit.lock'));
    if (unlock) {
      try {
        return run();
      } finally {
        unlock();
      }
    }
    if (performance.now() > deadlineMs) throw new Error('The audit log is locked by another process.');
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, LOCK_PAUSE_MS);
  }
}

/** One character a byte: a line may be cut inside a character. */
function readBytes(path: string): string {
  return existsSync(path) ? readFileSync(path, 'latin1') : '';
}

function linesOf(text: string): string[] {
  return text.split('\n').filter((line) => line !== '');
}

/** The hash comes first, so that most cut lines have it, too. */
function hashIn(line: string): string | undefined {
  return /^\{"previous":"([\da-f]{64})"/.exec(line)?.[1];
}

/** What was cut before its own hash is not tied to the line before it, nor is what somebody else has put there. */
const isTied = (line: string) => hashIn(line) !== undefined || isJson(line);

/** Of the last of so many lines, and of those before it that it would not keep from being removed. */
function hashOfEnd(lines: readonly string[], end = lines.length): string {
  if (end === 0) return NO_LINE_BEFORE;
  let begin = end - 1;
  while (begin > 0 && !isTied(lines[begin]!)) begin--;
  return createHash('sha256').update(lines.slice(begin, end).join('\n'), 'latin1').digest('hex');
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
