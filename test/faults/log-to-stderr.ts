// A process that logs events to its standard error, whatever that is, and then says that it is still there.
import { setTimeout } from 'node:timers/promises';
import { surviveLostOutput } from '../../cli/survive-lost-output.ts';
import { createEventLog } from '../../server/monitoring/event-log.ts';

surviveLostOutput();
const log = createEventLog({ write: (line) => process.stderr.write(line) });
for (let i = 0; i < 20; i++) {
  log.event('sign-in');
  await setTimeout(5);
}
process.stdout.write('alive\n');
