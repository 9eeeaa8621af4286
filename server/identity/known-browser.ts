// A cookie of the browser in which an account has signed in. It opens nothing: it tells the owner's requests for links from those of
// strangers, so that each are counted by themselves.
import { createHmac } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { User } from '../../store/account-store.ts';
import { cookieNamed } from '../require-session.ts';
import { isSameSecret } from '../same-secret.ts';

/** The longest that browsers keep a cookie: 400 days. */
const LIFETIME_SECONDS = 400 * 24 * 60 * 60;

export type KnownBrowser = {
  remember(reply: FastifyReply, user: Pick<User, 'userId'>): void;
  /** Whether this account was the last to sign in there. */
  isOf(request: Pick<FastifyRequest, 'headers'>, user: Pick<User, 'userId'> | undefined): boolean;
};

export function createKnownBrowser({ publicUrl }: { publicUrl: string }): KnownBrowser {
  const secure = publicUrl.startsWith('https:');
  const start = `${secure ? '__Host-' : ''}known_browser=`;
  // Keyed with the account's random id, which others do not know. The signing keys are no longer there after 91 days.
  const valueFor = (userId: string) =>
    createHmac('sha256', userId).update('known browser').digest('base64url');

  return {
    remember(reply, { userId }) {
      const attributes = `Path=/; Max-Age=${LIFETIME_SECONDS}; HttpOnly; SameSite=Lax${secure ? '; Secure' : ''}`;
      reply.header('Set-Cookie', `${start}${valueFor(userId)}; ${attributes}`);
    },
    isOf({ headers }, user) {
      const given = cookieNamed(start, headers);
      // Compared also where there is no account, so that both take the same time.
      return given !== undefined && isSameSecret(given, valueFor(user?.userId ?? '')) && user !== undefined;
    },
  };
}
