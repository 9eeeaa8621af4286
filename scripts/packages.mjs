// Checks whether the installed npm packages are those of package-lock.json, and installs them.
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

function lockedPackages(file) {
  return JSON.parse(readFileSync(file, 'utf8')).packages;
}

/** npm records what it installed in node_modules/.package-lock.json, in the format of package-lock.json. */
export function packagesAreFresh(root) {
  let installed;
  try {
    installed = lockedPackages(join(root, 'node_modules', '.package-lock.json'));
  } catch {
    return false;
  }
  return Object.entries(lockedPackages(join(root, 'package-lock.json'))).every(
    // Optional packages may be missing: they are binaries for other platforms.
    ([path, { version, optional }]) =>
      path === '' || installed[path]?.version === version || (optional && !installed[path]),
  );
}

/** Returns npm's exit code. */
export function installPackages(root) {
  // No warnings: somebody who only starts the server can do nothing about them. What npm's cache has is not asked for again: the
  // lock file has the hash of every package.
  const { status } = spawnSync('npm', ['ci', '--include=dev', '--prefer-offline', '--loglevel=error'], {
    cwd: root,
    stdio: 'inherit',
    // npm is a .cmd file on Windows, which only a shell can run.
    shell: process.platform === 'win32',
  });
  return status ?? 1;
}
