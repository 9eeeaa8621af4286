// Has the demo county or maps and places made by a process that ends.
import { callInProcess } from '../runtime/process-call.ts';
import type { PreparationJob } from './prepare-process.ts';

/** An abort ends the process; whatever it was making is not there then. */
export function prepareInProcess(job: PreparationJob, signal: AbortSignal): Promise<void> {
  const source = new URL('./prepare-process.ts', import.meta.url);
  return callInProcess<void>({ source, argument: job, signal });
}
