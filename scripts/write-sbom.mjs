// @ts-check
// Writes dist/sbom.cdx.json, which the release archive carries: the packages that the server needs, with versions, licenses and hashes,
// as package-lock.json has them (CycloneDX, by npm).
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export const SBOM_FILE = 'dist/sbom.cdx.json';

const root = join(import.meta.dirname, '..');

/**
 * Made of a copy without development packages: with --omit=dev npm 11 leaves out whatever both an installed package and a development
 * package need.
 * @returns {{ metadata: { component: { name: string } }, components: { name: string, version: string }[] }}
 */
export function makeSbom() {
  const parent = mkdtempSync(join(tmpdir(), 'platbook-sbom-'));
  try {
    const { devDependencies: _, ...project } = readJson('package.json');
    const lock = readJson('package-lock.json');
    const installed = Object.entries(lock.packages).filter(([, { dev }]) => !dev);
    lock.packages = Object.fromEntries(installed);
    delete lock.packages[''].devDependencies;
    // npm names the product after its folder.
    const folder = join(parent, project.name);
    mkdirSync(folder);
    writeFileSync(join(folder, 'package.json'), JSON.stringify(project));
    writeFileSync(join(folder, 'package-lock.json'), JSON.stringify(lock));
    const args = ['sbom', '--sbom-format', 'cyclonedx', '--omit', 'dev', '--package-lock-only'];
    const { status, stdout, stderr } = spawnSync('npm', [...args, '--loglevel=error'], {
      cwd: folder,
      encoding: 'utf8',
      maxBuffer: 64 * 1024 * 1024,
      shell: process.platform === 'win32',
    });
    if (status !== 0) throw new Error(`npm sbom failed: ${stderr}`);
    return JSON.parse(stdout);
  } finally {
    rmSync(parent, { recursive: true, force: true });
  }
}

/** @param {string} file */
function readJson(file) {
  return JSON.parse(readFileSync(join(root, file), 'utf8'));
}

export function writeSbom() {
  mkdirSync(join(root, 'dist'), { recursive: true });
  writeFileSync(join(root, SBOM_FILE), `${JSON.stringify(makeSbom(), undefined, 2)}\n`);
}

if (process.argv[1] === import.meta.filename) writeSbom();
