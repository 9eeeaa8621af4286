// How long the page says that a style is loading: until shortly after it has, and never for ever.
import { STYLE_LOAD_TIMEOUT_MS, STYLE_LOADING_HOLD_MS } from '../../contract/limits.ts';

export type StyleLoading = { begin(): void; loaded(): void; failed(): void; stop(): void };

export function styleLoading(tell: (isLoading: boolean) => void): StyleLoading {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const endAfter = (delayMs: number) => {
    clearTimeout(timer);
    timer = setTimeout(tell, delayMs, false);
  };
  return {
    begin() {
      tell(true);
      endAfter(STYLE_LOAD_TIMEOUT_MS);
    },
    loaded: () => endAfter(STYLE_LOADING_HOLD_MS),
    failed() {
      clearTimeout(timer);
      tell(false);
    },
    stop: () => clearTimeout(timer),
  };
}
