// Runs one person's reads one after the other, and those of different people at once: behind a person who asks for many
// pages, others wait for one of them at most.

/** The same person's reads begin in the order in which they were asked for. */
export type ReadInTurn = <Answer>(userId: string, read: () => Promise<Answer>) => Promise<Answer>;

export function createReadInTurn(): ReadInTurn {
  const last = new Map<string, Promise<unknown>>();
  return async (userId, read) => {
    const before = last.get(userId);
    const reading = before ? before.then(read, read) : read();
    last.set(userId, reading);
    try {
      return await reading;
    } finally {
      if (last.get(userId) === reading) last.delete(userId);
    }
  };
}
