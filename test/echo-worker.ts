// A thread for tests: it answers, fails or dies on demand.
import { OperatorError } from '../runtime/operator-error.ts';
import { answerCalls } from '../runtime/worker-call.ts';

const calls = {
  echo: (text: string) => text,
  die: () => process.exit(1),
  spin: () => {
    for (;;);
  },
  hoard: () => {
    const kept: string[][] = [];
    for (;;) kept.push(Array.from({ length: 1000 }, (_, at) => `${at}`));
  },
  fail: (message: string) => {
    throw new Error(message);
  },
  refuse: (message: string) => {
    throw new OperatorError(message);
  },
};
export type EchoCalls = typeof calls;

answerCalls(calls, () => {});
