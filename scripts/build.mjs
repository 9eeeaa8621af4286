// Builds the server into dist/server and the browser application into dist/web, with gzip and Brotli copies of its files.
import { spawn } from 'node:child_process';
import { readdirSync, rmSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';
import { buildIsFresh, hashSources, stampBuild } from './build-stamp.mjs';
import { bundleServer } from './bundle-server.mjs';

const root = join(import.meta.dirname, '..');

/** Fonts and pictures are compressed already. */
const compressible = /\.(html|js|mjs|css|svg|json|map|txt|webmanifest)$/;
/** Compressing smaller files gains nothing. */
const COMPRESS_BYTES_MIN = 1024;

function run(script, args) {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [join(root, script), ...args], { cwd: root, stdio: 'inherit' });
    child.once('error', reject);
    child.once('exit', (code) => (code === 0 ? resolve() : reject(new Error(`${script} failed`))));
  });
}

async function compress(file) {
  const bytes = await readFile(file);
  if (bytes.length < COMPRESS_BYTES_MIN) return;
  const [br, gz] = await Promise.all([
    promisify(brotliCompress)(bytes),
    promisify(gzip)(bytes, { level: 9 }),
  ]);
  await Promise.all([writeFile(`${file}.br`, br), writeFile(`${file}.gz`, gz)]);
}

function compressAll(folder) {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  const found = entries.filter((entry) => entry.isFile() && compressible.test(entry.name));
  return Promise.all(found.map((entry) => compress(join(entry.parentPath, entry.name))));
}

if (process.argv.includes('--if-stale') && buildIsFresh(root)) process.exit();

// Hashed before compiling, so that an edit made meanwhile marks the build as stale.
const hash = hashSources(root);
rmSync(join(root, 'dist'), { recursive: true, force: true });
try {
  await Promise.all([
    bundleServer({ root, folder: join(root, 'dist', 'server') }),
    run('node_modules/vite/bin/vite.js', ['build', '--logLevel', 'error']),
  ]);
  await compressAll(join(root, 'dist', 'web'));
  stampBuild(root, hash);
} catch (error) {
  console.error(`Build failed: ${error.message}.`);
  process.exitCode = 1;
}
