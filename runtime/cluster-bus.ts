// Messages between the processes that serve together on one port (see cli/serve-together.ts). They go through the primary
// process, which passes each on to all the others and collects their answers.
import cluster, { type Worker } from 'node:cluster';

export type ClusterBus = {
  /** Asks all the others, and answers what they said. One that has died or does not answer in time is left out. */
  ask(topic: string, about?: unknown): Promise<unknown[]>;
  /** Answers what the others ask about a topic. */
  answer(topic: string, answer: (about: unknown) => unknown): void;
};

/** For a process that serves alone. */
export const noClusterBus: ClusterBus = { ask: async () => [], answer: () => {} };

/** A process that is busy for longer hears the question all the same, as soon as it can. */
const ANSWER_TIMEOUT_MS = 2000;

type Question = { platbook: 'question'; id: number; topic: string; about: unknown };
type Answer = { platbook: 'answer'; id: number; answer: unknown };
/** From the primary to the one who asked. */
type Answers = { platbook: 'answers'; id: number; answers: unknown[] };

function isMessage(message: unknown): message is Question | Answer | Answers {
  return typeof message === 'object' && message !== null && 'platbook' in message;
}

/** For a process that the primary has forked. */
export function openClusterBus(): ClusterBus {
  const pending = new Map<number, (answers: unknown[]) => void>();
  const topics = new Map<string, (about: unknown) => unknown>();
  let lastId = 0;

  process.on('message', async (message: unknown) => {
    if (!isMessage(message)) return;
    if (message.platbook === 'answers') {
      pending.get(message.id)?.(message.answers);
      pending.delete(message.id);
    } else if (message.platbook === 'question') {
      const answer = await topics.get(message.topic)?.(message.about);
      process.send?.({ platbook: 'answer', id: message.id, answer } satisfies Answer);
    }
  });

  return {
    ask: (topic, about) =>
      new Promise((resolve) => {
        // Without the primary this process is about to end.
        if (!process.connected) return resolve([]);
        const id = ++lastId;
        pending.set(id, resolve);
        process.send!({ platbook: 'question', id, topic, about } satisfies Question);
      }),
    answer: (topic, answer) => topics.set(topic, answer),
  };
}

/** For the primary. Also lets itself ask all. */
export function relayBetweenWorkers(): Pick<ClusterBus, 'ask'> {
  type Round = { waitingFor: Set<number>; answers: unknown[]; finish(): void };
  const rounds = new Map<number, Round>();
  let lastId = 0;

  function ask(others: readonly Worker[], { topic, about }: { topic: string; about: unknown }) {
    return new Promise<unknown[]>((resolve) => {
      const id = ++lastId;
      const answers: unknown[] = [];
      const finish = () => {
        clearTimeout(timer);
        rounds.delete(id);
        resolve(answers);
      };
      const timer = setTimeout(finish, ANSWER_TIMEOUT_MS);
      rounds.set(id, { waitingFor: new Set(others.map((worker) => worker.id)), answers, finish });
      for (const worker of others) {
        worker.send({ platbook: 'question', id, topic, about } satisfies Question);
      }
      if (others.length === 0) finish();
    });
  }

  function settle(round: Round, worker: Worker): void {
    round.waitingFor.delete(worker.id);
    if (round.waitingFor.size === 0) round.finish();
  }

  const connected = () => Object.values(cluster.workers ?? {}).filter((worker) => worker?.isConnected());

  cluster.on('message', async (from, message: unknown) => {
    if (!isMessage(message)) return;
    if (message.platbook === 'answer') {
      const round = rounds.get(message.id);
      if (!round?.waitingFor.has(from.id)) return;
      round.answers.push(message.answer);
      settle(round, from);
    } else if (message.platbook === 'question') {
      const others = connected().filter((worker) => worker !== from) as Worker[];
      const answers = await ask(others, message);
      const { id } = message;
      if (from.isConnected()) from.send({ platbook: 'answers', id, answers } satisfies Answers);
    }
  });
  cluster.on('disconnect', (worker) => {
    for (const round of rounds.values()) settle(round, worker);
  });

  return { ask: (topic, about) => ask(connected() as Worker[], { topic, about }) };
}
