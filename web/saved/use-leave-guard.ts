// Asks before the page is left while changes are still on their way to the server: the list shows them as made already.
import { useIsMutating } from '@tanstack/react-query';
import { useEffect } from 'react';

export function useLeaveGuard(): void {
  const isBusy = useIsMutating() > 0;
  useEffect(() => {
    if (!isBusy) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener('beforeunload', ask);
    return () => removeEventListener('beforeunload', ask);
  }, [isBusy]);
}
