// Tells people by mail about a sign-in to their account from a browser that is not known. The sign-in itself neither waits for it nor
// fails with it.
import type { FastifyRequest } from 'fastify';
import { PRODUCT_NAME } from '../../contract/limits.ts';
import { isLoopback } from '../../runtime/loopback.ts';
import type { AccountStore, User } from '../../store/account-store.ts';
import { clientAddress } from '../client-networks.ts';
import { browserName } from './browser-name.ts';
import type { Mailer } from './mail/mailer.ts';
import { newBrowserMessage } from './mail/new-browser-message.ts';

const HOUR_MS = 60 * 60_000;
/** For one account: a browser that keeps no cookies is a new one each time. */
export const NOTICES_PER_HOUR_MAX = 3;

type Parts = {
  accounts: Pick<AccountStore, 'count'>;
  /** Undefined: nobody is told. */
  mailer: Mailer | undefined;
  publicUrl: string;
  now: () => number;
};

export type NewBrowserNotice = (request: FastifyRequest, user: User) => void;

export function createNewBrowserNotice({ accounts, mailer, publicUrl, now }: Parts): NewBrowserNotice {
  async function send({ ip, headers }: Pick<FastifyRequest, 'ip' | 'headers'>, user: User): Promise<void> {
    const atMs = now();
    const counter = { name: `new browsers of ${user.userId}`, nowMs: atMs, windowMs: HOUR_MS };
    if ((await accounts.count(counter)).count > NOTICES_PER_HOUR_MAX) return;
    const client = clientAddress({ ip });
    const signIn = {
      atMs,
      browser: browserName(headers['user-agent']),
      network: isLoopback(client) ? undefined : client,
    };
    await mailer?.send({
      to: user.email,
      ...newBrowserMessage(signIn, { publicUrl, productName: PRODUCT_NAME }),
    });
  }

  return (request, user) => {
    if (!mailer) return;
    const { ip, headers, log } = request;
    send({ ip, headers }, user).catch((error: Error) => {
      log.warn({ err: error }, 'A mail about a sign-in from a new browser was not sent.');
    });
  };
}
