// The command line as a real process: its output and its exit code.
import { once } from 'node:events';
import { mkdtemp, readdir, readFile } from 'node:fs/promises';
import { request } from 'node:http';
import { connect } from 'node:net';
import { join } from 'node:path';
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { DEMO_SOURCE } from '../demo/map/county-map.ts';
import { PLAIN_PIN } from '../test/app-under-test.ts';
import { eventually } from '../test/eventually.ts';
import { inboxAddress, listedMails } from '../test/inbox.ts';
import { writeOutdatedParcels } from '../test/outdated-parcels.ts';
import { writePreparedFolder } from '../test/prepared-folder.ts';
import { finishPlatbook, freePort, runPlatbook, startPlatbook } from '../test/run-platbook.ts';
import { CHALLENGE, VERIFIER } from '../test/sdk-client.ts';
import { testFolder } from '../test/test-folder.ts';
import { testSource } from '../test/test-source.ts';

const folder = testFolder();

/** A data folder whose parcels an older version of Platbook has loaded. */
async function outdatedFolder(source: string): Promise<string> {
  const dataDir = await mkdtemp(join(folder, 'outdated-'));
  await writeOutdatedParcels({ dataDir, version: '1600000000000', format: 1, source });
  return dataDir;
}

test('a refused setting is one line and exit code 1', async () => {
  const refused = await finishPlatbook(['start'], { DATA_DIR: join(folder, 'unused'), PORT: 'http' });
  expect(refused).toEqual({
    code: 1,
    stdout: '',
    stderr: expect.stringMatching(/^platbook: PORT is "http": .*\n$/),
  });
});

describe('the demo county', () => {
  test.each([
    ['start', DEMO_SOURCE],
    ['demo', 'Harrow County'],
  ])(
    '%s makes it in place of the %s of an older version; stopped, it ends at once and leaves nothing half made',
    async (command, source) => {
      const dataDir = await outdatedFolder(source);
      const before = (await readdir(dataDir)).filter((name) => name.startsWith('parcels'));
      const settings = { PORT: String(await freePort()), DATA_DIR: dataDir };
      const { child, output } = runPlatbook([command], settings);
      await new Promise<void>((resolve, reject) => {
        child.stdout.on('data', () => output.stdout.includes('Raising hills') && resolve());
        child.once('close', () => reject(new Error(output.stderr)));
      });
      child.kill('SIGTERM');
      // Not before all processes have ended: they share the output.
      const [code, signal] = await once(child, 'close');
      expect(command === 'start' ? code : signal).toBe(command === 'start' ? 130 : 'SIGTERM');
      expect(output.stderr).toBe('');
      const now = (await readdir(dataDir)).filter((name) => name.startsWith('parcels'));
      expect(now).toEqual(before);
      expect(await readdir(join(dataDir, 'maps'))).toEqual([]);
    },
  );
});

describe('start', () => {
  let dataDir: string;
  beforeAll(async () => {
    dataDir = join(folder, 'small');
    await writePreparedFolder(dataDir);
  });

  test('says where to go and how to stop, answers, and stops cleanly', async () => {
    const { child, url, block } = await startPlatbook({ DATA_DIR: dataDir });
    for (const part of [`${url}/start/`, dataDir, testSource.title, `${url}/inbox/`, 'Ctrl-C'])
      expect(block).toContain(part);
    await eventually(async () => expect((await fetch(`${url}/readyz`)).status).toBe(200));

    // Browsers open connections ahead of need: an unused one must not delay the stop.
    const unused = connect(Number(new URL(url).port), '127.0.0.1');
    await once(unused, 'connect');
    child.kill('SIGINT');
    const [code, signal] = await once(child, 'close');
    expect({ code, signal }).toEqual({ code: 0, signal: null });
    unused.destroy();
  });

  test.runIf(process.platform === 'linux')(
    'with PROCESSES=2, both know of every mail, session and log-out; one that dies is replaced; all stop together',
    async () => {
      const settings = { DATA_DIR: dataDir, PROCESSES: '2', METRICS_TOKEN: 'a-token-for-prometheus' };
      const { child, url, output, block } = await startPlatbook(settings);
      const metrics = () =>
        call(`${url}/metrics`, { headers: { authorization: `Bearer ${settings.METRICS_TOKEN}` } });
      onTestFinished(() => void child.kill());
      const pids = () => processesBelow(child.pid!);
      expect(await pids()).toHaveLength(2);

      // Every call has a connection of its own, and the processes take turns.
      const often = <T>(ask: () => Promise<T>) => Promise.all(Array.from({ length: 8 }, ask));
      const { publicToken } = JSON.parse((await call(`${url}/config.json`)).body).auth;
      const authorization = (secret: string) =>
        `Basic ${Buffer.from(`${publicToken}:${secret}`).toString('base64')}`;
      const sdk = async (path: string, body: object, secret = publicToken) => {
        const headers = { authorization: authorization(secret), 'content-type': 'application/json' };
        const answer = await call(`${url}/sdk/v1${path}`, { headers, body: JSON.stringify(body) });
        return JSON.parse(answer.body).data;
      };
      await sdk('/magic_links/email/login_or_create', {
        email: 'ada@example.org',
        code_challenge: CHALLENGE,
      });
      const inboxes = await often(() => call(inboxAddress(block)));
      const mails = new Set(inboxes.map(({ body }) => listedMails(body)[0]));
      expect(mails.size).toBe(1);
      const mail = await call(`${url}${[...mails][0]}`);
      const link = new URL(/href="(http[^"]+)"/.exec(mail.body)![1]!.replaceAll('&amp;', '&'));
      const session = await sdk('/magic_links/authenticate', {
        token: link.searchParams.get('token'),
        code_verifier: VERIFIER,
        session_duration_minutes: 60,
      });

      const cookie = `session_jwt=${session.session_jwt}`;
      const statuses = async () => {
        const answers = await often(() => call(`${url}/api/parcels/${PLAIN_PIN}`, { headers: { cookie } }));
        return [...new Set(answers.map(({ status }) => status))];
      };
      expect(await statuses()).toEqual([200]);
      await sdk('/sessions/revoke', {}, session.session_token);
      expect(await statuses()).toEqual([401]);
      expect((await metrics()).body).toContain('platbook_processes 2');

      const [victim, survivor] = await pids();
      process.kill(victim!, 'SIGKILL');
      await eventually(async () => {
        const now = await pids();
        expect(now).toHaveLength(2);
        expect(now).toContain(survivor);
        expect(now).not.toContain(victim);
      });
      expect(output.stderr).toContain('Another takes its place.');
      await eventually(async () => expect((await metrics()).body).toContain('platbook_processes 2'));

      const all = await pids();
      child.kill('SIGINT');
      const [code, signal] = await once(child, 'close');
      expect({ code, signal }).toEqual({ code: 0, signal: null });
      for (const pid of all) expect(() => process.kill(pid, 0)).toThrow('ESRCH');
    },
  );
});

async function processesBelow(pid: number): Promise<number[]> {
  const children = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8');
  return children.split(' ').map(Number).filter(Boolean);
}

/** On a connection of its own. With a body it is a POST. */
function call(
  url: string,
  { headers = {}, body }: { headers?: Record<string, string>; body?: string } = {},
): Promise<{ status: number; body: string }> {
  return new Promise((resolve, reject) => {
    const method = body === undefined ? 'GET' : 'POST';
    const asked = request(url, { agent: false, method, headers }, async (answer) => {
      const text = Buffer.concat(await answer.toArray()).toString();
      resolve({ status: answer.statusCode!, body: text });
    });
    asked.on('error', reject);
    asked.end(body);
  });
}
