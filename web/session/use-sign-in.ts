// Begins a sign-in: has a magic link sent, or goes to an OAuth provider.
import { useStytch } from '@stytch/react';
import { useState } from 'react';
import type { OauthProvider } from '../../contract/client-config.ts';
import { askedMail, keepAskedMail } from './asked-mail.ts';
import { sendFailureReason } from './login-messages.ts';
import { type AuthConfig, createSessionClient, type SessionClient, withTimeout } from './session-client.ts';
import { storeEmail } from './stored-session.ts';

/** A little longer than the server's own time-out for sending mail. */
const SEND_TIMEOUT_MS = 35_000;
/** Only the provider's settings may be missing by then, which were asked for when the page was opened. */
const LEAVE_TIMEOUT_MS = 5000;

export type SignIn = {
  state: 'idle' | 'sending' | 'sent' | 'failed';
  /** By which the code of the newest mail can be sent; undefined before a mail, and where mails have no codes. */
  methodId: string | undefined;
  /** Why it failed and when to try again, where that is known. */
  reason: string | undefined;
  sendLink: (email: string) => Promise<void>;
  goTo: (provider: OauthProvider) => Promise<void>;
};

export function useSignIn(auth: AuthConfig): SignIn {
  const [state, setState] = useState<SignIn['state']>('idle');
  const [reason, setReason] = useState<string>();
  const [methodId, setMethodId] = useState(askedMail);
  const sessionClient = useStytch();
  const landingPage = `${location.origin}/authenticate`;

  async function attempt(
    timeoutMs: number,
    ask: (client: SessionClient) => Promise<unknown>,
  ): Promise<boolean> {
    // A client loads the provider's settings once and caches a failure. After one, a new client asks again.
    const client = state === 'failed' ? createSessionClient(auth) : sessionClient;
    try {
      await withTimeout(timeoutMs, ask(client));
      return true;
    } catch (error) {
      console.warn('The sign-in could not begin.', error);
      setReason(sendFailureReason(error));
      setState('failed');
      return false;
    }
  }

  return {
    state,
    reason,
    methodId,
    async sendLink(email) {
      setState('sending');
      storeEmail(email);
      const options = { login_magic_link_url: landingPage, signup_magic_link_url: landingPage };
      let answer: object = {};
      const isSent = await attempt(SEND_TIMEOUT_MS, async ({ magicLinks }) => {
        answer = await magicLinks.email.loginOrCreate(email, options);
      });
      if (!isSent) return;
      setState('sent');
      // Stytch itself answers without: its mails have no codes.
      if (!('method_id' in answer) || typeof answer.method_id !== 'string') return;
      keepAskedMail(answer.method_id);
      setMethodId(answer.method_id);
    },
    async goTo(provider) {
      const options = {
        custom_scopes: ['openid', 'email'],
        login_redirect_url: landingPage,
        signup_redirect_url: landingPage,
      };
      await attempt(LEAVE_TIMEOUT_MS, ({ oauth }) => oauth[provider].start(options));
    },
  };
}
