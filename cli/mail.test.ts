// platbook mail, with a real mail server.
import { afterEach, expect, test } from 'vitest';
import { callPlatbook } from '../test/call-platbook.ts';
import { type MailServer, openMailServer } from '../test/mail-server.ts';

let server: MailServer | undefined;
afterEach(async () => {
  await server?.close();
  server = undefined;
});

const mail = (settings: Record<string, string>, to = 'zoe@example.org') =>
  callPlatbook(['mail', '--to', to], settings);

test('one mail is sent as the server would send it', async () => {
  server = await openMailServer({ account: { user: 'atlas', password: 'hush/hush' } });
  const settings = {
    SMTP_URL: server.url.replace('//', '//atlas:hush%2Fhush@'),
    MAIL_FROM: 'Atlas <atlas@example.org>',
    PUBLIC_URL: 'https://parcels.example.org',
  };
  const { host } = new URL(server.url);
  expect(await mail(settings)).toEqual({
    code: 0,
    stdout: `${host} has accepted a mail from Atlas <atlas@example.org> to zoe@example.org. Look whether it arrives.\n`,
    stderr: '',
  });
  expect(server.received).toMatchObject([
    {
      recipients: ['zoe@example.org'],
      signedInAs: 'atlas',
      mail: {
        from: { name: 'Atlas', address: 'atlas@example.org' },
        subject: 'A test of Platbook',
        text: expect.stringContaining('https://parcels.example.org can send mail.'),
      },
    },
  ]);
});

test('a refusal is said in the words of the mail server, at the first try', async () => {
  server = await openMailServer({ refusals: [451, 451] });
  const refused = await mail({ SMTP_URL: server.url });
  expect(refused).toMatchObject({ code: 1, stdout: '' });
  expect(refused.stderr).toMatch(
    /^platbook: 127\.0\.0\.1:\d+ did not take the mail from Platbook <no-reply@localhost>: .*451 refused for the test\n$/,
  );
  expect(server.tries()).toBe(1);
});

test('a wrong password is refused without being shown, whatever the mail server repeats', async () => {
  server = await openMailServer({ account: { user: 'atlas', password: 'hush' }, echoesPassword: true });
  const refused = await mail({ SMTP_URL: server.url.replace('//', '//atlas:s3cret%21@') });
  expect(refused).toMatchObject({ code: 1, stdout: '' });
  expect(refused.stderr).toMatch(/Invalid login: 535 not …\n$/);
  expect(refused.stderr).not.toContain('s3cret');
});

test('a mail server that is away is named', async () => {
  server = await openMailServer();
  const { url } = server;
  await server.close();
  server = undefined;
  expect(await mail({ SMTP_URL: url })).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/did not take the mail .*: connect ECONNREFUSED .*\n$/),
  });
});

test.each([
  [{}, 'SMTP_URL is not set: mail lands in the local inbox'],
  [
    { STYTCH_PUBLIC_TOKEN: 'public-token-test-x', STYTCH_PROJECT_ID: 'project-test-x', STYTCH_SECRET: 's' },
    'Stytch sends the mail',
  ],
])('without SMTP_URL it says where mail goes: %j', async (settings, words) => {
  expect(await mail(settings as Record<string, string>)).toMatchObject({
    code: 1,
    stderr: expect.stringContaining(words),
  });
});

test.each(['', 'zoe', 'zoe@example.org, eve@example.org'])('%j is no address', async (to) => {
  expect((await mail({}, to)).stderr).toMatch(/^platbook: --to must be an e-mail address: .*\n$/);
});
