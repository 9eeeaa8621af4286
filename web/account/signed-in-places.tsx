// Where somebody is signed in: one row a session, with a button that ends it.
import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import type { AccountSession } from '../../contract/account.ts';
import { signOutElsewhere, signOutOf } from './account-calls.ts';
import { Problem, Section } from './section.tsx';
import { agoInWords, dayInWords } from './time-in-words.ts';

type SignedInPlacesProps = {
  sessions: readonly AccountSession[];
  /** Fetches the list anew. Resolves once it is there. */
  onChanged: () => Promise<unknown>;
};

const nameOf = ({ browser }: AccountSession) => browser ?? 'Unknown browser';

export function SignedInPlaces({ sessions, onChanged }: SignedInPlacesProps) {
  const list = useRef<HTMLUListElement>(null);
  const signOut = useMutation({ mutationFn: signOutOf, onSuccess: onChanged });
  const signOutAll = useMutation({
    mutationFn: signOutElsewhere,
    onSuccess: onChanged,
  });
  const isBusy = signOut.isPending || signOutAll.isPending;
  const others = sessions.filter(({ current }) => !current).length;
  useFocusKept(list, sessions.length);
  return (
    <Section title="Where you are signed in">
      <ul
        ref={list}
        tabIndex={-1}
        className="grid max-h-64 divide-y divide-hairline overflow-y-auto outline-none"
      >
        {sessions.map((session) => (
          <li key={session.id} className="flex min-h-11 items-center justify-between gap-3 py-1.5">
            <div className="min-w-0">
              <p className="truncate font-medium" title={nameOf(session)}>
                {nameOf(session)}
              </p>
              <p className="text-xs text-ink-soft">
                {session.current
                  ? 'This browser'
                  : `Last seen ${agoInWords(session.last_seen_at, Date.now())}`}
                {` · since ${dayInWords(session.started_at)}`}
              </p>
            </div>
            {!session.current && (
              <button
                type="button"
                aria-label={`Sign out ${nameOf(session)}`}
                disabled={isBusy}
                onClick={() => signOut.mutate(session.id)}
                className="button-quiet shrink-0"
              >
                {signOut.isPending && signOut.variables === session.id ? 'Signing out...' : 'Sign out'}
              </button>
            )}
          </li>
        ))}
      </ul>
      {others > 0 && (
        <button
          type="button"
          disabled={isBusy}
          onClick={() => signOutAll.mutate()}
          className="button-quiet justify-self-start"
        >
          {signOutAll.isPending ? 'Signing out...' : 'Sign Out Everywhere Else'}
        </button>
      )}
      <p role="status" className="sr-only">
        {others === 0 ? 'You are signed in in this browser only.' : ''}
      </p>
      <Problem error={signOut.error ?? signOutAll.error} />
    </Section>
  );
}

/** The button that had the focus is gone with its row: the list takes it, so that the keyboard stays in place. */
function useFocusKept(list: { current: HTMLUListElement | null }, rows: number): void {
  const before = useRef(rows);
  useEffect(() => {
    const isFocusLost = document.activeElement === null || document.activeElement === document.body;
    const hasShrunk = rows < before.current;
    before.current = rows;
    const isOutside = !list.current?.closest('[role="dialog"]')?.contains(document.activeElement);
    if (hasShrunk && (isFocusLost || isOutside)) list.current?.focus();
  }, [list, rows]);
}
