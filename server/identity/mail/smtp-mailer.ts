// Mail over SMTP: a server that stumbles is tried again a few times, one that refuses is not.
import { setTimeout as pause } from 'node:timers/promises';
import { createTransport } from 'nodemailer';
import { isLoopback } from '../../loopback.ts';
import { type Mailer, MailFailed } from './mailer.ts';

/** A person waits at the other end, and the request gives up at half a minute: three silent tries stay below it. */
const SILENCE_MS = 7_000;
const PAUSES_MS = [500, 2_000];

const connectionFailures = new Set(['ECONNECTION', 'ETIMEDOUT', 'ESOCKET', 'EDNS']);

/** RFC 5321 4.2.1: a reply of 400 to 499 asks to try again, one of 500 and above not to. */
function isWorthRetrying(error: unknown): boolean {
  const { code, responseCode } = error as { code?: string; responseCode?: number };
  if (responseCode !== undefined) return responseCode >= 400 && responseCode < 500;
  return connectionFailures.has(code ?? '');
}

/** A user and password go over the net encrypted, or not at all, unless the address itself says otherwise. */
function needsTls(smtpUrl: string): boolean {
  const { protocol, hostname, username, searchParams } = new URL(smtpUrl);
  const saysItself = ['requireTLS', 'ignoreTLS', 'opportunisticTLS'].some((option) =>
    searchParams.has(option),
  );
  return protocol === 'smtp:' && username !== '' && !isLoopback(hostname) && !saysItself;
}

type SmtpMailerOptions = {
  smtpUrl: string;
  /** As in a From header: an address, or a name and an address in angle brackets. */
  from: string;
  /** One more try after each. */
  pausesMs?: readonly number[];
  /** How long the server may keep silent at any step. */
  silenceMs?: number;
};

export function createSmtpMailer({
  smtpUrl,
  from,
  pausesMs = PAUSES_MS,
  silenceMs = SILENCE_MS,
}: SmtpMailerOptions): Mailer {
  const transport = createTransport({
    url: smtpUrl,
    ...(needsTls(smtpUrl) && { requireTLS: true }),
    connectionTimeout: silenceMs,
    greetingTimeout: silenceMs,
    socketTimeout: silenceMs,
    // A message is what it says: nothing in it is ever read from this machine or fetched.
    disableFileAccess: true,
    disableUrlAccess: true,
  });

  return {
    async send({ to, subject, text, html }) {
      const message = {
        from,
        // As an object it is one address; as a string it would be read as a list of them.
        to: { name: '', address: to },
        subject,
        text,
        html,
        // RFC 3834: keeps out-of-office notes from answering.
        headers: { 'Auto-Submitted': 'auto-generated' },
      };
      for (let tried = 0; ; tried++) {
        try {
          // A connection lost after the last byte may deliver twice: the same link, so no harm.
          await transport.sendMail(message);
          return;
        } catch (error) {
          const pauseMs = pausesMs[tried];
          if (pauseMs === undefined || !isWorthRetrying(error)) throw new MailFailed(error);
          await pause(pauseMs);
        }
      }
    },
  };
}
