// Two processes that serve together, in one: what one asks, the other answers.
import type { ClusterBus } from '../runtime/cluster-bus.ts';

export function pairedBuses(): [ClusterBus, ClusterBus] {
  const topics = [
    new Map<string, (about: unknown) => unknown>(),
    new Map<string, (about: unknown) => unknown>(),
  ];
  const bus = (own: number): ClusterBus => ({
    // Between processes a message takes its time, too.
    ask: async (topic, about) => {
      await new Promise(setImmediate);
      return [await topics[1 - own]!.get(topic)?.(about)];
    },
    answer: (topic, answer) => void topics[own]!.set(topic, answer),
  });
  return [bus(0), bus(1)];
}
