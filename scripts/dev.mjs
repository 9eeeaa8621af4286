// npm run dev: the server from its sources, restarted on change, and Vite with hot reload before it.
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { passOnSignals } from './pass-on-signals.mjs';

const WEB_PORT = 5173;
const root = join(import.meta.dirname, '..');
const webUrl = `http://localhost:${WEB_PORT}`;

function run(args, env = {}) {
  return spawn(process.execPath, args, { cwd: root, stdio: 'inherit', env: { ...process.env, ...env } });
}

const children = [
  run(['--watch', '--watch-preserve-output', '--import', 'tsx', 'cli/main.ts', 'start'], {
    PUBLIC_URL: process.env.PUBLIC_URL || webUrl,
  }),
  run(['node_modules/vite/bin/vite.js', '--port', String(WEB_PORT), '--strictPort']),
];

passOnSignals(children);
// One without the other is of no use.
for (const child of children) {
  child.once('exit', () => {
    for (const other of children) other.kill('SIGTERM');
  });
}
