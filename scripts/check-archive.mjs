// @ts-check
// `npm run check:archive`: packs the release archive, installs it into an empty folder as an operator would, starts it without a
// build, asks for its pages, and stops it. Starts on a copy of the test county: making one takes a minute.
import { spawn } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { buildIsFresh } from './build-stamp.mjs';
import { askServer, collectOutput, expectEqual, finish, freePort, stopServer } from './installed-server.mjs';
import { makeTestCounty } from './make-test-county.mjs';
import { SBOM_FILE, writeSbom } from './write-sbom.mjs';

const READY_TIMEOUT_MS = 60_000;
const STOP_TIMEOUT_MS = 10_000;

const project = join(import.meta.dirname, '..');

/** @typedef {{ filename: string, size: number, files: { path: string }[] }} Packed */

const needed = [
  'dist/server/cli/main.js',
  'dist/web/index.html',
  'scripts/bin.mjs',
  'deploy/platbook.service',
  'docs/operating.md',
  SBOM_FILE,
  'LICENSE',
  'THIRD-PARTY.md',
];
/** Sources, tests, and what an operator keeps to himself. */
const unwanted = /\.tsx?$|\.test\.|(^|\/)(test|bench|node_modules|data)\/|(^|\/)\.env$|\.db$|\.tgz$/;

/** @param {Packed} packed */
function checkFiles({ files }) {
  const paths = files.map(({ path }) => path);
  const missing = needed.filter((path) => !paths.includes(path));
  expectEqual('Missing in the archive', missing.join(', '), '');
  expectEqual('Not wanted in the archive', paths.filter((path) => unwanted.test(path)).join(', '), '');
}

/**
 * @param {string} program
 * @param {string[]} args
 * @param {import('node:child_process').SpawnOptions} [options]
 */
function start(program, args, options) {
  return spawn(program, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] });
}

/**
 * @param {string} folder
 * @returns {Promise<Packed>}
 */
async function pack(folder) {
  // The build takes a while, and npm would do it again.
  const scripts = buildIsFresh(project) ? ['--ignore-scripts'] : [];
  if (scripts.length > 0) writeSbom();
  const args = ['pack', '--json', '--loglevel=error', ...scripts, '--pack-destination', folder];
  const output = await finish(start('npm', args, { cwd: project }), 'npm pack');
  return JSON.parse(output.slice(output.indexOf('[')))[0];
}

/**
 * @param {string} folder
 * @param {string} archive
 */
async function install(folder, archive) {
  const prefix = join(folder, 'installed');
  const options = ['--global', '--prefix', prefix, '--prefer-offline', '--loglevel=error'];
  await finish(start('npm', ['install', ...options, archive], { cwd: folder }), 'npm install');
  checkSbom(join(prefix, 'lib', 'node_modules', 'platbook'));
  return join(prefix, 'bin', 'platbook');
}

/**
 * The list of packages names all that were installed by name.
 * @param {string} installed
 */
function checkSbom(installed) {
  const { components } = JSON.parse(readFileSync(join(installed, SBOM_FILE), 'utf8'));
  const names = new Set(components.map((/** @type {{ name: string }} */ { name }) => name));
  const { dependencies } = JSON.parse(readFileSync(join(installed, 'package.json'), 'utf8'));
  const missing = Object.keys(dependencies).filter((name) => !names.has(name));
  expectEqual(`Missing in ${SBOM_FILE}`, missing.join(', '), '');
}

/**
 * @param {string} folder
 * @param {string} program
 */
async function startAndAsk(folder, program) {
  const dataDir = join(folder, 'data');
  cpSync(makeTestCounty(), dataDir, { recursive: true });
  const port = await freePort();
  // Node.js alone on the PATH, so that nothing of this project can help.
  const env = { PATH: [dirname(process.execPath), '/usr/bin', '/bin'].join(delimiter), HOME: folder };
  const child = start(program, [], { cwd: folder, env: { ...env, DATA_DIR: dataDir, PORT: String(port) } });
  const output = collectOutput(child);
  try {
    await askServer({ child, port, timeoutMs: READY_TIMEOUT_MS });
    return await stopServer({ child, timeoutMs: STOP_TIMEOUT_MS, kill: () => child.kill('SIGTERM') });
  } catch (error) {
    console.error(output());
    throw error;
  } finally {
    child.kill('SIGKILL');
  }
}

const folder = mkdtempSync(join(tmpdir(), 'platbook-archive-'));
try {
  mkdirSync(join(folder, 'packed'));
  const packed = await pack(join(folder, 'packed'));
  checkFiles(packed);
  const program = await install(folder, join(folder, 'packed', packed.filename));
  const stoppedMs = await startAndAsk(folder, program);
  const megabytes = (packed.size / 1e6).toFixed(1);
  console.log(
    `${packed.filename} (${packed.files.length} files, ${megabytes} MB) installs, starts, and stops in ${stoppedMs} ms.`,
  );
} catch (error) {
  console.error(/** @type {Error} */ (error).message);
  process.exitCode = 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}
