// Asks for a sign-in link by mail: idle, sending, then sent or failed.
import { useStytch } from '@stytch/react';
import { useState } from 'react';
import { type AuthConfig, createSessionClient } from './session-client.ts';
import { storeEmail } from './stored-session.ts';
import { within } from './within.ts';

/** A little longer than the server itself takes before it gives up on a mail. */
const SEND_WAIT_MS = 35_000;

export type SendState = 'idle' | 'sending' | 'sent' | 'failed';

export function useMagicLink(auth: AuthConfig): { state: SendState; send: (email: string) => Promise<void> } {
  const [state, setState] = useState<SendState>('idle');
  const sessionClient = useStytch();

  async function send(email: string): Promise<void> {
    // A client asks for the provider's settings once, when it is made, and may have been made while nobody answered.
    const client = state === 'failed' ? createSessionClient(auth) : sessionClient;
    setState('sending');
    storeEmail(email);
    const url = `${location.origin}/authenticate`;
    const options = { login_magic_link_url: url, signup_magic_link_url: url };
    try {
      await within(SEND_WAIT_MS, client.magicLinks.email.loginOrCreate(email, options));
      setState('sent');
    } catch (error) {
      console.warn('The sign-in link could not be sent.', error);
      setState('failed');
    }
  }

  return { state, send };
}
