// Builds the server into dist/server and the browser application into dist/web, with gzip and Brotli copies of its files.
import { spawn } from 'node:child_process';
import { readdirSync, rmSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { buildIsFresh, hashSources, stampBuild } from './build-stamp.mjs';
import { bundleServer } from './bundle-server.mjs';
import { bundleServiceWorker } from './bundle-service-worker.mjs';

const root = join(import.meta.dirname, '..');

/** Fonts and pictures are compressed already. */
const compressible = /\.(html|js|mjs|css|svg|json|map|txt|webmanifest)$/;
/** Compressing smaller files gains nothing. */
const COMPRESS_BYTES_MIN = 1024;
/** The highest, 11, saves a fiftieth more and takes three times as long, of a first start. */
const BROTLI_QUALITY = 10;

function run(script, args) {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [join(root, script), ...args], { cwd: root, stdio: 'inherit' });
    child.once('error', reject);
    child.once('exit', (code) => (code === 0 ? resolve(undefined) : reject(new Error(`${script} failed`))));
  });
}

async function compress(file) {
  const bytes = await readFile(file);
  if (bytes.length < COMPRESS_BYTES_MIN) return;
  const [br, gz] = await Promise.all([
    promisify(brotliCompress)(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY } }),
    promisify(gzip)(bytes, { level: 9 }),
  ]);
  await Promise.all([writeFile(`${file}.br`, br), writeFile(`${file}.gz`, gz)]);
}

function compressAll(folder) {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  const found = entries.filter((entry) => entry.isFile() && compressible.test(entry.name));
  return Promise.all(found.map((entry) => compress(join(entry.parentPath, entry.name))));
}

/**
 * The server is bundled in a second, the pages take several: `onServer` is run as soon as the server can be.
 * @param {{ onServer?: () => Promise<void>, onPages?: () => void }} [steps]
 */
export async function build({ onServer, onPages } = {}) {
  // Hashed before compiling, so that an edit made meanwhile marks the build as stale.
  const hash = hashSources(root);
  rmSync(join(root, 'dist'), { recursive: true, force: true });
  const server = bundleServer({ root, folder: join(root, 'dist', 'server') });
  await Promise.all([buildPages().then(onPages), server.then(onServer)]);
  stampBuild(root, hash);
}

async function buildPages() {
  await run('node_modules/vite/bin/vite.js', ['build', '--logLevel', 'error']);
  const folder = join(root, 'dist', 'web');
  await bundleServiceWorker({ root, folder });
  await compressAll(folder);
}

if (
  process.argv[1] === import.meta.filename &&
  !(process.argv.includes('--if-stale') && buildIsFresh(root))
) {
  build().catch((error) => {
    console.error(`Build failed: ${error.message}.`);
    process.exitCode = 1;
  });
}
