// Single requests over kept-alive connections, with the bytes as they came: fetch would unpack them.
import { Agent, get, type IncomingHttpHeaders } from 'node:http';
import type { HttpRequest } from './wrk.ts';

const agent = new Agent({ keepAlive: true });

export type Answer = { status: number; headers: IncomingHttpHeaders; body: Buffer; ms: number };

export function ask(port: number, { path, headers }: HttpRequest): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const start = performance.now();
    const request = get(
      { host: '127.0.0.1', port, path, agent, headers: { 'Accept-Encoding': 'gzip', ...headers } },
      (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.once('error', reject);
        response.once('end', () =>
          resolve({
            status: response.statusCode!,
            headers: response.headers,
            body: Buffer.concat(chunks),
            ms: performance.now() - start,
          }),
        );
      },
    );
    request.once('error', reject);
  });
}

/** Asks for all of them, a few at once, and checks that each is answered as expected: errors are quick, too. */
export async function askAll(
  port: number,
  { requests, status }: { requests: readonly HttpRequest[]; status: number },
): Promise<Answer[]> {
  const answers: Answer[] = [];
  const ATONCE = 8;
  for (let at = 0; at < requests.length; at += ATONCE) {
    answers.push(
      ...(await Promise.all(requests.slice(at, at + ATONCE).map((request) => ask(port, request)))),
    );
  }
  const odd = answers.findIndex((answer) => answer.status !== status);
  if (odd >= 0) {
    throw new Error(
      `GET ${requests[odd]!.path} was answered with ${answers[odd]!.status} instead of ${status}:\n${answers[odd]!.body.toString().slice(0, 300)}`,
    );
  }
  return answers;
}

const WAIT_MS = 10;

/** Waits until the server answers at all. */
export async function untilAnswered(port: number, path: string, timeoutMs = 60_000): Promise<void> {
  const deadline = performance.now() + timeoutMs;
  for (;;) {
    const answer = await ask(port, { path }).catch(() => undefined);
    if (answer && answer.status < 500) return;
    if (performance.now() > deadline) throw new Error(`No answer from port ${port} in ${timeoutMs} ms.`);
    await new Promise((resolve) => setTimeout(resolve, WAIT_MS));
  }
}
