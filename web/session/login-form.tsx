// The e-mail address, and the button that has a link mailed to it.
import { type FormEvent, useEffect, useId, useRef } from 'react';
import { messages } from '../../contract/messages.ts';
import type { AuthConfig } from './session-client.ts';
import { useMagicLink } from './use-magic-link.ts';

type LoginFormProps = { auth: AuthConfig; hint: string | undefined };

export function LoginForm({ auth, hint }: LoginFormProps) {
  const { state, send } = useMagicLink(auth);
  const input = useRef<HTMLInputElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const inputId = useId();
  const hintId = useId();
  useEffect(() => input.current?.focus(), []);
  useEffect(() => {
    // A button that is disabled while it has the focus loses it to nobody.
    if (state !== 'sending' && document.activeElement === document.body) button.current?.focus();
  }, [state]);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    send(input.current!.value);
  };

  return (
    <form onSubmit={submit} className="grid gap-3">
      {hint && state === 'idle' && (
        <p id={hintId} className="rounded-lg bg-hover px-3 py-2 text-sm text-ink-soft">
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
        required
        autoComplete="email"
        placeholder="you@example.com"
        aria-describedby={hint && hintId}
        className="text-input"
      />
      <button ref={button} type="submit" disabled={state === 'sending'} className="button-accent w-full">
        {state === 'sending' ? 'Sending...' : 'Get Magic Link'}
      </button>
      <div role="status" className="min-h-5 text-center text-sm">
        {state === 'sent' && <p className="text-accent">Email sent! Check your inbox to log in.</p>}
        {state === 'failed' && <p className="text-danger">{messages.signInFailed}</p>}
        {state === 'sent' && auth.inbox && (
          <a href="/inbox" className="mt-1 inline-block underline">
            Open the inbox of this server
          </a>
        )}
      </div>
    </form>
  );
}
