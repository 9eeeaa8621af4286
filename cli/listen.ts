// Opens the port; what a person can mend about it is told in one line.

import { createServer } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { OperatorError } from '../runtime/operator-error.ts';
import type { Config } from '../server/config.ts';

type Place = Pick<Config, 'host' | 'port'>;

function reasonInWords(code: string | undefined, { host, port }: Place): string | undefined {
  switch (code) {
    case 'EADDRINUSE':
      return `PORT ${port} on ${host} is in use: stop what runs there, or set PORT to another one.`;
    case 'EACCES':
      return `PORT ${port} may not be opened by this user: set PORT to 1024 or higher.`;
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return `HOST ${host} is no address of this machine: set HOST to one that is, such as 127.0.0.1.`;
    default:
      return undefined;
  }
}

async function inWords(place: Place, listening: Promise<unknown>): Promise<void> {
  try {
    await listening;
  } catch (error) {
    const reason = reasonInWords((error as NodeJS.ErrnoException).code, place);
    throw reason === undefined ? error : new OperatorError(reason);
  }
}

export function listen(app: FastifyInstance, { host, port }: Place): Promise<void> {
  return inWords({ host, port }, app.listen({ host, port }));
}

/** Before a long preparation, so that a port in use is not found out at its end. */
export function refuseUnlessFree({ host, port }: Place): Promise<void> {
  const probe = createServer();
  const opened = new Promise((resolve, reject) => {
    probe.once('error', reject);
    probe.listen({ host, port }, () => probe.close(resolve));
  });
  return inWords({ host, port }, opened);
}
