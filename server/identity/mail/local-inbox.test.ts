// The local inbox: what it shows, and to whom.
import { createHash } from 'node:crypto';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { refusals } from '../../../contract/messages.ts';
import { noClusterBus } from '../../../runtime/cluster-bus.ts';
import { listedMails, TEST_INBOX, TEST_INBOX_KEY } from '../../../test/inbox.ts';
import { Failure, replyFailure } from '../../failure.ts';
import { createLocalInbox } from './local-inbox.ts';
import { magicLinkMessage } from './magic-link-message.ts';
import type { Mailer } from './mailer.ts';

const link = 'http://localhost:3000/authenticate?stytch_token_type=magic_links&token=a-b_c';
const signIn = {
  to: 'zoe@example.org',
  ...magicLinkMessage({ link, minutes: 10, productName: 'Platbook' }),
};

let app: FastifyInstance;
let mailer: Mailer;
beforeEach(async () => {
  await app?.close();
  app = Fastify();
  app.setErrorHandler(replyFailure);
  app.setNotFoundHandler(() => {
    throw new Failure(404, refusals.notFound);
  });
  const inbox = createLocalInbox({
    key: TEST_INBOX_KEY,
    publicUrl: 'http://localhost:3000',
    clusterBus: noClusterBus,
  });
  inbox.routes(app);
  mailer = inbox.mailer;
});
afterAll(() => app.close());

/** Where the list says its messages are, from the top. */
async function listed(): Promise<string[]> {
  return listedMails((await app.inject(TEST_INBOX)).body);
}

test('an empty inbox says how mail gets here, and that it is lost on a restart', async () => {
  const { statusCode, headers, body } = await app.inject(TEST_INBOX);
  expect(statusCode).toBe(200);
  expect(headers['content-type']).toBe('text/html; charset=utf-8');
  expect(body).toContain('No mail yet');
  expect(body).toContain('href="/login"');
  expect(body).toContain('lost when the server stops');
});

test('a sign-in link that was sent can be opened from it', async () => {
  await mailer.send(signIn);
  const list = await app.inject(TEST_INBOX);
  expect(list.body).toContain('Sign in to Platbook');
  expect(list.body).toContain('zoe@example.org');
  const [address] = await listed();
  const message = await app.inject(address!);
  expect(message.body).toContain(`<a href="${link.replace('&', '&amp;')}">`);
});

test('the newest message comes first, and the oldest are dropped', async () => {
  for (let number = 1; number <= 205; number++) await mailer.send({ ...signIn, subject: `Mail ${number}.` });
  const addresses = await listed();
  expect(addresses).toHaveLength(200);
  expect((await app.inject(addresses[0]!)).body).toContain('Mail 205.');
  expect((await app.inject(addresses[199]!)).body).toContain('Mail 6.');
});

test('a message that is no longer there says so', async () => {
  const answer = await app.inject(`${TEST_INBOX}/gone`);
  expect(answer.statusCode).toBe(404);
  expect(answer.body).toContain('No such message');
});

test('messages are escaped, and no page runs or loads anything but its own', async () => {
  const nasty = '<script>alert(1)</script>"\'&';
  await mailer.send({
    to: nasty,
    subject: nasty,
    text: `${nasty} javascript:alert(1) http://a/"onclick=x`,
    html: '<b>never shown</b>',
  });
  const [address] = await listed();
  for (const url of [TEST_INBOX, address!]) {
    const { body, headers } = await app.inject(url);
    expect(body).not.toMatch(/<script>|never shown/);
    expect(body).not.toContain('href="javascript');
    expect(body).not.toContain('"onclick');
    const policy = String(headers['content-security-policy']).split('; ');
    expect(policy[0]).toBe("default-src 'none'");
    const sources = policy.slice(1).flatMap((directive) => directive.split(' ').slice(1));
    for (const source of sources) expect(source).toMatch(/^'(self|none|sha256-[\w+/]+=*)'$/);
    expect(headers['referrer-policy']).toBe('no-referrer');
  }
});

