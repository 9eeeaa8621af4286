// Takes the README's pictures from the built application and its demo county: npm run screenshots
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BrowserContextOptions, chromium, type Page } from '@playwright/test';
import sharp from 'sharp';
import { chromiumPath, softwareDrawing } from './chromium.ts';
import { lookAt, mapIsIdle } from './map-page.ts';
import { makeDemoCounty, startServer } from './running-server.ts';
import { signIn } from './sign-in.ts';

const folder = join(import.meta.dirname, '../../docs/screenshots');
const WEBP_QUALITY = 82;

type Picture = { name: string; screen: BrowserContextOptions; pose: (page: Page) => Promise<void> };

const pictures: Picture[] = [
  {
    name: 'parcel-details',
    screen: { viewport: { width: 1440, height: 900 } },
    pose: async (page) => {
      await lookAt(page, { zoom: 16.2 });
      await selectMiddle(page);
    },
  },
  {
    name: 'satellite',
    screen: { viewport: { width: 1440, height: 900 } },
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
  await makeDemoCounty(dataDir);
  const server = await startServer({ dataDir, access: 'signed-in' });
  const browser = await chromium.launch({ executablePath: chromiumPath(), args: softwareDrawing });
  try {
    await mkdir(folder, { recursive: true });
    for (const { name, screen, pose } of pictures) {
      const context = await browser.newContext(screen);
      const page = await context.newPage();
      await signIn(page, { url: server.url, email: 'ada@example.org' });
      await mapIsIdle(page);
      await pose(page);
      await mapIsIdle(page);
      await sharp(await page.screenshot())
        .webp({ quality: WEBP_QUALITY })
        .toFile(join(folder, `${name}.webp`));
      await context.close();
      process.stdout.write(`docs/screenshots/${name}.webp\n`);
    }
  } finally {
    await browser.close();
    await server.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}

await takeAll();
