import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';

async function exitCodeFor(port: number): Promise<number> {
  const script = join(import.meta.dirname, 'health-check.mjs');
  const child = spawn(process.execPath, [script], { env: { PORT: String(port) }, stdio: 'ignore' });
  const [code] = await once(child, 'close');
  return code;
}

test('the health check follows /healthz, and fails if nobody listens', async () => {
  let status = 200;
  const server = createServer((request, response) => {
    response.writeHead(request.url === '/healthz' ? status : 404).end();
  });
  server.listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  expect(await exitCodeFor(port)).toBe(0);
  status = 503;
  expect(await exitCodeFor(port)).toBe(1);
  server.closeAllConnections();
  server.close();
  await once(server, 'close');
  expect(await exitCodeFor(port)).toBe(1);
});
