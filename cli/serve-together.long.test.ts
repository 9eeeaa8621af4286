// Several processes on one port.
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { request } from 'node:http';
import { join } from 'node:path';
import { beforeAll, expect, onTestFinished, test } from 'vitest';
import { PLAIN_PIN } from '../test/app-under-test.ts';
import { eventually } from '../test/eventually.ts';
import { inboxAddress, listedMails } from '../test/inbox.ts';
import { writePreparedFolder } from '../test/prepared-folder.ts';
import { startPlatbook } from '../test/run-platbook.ts';
import { CHALLENGE, VERIFIER } from '../test/sdk-client.ts';
import { testFolder } from '../test/test-folder.ts';

const dataDir = join(testFolder(), 'small');
beforeAll(() => writePreparedFolder(dataDir));

test.runIf(process.platform === 'linux')(
  'with PROCESSES=2, both know of every mail, session, log-out and map sheet; one that dies is replaced; all stop together',
  async () => {
    const settings = { DATA_DIR: dataDir, PROCESSES: '2', METRICS_TOKEN: 'a-token-for-prometheus' };
    const { child, url, output, block } = await startPlatbook(settings);
    const metrics = () =>
      call(`${url}/metrics`, { headers: { authorization: `Bearer ${settings.METRICS_TOKEN}` } });
    onTestFinished(() => void child.kill());
    const pids = () => processesBelow(child.pid!);
    // A process that draws the ground of the parcels ends by itself.
    await eventually(async () => expect(await pids()).toHaveLength(2));

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
    const begun = Array.from({ length: 8 }, () => beginMapSheet(url, session.session_jwt));
    // One has the place, or none where they have met at the same instant.
    const refused = () => begun.filter(({ status }) => status() === 429).length;
    await eventually(() => expect(refused()).toBeGreaterThanOrEqual(7));
    for (const { end } of begun) end();
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

async function processesBelow(pid: number): Promise<number[]> {
  const children = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8');
  return children.split(' ').map(Number).filter(Boolean);
}

/** Whose body does not come: it is answered only if it is refused a place. */
function beginMapSheet(url: string, jwt: string): { status: () => number | undefined; end: () => void } {
  let status: number | undefined;
  const headers = {
    authorization: `Bearer ${jwt}`,
    'content-type': 'application/json',
    'content-length': 10,
  };
  const asked = request(`${url}/api/map-sheet`, { agent: false, method: 'POST', headers }, (answer) => {
    status = answer.statusCode;
  });
  asked.on('error', () => {});
  asked.flushHeaders();
  return { status: () => status, end: () => asked.destroy() };
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
