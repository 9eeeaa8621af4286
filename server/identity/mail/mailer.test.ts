// Mail to a real SMTP server: delivery, TLS, retries, failures, and the default sender.

import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { afterEach, describe, expect, test } from 'vitest';
import { type MailServer, openMailServer } from '../../../test/mail-server.ts';
import { magicLinkMessage } from './magic-link-message.ts';
import { createSmtpMailer, defaultMailFrom, type Mailer, MailFailed } from './mailer.ts';

const link = 'https://parcels.example.org/authenticate?stytch_token_type=magic_links&token=a-b_c';
const message = {
  to: 'zoe@example.org',
  ...magicLinkMessage({ link, minutes: 10, productName: 'Platbook' }),
};
const from = 'Platbook <no-reply@parcels.example.org>';

let servers: MailServer[] = [];
afterEach(async () => {
  await Promise.all(servers.map((server) => server.close()));
  servers = [];
});

async function mailServer(options?: Parameters<typeof openMailServer>[0]): Promise<MailServer> {
  const server = await openMailServer(options);
  servers.push(server);
  return server;
}

function mailerFor(smtpUrl: string): Mailer {
  return createSmtpMailer({ smtpUrl, from, pausesMs: [1, 1] });
}

test('a sign-in link arrives, as text and as HTML', async () => {
  const server = await mailServer();
  await mailerFor(server.url).send(message);
  const [{ mail, recipients, overTls }] = server.received as [MailServer['received'][0]];
  expect(recipients).toEqual(['zoe@example.org']);
  expect(overTls).toBe(false);
  expect(mail.from).toEqual({ name: 'Platbook', address: 'no-reply@parcels.example.org' });
  expect(mail.subject).toBe('Sign in to Platbook');
  expect(mail.text).toContain(link);
  expect(mail.text).toContain('10 minutes');
  expect(mail.text).toContain('in the browser in which you asked for it');
  expect(mail.html).toContain(`href="${link.replace('&', '&amp;')}"`);
  expect(mail.headers).toContainEqual(
    expect.objectContaining({ key: 'auto-submitted', value: 'auto-generated' }),
  );
});

test('STARTTLS is used where the server offers it', async () => {
  const server = await mailServer({ startTls: true });
  await mailerFor(`${server.url}?tls.rejectUnauthorized=false`).send(message);
  expect(server.received).toMatchObject([{ overTls: true }]);
});

test('a server with an untrusted certificate gets no mail', async () => {
  const server = await mailServer({ startTls: true });
  await expect(mailerFor(server.url).send(message)).rejects.toThrow(MailFailed);
  expect(server.received).toEqual([]);
});

test('it signs in with the account of SMTP_URL, also with special characters in its password', async () => {
  const server = await mailServer({ account: { user: 'atlas@example.org', password: 'p@ss:w/rd%' } });
  const withAccount = (password: string) =>
    server.url.replace('//', `//${encodeURIComponent('atlas@example.org')}:${encodeURIComponent(password)}@`);
  await mailerFor(withAccount('p@ss:w/rd%')).send(message);
  expect(server.received).toMatchObject([{ signedInAs: 'atlas@example.org' }]);
  await expect(mailerFor(withAccount('wrong')).send(message)).rejects.toThrow(MailFailed);
});

describe('a user and password for a server elsewhere', () => {
  const account = { user: 'atlas', password: 'hush' };
  /** To this machine it is another name for itself, but not one that says so. */
  const elsewhere = ({ url }: MailServer, query = '') =>
    url.replace('//127.0.0.1', '//atlas:hush@0.0.0.0') + query;

  test('are not sent unencrypted', async () => {
    const server = await mailServer({ account });
    await expect(mailerFor(elsewhere(server)).send(message)).rejects.toThrow(MailFailed);
    expect(server.tries()).toBe(0);
  });

  test('are sent over TLS', async () => {
    const server = await mailServer({ account, startTls: true });
    await mailerFor(elsewhere(server, '?tls.rejectUnauthorized=false')).send(message);
    expect(server.received).toMatchObject([{ overTls: true, signedInAs: 'atlas' }]);
  });

  test.each(['?ignoreTLS=true', '?requireTLS=false'])(
    'are sent unencrypted where SMTP_URL says so: %s',
    async (query) => {
      const server = await mailServer({ account });
      await mailerFor(elsewhere(server, query)).send(message);
      expect(server.received).toMatchObject([{ overTls: false, signedInAs: 'atlas' }]);
    },
  );

  test('without them mail is sent unencrypted', async () => {
    const server = await mailServer();
    await mailerFor(server.url.replace('127.0.0.1', '0.0.0.0')).send(message);
    expect(server.received).toMatchObject([{ overTls: false }]);
  });
});

