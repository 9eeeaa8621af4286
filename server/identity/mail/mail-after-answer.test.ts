// Mail after the answer: what a client can learn about a mailbox (nothing), and what becomes of mail when things fail.
import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
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

  test('[A5] [A18] without a mail server everybody is told that mail fails, also who may not sign in', async () => {
    const smtp = await openMailServer();
    await smtp.close();
    const under = await openAppUnderTest({
      records: [],
      smtpUrl: smtp.url,
      signInAllow: ['zoe@example.org'],
    });
    toClose.push(() => under.close());
    const sdk = await openSdkClient(under.app);
    for (const email of ['stranger@example.org', 'zoe@example.org', 'zoe@example.org']) {
      const answer = await sdk.askForLink(email);
      expect(answer.statusCode).toBe(503);
      expect(answer.json()).toMatchObject({ error_type: 'server_unavailable' });
      expect(answer.headers['retry-after']).toBe('30');
    }
    expect(under.logged().match(/not accepted/g)).toHaveLength(1);
    expect((await under.app.inject('/metrics')).body).toContain('platbook_mail_failures_total 1\n');
  });

  test('who was told that a mail is sent gets it, though the mail server is busy for a while', async () => {
    const smtp = await openSmtp({ refusals: [451, 451, 451, 451] });
    const { under, sdk } = await openWith(smtp.url);
    vi.useFakeTimers({ toFake: ['setTimeout'], shouldAdvanceTime: true });
    try {
      expect((await sdk.askForLink('zoe@example.org')).statusCode).toBe(200);
      await vi.waitFor(
        async () => {
          await vi.advanceTimersByTimeAsync(1000);
          expect(smtp.received).toHaveLength(1);
        },
        { timeout: 10_000 },
      );
    } finally {
      vi.useRealTimers();
    }
    expect(smtp.tries()).toBe(5);
    expect(under.logged()).toContain('"isTriedAgain":true');
    await under.close();
  }, 15_000);
});

describe('the queue', () => {
  /** A mailer whose messages are held until `finish` is called, and so are answers to whether it is there. */
  function openHeld() {
    const checks: ((error?: Error) => void)[] = [];
    const sending: { to: string; finish(error?: Error): void }[] = [];
    const onFailure = vi.fn();
    const onLost = vi.fn();
    let nowMs = 0;
    const { mailer, stop } = sendAfterAnswer({
      mailer: {
        check: () =>
          new Promise<void>((resolve, reject) =>
            checks.push((error) => (error ? reject(new MailFailed(error)) : resolve())),
          ),
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
    const later = async (ms: number) => {
      nowMs += ms;
      if (vi.isFakeTimers()) await vi.advanceTimersByTimeAsync(ms);
    };
    return { mailer, stop, sending, checks, onFailure, onLost, later };
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
    await later(30_000);
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
    const isTriedAgain = responseCode !== 550;
    expect(onFailure).toHaveBeenCalledExactlyOnceWith({ code, responseCode, isTriedAgain });
  });

  test('a stop gives up after a while, and says how many messages are lost', async () => {
    const { mailer, stop, onLost } = openHeld();
    for (let sent = 0; sent < 12; sent++) await mailer.send(messageTo(`${sent}@example.org`));
    await stop();
    expect(onLost).toHaveBeenCalledExactlyOnceWith(12);
  });

  describe('with a clock of its own', () => {
    beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
    afterEach(() => void vi.useRealTimers());
    const busy = Object.assign(new Error('451 later'), { responseCode: 451 });

    test('tries a message again as long as its link works, and what is refused for good not once', async () => {
      const { mailer, sending, onFailure, later } = openHeld();
      await mailer.send(messageTo('zoe@example.org'));
      await mailer.send(messageTo('nobody@example.org'));
      await nextTurn();
      sending[1]!.finish(Object.assign(new Error('550 unknown'), { responseCode: 550 }));
      for (let tries = 1; tries < 20; tries++) {
        sending.findLast(({ to }) => to.startsWith('zoe'))!.finish(busy);
        await nextTurn();
        expect(onFailure).toHaveBeenLastCalledWith({ responseCode: 451, isTriedAgain: true });
        await later(30_000);
        expect(sending).toHaveLength(2 + tries);
      }
      sending.at(-1)!.finish(busy);
      await nextTurn();
      expect(onFailure).toHaveBeenLastCalledWith({ responseCode: 451, isTriedAgain: false });
      await later(600_000);
      expect(sending.filter(({ to }) => to.startsWith('zoe'))).toHaveLength(20);
      expect(sending).toHaveLength(21);
    });

    test('a stop tries once more what was to be tried later, and says what is lost', async () => {
      const { mailer, stop, sending, onLost, later } = openHeld();
      for (const name of ['zoe', 'ada']) await mailer.send(messageTo(`${name}@example.org`));
      await nextTurn();
      for (const { finish } of [...sending]) finish(busy);
      await nextTurn();
      const stopped = stop();
      expect(sending).toHaveLength(4);
      sending[2]!.finish();
      await later(50);
      await stopped;
      expect(onLost).toHaveBeenCalledExactlyOnceWith(1);
    });

    test('asks once for all whether the mail server is there, and again after half a minute', async () => {
      const { mailer, checks, later } = openHeld();
      const asked = [mailer.check(), mailer.check()];
      expect(checks).toHaveLength(1);
      checks[0]!();
      await Promise.all(asked);
      await mailer.check();
      await later(29_999);
      await mailer.check();
      expect(checks).toHaveLength(1);
      await later(1);
      void mailer.check();
      expect(checks).toHaveLength(2);
    });

    test('once it was away, it is away until it has answered, however long that takes', async () => {
      const { mailer, checks, later } = openHeld();
      const first = expect(mailer.check()).rejects.toThrow(MailFailed);
      checks[0]!(connectFails);
      await first;
      await expect(mailer.check()).rejects.toThrow(MailFailed);
      await later(30_000);
      const hanging = expect(mailer.check()).rejects.toThrow(MailFailed);
      await later(2000);
      await hanging;
      const next = mailer.check();
      checks[1]!();
      await next;
    });

    test('one that hangs keeps nobody waiting; when it has timed out, it is away', async () => {
      const { mailer, checks, later } = openHeld();
      const first = mailer.check();
      await later(2000);
      await first;
      checks[0]!(Object.assign(new Error('Greeting never received'), { code: 'ETIMEDOUT' }));
      await nextTurn();
      await expect(mailer.check()).rejects.toThrow(MailFailed);
    });
  });
});
