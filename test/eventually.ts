// Polls until a check passes. Gives up shortly before the test's own time-out, so that the check's error is reported.
import { vi } from 'vitest';

const WAIT_MS = 50_000;

export const eventually = (check: () => unknown, timeout = WAIT_MS): Promise<unknown> =>
  vi.waitFor(check, { timeout });
