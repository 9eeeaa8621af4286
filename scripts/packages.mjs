// Checks whether the installed npm packages are those of package-lock.json, and installs them.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';

/** Only tests, checks, benchmarks and `npm run dev` load these, beside types: a start does without them and what they need. */
export const testPackages = [
  '@biomejs/biome',
  '@mapbox/mvt-fixtures',
  '@playwright/test',
  '@vitest/browser-playwright',
  'axe-core',
  'fast-check',
  'geojson-vt',
  'hyparquet-writer',
  'oidc-provider',
  'postal-mime',
  'smtp-server',
  'stytch',
  'tsx',
  'typescript',
  'undici',
  'vitest',
  'vitest-browser-react',
];

const read = (...path) => readFileSync(join(...path), 'utf8');
const hashOfLock = (root) => createHash('sha256').update(read(root, 'package-lock.json')).digest('hex');

/** Names the lock file that was installed without those packages. npm removes it with the folder. */
const stampOf = (root) => join(root, 'node_modules', '.installed-to-start');

/** npm records what it installed in node_modules/.package-lock.json, in the format of package-lock.json. */
export function packagesAreFresh(root, { withTests = true } = {}) {
  const stamp = stampOf(root);
  if (!withTests && existsSync(stamp) && read(stamp) === hashOfLock(root)) return true;
  const lockedPackages = (...path) => JSON.parse(read(root, ...path)).packages;
  let installed;
  try {
    installed = lockedPackages('node_modules', '.package-lock.json');
  } catch {
    return false;
  }
  return Object.entries(lockedPackages('package-lock.json')).every(
    // Optional packages may be missing: they are binaries for other platforms.
    ([path, { version, optional }]) =>
      path === '' || installed[path]?.version === version || (optional && !installed[path]),
  );
}

/**
 * Returns npm's exit code. npm installs into a folder of its own, from a copy of the lock file that says where each package is: the real
 * one names no addresses, so npm would ask for a list of all versions of each package first. An install that breaks off leaves what was there.
 */
export function installPackages(root, { withTests = true } = {}) {
  const folder = join(root, 'dist', 'packages');
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const project = JSON.parse(read(root, 'package.json'));
  const lock = JSON.parse(read(root, 'package-lock.json'));
  const registry = runNpm(['config', 'get', 'registry'], { cwd: root, encoding: 'utf8' })
    .stdout.trim()
    .replace(/\/*$/, '/');
  for (const [path, locked] of Object.entries(lock.packages))
    if (path !== '') locked.resolved = new URL(addressOf(path, locked), registry).href;
  if (!withTests) {
    for (const name of Object.keys(project.devDependencies)) {
      if (testPackages.includes(name) || name.startsWith('@types/')) delete project.devDependencies[name];
    }
    lock.packages[''].devDependencies = project.devDependencies;
  }
  writeFileSync(join(folder, 'package.json'), JSON.stringify(project));
  writeFileSync(join(folder, 'package-lock.json'), JSON.stringify(lock));
  copyFileSync(join(root, '.npmrc'), join(folder, '.npmrc'));
  // A registry may keep packages at other addresses: there, npm asks for each of them.
  if (npmCi(folder) !== 0) return npmCi(root);
  rmSync(join(root, 'node_modules'), { recursive: true, force: true });
  renameSync(join(folder, 'node_modules'), join(root, 'node_modules'));
  rmSync(folder, { recursive: true });
  if (!withTests) writeFileSync(stampOf(root), hashOfLock(root));
  return 0;
}

/** By npm's convention, within the registry. */
function addressOf(
  path,
  { name = path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length), version },
) {
  return `./${name}/-/${name.split('/').at(-1)}-${version}.tgz`;
}

function npmCi(folder) {
  // No warnings: somebody who only starts the server can do nothing about them. What npm's cache has is not asked for again: the
  // lock file has the hash of every package.
  const words = ['ci', '--include=dev', '--prefer-offline', '--loglevel=error'];
  return runNpm(words, { cwd: folder, stdio: ['inherit', 'ignore', 'inherit'] }).status ?? 1;
}

/** npm is a .cmd file on Windows, which only a shell can run. */
function runNpm(words, options) {
  return spawnSync('npm', words, { ...options, shell: process.platform === 'win32' });
}
