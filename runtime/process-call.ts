// A remote procedure call to a child process of its own: for work that needs much memory for a short while. A process
// gives all of it back when it ends; a thread leaves much of it behind.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { createRequire } from 'node:module';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { OperatorError } from './operator-error.ts';
import { fromSent, type SentError, toSent } from './sent-error.ts';

type Answer = { value: unknown } | { failure: SentError };

/** For the child's side. It writes to the terminal of its parent. */
export function answerCall<Argument>(run: (argument: Argument) => Promise<unknown>): void {
  // Ctrl-C reaches the whole process group. The parent decides what becomes of this process.
  process.on('SIGINT', () => {});
  // The parent has its answer, or has died.
  process.once('disconnect', () => process.exit());
  const answer = (message: Answer) => void process.send!(message);
  const fail = (error: unknown) => answer({ failure: toSent(error) });
  // A driver may throw even from a timer, where no caller can catch it.
  process.once('uncaughtException', fail);
  process.once('message', (argument: Argument) => {
    run(argument).then((value) => answer({ value }), fail);
  });
}

type Call = {
  /** The child's file, as new URL(…, import.meta.url): by this form the build finds it. */
  source: URL;
  argument: unknown;
  /** Ends the child, and rejects with its reason. */
  signal: AbortSignal;
};

/** For the parent's side. Settles when the child has ended. */
export async function callInProcess<Result>({ source, argument, signal }: Call): Promise<Result> {
  signal.throwIfAborted();
  const child = forkFile(source);
  let answer: Answer | undefined;
  child.once('message', (message: Answer) => {
    answer = message;
    child.disconnect();
  });
  const end = () => child.kill();
  signal.addEventListener('abort', end);
  try {
    child.send(argument as object, () => {});
    const [code, endedBy] = await once(child, 'exit');
    signal.throwIfAborted();
    if (!answer) throw new OperatorError(`A helper process ended early, by ${endedBy ?? `code ${code}`}.`);
    if ('failure' in answer) throw fromSent(answer.failure);
    return answer.value as Result;
  } finally {
    signal.removeEventListener('abort', end);
  }
}

/** Runs the TypeScript source, or the JavaScript that the build has made of it. */
function forkFile(source: URL) {
  const isBuilt = source.pathname.endsWith('.js');
  const tsx = () => pathToFileURL(createRequire(import.meta.url).resolve('tsx')).href;
  return fork(fileURLToPath(source), {
    // Not the options of this process: its debugger is not meant for the child.
    // Much memory for a short while: with room for young objects the garbage collector runs less often.
    execArgv: ['--max-semi-space-size=64', ...(isBuilt ? ['--enable-source-maps'] : ['--import', tsx()])],
    serialization: 'advanced',
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
}
