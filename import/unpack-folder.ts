// Folders that archives are unpacked into: one for each opening, gone when it is closed, or at the next start after a kill.
import { mkdir, mkdtemp, readdir, rm, rmdir } from 'node:fs/promises';
import { basename, join } from 'node:path';

/** Those of this process: another opening must not take them for leftovers. */
const inUse = new Set<string>();

export async function makeUnpackFolder(o: {
  path: string;
  workFolder: string;
}): Promise<{ folder: string; remove(): Promise<void> }> {
  await removeUnpacked(o.workFolder);
  const all = unpackedIn(o.workFolder);
  await mkdir(all, { recursive: true });
  const name = basename(o.path)
    .replace(/[^\w.-]/g, '_')
    .slice(0, 60);
  const folder = await mkdtemp(join(all, `${process.pid}-${name}-`));
  inUse.add(folder);
  return {
    folder,
    remove: async () => {
      inUse.delete(folder);
      await rm(folder, { recursive: true, force: true });
      // Fails where there is another one in it, which is right.
      await rmdir(all).catch(() => {});
    },
  };
}

const unpackedIn = (workFolder: string) => join(workFolder, 'unpacked');

/** Of killed processes. Each folder's name begins with the number of its process: one that is no longer there was killed. */
export async function removeUnpacked(workFolder: string): Promise<void> {
  const all = unpackedIn(workFolder);
  for (const name of await readdir(all).catch(() => [])) {
    const folder = join(all, name);
    const pid = Number(/^(\d+)-/.exec(name)?.[1]);
    if (!pid || inUse.has(folder) || isRunning(pid)) continue;
    await rm(folder, { recursive: true, force: true });
  }
  await rmdir(all).catch(() => {});
}

function isRunning(pid: number): boolean {
  // An earlier process may have had this number, above all in a container.
  if (pid === process.pid) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // Another user's process may not be signaled, but it is there.
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
