// The login form: asks for an e-mail address and has a magic link sent to it.
import { useStytch } from '@stytch/react';
import { type FormEvent, useEffect, useId, useRef, useState } from 'react';
import { messages } from '../../contract/messages.ts';
import { sendFailureReason } from './login-messages.ts';
import { type AuthConfig, createSessionClient, withTimeout } from './session-client.ts';
import { storeEmail } from './stored-session.ts';

/** A little longer than the server's own time-out for sending mail. */
const SEND_TIMEOUT_MS = 35_000;

type SendState = 'idle' | 'sending' | 'sent' | 'failed';

type MagicLink = {
  state: SendState;
  /** Why it failed and when to try again, where that is known. */
  reason: string | undefined;
  send: (email: string) => Promise<void>;
};

function useMagicLink(auth: AuthConfig): MagicLink {
  const [state, setState] = useState<SendState>('idle');
  const [reason, setReason] = useState<string>();
  const sessionClient = useStytch();

  async function send(email: string): Promise<void> {
    // A client loads the provider's settings once and caches a failure. After one, a new client asks again.
    const client = state === 'failed' ? createSessionClient(auth) : sessionClient;
    setState('sending');
    storeEmail(email);
    const url = `${location.origin}/authenticate`;
    const options = { login_magic_link_url: url, signup_magic_link_url: url };
    try {
      await withTimeout(SEND_TIMEOUT_MS, client.magicLinks.email.loginOrCreate(email, options));
      setState('sent');
    } catch (error) {
      console.warn('The sign-in link could not be sent.', error);
      setReason(sendFailureReason(error));
      setState('failed');
    }
  }

  return { state, reason, send };
}

type LoginFormProps = { auth: AuthConfig; hint: string | undefined };

export function LoginForm({ auth, hint }: LoginFormProps) {
  const { state, reason, send } = useMagicLink(auth);
  const input = useRef<HTMLInputElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const inputId = useId();
  const hintId = useId();
  useEffect(() => input.current?.focus(), []);
  useEffect(() => {
    // A disabled button loses the focus to the body: give it back.
    if (state !== 'sending' && document.activeElement === document.body) button.current?.focus();
  }, [state]);

  const isHintDue = state === 'idle' || state === 'sending';
  const submit = (event: FormEvent) => {
    event.preventDefault();
    send(input.current!.value);
  };

  return (
    <form onSubmit={submit} className="grid gap-3">
      {hint && (
        // Keeps its place when it is out of date: the card must not move under the pointer.
        <p
          id={hintId}
          className={`rounded-lg bg-hover px-3 py-2 text-sm text-ink-soft ${isHintDue ? '' : 'invisible'}`}
        >
          {hint}
        </p>
      )}
      <label htmlFor={inputId} className="text-sm font-semibold">
        E-mail address
      </label>
      <input
        ref={input}
        id={inputId}
        type="email"
        name="email"
        autoComplete="email"
        placeholder="you@example.com"
        aria-describedby={hint && isHintDue ? hintId : undefined}
        className="text-input"
      />
      <button ref={button} type="submit" disabled={state === 'sending'} className="button-accent w-full">
        {state === 'sending' ? 'Sending...' : 'Get Magic Link'}
      </button>
      <div role="status" className={`send-status text-center text-sm ${auth.inbox ? 'with-inbox' : ''}`}>
        {state === 'sent' && <p className="text-accent">Email sent! Check your inbox to log in.</p>}
        {state === 'failed' && <p className="text-danger">{messages.signInFailed}</p>}
        {state === 'failed' && reason && <p className="text-pretty">{reason}</p>}
        {state === 'sent' && auth.inbox && <InboxHint isLinked={auth.inboxLink === true} />}
      </div>
    </form>
  );
}

/** A link for the browser of whoever started the server; anybody else is told where the address stands. */
function InboxHint({ isLinked }: { isLinked: boolean }) {
  if (!isLinked) return <p>{messages.inboxInTerminal}</p>;
  return (
    <a href="/inbox" className="inline-block underline">
      Open the inbox of this server
    </a>
  );
}
