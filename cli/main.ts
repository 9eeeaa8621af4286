// The command line: platbook COMMAND, as a process; or as the child process of one, see run-guarded.ts.
import { giveSignsOfLife } from '../runtime/guarded-process.ts';
import { runCommand, tell } from './commands.ts';
import { FAILED } from './exit-codes.ts';
import { GUARDED_BY, runGuarded } from './run-guarded.ts';
import { surviveLostOutput } from './survive-lost-output.ts';

// Files hold addresses with keys, sessions and people's notes: nobody else on this machine reads them.
process.umask(0o077);
surviveLostOutput();
// For everything unexpected; a driver may throw even from a timer, where no command can catch it.
process.once('uncaughtException', (error) => {
  tell(error);
  process.exit(FAILED);
});
const isGuarded = process.env[GUARDED_BY] === String(process.ppid);
if (isGuarded) giveSignsOfLife();
const code = await runCommand(process.argv.slice(2), process.env, {
  runGuarded: isGuarded ? undefined : runGuarded,
});
if (code !== 0) process.exitCode = code;
