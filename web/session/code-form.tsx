// The field for the code of the mail, for somebody who reads it on another device. Six digits send themselves.
import { useStytch } from '@stytch/react';
import { type ChangeEvent, type FormEvent, useEffect, useId, useRef, useState } from 'react';
import { SESSION_MINUTES } from '../../contract/limits.ts';
import { forgetAskedMail } from './asked-mail.ts';
import { codeProblem } from './login-messages.ts';
import { withTimeout } from './session-client.ts';

const DIGITS = 6;
/** A little longer than the server's own time-out. */
const CHECK_TIMEOUT_MS = 35_000;

/** The mail shows the code in two groups, and a paste may bring words along. */
function digitsOf(text: string): string {
  const [code] = /(?<!\d)\d{3}\s?\d{3}(?!\d)/.exec(text) ?? [];
  return (code ?? text).replace(/\D/g, '').slice(0, DIGITS);
}

export function CodeForm({ methodId }: { methodId: string }) {
  const client = useStytch();
  const input = useRef<HTMLInputElement>(null);
  const [code, setCode] = useState('');
  const [isChecking, setChecking] = useState(false);
  const [problem, setProblem] = useState<string>();
  const inputId = useId();
  const problemId = useId();
  // Not by touch: the keyboard would cover the page of somebody who goes to their mail first.
  useEffect(() => {
    const isTyping = document.activeElement instanceof HTMLInputElement;
    if (matchMedia('(pointer: fine)').matches && !isTyping) input.current?.focus();
  }, []);

  async function check(digits: string): Promise<void> {
    if (isChecking) return;
    setChecking(true);
    setProblem(undefined);
    try {
      const options = { session_duration_minutes: SESSION_MINUTES };
      await withTimeout(CHECK_TIMEOUT_MS, client.otps.authenticate(digits, methodId, options));
      // The session gate leads on.
      forgetAskedMail();
    } catch (error) {
      console.warn('The code was refused.', error);
      setProblem(codeProblem(error));
      setChecking(false);
      input.current?.select();
    }
  }

  const change = ({ target }: ChangeEvent<HTMLInputElement>) => {
    const digits = digitsOf(target.value);
    setCode(digits);
    setProblem(undefined);
    if (digits.length === DIGITS && digits !== code) check(digits);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (code.length === DIGITS) check(code);
    else setProblem('The code has six digits.');
  };

  return (
    <form onSubmit={submit} className="code-form grid content-start gap-2">
      <label htmlFor={inputId} className="text-sm font-semibold">
        Or type the six-digit code from the mail
      </label>
      <div className="flex gap-2">
        <input
          ref={input}
          id={inputId}
          value={code}
          onChange={change}
          readOnly={isChecking}
          type="text"
          name="code"
          inputMode="numeric"
          autoComplete="one-time-code"
          spellCheck={false}
          aria-invalid={problem !== undefined}
          aria-describedby={problem === undefined ? undefined : problemId}
          className="text-input min-w-0 flex-1 tracking-[0.3em] tabular-nums"
        />
        {/* Not disabled while checking: it would lose the focus. */}
        <button type="submit" className="button-quiet shrink-0">
          {isChecking ? 'Checking...' : 'Sign In'}
        </button>
      </div>
      <p id={problemId} role="alert" className="text-sm text-pretty text-danger">
        {problem}
      </p>
    </form>
  );
}
