// @ts-check
// Watches a server that was just started from an archive or an image: waits for it, asks its pages, reads its output.
import { once } from 'node:events';
import { createServer } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';

/** @typedef {import('node:child_process').ChildProcessByStdio<null, import('node:stream').Readable, import('node:stream').Readable>} Child */

const POLL_MS = 200;

/** @returns {Promise<number>} */
export async function freePort() {
  const server = createServer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  return /** @type {import('node:net').AddressInfo} */ (address).port;
}

/**
 * @param {Child} child
 * @returns {() => string} What it has written so far.
 */
export function collectOutput(child) {
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text) => {
      output += text;
    });
  }
  return () => output;
}

/**
 * Resolves when the process has ended well.
 * @param {Child} child
 * @param {string} what For the error.
 */
export async function finish(child, what) {
  const output = collectOutput(child);
  const [code, signal] = await once(child, 'close');
  if (code !== 0) throw new Error(`${what} ended with ${signal ?? code}:\n${output()}`);
  return output();
}

/**
 * Waits for /readyz, then asks for the pages that a visitor and a monitor see first.
 * @param {{ child: Child, port: number, timeoutMs: number }} server
 */
export async function askServer({ child, port, timeoutMs }) {
  const url = `http://127.0.0.1:${port}`;
  const endMs = performance.now() + timeoutMs;
  /** @param {string} path */
  const statusOf = async (path) => {
    try {
      const answer = await fetch(url + path);
      // An answer that is not read to its end would still be under way at the stop.
      await answer.arrayBuffer();
      return answer.status;
    } catch {
      return 0;
    }
  };
  while ((await statusOf('/readyz')) !== 200) {
    if (child.exitCode !== null) throw new Error(`The server ended with ${child.exitCode}.`);
    if (performance.now() > endMs) throw new Error(`/readyz was not 200 within ${timeoutMs / 1000} s.`);
    await pause(POLL_MS);
  }
  expectEqual('/healthz', await statusOf('/healthz'), 200);
  const login = await fetch(`${url}/login`);
  const page = await login.text();
  expectEqual('/login', login.status, 200);
  expectEqual('the title of /login', /<title>([^<]*)/.exec(page)?.[1], 'Platbook');
  const script = /<script[^>]* src="([^"]+)"/.exec(page)?.[1];
  if (script === undefined) throw new Error('The login page has no script.');
  expectEqual(script, await statusOf(script), 200);
}

/**
 * @param {string} what
 * @param {unknown} found
 * @param {unknown} expected
 */
export function expectEqual(what, found, expected) {
  if (found !== expected) throw new Error(`${what}: expected ${expected}, found ${found}.`);
}

/**
 * A graceful stop: exit code 0 in time.
 * @param {{ child: Child, timeoutMs: number, kill: () => void }} server
 */
export async function stopServer({ child, timeoutMs, kill }) {
  const closed = once(child, 'close');
  const startedMs = performance.now();
  kill();
  const ended = await Promise.race([closed, pause(timeoutMs, undefined, { ref: false })]);
  if (!ended) throw new Error(`The server did not stop within ${timeoutMs / 1000} s of SIGTERM.`);
  expectEqual('The exit code after SIGTERM', ended[0] ?? ended[1], 0);
  return Math.round(performance.now() - startedMs);
}
