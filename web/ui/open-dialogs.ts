// The dialogs that are open, for what closes them from outside: the browser's Back.
import { useEffect, useEffectEvent } from 'react';
import { create } from 'zustand';

export type OpenDialog = { close: () => void };

/** In the order in which they were opened. */
export const useOpenDialogs = create<readonly OpenDialog[]>()(() => []);

export function useOpenDialog(isOpen: boolean, onClose: () => void): void {
  const closeNow = useEffectEvent(onClose);
  useEffect(() => {
    if (!isOpen) return;
    const dialog = { close: () => closeNow() };
    useOpenDialogs.setState((open) => [...open, dialog], true);
    return () => useOpenDialogs.setState((open) => open.filter((other) => other !== dialog), true);
  }, [isOpen]);
}
