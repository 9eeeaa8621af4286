// Records what the page asks a server for in a session, as Chromium sends it: signs in, looks around, clicks on parcels, searches, and
// comes back. Secrets are left out: cookies are kept by name, and replay-session.ts fills in those of a new sign-in.
//
//   node --import tsx bench/inputs/record-session.ts NAME DATA_FOLDER "SEARCH TEXT"     after npm run build
import { writeFileSync } from 'node:fs';
import { Agent, createServer, request as send } from 'node:http';
import { join } from 'node:path';
import { chromium, type Page } from '@playwright/test';
import { chromiumPath, softwareDrawing } from '../../test/chromium.ts';
import { currentView, lookAt, mapIsIdle, mapIsOpen } from '../../test/e2e/map-page.ts';
import { spotsOnParcels } from '../../test/e2e/parcel-spots.ts';
import { suggestions, typeWords } from '../../test/e2e/search-box.ts';
import { newestMailedLink } from '../../test/inbox.ts';
import { freePort } from '../../test/run-platbook.ts';
import { pan } from '../measure/watched-page.ts';
import type { RecordedSession } from './replay-session.ts';
import { startPlatbook } from './running-platbook.ts';

type Seen = { method: string; path: string; rawHeaders: readonly string[] };

const CLICKS = 6;
/** A page looks at these places around the middle of town, in degrees. */
const PLACES = [0, 0.004, 0.008, 0.012, -0.004, -0.008];
const ZOOMS = [13, 14, 15, 16, 17];
/** What a server is asked for its data. The rest is files of the page, and signing in, whose addresses hold secrets. */
const DATA = /^\/(tiles|api|maps|styles|geocoding|config\.json)\b/;

/** Between Chromium and the server, because only there a request is as it is sent. */
async function startTap({ port, behind }: { port: number; behind: number }) {
  const seen: Seen[] = [];
  const agent = new Agent({ keepAlive: true });
  const server = createServer((request, response) => {
    const { method = '', url: path = '', rawHeaders, headers } = request;
    seen.push({ method, path, rawHeaders });
    const passed = send({ host: '127.0.0.1', port: behind, method, path, headers, agent }, (answer) => {
      response.writeHead(answer.statusCode!, answer.rawHeaders);
      answer.pipe(response);
    });
    passed.on('error', () => response.destroy());
    request.pipe(passed);
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  return { seen, close: () => [server.closeAllConnections(), server.close(), agent.destroy()] };
}

async function visit(page: Page, { origin, words }: { origin: string; words: string }): Promise<void> {
  await page.goto(`${origin}/login`);
  await page.getByLabel('E-mail address').fill('recorder@example.org');
  await page.getByRole('button', { name: 'Get Magic Link' }).click();
  await page.getByText('Email sent! Check your inbox to log in.').waitFor();
  const link = await newestMailedLink(async (path) => (await fetch(origin + path)).text());
  await page.goto(link.href);
  await page.waitForURL(`${origin}/`);
  await mapIsOpen(page);
  const { lng, lat } = await currentView(page);
  for (const zoom of ZOOMS) {
    for (const degrees of PLACES) await lookAt(page, { zoom, center: [lng + degrees, lat + degrees / 2] });
  }
  await lookAt(page, { zoom: 16, center: [lng, lat] });
  await pan(page);
  for (const { at } of await spotsOnParcels(page, CLICKS)) {
    await page.mouse.click(...at);
    await page.locator('[aria-label="Parcel details"] dl').first().waitFor();
    await page.keyboard.press('Escape');
  }
  await typeWords(page, words);
  await suggestions(page).first().waitFor();
  // Once more: what the browser has is revalidated.
  await page.goto(origin);
  await mapIsOpen(page);
  await lookAt(page, { zoom: 16 });
  await mapIsIdle(page);
}

/** Headers in the order in which they were sent, without what belongs to one connection or one person. */
function described({ rawHeaders }: Seen, origin: string): [string, string][] {
  const pairs: [string, string][] = [];
  for (let at = 0; at < rawHeaders.length; at += 2) pairs.push([rawHeaders[at]!, rawHeaders[at + 1]!]);
  return pairs
    .filter(([name]) => !/^host$/i.test(name))
    .map(([name, value]) => {
      if (/^cookie$/i.test(name)) return [name, value.replaceAll(/=[^;]*/g, '')];
      if (/^authorization$/i.test(name)) return [name, value.replace(/ .*/, '')];
      if (/^(x-session-token|if-none-match|if-modified-since)$/i.test(name)) return [name, ''];
      return [name, value.replaceAll(origin, 'ORIGIN')];
    });
}

const [name, folder, words] = process.argv.slice(2);
if (words === undefined) throw new Error('record-session.ts NAME DATA_FOLDER "SEARCH TEXT"');
const port = await freePort();
const origin = `http://localhost:${port}`;
const platbook = await startPlatbook({ name: 'recorder', copyOf: folder!, settings: { PUBLIC_URL: origin } });
const tap = await startTap({ port, behind: platbook.port });
const browser = await chromium.launch({ executablePath: chromiumPath(), args: softwareDrawing });
try {
  const page = await browser.newPage({ viewport: { width: 1280, height: 720 } });
  page.setDefaultTimeout(90_000);
  await visit(page, { origin, words });
  const { parcelVersion } = await (await fetch(`http://127.0.0.1:${platbook.port}/config.json`)).json();
  const seen = tap.seen.filter(({ method, path }) => method === 'GET' && DATA.test(path));
  const session: RecordedSession = { headers: [], requests: [] };
  const headers = new Map<string, number>();
  for (const request of seen) {
    const key = JSON.stringify(described(request, origin));
    if (!headers.has(key)) headers.set(key, headers.size);
    const path = request.path
      .replace(`v=${encodeURIComponent(parcelVersion)}`, 'v=VERSION')
      .replace(/session_token=[^&]*/, 'session_token=SEARCH');
    session.requests.push([path, headers.get(key)!]);
  }
  session.headers = [...headers.keys()].map((key) => JSON.parse(key));
  const lines = [
    `{ "headers": [\n${session.headers.map((pairs) => JSON.stringify(pairs)).join(',\n')}],`,
    `"requests": [\n${session.requests.map((one) => JSON.stringify(one)).join(',\n')}] }\n`,
  ];
  const file = join(import.meta.dirname, 'fixtures', `session-${name}.json`);
  writeFileSync(file, lines.join('\n'));
  console.log(`${session.requests.length} requests in ${file}`);
} finally {
  await browser.close();
  tap.close();
  await platbook.stop();
}
