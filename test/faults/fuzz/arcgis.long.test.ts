// An ArcGIS server whose answers are damaged on their way: all rows arrive, or one sentence says what is wrong.
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openArcGis } from '../../../import/arcgis/open-arcgis.ts';
import { withTidyNames } from '../../../import/tidy-names.ts';
import { type ArcGisStandIn, openArcGisStandIn } from '../../arcgis-stand-in.ts';
import { standInRows } from '../../arcgis-stand-in-layer.ts';
import { FAULT_TIMEOUT_MS } from '../size.ts';
import { jsonChanges, withChanges } from './change-json.ts';
import { fuzz } from './fuzz.ts';
import { importWhole } from './import-whole.ts';
import { damage, damagedText } from './mutate-bytes.ts';

type Damage = (
  text: string,
  request: number,
) => { text: string; status?: number; headers?: Record<string, string> };

let standIn: ArcGisStandIn;
let between: Server;
let folder: string;
let spoil: Damage = (text) => ({ text });
let requests = 0;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'platbook-fuzz-arcgis-'));
  standIn = await openArcGisStandIn({
    rows: standInRows(40),
    character: { claimsPaging: true, maxRecordCount: 25 },
  });
  // Passes requests on, and damages what comes back.
  between = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const { origin } = new URL(standIn.layer);
    const answer = await fetch(origin + request.url, {
      method: request.method!,
      ...(chunks.length > 0 && {
        body: Buffer.concat(chunks),
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
      }),
    });
    const { text, status, headers } = spoil(await answer.text(), requests++);
    response.writeHead(status ?? answer.status, { 'content-type': 'application/json', ...headers }).end(text);
  }).listen(0, '127.0.0.1');
  await once(between, 'listening');
});
afterAll(async () => {
  between.closeAllConnections();
  between.close();
  await standIn.close();
  await rm(folder, { recursive: true, force: true });
});

let serial = 0;

function importLayer(damage: Damage): Promise<number> {
  spoil = damage;
  requests = 0;
  const { port } = between.address() as AddressInfo;
  const url = new URL(standIn.layer);
  url.port = String(port);
  let clock = Date.now();
  return importWhole(async () => {
    const source = await openArcGis({
      url: url.href,
      workFolder: join(folder, String(serial++)),
      timing: {
        pause: async (ms, signal) => {
          signal?.throwIfAborted();
          clock += ms;
        },
        now: () => clock,
        random: () => 0.5,
        timeoutMs: 5000,
      },
    });
    return { ...source, layers: source.layers.map(withTidyNames) };
  });
}

test(
  'damaged answers',
  async () => {
    expect(await importLayer((text) => ({ text }))).toBe(40);
    await fuzz({
      what: 'damaged ArcGIS answers',
      cases: { short: 60, long: 2500 },
      input: fc.record({
        first: fc.nat(7),
        isLasting: fc.boolean(),
        changes: jsonChanges,
        edits: fc.option(damage, { freq: 3 }),
        status: fc.option(fc.constantFrom(200, 204, 301, 400, 403, 404, 429, 499, 500, 503, 504), {
          freq: 6,
        }),
        retryAfter: fc.option(
          fc.constantFrom('0', '-5', '99999999999', 'soon', 'Wed, 21 Oct 2099 07:28:00 GMT'),
          { freq: 4 },
        ),
      }),
      property: async ({ first, isLasting, changes, edits, status, retryAfter }) => {
        const rows = await importLayer((text, request) => {
          if (isLasting ? request < first : request !== first) return { text };
          const changed = edits
            ? damagedText(text, edits)
            : (JSON.stringify(withChanges(JSON.parse(text), changes)) ?? '');
          return {
            text: changed,
            ...(status && { status }),
            ...(retryAfter && { headers: { 'retry-after': retryAfter } }),
          };
        });
        expect(rows).toBeLessThanOrEqual(80);
      },
    });
  },
  FAULT_TIMEOUT_MS,
);
