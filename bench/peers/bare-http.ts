// Starts bare-http.mjs.
import { join } from 'node:path';
import { freePort } from '../../test/run-platbook.ts';
import { untilAnswered } from '../measure/http.ts';
import { type Program, startProgram } from '../measure/processes.ts';

type Start = { bytes: number; processes: number; cores?: readonly number[] | undefined };

export async function startBareHttp({ bytes, processes, cores }: Start): Promise<Program & { port: number }> {
  const port = await freePort();
  const program = startProgram({
    program: process.execPath,
    args: [join(import.meta.dirname, 'bare-http.mjs'), `${port}`, `${bytes}`, `${processes}`],
    cores,
  });
  await untilAnswered(port, '/');
  return { ...program, port };
}
