// A thread for tests: it answers, or dies on demand.
import { answerCalls } from '../../store/worker-call.ts';

const calls = {
  echo: (text: string) => text,
  die: () => process.exit(1),
};
export type EchoCalls = typeof calls;

answerCalls(calls, () => {});
