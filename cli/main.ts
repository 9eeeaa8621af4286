// The command line: platbook COMMAND, as a process.
import { runCommand, tell } from './commands.ts';
import { FAILED } from './exit-codes.ts';
import { surviveLostOutput } from './survive-lost-output.ts';

// Files hold addresses with keys, sessions and people's notes: nobody else on this machine reads them.
process.umask(0o077);
surviveLostOutput();
// For everything unexpected; a driver may throw even from a timer, where no command can catch it.
process.once('uncaughtException', (error) => {
  tell(error);
  process.exit(FAILED);
});
const code = await runCommand(process.argv.slice(2), process.env);
if (code !== 0) process.exitCode = code;
