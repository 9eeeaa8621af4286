// A real SMTP server on loopback that records what it receives, and can be told to refuse.
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer } from 'smtp-server';

export type ReceivedMail = {
  /** From the SMTP envelope, not from the headers. */
  recipients: string[];
  overTls: boolean;
  signedInAs: string | undefined;
  mail: Email;
};

export type MailServer = {
  /** As in SMTP_URL. */
  url: string;
  /** Oldest first. */
  received: ReceivedMail[];
  /** Number of attempts to send. */
  tries(): number;
  close(): Promise<void>;
};

type Options = {
  /** SMTP reply codes for the first messages, which are refused. */
  refusals?: number[];
  /** The only account that may send; undefined: no sign-in is needed. */
  account?: { user: string; password: string };
  startTls?: boolean;
  /** Says the password that it refuses. */
  echoesPassword?: boolean;
};

function refusal(responseCode: number, words = 'refused for the test'): Error {
  return Object.assign(new Error(words), { responseCode });
}

export async function openMailServer({
  refusals = [],
  account,
  startTls = false,
  echoesPassword = false,
}: Options = {}) {
  const received: ReceivedMail[] = [];
  let tries = 0;

  const server = new SMTPServer({
    logger: false,
    authOptional: account === undefined,
    allowInsecureAuth: true,
    hideSTARTTLS: !startTls,
    onAuth({ username, password }, _session, done) {
      if (username === account?.user && password === account?.password) done(null, { user: username });
      else done(refusal(535, echoesPassword ? `not ${password}` : undefined));
    },
    onMailFrom(_address, _session, done) {
      const code = refusals[tries++];
      done(code === undefined ? null : refusal(code));
    },
    onData(stream, { envelope, secure, user }, done) {
      const receive = async () => {
        received.push({
          recipients: envelope.rcptTo.map(({ address }) => address),
          overTls: secure,
          signedInAs: user === undefined ? undefined : String(user),
          mail: await PostalMime.parse(await buffer(stream)),
        });
      };
      receive().then(() => done(), done);
    },
  });
  // Clients that abort, for example because of an untrusted certificate, are expected.
  server.on('error', () => {});
  server.listen(0, '127.0.0.1');
  await once(server.server, 'listening');
  const { port } = server.server.address() as AddressInfo;

  return {
    url: `smtp://127.0.0.1:${port}`,
    received,
    tries: () => tries,
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  } satisfies MailServer;
}
