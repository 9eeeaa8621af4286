// Waits for what comes by itself, almost as long as a test may take: then the check's own words are what is read.
import { vi } from 'vitest';

const WAIT_MS = 50_000;

export const eventually = (check: () => unknown): Promise<unknown> => vi.waitFor(check, { timeout: WAIT_MS });
