#!/usr/bin/env node
// The `platbook` command of an installed package: runs the build. It installs and builds nothing itself.
import './node-version.mjs';
import { existsSync } from 'node:fs';

const main = new URL('../dist/server/cli/main.js', import.meta.url);
if (existsSync(main)) {
  process.setSourceMapsEnabled(true);
  await import(main.href);
} else {
  console.error('platbook: There is no build. In the folder of the sources: npm ci && npm run build');
  process.exitCode = 1;
}
