// Global set-up of the browser tests: makes the demo county if this build has none yet, and starts two servers of it. One shows parcels to
// everybody, the other only to signed-in users.
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeTestCounty } from '../../scripts/make-test-county.mjs';
import { type RunningServer, startServer } from './running-server.ts';

export default async function startServers(): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'platbook-e2e-'));
  const servers: RunningServer[] = [];
  const stopAll = async () => {
    await Promise.all(servers.map((server) => server.stop()));
    await rm(folder, { recursive: true, force: true });
  };
  try {
    const countyData = makeTestCounty();
    // A data folder can be used by one process at a time.
    const copyFor = async (name: string) => {
      await cp(countyData, join(folder, name), { recursive: true });
      return join(folder, name);
    };
    servers.push(await startServer({ dataDir: await copyFor('open'), access: 'public', name: '127.0.0.1' }));
    servers.push(await startServer({ dataDir: await copyFor('closed'), access: 'signed-in' }));
    process.env.COUNTY_DATA_DIR = countyData;
  } catch (error) {
    await stopAll();
    throw error;
  }
  // Tests run in processes of their own, which inherit the environment.
  process.env.OPEN_SERVER_URL = servers[0]!.url;
  process.env.CLOSED_SERVER_URL = servers[1]!.url;
  return stopAll;
}
