// Firefox in browser tests, where it is installed: Chromium runs all of them, and `npm test` installs no second browser.
// Driven by its own WebDriver BiDi (https://w3c.github.io/webdriver-bidi): Playwright needs a Firefox that it has patched.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import { WebSocket } from 'undici';
import { findProgram } from './find-program.ts';

const firefox = findProgram(['firefox', 'firefox-esr']);
const xvfb = findProgram(['Xvfb']);

/** Why there is no Firefox to test with, or undefined. */
export const firefoxObstacle: string | undefined =
  firefox === undefined
    ? 'Firefox is not installed. On Debian: apt-get install firefox-esr xvfb'
    : xvfb === undefined
      ? 'Firefox has WebGL only on a screen, and Xvfb is not installed: apt-get install xvfb'
      : undefined;

/** How long to wait for what a user would see: Firefox draws the map at about a frame a second here. */
const PATIENCE_MS = 120_000;
/** Small, because every pixel is drawn by the processor. */
const viewport = { width: 640, height: 480 };
const PREFERENCES = [
  // Firefox would refuse WebGL without a graphics card.
  'user_pref("webgl.force-enabled", true);',
  'user_pref("browser.shell.checkDefaultBrowser", false);',
  'user_pref("datareporting.policy.dataSubmissionEnabled", false);',
];

/** As WebDriver BiDi has them. */
export type Locator =
  | { type: 'css' | 'xpath'; value: string }
  | { type: 'accessibility'; value: { role: string; name: string } };

type Send = (method: string, params: object) => Promise<Record<string, unknown>>;
type Element = { sharedId: string };

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, 'exit');
  child.kill();
  await exited;
}

/** A screen in memory. It chooses a free number and says it. */
async function openDisplay(): Promise<{ name: string; server: ChildProcess }> {
  const server = spawn(xvfb!, ['-displayfd', '3', '-screen', '0', '1024x768x24', '-nolisten', 'tcp'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  });
  const [number] = await Promise.race([
    once(server.stdio[3] as Readable, 'data'),
    once(server, 'exit').then(() => Promise.reject(new Error('Xvfb ended before it had a screen.'))),
  ]);
  return { name: `:${String(number).trim()}`, server };
}

async function addressOf(browser: ChildProcess): Promise<string> {
  for await (const line of createInterface(browser.stderr!)) {
    const [address] = /(?<=WebDriver BiDi listening on )ws:\S+/.exec(line) ?? [];
    if (address !== undefined) return address;
  }
  throw new Error('Firefox ended before it listened.');
}

async function connect(url: string, onError: (text: string) => void): Promise<Send> {
  const socket = new WebSocket(url);
  const pending = new Map<number, (message: Record<string, unknown>) => void>();
  let lastId = 0;
  socket.addEventListener('message', ({ data }) => {
    const message = JSON.parse(String(data));
    if (message.method === 'log.entryAdded' && message.params.type === 'javascript') {
      onError(message.params.text);
    }
    pending.get(message.id)?.(message);
  });
  await once(socket as unknown as EventTarget, 'open');
  return async (method, params) => {
    const id = ++lastId;
    socket.send(JSON.stringify({ id, method, params }));
    const message = await new Promise<Record<string, unknown>>((resolve) => pending.set(id, resolve));
    if (message.type === 'error') throw new Error(`${method}: ${message.error}, ${message.message}`);
    return message.result as Record<string, unknown>;
  };
}

export class FirefoxPage {
  readonly viewport = viewport;
  readonly #send: Send;
  readonly #context: string;

  constructor(send: Send, context: string) {
    this.#send = send;
    this.#context = context;
  }

  async goto(url: string): Promise<void> {
    await this.#send('browsingContext.navigate', { context: this.#context, url, wait: 'complete' });
  }

  /** Waits until it is there. */
  async find(locator: Locator): Promise<Element> {
    const context = this.#context;
    for (const endMs = Date.now() + PATIENCE_MS; Date.now() < endMs; await pause(100)) {
      const { nodes } = await this.#send('browsingContext.locateNodes', { context, locator });
      const [first] = nodes as Element[];
      if (first) return first;
    }
    throw new Error(`There is no ${JSON.stringify(locator)}.`);
  }

  /** `action` is the source of a function that gets the element first. */
  async run(locator: Locator, action: string, ...values: number[]): Promise<void> {
    const numbers = values.map((value) => ({ type: 'number', value }));
    const { type, exceptionDetails } = await this.#send('script.callFunction', {
      functionDeclaration: action,
      arguments: [await this.find(locator), ...numbers],
      target: { context: this.#context },
      awaitPromise: true,
    });
    if (type === 'exception') throw new Error(JSON.stringify(exceptionDetails));
  }

  async click(locator: Locator): Promise<void> {
    await this.run(locator, "(element) => element.scrollIntoView({ block: 'center' })");
    await this.#point({ x: 0, y: 0, origin: { type: 'element', element: await this.find(locator) } });
  }

  async clickAt(x: number, y: number): Promise<void> {
    await this.#point({ x, y });
  }

  async fill(locator: Locator, text: string): Promise<void> {
    await this.click(locator);
    const keys = [...text].flatMap((value) => [
      { type: 'keyDown', value },
      { type: 'keyUp', value },
    ]);
    await this.#act({ type: 'key', id: 'keyboard', actions: keys });
  }

  #point(place: object): Promise<void> {
    const press = [
      { type: 'pointerDown', button: 0 },
      { type: 'pointerUp', button: 0 },
    ];
    return this.#act({
      type: 'pointer',
      id: 'mouse',
      actions: [{ type: 'pointerMove', ...place }, ...press],
    });
  }

  async #act(source: object): Promise<void> {
    await this.#send('input.performActions', { context: this.#context, actions: [source] });
  }
}

/** Returns the errors that the pages have thrown. */
export async function withFirefox(act: (page: FirefoxPage) => Promise<void>): Promise<string[]> {
  const profile = await mkdtemp(join(tmpdir(), 'platbook-firefox-'));
  await writeFile(join(profile, 'user.js'), PREFERENCES.join('\n'));
  const display = await openDisplay();
  const browser = spawn(firefox!, ['--remote-debugging-port', '0', '--no-remote', '--profile', profile], {
    env: { ...process.env, DISPLAY: display.name },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  try {
    const errors: string[] = [];
    const send = await connect(`${await addressOf(browser)}/session`, (text) => errors.push(text));
    await send('session.new', { capabilities: {} });
    await send('session.subscribe', { events: ['log.entryAdded'] });
    const { contexts } = await send('browsingContext.getTree', {});
    const [{ context }] = contexts as [{ context: string }];
    await send('browsingContext.setViewport', { context, viewport });
    await act(new FirefoxPage(send, context));
    return errors;
  } finally {
    await stop(browser);
    await stop(display.server);
    await rm(profile, { recursive: true, force: true });
  }
}
