// The event log: its lines, what never stands in them, and that nobody can forge or flood it.
import { expect, test } from 'vitest';
import { createEventLog } from './event-log.ts';

function openLog() {
  const lines: string[] = [];
  const clock = { nowMs: Date.parse('2026-03-01T12:00:00Z') };
  const log = createEventLog({ write: (line) => lines.push(line), now: () => clock.nowMs });
  return { log, lines, clock, parsed: () => lines.map((line) => JSON.parse(line)) };
}

test('an event is one line of JSON with its time, its level and its fields', () => {
  const { log, lines } = openLog();
  log.event('sign-in', { requestId: 'a1', userId: 'u1', route: '/x/:id', status: 200, reason: undefined });
  expect(lines).toEqual([
    '{"time":"2026-03-01T12:00:00.000Z","level":"info","event":"sign-in","requestId":"a1","userId":"u1","route":"/x/:id","status":200}\n',
  ]);
});

test.each([
  'a\nb',
  'a\r\n{"event":"sign-in"}',
  'a\u2028b',
  'a\u0085b',
  'a\u009b31mb',
  'a\u001b[31mb',
  'a\u0000b',
])('no text makes a second line or moves the cursor of a terminal: %j', (text) => {
  const { log, lines } = openLog();
  log.event('failure', { reason: text, err: Object.assign(new Error(text), { stack: text }) });
  expect(lines).toHaveLength(1);
  // biome-ignore lint/suspicious/noControlCharactersInRegex: those are what is looked for
  expect(lines[0]!.slice(0, -1)).not.toMatch(/[\u0000-\u001f\u007f-\u009f\u2028\u2029]/);
  expect(JSON.parse(lines[0]!).reason).toBe(text);
});

test('a line stays short, however long a text is', () => {
  const { log, lines } = openLog();
  const long = 'x y '.repeat(1_000_000);
  log.event('failure', { reason: long, source: long, err: new Error(long, { cause: new Error(long) }) });
  expect(lines[0]!.length).toBeLessThan(10_000);
});

test('an error is told without addresses of people, query strings and tokens', () => {
  const { log, lines, parsed } = openLog();
  const secret = 'dGhpc0lzQVNlY3JldE9mVGhpcnR5VHdvQ2hhcnM5';
  const jwt = `${secret}.${secret}.${secret}`;
  const err = new Error(
    `550 <ada.lovelace+x@mail.example.org> refused; GET https://a.example/x?token=${secret} ${secret} ${jwt}`,
    { cause: new Error('Eve@Example.COM is unknown') },
  );
  log.event('failure', { err: Object.assign(err, { code: 'EENVELOPE', rejected: ['ada@example.org'] }) });
  expect(lines[0]).not.toMatch(/@(mail\.)?example|lovelace|Eve@/i);
  expect(lines[0]).not.toContain(secret);
  expect(parsed()[0].err).toMatchObject({
    type: 'Error',
    code: 'EENVELOPE',
    message: '550 <(address)> refused; GET https://a.example/x?(query) (token) (token)',
    cause: { message: '(address) is unknown' },
  });
  expect(parsed()[0].err.stack).toContain('event-log.test.ts');
});

test('what one client repeats is one line a minute, with the number of those left out', () => {
  const { log, clock, parsed } = openLog();
  for (let i = 0; i < 1000; i++) log.eventOncePerMinute('203.0.113.5', 'limit-reached', { status: 429 });
  log.eventOncePerMinute('203.0.113.6', 'limit-reached', { status: 429 });
  expect(parsed()).toHaveLength(2);
  clock.nowMs += 60_000;
  log.eventOncePerMinute('203.0.113.5', 'limit-reached', { status: 429 });
  expect(parsed()).toHaveLength(3);
  expect(parsed()[2]).toMatchObject({ event: 'limit-reached', leftOut: 999 });
  expect(JSON.stringify(parsed())).not.toContain('203.0.113');
});

test('many clients together do not flood it either, and other events are still told', () => {
  const { log, clock, parsed } = openLog();
  for (let i = 0; i < 20_000; i++) log.eventOncePerMinute(`client ${i}`, 'limit-reached');
  expect(parsed()).toHaveLength(600);
  log.event('sign-in');
  expect(parsed()).toHaveLength(601);
  clock.nowMs += 60_000;
  log.event('limit-reached');
  expect(parsed().at(-1)).toMatchObject({ event: 'limit-reached', leftOut: 19_400 });
});

test('a clock that was set back does not silence it', () => {
  const { log, clock, parsed } = openLog();
  log.eventOncePerMinute('a', 'limit-reached');
  clock.nowMs -= 24 * 60 * 60_000;
  log.eventOncePerMinute('a', 'limit-reached');
  expect(parsed()).toHaveLength(2);
});

test('a line that cannot be written fails nothing', () => {
  const log = createEventLog({
    write: () => {
      throw new Error('ENOSPC: no space left on device, write');
    },
  });
  expect(() => log.event('sign-in')).not.toThrow();
});
