// Starts the process in which GDAL runs, and calls it.
import { spawn } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { GdalAnswer, GdalCalls } from './gdal-process.ts';

/** GDAL refused, or its process died; the message is GDAL's. */
export class GdalFailure extends Error {
  readonly hasCrashed: boolean;

  constructor(message: string, hasCrashed: boolean) {
    super(message);
    this.hasCrashed = hasCrashed;
  }
}

export type GdalChild = {
  /** One call at a time, given up after `silenceMs` without progress. `errors` are what GDAL complained about and went on. */
  call<Name extends keyof GdalCalls>(
    name: Name,
    argument: GdalCalls[Name]['argument'],
    silenceMs?: number,
  ): Promise<{ value: GdalCalls[Name]['result']; errors: string[] }>;
  /** At once, whatever it does. */
  kill(): Promise<void>;
};

/** GDAL may count without end; the guard of the command hears only the process that waits for it. */
const SILENCE_MS = 60_000;
/** Threads that wake each other write some bytes, too. Whoever reads or writes a file moves more. */
const PROGRESS_BYTES = 16_384;
const POLLS = 20;

export function startGdal(): GdalChild {
  const require = createRequire(import.meta.url);
  const child = spawn(process.execPath, ['-e', codeToRun(require)], {
    cwd: dirname(require.resolve('gdal3.js/package.json')),
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    // Not Node's options of this process: a debugger or a loader is not meant for it.
    env: { ...process.env, NODE_OPTIONS: '' },
  });
  let lastWords = '';
  child.stderr?.on('data', (chunk: Buffer) => {
    lastWords = (lastWords + chunk.toString()).slice(-4000);
  });
  let pending: { resolve(answer: GdalAnswer): void; reject(error: Error): void } | undefined;
  let failure: GdalFailure | undefined;
  const end = (message: string) => {
    failure ??= new GdalFailure(message, true);
    pending?.reject(failure);
    pending = undefined;
  };
  child.on('message', (answer: GdalAnswer) => {
    pending?.resolve(answer);
    pending = undefined;
  });
  child.on('error', (error) => end(error.message));
  const giveUp = () => {
    end('it made no progress for a minute');
    child.kill('SIGKILL');
  };
  const exited = new Promise<void>((resolve) => {
    child.on('exit', (code, signal) => {
      end(
        /^\w*Error: .*|.*out of memory.*/im.exec(lastWords)?.[0] ?? `ended with ${signal ?? `code ${code}`}`,
      );
      resolve();
    });
    child.on('error', () => resolve());
  });

  /** While nothing is asked of it, it does not keep this process alive. */
  const hold = (isHeld: boolean) => {
    const channel = child.channel;
    for (const handle of [child, channel]) isHeld ? handle?.ref() : handle?.unref();
  };
  hold(false);

  return {
    call: async (name, argument, silenceMs = SILENCE_MS) => {
      if (failure !== undefined) throw failure;
      hold(true);
      const watch = setInterval(watchIdle(child.pid!, giveUp), silenceMs / POLLS);
      try {
        const answer = await new Promise<GdalAnswer>((resolve, reject) => {
          pending = { resolve, reject };
          child.send({ name, argument });
        });
        if ('failure' in answer) throw new GdalFailure(answer.failure, false);
        return answer as { value: never; errors: string[] };
      } finally {
        clearInterval(watch);
        hold(false);
      }
    },
    kill: async () => {
      hold(true);
      child.kill('SIGKILL');
      await exited;
    },
  };
}

/** Called again and again, gives up where the process has long moved no bytes; never where the system does not tell. */
function watchIdle(pid: number, giveUp: () => void): () => Promise<void> {
  let moved = Number.NEGATIVE_INFINITY;
  let idlePolls = 0;
  return async () => {
    const text = await readFile(`/proc/${pid}/io`, 'utf8').catch(() => '');
    const [read, written] = [...text.matchAll(/^[rw]char: (\d+)/gm)].map(([, bytes]) => Number(bytes));
    if (read === undefined || written === undefined) return;
    if (read + written < moved + PROGRESS_BYTES) {
      if (++idlePolls === POLLS) giveUp();
      return;
    }
    moved = read + written;
    idlePolls = 0;
  };
}

/** The process's JavaScript, or its TypeScript through the loader that the development tools have. */
function codeToRun(require: NodeJS.Require): string {
  const source = new URL('./gdal-process.ts', import.meta.url);
  if (source.pathname.endsWith('.js')) return `import(${JSON.stringify(source.href)})`;
  const tsx = require.resolve('tsx/cjs/api');
  return `require(${JSON.stringify(tsx)}).register(); require(${JSON.stringify(fileURLToPath(source))});`;
}
