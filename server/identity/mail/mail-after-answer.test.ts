// Mail after the answer: what a client can learn about a mailbox (nothing), and what becomes of mail when things fail.
import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { type AppUnderTest, openAppUnderTest } from '../../../test/app-under-test.ts';
import { eventually } from '../../../test/eventually.ts';
import { type MailServer, openMailServer } from '../../../test/mail-server.ts';
import { openSdkClient, type SdkClient } from '../../../test/sdk-client.ts';
import { sendAfterAnswer } from './mail-after-answer.ts';
import { MailFailed, type MailMessage } from './mailer.ts';

const toClose: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of toClose.splice(0).reverse()) await close();
});

const messageTo = (to: string): MailMessage => ({ to, subject: 'Sign in', text: 'link', html: 'link' });

describe('the server, with a real mail server', () => {
  async function openWith(smtpUrl: string): Promise<{ under: AppUnderTest; sdk: SdkClient }> {
    const under = await openAppUnderTest({ records: [], smtpUrl });
    const sdk = await openSdkClient(under.app);
    return { under, sdk };
  }

  async function openSmtp(options?: Parameters<typeof openMailServer>[0]): Promise<MailServer> {
    const server = await openMailServer(options);
    toClose.push(() => server.close());
    return server;
  }

  test('[A15] a rejected mailbox is answered like an accepted one, and logged without its address', async () => {
    const smtp = await openSmtp({ refusals: [550] });
    const { under, sdk } = await openWith(smtp.url);
    toClose.push(() => under.close());
    const rejected = await sdk.askForLink('nobody@example.org');
    await eventually(async () => expect(smtp.tries()).toBe(1));
    await eventually(async () => expect(under.logged()).toContain('"responseCode":550'));
    const accepted = await sdk.askForLink('zoe@example.org');
    await eventually(async () => expect(smtp.received).toHaveLength(1));
    const shown = ({ statusCode, headers, body }: typeof accepted) => ({
      statusCode,
      headers: { ...headers, date: '', 'x-request-id': '' },
      body: body.replace(/(request-id|email)-test-[\w-]+/g, ''),
    });
    expect(shown(rejected)).toEqual(shown(accepted));
    expect(rejected.statusCode).toBe(200);
    expect(under.logged()).not.toContain('nobody');
  });

  test('a mail server that never answers holds no request', async () => {
    const held: Socket[] = [];
    const silent = createServer((socket) => void held.push(socket.on('error', () => {})));
    silent.listen(0, '127.0.0.1');
    await once(silent, 'listening');
    toClose.push(() => {
      for (const socket of held) socket.destroy();
      silent.close();
    });
    const { under, sdk } = await openWith(`smtp://127.0.0.1:${(silent.address() as AddressInfo).port}`);
    const begin = performance.now();
    const answer = await sdk.askForLink('zoe@example.org');
    expect(answer.statusCode).toBe(200);
    expect(performance.now() - begin).toBeLessThan(3000);
    await eventually(async () => expect(held.length).toBeGreaterThan(0));
    // The stop waits for the mail: let it fail.
    for (const socket of held.splice(0)) socket.destroy();
    silent.close();
    await under.close();
  });

  test('the stop waits for mail under way', async () => {
    const smtp = await openSmtp();
    const { under, sdk } = await openWith(smtp.url);
    await sdk.askForLink('zoe@example.org');
    await under.close();
    expect(smtp.received).toMatchObject([{ recipients: ['zoe@example.org'] }]);
  });

  test('[A5] [A18] without a mail server the next request is told that mail fails, no matter for whom', async () => {
    const smtp = await openMailServer();
    await smtp.close();
    const { under, sdk } = await openWith(smtp.url);
    toClose.push(() => under.close());
    await sdk.askForLink('zoe@example.org');
    await vi.waitFor(() => expect(under.logged()).toContain('not accepted'), { timeout: 10_000 });
    const next = await sdk.askForLink('ada@example.org');
    expect(next.statusCode).toBe(503);
    expect(next.json()).toMatchObject({ error_type: 'server_unavailable' });
    expect(next.headers['retry-after']).toBe('30');
  }, 15_000);
});

describe('the queue', () => {
  /** A mailer whose messages are held until `finish` is called. */
  function openHeld() {
    const sending: { to: string; finish(error?: Error): void }[] = [];
    const onFailure = vi.fn();
    const onLost = vi.fn();
    let nowMs = 0;
    const { mailer, stop } = sendAfterAnswer({
      mailer: {
        send: ({ to }) =>
          new Promise<void>((resolve, reject) =>
            sending.push({ to, finish: (error) => (error ? reject(new MailFailed(error)) : resolve()) }),
          ),
      },
      onFailure,
      onLost,
      now: () => nowMs,
      stopTimeoutMs: 50,
    });
    const later = (ms: number) => {
      nowMs += ms;
    };
    return { mailer, stop, sending, onFailure, onLost, later };
  }

  const nextTurn = () => new Promise((resolve) => setImmediate(resolve));

  test('sends a few at a time, in their order, and refuses what is too much for all alike', async () => {
    const { mailer, sending } = openHeld();
    for (let sent = 0; sent < 8; sent++) await mailer.send(messageTo(`${sent}@example.org`));
    await nextTurn();
    for (let sent = 8; sent < 1008; sent++) await mailer.send(messageTo(`${sent}@example.org`));
    await expect(mailer.send(messageTo('late@example.org'))).rejects.toThrow(MailFailed);
    expect(sending.map(({ to }) => to)).toEqual([0, 1, 2, 3, 4, 5, 6, 7].map((at) => `${at}@example.org`));
    sending[3]!.finish();
    await nextTurn();
    expect(sending.at(-1)!.to).toBe('8@example.org');
    await mailer.send(messageTo('late@example.org'));
  });

  const connectFails = Object.assign(new Error('refused'), { code: 'ESOCKET', syscall: 'connect' });

  test('after an outage it refuses for a while, then tries again', async () => {
    const { mailer, sending, later } = openHeld();
    await mailer.send(messageTo('zoe@example.org'));
    await nextTurn();
    sending[0]!.finish(connectFails);
    await nextTurn();
    await expect(mailer.send(messageTo('ada@example.org'))).rejects.toThrow(MailFailed);
    later(30_000);
    await mailer.send(messageTo('ada@example.org'));
  });

  test.each([
    { code: 'EENVELOPE', responseCode: 550 },
    { code: 'EENVELOPE', responseCode: 451 },
    { code: 'ESOCKET', syscall: 'read' },
    { code: 'ETIMEDOUT', command: 'CONN' },
  ])('what one mailbox may have caused is not an outage: %j', async (problem) => {
    const { mailer, sending, onFailure } = openHeld();
    await mailer.send(messageTo('zoe@example.org'));
    await nextTurn();
    sending[0]!.finish(Object.assign(new Error('550 <zoe@example.org> unknown'), problem));
    await nextTurn();
    await mailer.send(messageTo('ada@example.org'));
    const { code, responseCode } = { responseCode: undefined, ...problem };
    expect(onFailure).toHaveBeenCalledExactlyOnceWith({ code, responseCode });
  });

  test('a stop gives up after a while, and says how many messages are lost', async () => {
    const { mailer, stop, onLost } = openHeld();
    for (let sent = 0; sent < 12; sent++) await mailer.send(messageTo(`${sent}@example.org`));
    await stop();
    expect(onLost).toHaveBeenCalledExactlyOnceWith(12);
  });
});
