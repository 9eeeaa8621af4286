// Waits for what comes by itself. Nothing that is tested so promises a time: the limit is the test's own.
import { vi } from 'vitest';

const WAIT_MS = 50_000;

export const eventually = (check: () => unknown): Promise<unknown> => vi.waitFor(check, { timeout: WAIT_MS });
