// Asks for /healthz again and again, over a new connection each time, as an orchestrator does. A process of its own: one that
// makes load is as busy as the server.
import { spawn } from 'node:child_process';
import { once } from 'node:events';

const PROBE_EVERY_MS = 250;

const prober = `
  const { request } = require('node:http');
  function probe() {
    const beganMs = performance.now();
    const finish = (status) => {
      process.send({ status, tookMs: performance.now() - beganMs });
      setTimeout(probe, ${PROBE_EVERY_MS});
    };
    request({ host: '127.0.0.1', port: process.argv[1], path: '/healthz', agent: false }, (answer) => {
      answer.resume().once('end', () => finish(answer.statusCode));
    }).once('error', (error) => finish(error.message)).end();
  }
  probe();
  process.on('disconnect', () => process.exit());
`;

export type Probe = { status: number | string; tookMs: number };

export function probeHealth(port: number): { stop(): Promise<Probe[]> } {
  const child = spawn(process.execPath, ['-e', prober, String(port)], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  const probes: Probe[] = [];
  child.on('message', (probe) => probes.push(probe as Probe));
  return {
    async stop() {
      // The one under way counts, too.
      await once(child, 'message');
      child.kill();
      await once(child, 'close');
      return probes;
    },
  };
}
