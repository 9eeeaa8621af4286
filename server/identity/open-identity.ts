// Opens the authentication provider that the settings choose: the embedded one with mail and OpenID Connect, or Stytch.
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { ClientConfig } from '../../contract/client-config.ts';
import type { ClusterBus } from '../../runtime/cluster-bus.ts';
import type { AccountStore } from '../../store/account-store.ts';
import type { Config } from '../config.ts';
import type { Identify } from '../require-session.ts';
import { openEmbeddedProvider } from './embedded-provider.ts';
import { createLocalInbox } from './mail/local-inbox.ts';
import { sendAfterAnswer } from './mail/mail-after-answer.ts';
import type { Mailer } from './mail/mailer.ts';
import { createSmtpMailer, defaultMailFrom } from './mail/mailer.ts';
import { oauthRoutes } from './oauth/oauth-routes.ts';
import { identifyByStytch } from './stytch/identify-by-stytch.ts';

type Identity = {
  identify: Identify;
  /** The part of /config.json. */
  authFor(request: FastifyRequest): ClientConfig['auth'];
  routes(app: FastifyInstance): void;
  /** How often the mail server has refused since the start, or was away. Undefined where this server sends no mail. */
  mailFailures?: (() => number) | undefined;
};

type Parts = {
  config: Pick<
    Config,
    | 'publicUrl'
    | 'inboxKey'
    | 'smtpUrl'
    | 'mailFrom'
    | 'mailSignIn'
    | 'sessionDays'
    | 'stytch'
    | 'oidcProviders'
    | 'signInAllow'
  >;
  accounts: AccountStore;
  clusterBus: ClusterBus;
  /** Milliseconds since 1970. */
  now: () => number;
};

export async function openIdentity({ config, accounts, clusterBus, now }: Parts): Promise<Identity> {
  const { publicUrl, stytch, signInAllow, mailSignIn, sessionDays, oidcProviders: providers } = config;
  if (stytch) {
    return {
      identify: identifyByStytch({ project: stytch, accounts, now }),
      authFor: () => ({ publicToken: stytch.publicToken, apiUrl: null, inbox: false }),
      routes: () => {},
    };
  }
  const { mailer, inbox, mailRoutes, mailFailures } = openMail(config, clusterBus);
  const provider = await openEmbeddedProvider({
    accounts,
    mailer,
    publicUrl,
    mailSignIn,
    sessionDays,
    signInAllow,
    now,
  });
  const { publicToken, issueOauthToken } = provider;
  return {
    identify: provider.identify,
    authFor: (request) => ({
      publicToken,
      apiUrl: publicUrl,
      inbox: inbox !== undefined,
      ...(inbox && { inboxLink: inbox.isLinkedFor(request) }),
      ...(!mailSignIn && { mailSignIn }),
      ...(providers.length > 0 && { oauthProviders: providers.map(({ name }) => name) }),
    }),
    routes(app) {
      provider.routes(app);
      oauthRoutes(app, { providers, publicUrl, publicToken, issueOauthToken });
      mailRoutes(app);
    },
    mailFailures,
  };
}

function openMail(
  { smtpUrl, mailFrom, mailSignIn, publicUrl, inboxKey }: Parts['config'],
  clusterBus: ClusterBus,
): {
  mailer: Mailer | undefined;
  inbox?: ReturnType<typeof createLocalInbox>;
  mailRoutes(app: FastifyInstance): void;
  mailFailures?: () => number;
} {
  if (smtpUrl === undefined && !mailSignIn) return { mailer: undefined, mailRoutes: () => {} };
  if (smtpUrl === undefined) {
    const inbox = createLocalInbox({ key: inboxKey, publicUrl, clusterBus });
    return { mailer: inbox.mailer, inbox, mailRoutes: inbox.routes };
  }
  const from = mailFrom ?? defaultMailFrom({ smtpUrl, publicUrl });
  let log: FastifyInstance['log'] | undefined;
  let failures = 0;
  const { mailer, stop } = sendAfterAnswer({
    mailer: createSmtpMailer({ smtpUrl, from }),
    onFailure: (problem) => {
      failures++;
      log?.warn(problem, 'Sign-in mail was not accepted by the mail server.');
    },
    onLost: (count) => log?.warn({ count }, 'Sign-in mails were given up, because the server stops.'),
  });
  return {
    mailer,
    mailRoutes(app) {
      log = app.log;
      app.addHook('onClose', stop);
    },
    mailFailures: () => failures,
  };
}
