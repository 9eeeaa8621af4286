// What servers answer, and what it means.
import { describe, expect, test } from 'vitest';
import { waitOfRetryAfter } from '../download-request.ts';
import { backOffMs } from './request-pace.ts';
import { readAnswer } from './server-answer.ts';

const answer = (text: string, status = 200) => readAnswer({ status, retryAfter: null, text, nowMs: 0 });
const problem = (text: string, status = 200) => {
  const read = answer(text, status);
  return 'problem' in read ? read.problem : undefined;
};

describe('a failure is told by', () => {
  test.each([
    ['{"error":{"code":499,"message":"Token Required","details":[]}}', 200, 'token'],
    ['{"error":{"code":498,"message":"Invalid Token."}}', 200, 'token'],
    ['{"error":{"code":400,"message":"Token is required"}}', 200, 'token'],
    ['{"error":{"code":403,"message":"You do not have permissions"}}', 200, 'token'],
    ['{"error":{"code":400,"message":"","details":["Pagination is not supported."]}}', 200, 'refused'],
    ['{"error":{"code":500,"message":"Error performing query operation"}}', 200, 'heavy'],
    ['{"error":{"code":429,"message":"Too many requests"}}', 200, 'busy'],
    ['{"status":"error","messages":["Could not access any server machines."]}', 200, 'heavy'],
    ['<html><title>Sign in</title></html>', 200, 'lost'],
    ['{"features":[{"attributes":{"A":1', 200, 'heavy'],
    ['', 200, 'heavy'],
    ['[1]', 200, 'refused'],
    ['<html>', 504, 'heavy'],
    ['slow down', 429, 'busy'],
    ['<html>', 414, 'too-long'],
    ['<html>', 403, 'refused'],
    ['{"error":{"code":499,"message":"Token Required"}}', 403, 'token'],
  ])('%s with status %i', (text, status, kind) => {
    expect(problem(text, status)?.kind).toBe(kind);
  });
});

test('the words of the server are one short line', () => {
  expect(problem('{"error":{"code":400,"message":"Bad.","details":["Bad.","Field X"]}}')?.said).toBe(
    'Bad. Field X (400)',
  );
  expect(problem('<html><title> Sign\n in </title></html>')?.said).toBe('a web page: "Sign in"');
  expect(problem(`oops ${'x'.repeat(500)}`, 500)!.said.length).toBeLessThan(200);
});

test('NaN and control characters are repaired where the rest is sound', () => {
  const read = answer(
    '{"features":[{"geometry":{"x":NaN,"y":-Infinity},"attributes":{"A":"one\u0001two","B":"NaN"}}]}',
  );
  expect(read).toMatchObject({
    body: { features: [{ geometry: { x: null, y: null }, attributes: { A: 'one two', B: 'NaN' } }] },
  });
});

test('a parcel number of more than 15 digits keeps them all', () => {
  const rows = (value: string) =>
    answer(`{"features":[{"attributes":{"PIN":${value},"X":[-81.12345678901234567,1]}}]}`);
  expect(rows('1234567890123456789')).toMatchObject({
    body: { features: [{ attributes: { PIN: '1234567890123456789', X: [-81.12345678901235, 1] } }] },
  });
  expect(rows('1234567890123456')).toMatchObject({
    body: { features: [{ attributes: { PIN: 1234567890123456 } }] },
  });
  const note = '"see 7, 1234567890123456789, and 8"';
  expect(rows(note)).toMatchObject({ body: { features: [{ attributes: { PIN: JSON.parse(note) } }] } });
});

test('a page that asks people to sign in means that a token is needed', () => {
  expect(problem('<html><input name="pw" type="password"></html>')?.kind).toBe('token');
  const read = readAnswer({
    status: 200,
    retryAfter: null,
    text: '<html><title>Home</title></html>',
    nowMs: 0,
    sentTo: 'https://id.example.gov/oauth2/authorize?x=1',
  });
  expect(read).toEqual({ problem: { kind: 'token', said: 'a web page: "Home" at id.example.gov' } });
});

test('rows that are none are counted, without attributes', () => {
  const text =
    '{"features":[{"attributes":{"A":1}},null,7,{"attributes":"x","geometry":{"x":1}},{"geometry":null}]}';
  expect(answer(text)).toEqual({
    text,
    body: { features: [{ attributes: { A: 1 } }, {}, {}, { geometry: { x: 1 } }, { geometry: null }] },
  });
  const whole = answer('{"features":[{"attributes":{"A":1}}]}');
  expect(whole).toMatchObject({ body: { features: [{ attributes: { A: 1 } }] } });
});

test('Retry-After is seconds or a date', () => {
  expect(waitOfRetryAfter('3', 0)).toBe(3000);
  expect(waitOfRetryAfter('Thu, 01 Jan 1970 00:01:00 GMT', 0)).toBe(60_000);
  expect(waitOfRetryAfter('soon', 0)).toBeUndefined();
  expect(waitOfRetryAfter(null, 0)).toBeUndefined();
});

test('waits double up to a minute, with jitter', () => {
  expect([0, 1, 2, 10].map((attempt) => backOffMs(attempt, 1))).toEqual([1000, 2000, 4000, 60_000]);
  expect(backOffMs(1, 0)).toBe(1000);
});
