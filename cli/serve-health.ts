// Health checks that cannot starve: starts the thread that answers them, if HEALTH_PORT names its port.
import { openWorker } from '../runtime/worker-call.ts';
import type { Config } from '../server/config.ts';
import type { HealthCalls } from './health-worker.ts';

const HEARTBEAT_MS = 1000;
/** Far longer than a flood keeps timers waiting. */
const HUNG_MS = 60_000;

type Health = { startBeating(): void; close(): Promise<void> };

/** From now on the port answers: with a 503 until the server beats. */
export async function serveHealth({
  host,
  healthPort,
}: Pick<Config, 'host' | 'healthPort'>): Promise<Health | undefined> {
  if (healthPort === undefined) return undefined;
  const thread = openWorker<HealthCalls>(new URL('./health-worker.ts', import.meta.url), undefined);
  const beat = () => void thread.call('beat', HUNG_MS).catch(() => {});
  try {
    await thread.call('listen', { host, port: healthPort });
  } catch (error) {
    await thread.close();
    throw error;
  }
  return {
    startBeating: () => {
      beat();
      setInterval(beat, HEARTBEAT_MS).unref();
    },
    close: () => thread.close(),
  };
}
