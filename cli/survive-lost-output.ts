// What is printed may be lost, and the work goes on.
import { isDiskFull } from '../runtime/disk-full.ts';

/**
 * A reader that has seen enough, as `| head` has, must not end an import; nor may a server end because the disk of its log is
 * full. What a command prints is its result: if a full disk takes that, it fails.
 */
export function surviveLostOutput(): void {
  for (const output of [process.stdout, process.stderr]) {
    output.on('error', (error: NodeJS.ErrnoException) => {
      const isLogLost = output === process.stderr && isDiskFull(error);
      if (error.code !== 'EPIPE' && !isLogLost) throw error;
    });
  }
}
