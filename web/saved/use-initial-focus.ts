// Focuses a control when it mounts.
import { type RefObject, useLayoutEffect, useRef } from 'react';

export function useInitialFocus<Control extends HTMLElement>(): RefObject<Control | null> {
  const control = useRef<Control>(null);
  useLayoutEffect(() => control.current?.focus(), []);
  return control;
}
