// A hiccup meter: a process of its own that does nothing but wait notes when it is woken late. Then the machine itself stood
// still (a busy host, a virtual machine without its processor), and times measured meanwhile say nothing of the server.
import { spawn } from 'node:child_process';
import { once } from 'node:events';

export type Hiccup = { fromMs: number; untilMs: number };

/** Half of what an answer may take. */
const LATE_MS = 25;
/** What has piled up meanwhile is worked off afterward. */
const AFTERMATH_MS = 2000;

const meter = `
  const TICK_MS = 10;
  const now = () => performance.timeOrigin + performance.now();
  let dueMs = now() + TICK_MS;
  setInterval(() => {
    const nowMs = now();
    if (nowMs - dueMs > ${LATE_MS}) process.send({ fromMs: dueMs, untilMs: nowMs });
    dueMs = nowMs + TICK_MS;
  }, TICK_MS);
  process.send('ready');
  process.on('disconnect', () => process.exit());
`;

/** Measures until it is stopped. Times are milliseconds since 1970. */
export async function measureHiccups(): Promise<{ stop(): Promise<Hiccup[]> }> {
  const child = spawn(process.execPath, ['-e', meter], { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
  await once(child, 'message');
  const hiccups: Hiccup[] = [];
  child.on('message', (hiccup) => hiccups.push(hiccup as Hiccup));
  return {
    async stop() {
      child.kill();
      await once(child, 'close');
      return hiccups;
    },
  };
}

/** The seconds after a time in which the machine stood still, or had stood still just before. */
export function heldUpSeconds(hiccups: readonly Hiccup[], beganAtMs: number): Set<number> {
  const second = (ms: number) => Math.floor((ms - beganAtMs) / 1000);
  return new Set(
    hiccups.flatMap(({ fromMs, untilMs }) => {
      const [first, last] = [second(fromMs), second(untilMs + AFTERMATH_MS)];
      return Array.from({ length: last - first + 1 }, (_, at) => first + at);
    }),
  );
}

export const longestMs = (hiccups: readonly Hiccup[]) =>
  hiccups.reduce((longest, { fromMs, untilMs }) => Math.max(longest, untilMs - fromMs), 0);
