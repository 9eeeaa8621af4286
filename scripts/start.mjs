// npm start: installs and builds where that is needed, then runs the server in this terminal.
import { spawn, spawnSync } from 'node:child_process';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildIsFresh } from './build-stamp.mjs';
import { installPackages, packagesAreFresh } from './packages.mjs';
import { passOnSignals } from './pass-on-signals.mjs';

const NODE_MIN = [20, 19];
const root = dirname(dirname(fileURLToPath(import.meta.url)));

function refuse(line) {
  console.error(`platbook: ${line}`);
  process.exit(1);
}

const [major, minor] = process.versions.node.split('.').map(Number);
if (major < NODE_MIN[0] || (major === NODE_MIN[0] && minor < NODE_MIN[1])) {
  refuse(`Node ${NODE_MIN.join('.')} or newer is needed; this is ${process.versions.node}.`);
}

if (!packagesAreFresh(root)) {
  console.log('Installing packages: they are missing, or package-lock.json has changed.');
  if (installPackages(root) !== 0) refuse('The packages could not be installed; npm says why above.');
}

if (!buildIsFresh(root)) {
  console.log('Building: there is no build yet, or the sources have changed.');
  const built = spawnSync(process.execPath, [join(root, 'scripts', 'build.mjs')], { stdio: 'inherit' });
  if (built.status !== 0) refuse('The build failed; the lines above say why.');
}

/** Another command of the command line may stand after --, as in npm start -- demo. */
const args = process.argv.slice(2);
const server = spawn(
  process.execPath,
  [
    '--enable-source-maps',
    join(root, 'dist', 'server', 'cli', 'main.js'),
    ...(args.length > 0 ? args : ['start']),
  ],
  { stdio: 'inherit' },
);
passOnSignals([server]);
server.once('exit', (code, signal) => process.exit(code ?? (signal === 'SIGINT' ? 130 : 1)));
