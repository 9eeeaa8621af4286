// Runs a command that reads files which nobody vouches for in a child process, ends it where it must end, says why in one
// sentence, and clears up behind it.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, readdir, rm, rmdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { guardProcess } from '../runtime/guarded-process.ts';
import type { Config } from '../server/config.ts';
import { FAILED, STOPPED } from './exit-codes.ts';

/** How long a command may take to stop by itself. */
const STOP_MS = 800;
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** Says to a child whose child it is: another process may hand its environment on. */
export const GUARDED_BY = 'PLATBOOK_GUARDED_BY';

type Guarded = Pick<Config, 'dataDir' | 'importMemory'>;

/** What a child tells: the source that it works on, and those that come after it. */
export type GuardNews = { source: string; left: readonly string[] | undefined; dryRun?: boolean };

/** Returns the exit code. `args` are those of the words that are no options. */
export async function runGuarded(
  words: readonly string[],
  args: readonly string[],
  config: Guarded,
): Promise<number> {
  const { code, left } = await runOnce(words, config);
  if (left.length === 0) return code;
  // One that fails does not stop the others.
  const [command, ...rest] = words;
  const options = rest.filter((word) => !args.includes(word));
  const action = command === 'layers' ? [args[0]!] : [];
  const others = await runGuarded([command!, ...action, ...options, ...left], [...action, ...left], config);
  return others === STOPPED ? STOPPED : code;
}

async function runOnce(
  words: readonly string[],
  config: Guarded,
): Promise<{ code: number; left: readonly string[] }> {
  // Undefined where this machine has nowhere to write but the data folder.
  const scratch = await mkdtemp(join(tmpdir(), 'platbook-')).catch(() => undefined);
  const child = fork(process.argv[1]!, words, {
    // The ceiling comes first: V8's own ends in a stack trace.
    execArgv: [
      ...process.execArgv.filter((option) => !option.startsWith('--inspect')),
      `--max-old-space-size=${Math.round((1.5 * config.importMemory) / 2 ** 20)}`,
    ],
    env: { ...process.env, ...(scratch && { TMPDIR: scratch }), [GUARDED_BY]: String(process.pid) },
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
  });
  const guard = guardProcess(child, { memoryMax: config.importMemory });
  let news: GuardNews | undefined;
  child.on('message', (message) => {
    if (typeof message === 'object') news = message as GuardNews;
  });
  let isStopped = false;
  // Ctrl-C has reached the child, too: it takes several in so short a time for one.
  const stop = (signal: NodeJS.Signals) => {
    child.kill(signal);
    if (!isStopped) setTimeout(() => guard.end('stop'), STOP_MS).unref();
    isStopped = true;
  };
  for (const signal of SIGNALS) process.on(signal, stop);
  try {
    const [code] = (await once(child, 'exit')) as [number | null];
    if (code !== null) return { code, left: [] };
    const reason = guard.reason() ?? (isStopped ? 'stop' : child.signalCode!);
    const { source, left = [] } = news ?? {};
    const sentence = endInWords(reason, config);
    if (process.stderr.isTTY) process.stderr.write('\r\u001b[2K');
    console.error(`platbook: ${source === undefined || isStopped ? '' : `${source}: `}${sentence}`);
    if (news?.dryRun === false) {
      const { openAuditLog } = await import('./audit-log.ts');
      openAuditLog(config).event('import-failed', { source, reason: isStopped ? 'stopped' : reason });
    }
    await clearUp(config);
    return isStopped ? { code: STOPPED, left: [] } : { code: FAILED, left };
  } finally {
    for (const signal of SIGNALS) process.off(signal, stop);
    if (scratch) await rm(scratch, { recursive: true, force: true });
  }
}

function endInWords(reason: string, { importMemory }: Guarded): string {
  if (reason === 'stop') return 'Stopped. What was not complete is removed.';
  if (reason === 'memory') {
    return `Reading it needed more than ${importMemory / 1e9} GB of memory, so it was ended and nothing was changed: the file is damaged or made to do harm, or very large; IMPORT_MEMORY=${Math.ceil((2 * importMemory) / 1e9)}GB allows more.`;
  }
  if (reason === 'silence') {
    return 'Reading it made no progress for a minute, so it was ended and nothing was changed: the file is damaged or made to do harm. Ask for another copy or another format.';
  }
  return `The process that read it was ended by ${reason}, most likely because this machine has no memory left; nothing was changed.`;
}

/** What the next command would remove: half-written counties and layers, what was unpacked and staged, accounts half restored. */
async function clearUp({ dataDir }: Guarded): Promise<void> {
  if (!existsSync(dataDir)) return;
  const [
    { removeUnpacked },
    { removeStagingFiles },
    parcels,
    layers,
    { unfinishedRestoresIn },
    { tryToLock },
    { formatFolderOf },
  ] = await Promise.all([
    import('../import/unpack-folder.ts'),
    import('../import/staging/staging-file.ts'),
    import('../store/sqlite/parcel-files.ts'),
    import('../store/layer-folder.ts'),
    import('../store/restored-accounts.ts'),
    import('../store/sqlite/with-load-lock.ts'),
    import('../store/format-folder.ts'),
  ]);
  const clearWork = async (folder: string) => {
    await removeUnpacked(folder);
    await removeStagingFiles(folder);
    // Fails where a download is kept, or a report, which is right.
    await rmdir(folder).catch(() => {});
  };
  // Another process that holds a lock clears up itself.
  const locked = async (lock: string, run: () => Promise<void>) => {
    const unlock = existsSync(dirname(lock)) ? tryToLock(lock) : undefined;
    if (unlock) await run().finally(unlock);
  };
  for (const folder of await foldersIn(join(dataDir, 'imports'))) await clearWork(folder);
  const restoring = await unfinishedRestoresIn(dataDir);
  if (restoring.length > 0) {
    await locked(join(dataDir, 'lock.db'), async () => {
      for (const path of restoring) await rm(path, { force: true });
    });
  }
  const parcelFolder = formatFolderOf({ dataDir });
  await locked(join(parcelFolder, 'load.lock'), () => parcels.removeLeftovers(parcelFolder));
  const folder = layers.layersFolderOf({ dataDir });
  await locked(join(folder, 'lock.db'), async () => {
    await layers.removeLeftovers(folder, await layers.readLayers(folder));
    const work = await foldersIn(join(folder, 'work'));
    for (const parts of await Promise.all(work.map(foldersIn)))
      for (const part of parts) await clearWork(part);
    for (const each of [...work, join(folder, 'work')]) await rmdir(each).catch(() => {});
  });
}

async function foldersIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
  return entries.filter((entry) => entry.isDirectory()).map(({ name }) => join(folder, name));
}
