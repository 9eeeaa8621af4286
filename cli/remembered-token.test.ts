// A token that was given with a source: remembered for its refreshes, and for nobody else.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { type ArcGisStandIn, openArcGisStandIn } from '../test/arcgis-stand-in.ts';
import { standInRows } from '../test/arcgis-stand-in-layer.ts';
import { callPlatbook } from '../test/call-platbook.ts';
import { testFolder } from '../test/test-folder.ts';

const folder = testFolder();
const NEEDED = /only to those with a token/;

async function start(token?: string): Promise<ArcGisStandIn> {
  const character = { claimsPaging: true, ...(token !== undefined && { token }) };
  const server = await openArcGisStandIn({ rows: standInRows(5), character });
  onTestFinished(() => server.close());
  return server;
}
const hostOf = ({ layer }: ArcGisStandIn) => new URL(layer).host;
const tokensTold = ({ asked }: ArcGisStandIn) => [
  ...new Set(asked.map(({ parameters }) => parameters.token)),
];

function platbook(dataDir: string, settings: Record<string, string> = {}) {
  const said: string[] = [];
  const run = async (...args: string[]) => {
    const { code, stdout, stderr } = await callPlatbook(args, {
      DATA_DIR: join(folder, dataDir),
      ...settings,
    });
    said.push(stdout, stderr);
    return { code, stderr };
  };
  return { run, said: () => said.join('\n') };
}

test.each(['--token', 'the address', 'a layer in the address of a map viewer'])(
  '[SEC-10] a token of %s is remembered for the refreshes of that source, and shown nowhere',
  async (by) => {
    const server = await start('hush-1');
    const { run, said } = platbook(`by ${by}`);
    const withToken = `${server.layer}?token=hush-1`;
    const viewer = `https://www.arcgis.com/home/webmap/viewer.html?url=${encodeURIComponent(withToken)}`;
    const source = {
      '--token': [server.layer, '--token', 'hush-1'],
      'the address': [withToken],
      'a layer in the address of a map viewer': [viewer],
    }[by]!;
    expect(await run('import', ...source, '--as', 'polk')).toMatchObject({ code: 0 });
    expect(await run('refresh', '--quiet')).toEqual({ code: 0, stderr: '' });

    // A fresh one takes the place of the old one.
    server.character.token = 'hush-2';
    expect(await run('refresh')).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('does not accept'),
    });
    expect(await run('refresh', '--token', 'hush-2')).toMatchObject({ code: 0 });
    expect(await run('refresh')).toMatchObject({ code: 0 });

    await run('sources');
    expect(said()).toContain('The token is remembered for the refreshes of polk');
    expect(said()).not.toContain('hush');
    expect(await readFile(join(folder, `by ${by}`, 'audit.jsonl'), 'utf8')).not.toContain('hush');

    expect((await run('import', server.layer, '--as', 'polk', '--forget')).stderr).toMatch(NEEDED);
  },
);

test('[SEC-10] a source of the same name on another host does not get it', async () => {
  const [server, other] = [await start('hush'), await start()];
  const { run } = platbook('moved');
  expect(await run('import', server.layer, '--as', 'polk', '--token', 'hush')).toMatchObject({ code: 0 });
  expect(await run('import', other.layer, '--as', 'polk')).toMatchObject({ code: 0 });
  expect(other.asked.length).toBeGreaterThan(2);
  expect(tokensTold(other)).toEqual([undefined]);
});

test('[SEC-10] the token of the environment comes first where it is for that host, and is not remembered', async () => {
  const server = await start('hush-1');
  await platbook('environment').run('import', server.layer, '--as', 'polk', '--token', 'hush-1');
  server.character.token = 'hush-2';
  const ours = { ARCGIS_TOKEN: 'hush-2', ARCGIS_TOKEN_HOST: hostOf(server) };
  expect(await platbook('environment', ours).run('refresh')).toMatchObject({ code: 0 });
  server.character.token = 'hush-1';
  const elsewhere = { ARCGIS_TOKEN: 'hush-3', ARCGIS_TOKEN_HOST: 'gis.example.gov' };
  expect(await platbook('environment', elsewhere).run('refresh')).toMatchObject({ code: 0 });
  expect(tokensTold(server)).toEqual(['hush-1', 'hush-2']);
});

test('[SEC-10] each of several sources of a layer gets its own token, also at its refreshes, and none another', async () => {
  const servers = [await start(), await start('hush-1'), await start('hush-2')];
  const [open, ...closed] = servers;
  const addresses = [open!.layer, ...closed.map(({ layer }, at) => `${layer}?token=hush-${at + 1}`)];
  const { run, said } = platbook('several');
  const add = ['layers', 'add', ...addresses, '--name', 'zones', '--as', 'overlay', '--color-by', 'OWNER'];
  expect(await run(...add)).toMatchObject({ code: 0 });
  expect(await run('layers', 'refresh', 'zones')).toMatchObject({ code: 0 });
  expect(servers.map(tokensTold)).toEqual([[undefined], ['hush-1'], ['hush-2']]);
  expect(said()).not.toContain('hush');

  // A fresh one of the environment for one of them leaves that of the other.
  closed[1]!.character.token = 'hush-3';
  const ours = { ARCGIS_TOKEN: 'hush-3', ARCGIS_TOKEN_HOST: hostOf(closed[1]!) };
  expect(await platbook('several', ours).run('layers', 'refresh', 'zones')).toMatchObject({ code: 0 });
  expect(servers.map(tokensTold)).toEqual([[undefined], ['hush-1'], ['hush-2', 'hush-3']]);
});

test('[SEC-10] the joined table of another host gets its own token, also at refreshes', async () => {
  const [server, table] = [await start('hush-1'), await start('hush-2')];
  const { run } = platbook('joined');
  const from = [`${server.layer}?token=hush-1`, '--join', `${table.layer}?token=hush-2`, '--on', 'PIN'];
  expect(await run('import', ...from, '--as', 'polk')).toMatchObject({ code: 0 });
  expect(await run('refresh', 'polk')).toMatchObject({ code: 0 });
  expect([server, table].map(tokensTold)).toEqual([['hush-1'], ['hush-2']]);
});
