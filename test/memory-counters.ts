// The account store's counters in memory: an attack makes thousands of them, and each would be a durable write.
import type { AccountStore } from '../store/account-store.ts';

type Counted = Awaited<ReturnType<AccountStore['count']>>;

export function memoryCounters(): { counts: Map<string, Counted>; count: AccountStore['count'] } {
  const counts = new Map<string, Counted>();
  return {
    counts,
    async count({ name, nowMs, windowMs }) {
      const known = counts.get(name);
      const isOver = !known || known.windowEndsAtMs <= nowMs || known.windowEndsAtMs > nowMs + 2 * windowMs;
      const next = isOver
        ? { count: 1, windowEndsAtMs: nowMs + windowMs }
        : { ...known, count: known.count + 1 };
      counts.set(name, next);
      return next;
    },
  };
}
