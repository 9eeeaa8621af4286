// Opens the port, and explains in one line why it cannot be opened.
import { createServer } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { OperatorError } from '../runtime/operator-error.ts';
import type { Config } from '../server/config.ts';

type Address = Pick<Config, 'host' | 'port'> & {
  /** The setting that names the port. */
  setting?: 'PORT' | 'HEALTH_PORT';
};

function explain(code: string | undefined, { host, port, setting = 'PORT' }: Address): string | undefined {
  switch (code) {
    case 'EADDRINUSE':
      return `${setting} ${port} on ${host} is in use: stop what runs there, or set ${setting} to another one.`;
    case 'EACCES':
      return `${setting} ${port} may not be opened by this user: set ${setting} to 1024 or higher.`;
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return `HOST ${host} is not an address of this machine: set HOST to one that is, such as 127.0.0.1.`;
    default:
      return undefined;
  }
}

export async function withExplanation(address: Address, listening: Promise<unknown>): Promise<void> {
  try {
    await listening;
  } catch (error) {
    const reason = explain((error as NodeJS.ErrnoException).code, address);
    throw reason === undefined ? error : new OperatorError(reason);
  }
}

export function listen(app: FastifyInstance, { host, port }: Address): Promise<void> {
  return withExplanation({ host, port }, app.listen({ host, port }));
}

/** Called before a long preparation, so that a port in use fails at once. */
export function requireFreePort({ host, port }: Address): Promise<void> {
  const probe = createServer();
  const opened = new Promise((resolve, reject) => {
    probe.once('error', reject);
    probe.listen({ host, port }, () => probe.close(resolve));
  });
  return withExplanation({ host, port }, opened);
}
