// The login form: asks for an e-mail address and has a magic link sent to it.
import { type FormEvent, useEffect, useId, useRef } from 'react';
import { messages } from '../../contract/messages.ts';
import type { AuthConfig } from './session-client.ts';
import type { SignIn } from './use-sign-in.ts';

type LoginFormProps = { auth: AuthConfig; signIn: SignIn; hint: string | undefined };

export function LoginForm({ auth, signIn, hint }: LoginFormProps) {
  const { state, reason, methodId, sendLink } = signIn;
  const input = useRef<HTMLInputElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const submitter = useRef<Element>(null);
  const inputId = useId();
  const hintId = useId();
  const isCodeDue = useRef(methodId !== undefined);
  useEffect(() => {
    if (!isCodeDue.current) input.current?.focus();
  }, []);
  useEffect(() => {
    if (state === 'sending' || document.activeElement !== document.body) return;
    // Whose link failed goes on where they were.
    const isInField = state === 'failed' && submitter.current === input.current;
    (isInField ? input : button).current?.focus();
  }, [state]);

  const isHintDue = state === 'idle' || state === 'sending';
  const submit = (event: FormEvent) => {
    event.preventDefault();
    submitter.current = document.activeElement;
    // Whoever has the field in focus from now on is writing another address: the field for the code leaves the focus to them.
    input.current!.blur();
    sendLink(input.current!.value);
  };

  return (
    <form onSubmit={submit} className="grid gap-3">
      {hint && (
        // Keeps its place when it is out of date: the card must not move under the pointer.
        <p
          id={hintId}
          className={`login-hint rounded-lg bg-hover px-3 py-2 text-sm text-ink-soft ${isHintDue ? '' : 'invisible'}`}
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

/** A link for the browser on the machine of the server; anybody else is told where the address stands. */
function InboxHint({ isLinked }: { isLinked: boolean }) {
  if (!isLinked) return <p>{messages.inboxInTerminal}</p>;
  return (
    <a href="/inbox" className="inline-block underline">
      Open the inbox of this server
    </a>
  );
}
