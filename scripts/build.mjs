// Builds the server into dist/server and the web app into dist/web, with packed copies of what browsers load.
import { spawn } from 'node:child_process';
import { readdirSync, rmSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';
import { hashSources, stampBuild } from './build-stamp.mjs';

const root = join(import.meta.dirname, '..');

/** Fonts and pictures are packed already; below this size packing gains nothing. */
const packable = /\.(html|js|mjs|css|svg|json|map|txt|webmanifest)$/;
const PACK_BYTES_MIN = 1024;

function run(script, args) {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [join(root, script), ...args], { cwd: root, stdio: 'inherit' });
    child.once('error', reject);
    child.once('exit', (code) => (code === 0 ? resolve() : reject(new Error(`${script} failed`))));
  });
}

async function pack(file) {
  const bytes = await readFile(file);
  if (bytes.length < PACK_BYTES_MIN) return;
  const [br, gz] = await Promise.all([
    promisify(brotliCompress)(bytes),
    promisify(gzip)(bytes, { level: 9 }),
  ]);
  await Promise.all([writeFile(`${file}.br`, br), writeFile(`${file}.gz`, gz)]);
}

function packAll(folder) {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  const found = entries.filter((entry) => entry.isFile() && packable.test(entry.name));
  return Promise.all(found.map((entry) => pack(join(entry.parentPath, entry.name))));
}

// Taken before the compilers run: what is edited meanwhile makes the build stale, as it should.
const hash = hashSources(root);
rmSync(join(root, 'dist'), { recursive: true, force: true });
try {
  await Promise.all([
    run('node_modules/typescript/bin/tsc', ['-p', 'tsconfig.build.json']),
    run('node_modules/vite/bin/vite.js', ['build', '--logLevel', 'error']),
  ]);
  await packAll(join(root, 'dist', 'web'));
  stampBuild(root, hash);
} catch (error) {
  console.error(`Build failed: ${error.message}.`);
  process.exitCode = 1;
}
