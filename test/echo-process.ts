// A process for tests: it answers, fails, dies or never ends on demand.
import { OperatorError } from '../runtime/operator-error.ts';
import { answerCall } from '../runtime/process-call.ts';

export type EchoTask = { does: 'echo' | 'die' | 'fail' | 'refuse' | 'go on for ever'; text?: string };

answerCall(async ({ does, text = '' }: EchoTask) => {
  if (does === 'die') process.kill(process.pid, 'SIGKILL');
  if (does === 'fail') throw new Error(text);
  if (does === 'refuse') throw new OperatorError(text);
  if (does === 'go on for ever') await new Promise((resolve) => setInterval(resolve, 2 ** 30));
  return { text, pid: process.pid };
});
