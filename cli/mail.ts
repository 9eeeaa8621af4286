// platbook mail: sends one message through SMTP_URL, before people depend on it.
import { PRODUCT_NAME } from '../contract/limits.ts';
import { OperatorError } from '../runtime/operator-error.ts';
import type { Config } from '../server/config.ts';
import { normalizeEmail } from '../server/identity/email-address.ts';
import { mailHtml } from '../server/identity/mail/mail-html.ts';
import { createSmtpMailer, defaultMailFrom } from '../server/identity/mail/mailer.ts';
import type { Command } from './command.ts';

export const mail: Command = {
  options: { to: { value: 'ADDRESS', summary: 'who gets it; needed' } },
  notes: `Sends as the server would, once and without retries, and says what the mail server answered. That it was accepted does not
say that it arrives: look into the mailbox, and into its folder for spam.`,
  run: async ({ config, ...call }) => {
    const to = normalizeEmail(call.valueOf('to') ?? '');
    if (to === undefined)
      throw new OperatorError('--to must be an e-mail address: platbook mail --to you@example.org.');
    const { smtpUrl, publicUrl, mailFrom } = config;
    if (smtpUrl === undefined) throw new OperatorError(withoutServer(config));
    const from = mailFrom ?? defaultMailFrom({ smtpUrl, publicUrl });
    const { host } = new URL(smtpUrl);
    const mailer = createSmtpMailer({ smtpUrl, from, pausesMs: [] });
    try {
      await mailer.send({ to, ...testMessage(publicUrl) });
    } catch (error) {
      throw new OperatorError(`${host} did not take the mail from ${from}: ${reasonOf(error, smtpUrl)}`);
    }
    console.log(`${host} has accepted a mail from ${from} to ${to}. Look whether it arrives.`);
    return undefined;
  },
};

function withoutServer({ stytch, mailSignIn }: Config): string {
  if (stytch) return 'Stytch sends the mail (STYTCH_PROJECT_ID): there is nothing to try here.';
  if (!mailSignIn) return 'No mail is sent: MAIL_SIGN_IN is off, and SMTP_URL is not set.';
  return 'SMTP_URL is not set: mail lands in the local inbox, whose address platbook start shows, and nowhere else.';
}

function testMessage(publicUrl: string) {
  const subject = `A test of ${PRODUCT_NAME}`;
  const text = `${publicUrl} can send mail. Nothing is to be done.`;
  return {
    subject,
    text,
    html: mailHtml({ productName: PRODUCT_NAME, subject, main: `<p>${text}</p>` }),
  };
}

/** The mail server's own words, of which nobody knows what they repeat. */
function reasonOf(error: unknown, smtpUrl: string): string {
  const cause = (error as Error).cause ?? error;
  const { message } = cause as Error;
  const password = decodeURIComponent(new URL(smtpUrl).password);
  const secrets = [password, Buffer.from(password).toString('base64')].filter((secret) => secret !== '');
  return secrets.reduce((text, secret) => text.replaceAll(secret, '…'), message);
}