test('a temporary failure is retried', async () => {
  const server = await mailServer({ refusals: [451, 421] });
  await mailerFor(server.url).send(message);
  expect(server.received).toHaveLength(1);
  expect(server.tries()).toBe(3);
});

test('retries end after the last pause', async () => {
  const server = await mailServer({ refusals: [451, 451, 451, 451] });
  await expect(mailerFor(server.url).send(message)).rejects.toThrow(MailFailed);
  expect(server.tries()).toBe(3);
});

test('a permanent failure is not retried', async () => {
  const server = await mailServer({ refusals: [550] });
  await expect(mailerFor(server.url).send(message)).rejects.toThrow(MailFailed);
  expect(server.tries()).toBe(1);
});

/** Not a mail server: it counts who calls, and does with them what it is told. */
async function listener(answer: (socket: Socket) => void) {
  let calls = 0;
  const server = createServer((socket) => {
    calls++;
    socket.on('error', () => {});
    answer(socket);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `smtp://127.0.0.1:${port}`,
    calls: () => calls,
    async close() {
      server.close();
      await once(server, 'close');
    },
  };
}

test('a lost connection is retried, and a server that is down is a failure', async () => {
  const server = await listener((socket) => socket.destroy());
  const mailer = mailerFor(server.url);
  await expect(mailer.send(message)).rejects.toThrow(MailFailed);
  expect(server.calls()).toBe(3);
  await server.close();
  await expect(mailer.send(message)).rejects.toThrow(MailFailed);
});

test('a silent server times out', async () => {
  const server = await listener(() => {});
  const mailer = createSmtpMailer({ smtpUrl: server.url, from, pausesMs: [1], replyTimeoutMs: 20 });
  await expect(mailer.send(message)).rejects.toThrow(MailFailed);
  await server.close();
});

test.each([
  'zoe@example.org\r\nBcc: spy@example.net',
  'zoe@example.org\nSubject: other\n\nbody',
  'zoe@example.org, spy@example.net',
  'zoe@example.org> <spy@example.net',
  '"zoe@example.org" <spy@example.net>, spy@example.net',
])('no address can add a header or a recipient: %j', async (to) => {
  const server = await mailServer();
  // Refused by either side or taken as one odd address: both will do.
  await mailerFor(server.url)
    .send({ ...message, to })
    .catch((error) => expect(error).toBeInstanceOf(MailFailed));
  for (const { recipients, mail } of server.received) {
    expect(recipients).toHaveLength(1);
    expect(recipients).not.toContain('spy@example.net');
    expect(mail.subject).toBe('Sign in to Platbook');
    expect(mail.headers.map(({ key }) => key)).not.toContain('bcc');
  }
});

test('no subject can add a header', async () => {
  const server = await mailServer();
  await mailerFor(server.url).send({ ...message, subject: 'Sign in\r\nBcc: spy@example.net\r\n\r\nHello' });
  const [{ mail, recipients }] = server.received as [MailServer['received'][0]];
  expect(recipients).toEqual(['zoe@example.org']);
  expect(mail.headers.map(({ key }) => key)).not.toContain('bcc');
  expect(mail.text).toContain(link);
});

test.each([
  ['smtp://mail.example.org', 'https://parcels.example.org', 'Platbook <no-reply@parcels.example.org>'],
  ['smtps://atlas%40example.org:pw@mail.example.org', 'http://10.0.0.5:3000', 'Platbook <atlas@example.org>'],
  ['smtp://user:pw@mail.example.org', 'http://[::1]:3000', 'Platbook <no-reply@localhost>'],
  ['smtp://localhost:1025', 'http://127.0.0.1:3000', 'Platbook <no-reply@localhost>'],
])('without MAIL_FROM, %s for %s sends as %s', (smtpUrl, publicUrl, expected) => {
  expect(defaultMailFrom({ smtpUrl, publicUrl })).toBe(expected);
});
