// @ts-check
// A stand-in for a container engine: runs a program with a folder as its root, in mount and PID namespaces of its own. The
// system's programs, among them Node.js, are those of this machine, read-only. Needs Linux and root.
import { spawn } from 'node:child_process';
import {
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';

/** They stand for the base image. Where one is a symbolic link, as /bin to usr/bin, it is one inside, too. */
const systemFolders = ['/usr', '/bin', '/sbin', '/lib', '/lib64'].filter((path) => existsSync(path));
const systemFiles = ['/etc/ssl', '/etc/resolv.conf', '/etc/hosts', '/etc/nsswitch.conf'];
const devices = ['/dev/null', '/dev/zero', '/dev/random', '/dev/urandom'];

/** Where the links of /usr/local/bin are kept: /usr itself is this machine's. */
const LOCAL_PROGRAMS = '/.local-bin';
const NODE_FOLDER = '/.node';
export const CONTAINER_PATH = `/usr/local/bin:${NODE_FOLDER}/bin:/usr/bin:/bin`;

export function canRunContainers() {
  return process.platform === 'linux' && process.getuid?.() === 0 && existsSync('/usr/bin/unshare');
}

/** @param {string} root The folder to make. */
export function makeRoot(root) {
  for (const folder of ['/etc', '/root/.npm', '/proc', '/dev', LOCAL_PROGRAMS, NODE_FOLDER]) {
    mkdirSync(join(root, folder), { recursive: true });
  }
  for (const folder of systemFolders) {
    if (lstatSync(folder).isSymbolicLink()) symlinkSync(`usr${folder}`, join(root, folder));
    else mkdirSync(join(root, folder));
  }
  for (const file of systemFiles.filter((path) => existsSync(path))) {
    cpSync(file, join(root, file), { recursive: true, dereference: true });
  }
  for (const device of devices) writeFileSync(join(root, device), '');
  writeFileSync(
    join(root, 'etc/passwd'),
    'root:x:0:0::/root:/bin/sh\nnode:x:1000:1000::/home/node:/bin/sh\n',
  );
  writeFileSync(join(root, 'etc/group'), 'root:x:0:\nnode:x:1000:\n');
}

/** @param {string} root */
export function removeRoot(root) {
  // Mounts are visible in their own namespace only. Were one left here, this would delete the machine's own files.
  if (readFileSync('/proc/self/mountinfo', 'utf8').includes(` ${root}`)) {
    throw new Error(`Something is mounted below ${root}: it is not removed.`);
  }
  rmSync(root, { recursive: true, force: true });
}

/** Runs in the new namespaces. The mounts vanish with them. */
const enter = `
set -e
root=$1 node=$2 cache=$3 writable=$4 user=$5; shift 5
mount --bind "$root" "$root"
for folder in ${systemFolders.join(' ')}; do
  [ -L "$folder" ] && continue
  mount --bind "$folder" "$root$folder"
  mount -o remount,bind,ro "$root$folder"
done
for device in ${devices.join(' ')}; do mount --bind "$device" "$root$device"; done
mount --bind "$root${LOCAL_PROGRAMS}" "$root/usr/local/bin"
mount --bind "$node" "$root${NODE_FOLDER}"
mount -o remount,bind,ro "$root${NODE_FOLDER}"
if [ -n "$cache" ]; then mount --bind "$cache" "$root/root/.npm"; fi
mount -t proc proc "$root/proc"
if [ -n "$writable" ]; then
  for folder in $writable; do mount --bind "$root$folder" "$root$folder"; done
  mount -o remount,bind,ro "$root"
fi
exec /usr/sbin/chroot --userspec="$user" --groups= "$root" "$@"
`;

/**
 * @typedef {object} Run
 * @property {string} root
 * @property {string[]} command
 * @property {Record<string, string>} env
 * @property {string} cwd Inside.
 * @property {string} user UID:GID
 * @property {string} [npmCache] A folder of this machine, so that nothing is downloaded twice.
 * @property {string[]} [writable] The only folders that can be written to; everything if there is no list.
 */

/** @param {Run} run */
export function spawnInside({ root, command, env, cwd, user, npmCache = '', writable = [] }) {
  const nodeFolder = dirname(dirname(process.execPath));
  const inside = ['/bin/sh', '-c', 'cd "$1" && shift && exec "$@"', 'sh', cwd, ...command];
  return spawn(
    '/usr/bin/unshare',
    [
      ...['--mount', '--propagation', 'private', '--pid', '--fork', '--kill-child', '--'],
      ...['/bin/sh', '-c', enter, 'enter', root, nodeFolder, npmCache, writable.join(' '), user],
      ...inside,
    ],
    { env: { PATH: CONTAINER_PATH, ...env }, stdio: ['ignore', 'pipe', 'pipe'] },
  );
}

/**
 * The first process inside, by its number outside. A signal to it arrives as a container engine's would.
 * @param {number} unsharePid
 */
export function firstProcess(unsharePid) {
  const children = readFileSync(`/proc/${unsharePid}/task/${unsharePid}/children`, 'utf8');
  return Number(children.trim().split(' ')[0]);
}
