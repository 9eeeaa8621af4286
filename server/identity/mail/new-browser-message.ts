// The message about a sign-in from a browser that the account has not used before, as plain text and as HTML.
import { escapeHtml } from '../../../runtime/escape-html.ts';
import { mailHtml } from './mail-html.ts';
import type { MailMessage } from './mailer.ts';

export type NewBrowser = {
  atMs: number;
  /** Undefined: not known. */
  browser: string | undefined;
  network: string | undefined;
};

type Site = { publicUrl: string; productName: string };

export function newBrowserMessage(
  { atMs, browser, network }: NewBrowser,
  { publicUrl, productName }: Site,
): Omit<MailMessage, 'to'> {
  const subject = `New sign-in to ${productName}`;
  const what = `Somebody signed in to your account at ${publicUrl} in a browser that it has not used before.`;
  const facts = [
    `When: ${new Date(atMs).toISOString().slice(0, 16).replace('T', ' ')} UTC`,
    `Browser: ${browser ?? 'not known'}`,
    ...(network === undefined ? [] : [`Network: ${network}`]),
  ];
  const you = 'If it was you, there is nothing to do.';
  const others = `If it was not, open ${productName}, sign in, choose your address in the menu and then Sign Out Everywhere Else. Change the password of your mailbox, or of the service that you sign in with: whoever signed in could use one of them.`;
  const paragraph = (html: string) => `<p style="margin:0 0 16px">${html}</p>`;
  return {
    subject,
    text: [what, facts.join('\n'), you, others].join('\n\n'),
    html: mailHtml({
      productName,
      subject,
      main: [what, facts, you, others]
        .map((part) => paragraph([part].flat().map(escapeHtml).join('<br>')))
        .join('\n'),
    }),
  };
}
