// Deleting the account, in two steps: the button, then the address typed.
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useEffect, useId, useRef, useState } from 'react';
import { DELETE_WORD } from '../../contract/account.ts';
import { deleteAccount } from './account-calls.ts';
import { Problem, Section } from './section.tsx';

type DeleteAccountProps = {
  /** Null where another provider has the account, and this server only its data. */
  address: string | null;
  onDeleted: () => Promise<void>;
};

export function DeleteAccount({ address, onDeleted }: DeleteAccountProps) {
  const [isAsked, setAsked] = useState(false);
  const opener = useRef<HTMLButtonElement>(null);
  const wasAsked = useRef(false);
  useEffect(() => {
    // Canceled: the button is there again, and gets the focus back.
    if (wasAsked.current && !isAsked) opener.current?.focus();
    wasAsked.current = isAsked;
  }, [isAsked]);
  return (
    <Section title={address === null ? 'Delete your data' : 'Delete your account'}>
      <p className="text-ink-soft">
        {address === null
          ? 'Deletes your saved parcels with their notes, and your drawings, from this server. Your sign-in stays with its provider.'
          : 'Deletes your account, your saved parcels with their notes, and your drawings, for good.'}
      </p>
      {isAsked ? (
        <Confirmation
          expected={address ?? DELETE_WORD}
          onDeleted={onDeleted}
          onCancel={() => setAsked(false)}
        />
      ) : (
        <button
          ref={opener}
          type="button"
          onClick={() => setAsked(true)}
          className="button-quiet justify-self-start text-danger"
        >
          {address === null ? 'Delete My Data...' : 'Delete My Account...'}
        </button>
      )}
    </Section>
  );
}

type ConfirmationProps = { expected: string; onDeleted: () => Promise<void>; onCancel: () => void };

function Confirmation({ expected, onDeleted, onCancel }: ConfirmationProps) {
  const id = useId();
  const form = useRef<HTMLFormElement>(null);
  const input = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState('');
  const remove = useMutation({
    mutationFn: deleteAccount,
    // Awaited: the button stays disabled until the page has gone to the login.
    onSuccess: onDeleted,
  });
  useEffect(() => {
    input.current?.focus();
    // The buttons below the input, too, on a low screen.
    form.current?.scrollIntoView({ block: 'nearest' });
  }, []);
  const isConfirmed = typed.trim().toLowerCase() === expected;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isConfirmed) remove.mutate(typed);
  };
  return (
    <form ref={form} onSubmit={submit} className="grid gap-3">
      <label htmlFor={id} className="grid gap-1">
        <span>
          To confirm, type <strong className="wrap-anywhere">{expected}</strong>
        </span>
        <input
          ref={input}
          id={id}
          value={typed}
          onChange={({ target }) => setTyped(target.value)}
          readOnly={remove.isPending}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          className="text-input"
        />
      </label>
      <Problem error={remove.error} />
      <div className="flex flex-wrap justify-end gap-2">
        <button type="button" onClick={onCancel} disabled={remove.isPending} className="button-quiet">
          Cancel
        </button>
        <button type="submit" disabled={!isConfirmed || remove.isPending} className="button-danger">
          {remove.isPending ? 'Deleting...' : 'Yes, Delete'}
        </button>
      </div>
    </form>
  );
}
