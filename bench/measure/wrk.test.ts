// What wrk prints, and the list of requests that it reads.
import { readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parseWrk, writeRequests } from './wrk.ts';

const printed = `Running 1s test @ http://127.0.0.1:41283/
  1 threads and 16 connections
  Thread Stats   Avg      Stdev     Max   +/- Stdev
    Latency     1.52ms  280.80us  12.15ms   91.11%
    Req/Sec    10.44k   512.04    11.02k    80.00%
  Latency Distribution
     50%  980.00us
     75%    1.61ms
     90%    1.75ms
     99%    2.51ms
  10392 requests in 1.01s, 148.51MB read
Requests/sec:  10289.10
Transfer/sec:    147.04MB
`;

test('requests, time, bytes and latencies are read, whatever their units', () => {
  expect(parseWrk(printed)).toEqual({
    requests: 10_392,
    seconds: 1.01,
    bytes: 148.51 * 2 ** 20,
    failures: 0,
    latencyMs: { p50: 0.98, p99: 2.51, max: 12.15 },
  });
});

test('answers that failed and connections that broke are counted', () => {
  const failing = printed.replace(
    'Requests/sec',
    '  Socket errors: connect 1, read 20, write 0, timeout 3\n  Non-2xx or 3xx responses: 100\nRequests/sec',
  );
  expect(parseWrk(failing).failures).toBe(124);
});

test('something else is refused, not read as zero', () => {
  expect(() => parseWrk('unable to connect to 127.0.0.1:1 Connection refused')).toThrow('unable to connect');
});

test('requests stand in their file as they are sent', () => {
  const file = join(tmpdir(), `platbook-requests-${process.pid}`);
  try {
    writeRequests(file, 80, [{ path: '/a' }, { path: '/b', headers: { Cookie: 'c=d' } }]);
    expect(readFileSync(file, 'latin1').split('\0')).toEqual([
      'GET /a HTTP/1.1\r\nHost: localhost:80\r\nAccept-Encoding: gzip\r\n\r\n',
      'GET /b HTTP/1.1\r\nHost: localhost:80\r\nAccept-Encoding: gzip\r\nCookie: c=d\r\n\r\n',
    ]);
  } finally {
    rmSync(file, { force: true });
  }
});
