// Tells a full disk from other failures.

// By messages: an error that comes from a worker thread has lost its code.
const DISK_IS_FULL = /\bENOSPC\b|\bEDQUOT\b|database or disk is full|no space left on device/i;

export function isDiskFull(error: unknown): boolean {
  return error instanceof Error && DISK_IS_FULL.test(error.message);
}
