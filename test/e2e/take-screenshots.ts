// Takes the README's pictures from the built application and its demo county: npm run screenshots
import { cp, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, type Page } from '@playwright/test';
import sharp from 'sharp';
import { makeTestCounty } from '../../scripts/make-test-county.mjs';
import { chromiumPath, softwareDrawing } from '../chromium.ts';
import { lookAt, mapIsIdle, openMap } from './map-page.ts';
import { startServer } from './running-server.ts';
import { signIn } from './sign-in.ts';

const folder = join(import.meta.dirname, '../../docs/screenshots');
const VIEWPORT = { width: 1440, height: 900 };
const WEBP_QUALITY = 82;
/** Long, because software rendering of a large page is slow. */
const TIMEOUT_MS = 180_000;

type Picture = { name: string; pose: (page: Page) => Promise<void> };

const pictures: Picture[] = [
  {
    name: 'parcel-details',
    pose: async (page) => {
      await lookAt(page, { zoom: 16.2 });
      await selectMiddle(page);
    },
  },
  {
    name: 'satellite',
    pose: async (page) => {
      await page.getByRole('button', { name: 'Basemaps' }).click();
      await page.getByRole('menuitemradio', { name: 'Satellite Streets' }).click();
      await lookAt(page, { zoom: 15.6, center: [-80.8745, 35.6285] });
      await page.getByText('Loading map style...').waitFor({ state: 'hidden' });
    },
  },
];

async function selectMiddle(page: Page): Promise<void> {
  const { width, height } = page.viewportSize()!;
  await page.mouse.click(width / 2, height / 2);
  await page.getByRole('button', { name: 'Copy maps link' }).waitFor();
}

async function takeAll(): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), 'platbook-screenshots-'));
  await cp(makeTestCounty(), dataDir, { recursive: true });
  const server = await startServer({ dataDir, access: 'signed-in' });
  const browser = await chromium.launch({ executablePath: chromiumPath(), args: softwareDrawing });
  try {
    await mkdir(folder, { recursive: true });
    const page = await browser.newPage({ viewport: VIEWPORT });
    page.setDefaultTimeout(TIMEOUT_MS);
    await signIn(page, { url: server.url, email: 'ada@example.org' });
    for (const { name, pose } of pictures) {
      await openMap(page, server.url);
      await pose(page);
      await mapIsIdle(page);
      await sharp(await page.screenshot())
        .webp({ quality: WEBP_QUALITY })
        .toFile(join(folder, `${name}.webp`));
      process.stdout.write(`docs/screenshots/${name}.webp\n`);
    }
  } finally {
    await browser.close();
    await server.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}

await takeAll();
