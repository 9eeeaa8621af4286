// Tests of a server that uses Mapbox's maps: the browser resolves Mapbox's host name to a fake server.
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Browser, chromium } from '@playwright/test';
import { chromiumPath, softwareDrawing } from '../chromium.ts';
import { MAPBOX_TOKEN, type MapboxStandIn, openMapboxStandIn } from '../mapbox-stand-in.ts';
import { test as base } from './quiet-test.ts';
import { startServer } from './running-server.ts';

type AtMapbox = { url: string; standIn: MapboxStandIn; browser: Browser };

export const test = base.extend<object, { atMapbox: AtMapbox }>({
  atMapbox: [
    async ({ consoles }, use) => {
      const dataDir = await mkdtemp(join(tmpdir(), 'platbook-e2e-'));
      await cp(process.env.COUNTY_DATA_DIR!, dataDir, { recursive: true });
      const standIn = await openMapboxStandIn();
      const server = await startServer({ dataDir, access: 'public', mapboxToken: MAPBOX_TOKEN });
      const toStandIn = `--host-resolver-rules=MAP api.mapbox.com:443 127.0.0.1:${standIn.port}`;
      const browser = await chromium.launch({
        executablePath: chromiumPath(),
        args: [...softwareDrawing, toStandIn],
      });
      consoles.watch(browser);
      await use({ url: server.url, standIn, browser });
      await browser.close();
      await server.stop();
      await standIn.close();
      await rm(dataDir, { recursive: true, force: true });
    },
    { scope: 'worker', timeout: 120_000 },
  ],
});
