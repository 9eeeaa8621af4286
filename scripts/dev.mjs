// `npm run dev`: the server from its sources, restarted on change, behind Vite's server with hot reload.
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { forwardSignals } from './forward-signals.mjs';
import { ensurePackages, root } from './prepare.mjs';

const WEB_PORT = 5173;
const webUrl = `http://localhost:${WEB_PORT}`;

ensurePackages();

function run(args, env = {}) {
  return spawn(process.execPath, args, { cwd: root, stdio: 'inherit', env: { ...process.env, ...env } });
}

const children = [
  run(['--watch', '--watch-preserve-output', '--import', 'tsx', 'cli/main.ts', 'start'], {
    PUBLIC_URL: process.env.PUBLIC_URL || webUrl,
    // One key for all restarts: the browser keeps its way to the inbox.
    PLATBOOK_INBOX_KEY: randomBytes(16).toString('base64url'),
  }),
  run(['node_modules/vite/bin/vite.js', '--port', String(WEB_PORT), '--strictPort']),
];

forwardSignals(children);
// Neither is of use alone: when one ends, end the other.
for (const child of children) {
  child.once('exit', () => {
    for (const other of children) other.kill('SIGTERM');
  });
}
