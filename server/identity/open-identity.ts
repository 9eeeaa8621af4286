// Opens the authentication provider that the settings choose: the embedded one with mail and OpenID Connect, or Stytch.
import type { FastifyInstance } from 'fastify';
import type { ClientConfig } from '../../contract/client-config.ts';
import type { Siblings } from '../../runtime/siblings.ts';
import type { AccountStore } from '../../store/account-store.ts';
import type { Config } from '../config.ts';
import type { Identify } from '../require-session.ts';
import { openEmbeddedProvider } from './embedded-provider.ts';
import { createLocalInbox } from './mail/local-inbox.ts';
import type { Mailer } from './mail/mailer.ts';
import { createSmtpMailer, defaultMailFrom } from './mail/mailer.ts';
import { oauthRoutes } from './oauth/oauth-routes.ts';
import { identifyByStytch } from './stytch/identify-by-stytch.ts';

type Identity = {
  identify: Identify;
  /** The part of /config.json. */
  auth: ClientConfig['auth'];
  routes(app: FastifyInstance): void;
};

type Parts = {
  config: Pick<Config, 'publicUrl' | 'smtpUrl' | 'mailFrom' | 'stytch' | 'oidcProviders' | 'signInAllow'>;
  accounts: AccountStore;
  siblings: Siblings;
  /** Milliseconds since 1970. */
  now: () => number;
};

export async function openIdentity({ config, accounts, siblings, now }: Parts): Promise<Identity> {
  const { publicUrl, stytch, signInAllow, oidcProviders: providers } = config;
  if (stytch) {
    return {
      identify: identifyByStytch({ project: stytch, accounts, now }),
      auth: { publicToken: stytch.publicToken, apiUrl: null, inbox: false },
      routes: () => {},
    };
  }
  const { mailer, inboxRoutes } = openMail(config, siblings);
  const provider = await openEmbeddedProvider({ accounts, mailer, publicUrl, signInAllow, now });
  const { publicToken, issueOauthToken } = provider;
  return {
    identify: provider.identify,
    auth: { publicToken, apiUrl: publicUrl, inbox: inboxRoutes !== undefined },
    routes(app) {
      provider.routes(app);
      oauthRoutes(app, { providers, publicUrl, publicToken, issueOauthToken });
      inboxRoutes?.(app);
    },
  };
}

function openMail(
  { smtpUrl, mailFrom, publicUrl }: Parts['config'],
  siblings: Siblings,
): {
  mailer: Mailer;
  inboxRoutes?: (app: FastifyInstance) => void;
} {
  if (smtpUrl === undefined) {
    const { mailer, routes } = createLocalInbox(siblings);
    return { mailer, inboxRoutes: routes };
  }
  return { mailer: createSmtpMailer({ smtpUrl, from: mailFrom ?? defaultMailFrom({ smtpUrl, publicUrl }) }) };
}
