// A time in the name of a file.

/** Sorts by time, and is allowed everywhere: 2026-01-31T09-05-00Z. */
export function stampOf(time: Date): string {
  return `${time.toISOString().slice(0, 19).replaceAll(':', '-')}Z`;
}
