// Sending mail: the interface of a mailer, and the one that speaks SMTP.
import { setTimeout as pause } from 'node:timers/promises';
import type { Transporter } from 'nodemailer';
import { PRODUCT_NAME } from '../../../contract/limits.ts';
import { isLoopback } from '../../../runtime/loopback.ts';

export type MailMessage = { to: string; subject: string; text: string; html: string };

export type Mailer = {
  /** Resolves when the message has been accepted for delivery; rejects with MailFailed where it cannot be. */
  send(message: MailMessage): Promise<void>;
  /** Rejects with MailFailed where no message to anybody could be sent now. */
  check?(): Promise<void>;
};

/** The message was not sent, after all retries. The cause is for the log, not for users. */
export class MailFailed extends Error {
  override name = 'MailFailed';

  constructor(cause: unknown) {
    super('The mail server did not accept the message.', { cause });
  }
}

/** Three attempts and the pauses between them: after half a minute a message gives its place to the next. */
const REPLY_TIMEOUT_MS = 7_000;
const PAUSES_MS = [500, 2_000];

const connectionFailures = new Set(['ECONNECTION', 'ETIMEDOUT', 'ESOCKET', 'EDNS']);

/** RFC 5321 4.2.1: a reply of 400 to 499 asks to try again, one of 500 and above not to. */
export function isWorthRetrying(error: unknown): boolean {
  const { code, responseCode } = error as { code?: string; responseCode?: number };
  if (responseCode !== undefined) return responseCode >= 400 && responseCode < 500;
  return connectionFailures.has(code ?? '');
}

/** Credentials are sent over TLS only, unless the URL itself has an option about TLS. */
function needsTls(smtpUrl: string): boolean {
  const { protocol, hostname, username, searchParams } = new URL(smtpUrl);
  const hasTlsOption = ['requireTLS', 'ignoreTLS', 'opportunisticTLS'].some((option) =>
    searchParams.has(option),
  );
  return protocol === 'smtp:' && username !== '' && !isLoopback(hostname) && !hasTlsOption;
}

type SmtpMailerOptions = {
  smtpUrl: string;
  /** As in a From header: an address, or a name and an address in angle brackets. */
  from: string;
  /** Back-off: one more attempt after each pause. */
  pausesMs?: readonly number[];
  /** Time-out of every step: connecting, greeting, and each reply. */
  replyTimeoutMs?: number;
};

/** Retries with back-off where the server has a temporary failure, never where it refuses. */
export function createSmtpMailer({
  smtpUrl,
  from,
  pausesMs = PAUSES_MS,
  replyTimeoutMs = REPLY_TIMEOUT_MS,
}: SmtpMailerOptions): Mailer {
  let transport: Transporter | undefined;

  /** Loads the library with the first message: no start needs it. */
  async function open(): Promise<Transporter> {
    const { createTransport } = await import('nodemailer');
    return createTransport({
      url: smtpUrl,
      ...(needsTls(smtpUrl) && { requireTLS: true }),
      connectionTimeout: replyTimeoutMs,
      greetingTimeout: replyTimeoutMs,
      socketTimeout: replyTimeoutMs,
      // A message must never pull in files of this machine or remote content.
      disableFileAccess: true,
      disableUrlAccess: true,
    });
  }

  return {
    async check() {
      transport ??= await open();
      await transport.verify().catch((error) => {
        throw new MailFailed(error);
      });
    },
    async send({ to, subject, text, html }) {
      const message = {
        from,
        // An object, because a string would be parsed as a list of addresses.
        to: { name: '', address: to },
        subject,
        text,
        html,
        // RFC 3834: keeps out-of-office notes from answering.
        headers: { 'Auto-Submitted': 'auto-generated' },
      };
      transport ??= await open();
      for (let tried = 0; ; tried++) {
        try {
          // A retry after a lost connection may deliver twice: harmless, as both carry the same link.
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

type MailServer = { smtpUrl: string; publicUrl: string };

/** The sender without MAIL_FROM: the account at the mail server, which servers accept best; else the site's name. */
export function defaultMailFrom({ smtpUrl, publicUrl }: MailServer): string {
  const account = decodeURIComponent(new URL(smtpUrl).username);
  if (/^[\w.+-]+@[\w.-]+$/.test(account)) return `${PRODUCT_NAME} <${account}>`;
  const { hostname } = new URL(publicUrl);
  const isAddress = /^[\d.]+$|^\[/.test(hostname);
  return `${PRODUCT_NAME} <no-reply@${isAddress ? 'localhost' : hostname}>`;
}
