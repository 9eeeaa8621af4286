// A day some months ago, by the calendar.

/** The same day of the month, or its last: YYYY-MM-DD. Of `day`, what counts is its day in UTC. */
export function monthsBefore(day: Date, months: number): string {
  const first = new Date(Date.UTC(day.getUTCFullYear(), day.getUTCMonth() - months, 1));
  const lastDay = new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + 1, 0)).getUTCDate();
  // No February 30: then the last of the month.
  first.setUTCDate(Math.min(day.getUTCDate(), lastDay));
  return first.toISOString().slice(0, 10);
}
