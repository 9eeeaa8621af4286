// Starts a worker thread from a TypeScript source, or from the JavaScript that the build made of it.
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';

/** `source` is the worker's file as it stands in the source tree: new URL('./x-worker.ts', import.meta.url). */
export function startWorker(source: URL, workerData: unknown): Worker {
  if (import.meta.url.endsWith('.js')) {
    return new Worker(new URL(source.href.replace(/\.ts$/, '.js')), { workerData });
  }
  // A worker does not inherit what lets its parent read TypeScript: it brings its own. As CommonJS, which needs
  // no loader thread beside it and so starts three times as fast.
  const tsx = createRequire(import.meta.url).resolve('tsx/cjs/api');
  const code = `require(${JSON.stringify(tsx)}).register(); require(${JSON.stringify(fileURLToPath(source))});`;
  return new Worker(code, { eval: true, workerData });
}