test('the policy knows the style and the script that stand in the page', async () => {
  const { body, headers } = await app.inject(TEST_INBOX);
  for (const [directive, tag] of [
    ['style-src', /<style>(.*)<\/style>/s],
    ['script-src', /<script type="module">(.*)<\/script>/s],
  ] as const) {
    const hash = createHash('sha256').update(tag.exec(body)![1]!).digest('base64');
    expect(headers['content-security-policy']).toContain(`${directive} 'sha256-${hash}'`);
  }
});

test('the list is never reloaded under the reader, and a link looks for new mail without JavaScript', async () => {
  const { body } = await app.inject(TEST_INBOX);
  expect(body).not.toContain('http-equiv');
  expect(body).toContain(`<a href="${TEST_INBOX}">Look for new mail</a>`);
});

test.each(['localhost', 'localhost:3000', '127.0.0.1:3000', '127.0.0.2', '[::1]:3000'])(
  'it opens under %s',
  async (host) => {
    expect((await app.inject({ url: TEST_INBOX, headers: { host } })).statusCode).toBe(200);
  },
);

test.each([
  { headers: { host: 'evil.example' } },
  { headers: { host: 'localhost.evil.example' } },
  { headers: { host: 'evil-localhost' } },
  { headers: { host: '127.0.0.1.evil.example' } },
  { headers: { host: '192.168.1.20' } },
  { headers: { host: 'user@[bad' } },
  { remoteAddress: '192.168.1.20', headers: { host: 'localhost' } },
  { remoteAddress: '2001:db8::1', headers: { host: 'localhost' } },
  { headers: { host: 'localhost', 'x-forwarded-for': '203.0.113.5' } },
])('even with the key it answers 404 to requests that look as if from elsewhere: %j', async (request) => {
  await mailer.send(signIn);
  const [address] = await listed();
  for (const url of [TEST_INBOX, address!]) {
    const answer = await app.inject({ url, ...request });
    expect(answer.statusCode).toBe(404);
    expect(answer.body).not.toContain('zoe@example.org');
  }
});

const nothingThere = { message: refusals.notFound };
const local = { host: 'localhost:3000' };
const cookieName = 'inbox_key_3000';

test('without the key of this start there is nothing, not even for this machine', async () => {
  await mailer.send(signIn);
  const [address] = await listed();
  const id = address!.split('/').at(-1);
  const wrong = `${TEST_INBOX_KEY.slice(0, -1)}X`;
  for (const url of [
    '/inbox',
    `/inbox/${wrong}`,
    `/inbox/${id}`,
    `/inbox/${wrong}/${id}`,
    `/start/${wrong}`,
  ]) {
    for (const cookie of [undefined, `${cookieName}=${wrong}`, `${cookieName}=`]) {
      const answer = await app.inject({ url, headers: { ...local, ...(cookie && { cookie }) } });
      expect(answer.statusCode, url).toBe(404);
      expect(answer.json()).toEqual(nothingThere);
      expect(answer.headers['set-cookie']).toBeUndefined();
    }
  }
});

test('a browser that has shown the key finds the inbox without it', async () => {
  for (const url of [`/start/${TEST_INBOX_KEY}`, TEST_INBOX]) {
    const shown = await app.inject({ url, headers: local });
    const attributes = 'HttpOnly; SameSite=Lax';
    const cookie = `${cookieName}=${TEST_INBOX_KEY}`;
    expect(shown.headers['set-cookie']).toEqual([
      `${cookie}; Path=/inbox; ${attributes}`,
      `${cookie}; Path=/config.json; ${attributes}`,
    ]);
    const found = await app.inject({ url: '/inbox', headers: { ...local, cookie: `other=1; ${cookie}` } });
    expect(found.headers.location).toBe(TEST_INBOX);
    const elsewhere = await app.inject({ url: '/inbox', headers: { host: 'evil.example', cookie } });
    expect(elsewhere.statusCode).toBe(404);
  }
});

test('the address to open at the start leads to the first page, and hands its key to nobody', async () => {
  const { statusCode, headers } = await app.inject({ url: `/start/${TEST_INBOX_KEY}`, headers: local });
  expect(statusCode).toBe(302);
  expect(headers.location).toBe('/');
  expect(headers['referrer-policy']).toBe('no-referrer');
});
