// Answers GET /healthz in a thread of its own, on a port of its own (HEALTH_PORT): requests that flood the server cannot starve
// it, so no orchestrator ends a server that is only busy. The server's heartbeat tells one that has hung from that.
import { createServer } from 'node:http';
import { answerCalls } from '../runtime/worker-call.ts';
import { withExplanation } from './listen.ts';

export type HealthCalls = {
  listen(address: { host: string; port: number }): Promise<void>;
  /** The server counts as healthy for so long. */
  beat(healthyMs: number): void;
};

let healthyUntilMs = 0;

const server = createServer((request, response) => {
  const [status, answer] = answerTo(`${request.method} ${request.url}`);
  const body = JSON.stringify(answer);
  const headers = { 'Content-Type': 'application/json; charset=utf-8', 'Cache-Control': 'no-store' };
  response.writeHead(status, { ...headers, 'Content-Length': body.length, Connection: 'close' }).end(body);
});

function answerTo(call: string): [status: number, answer: object] {
  if (call !== 'GET /healthz') return [404, { message: 'Only GET /healthz is answered here.' }];
  if (performance.now() < healthyUntilMs) return [200, { status: 'ok' }];
  return [503, { message: 'The server has not started yet, or it has hung.' }];
}

const calls: HealthCalls = {
  listen: ({ host, port }) => {
    const listening = new Promise<void>((resolve, reject) => {
      server.once('error', reject);
      server.listen({ host, port }, resolve);
    });
    return withExplanation({ host, port, setting: 'HEALTH_PORT' }, listening);
  },
  beat: (healthyMs) => {
    healthyUntilMs = performance.now() + healthyMs;
  },
};

answerCalls(calls, () => {
  server.close();
  server.closeAllConnections();
});
