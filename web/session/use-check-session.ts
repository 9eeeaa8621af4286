// For a page that was refused: asks the provider at once whether the session still holds.
import { useStytch } from '@stytch/react';
import { useCallback } from 'react';

/** A session that has ended is forgotten by the asking, which sends the page to /login. */
export function useCheckSession(): () => void {
  const client = useStytch();
  return useCallback(() => {
    client.session.authenticate().catch((error: unknown) => console.warn('The session was refused.', error));
  }, [client]);
}
