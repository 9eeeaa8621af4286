// The words of the sign-in mail.
import { expect, test } from 'vitest';
import { magicLinkMessage } from './magic-link-message.ts';

const link = 'https://parcels.example.org/authenticate?stytch_token_type=magic_links&token=a-b_c';

test('both parts hold the link, how long it lives, and where to open it', () => {
  const { text, html } = magicLinkMessage({ link, minutes: 10, productName: 'Platbook' });
  const htmlAsText = html.replaceAll('&amp;', '&');
  for (const part of [text, htmlAsText]) {
    expect(part).toContain(link);
    expect(part).toContain('within 10 minutes, in the browser in which you asked for it');
  }
});

test('the HTML shows the link as a button and in full, and loads nothing', () => {
  const { html } = magicLinkMessage({ link, minutes: 10, productName: 'Platbook' });
  const escaped = link.replace('&', '&amp;');
  expect(html.split(`href="${escaped}"`)).toHaveLength(3);
  expect(html).toContain(`>${escaped}</a>`);
  expect(html).not.toMatch(/<(img|link|script|table)|src=|url\(/);
});

test('nothing in it can break out of the HTML', () => {
  const { html } = magicLinkMessage({ link: 'https://x/"><b>', minutes: 10, productName: '<i>&' });
  expect(html).not.toMatch(/<b>|<i>/);
  expect(html).toContain('&lt;i&gt;&amp;');
});

test('a code stands in both parts, spaced for reading, not in the subject; without one there is no word of codes', () => {
  const mail = { link, minutes: 10, productName: 'Platbook' };
  const { subject, text, html } = magicLinkMessage({ ...mail, code: '012345' });
  for (const part of [text, html]) {
    expect(part).toContain('012 345');
    expect(part).toContain('on the page where you asked for it');
    expect(part).toContain('tell nobody the code');
  }
  expect(subject).not.toMatch(/\d/);
  const without = magicLinkMessage(mail);
  expect(without.text + without.html).not.toMatch(/\bcode\b/);
});
