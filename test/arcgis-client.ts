// Reads a stand-in of an ArcGIS server, without waiting: for tests of every kind of server. It sets hooks, and files of a worker share
// modules: only one test file of a project may import it.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach } from 'vitest';
import { type OpenArcGisOptions, openArcGis } from '../import/arcgis/open-arcgis.ts';
import { tokenFor } from '../import/arcgis/server-client.ts';
import type { OpenSource, RawFeature } from '../import/layer.ts';
import { type ArcGisStandIn, openArcGisStandIn } from './arcgis-stand-in.ts';
import { type Character, type StandInRow, standInRows } from './arcgis-stand-in-layer.ts';

let workFolder: string;
let servers: ArcGisStandIn[];
/** How long the present test would have waited, in milliseconds. */
export let pauses: number[];
beforeEach(async () => {
  workFolder = await mkdtemp(join(tmpdir(), 'platbook-arcgis-'));
  servers = [];
  pauses = [];
});
afterEach(async () => {
  for (const server of servers) await server.close();
  await rm(workFolder, { recursive: true, force: true });
});

export const downloads = () => workFolder;

export const timing = {
  pause: async (ms: number, signal: AbortSignal | undefined) => {
    signal?.throwIfAborted();
    pauses.push(ms);
  },
  random: () => 0.5,
};

export async function start(
  character: Character,
  rows: StandInRow[] = standInRows(1300),
): Promise<ArcGisStandIn> {
  const server = await openArcGisStandIn({ rows, character });
  servers.push(server);
  return server;
}

export type OpenOptions = Partial<Omit<OpenArcGisOptions, 'token'>> & {
  /** Of the host of the address, as one given with --token. */
  token?: string;
};

export const open = (url: string, { token, ...more }: OpenOptions = {}) =>
  openArcGis({ url, workFolder, timing, ...more, ...(token && { token: tokenFor(url, token) }) });

export async function read(source: OpenSource): Promise<RawFeature[]> {
  const features: RawFeature[] = [];
  for await (const batch of source.layers[0]!.read()) features.push(...batch);
  return features;
}

export const pinsOf = (features: RawFeature[]) => features.map(({ properties }) => properties.PIN).sort();
export const expectedPins = (rows: StandInRow[]) => rows.map(({ attributes }) => attributes.PIN).sort();
