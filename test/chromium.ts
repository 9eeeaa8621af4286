// Which Chromium the browser tests drive, and how it is started.
import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

const names = ['chromium', 'chromium-browser', 'google-chrome'];

export function findChromium(): string | undefined {
  const folders = (process.env.PATH ?? '').split(delimiter);
  return names.flatMap((name) => folders.map((folder) => join(folder, name))).find(isExecutable);
}

export function chromiumPath(): string {
  const found = findChromium();
  if (!found) throw new Error('No Chromium on this machine: apt-get install chromium');
  return found;
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

const quiet = [
  '--no-sandbox',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/**
 * WebGL without a graphics card. The page around the canvas is drawn the plain way: through emulated graphics it took
 * five seconds of processor for every new page.
 */
export const softwareDrawing = [
  ...quiet,
  '--disable-gpu-rasterization',
  '--use-gl=angle',
  '--use-angle=swiftshader',
  '--enable-unsafe-swiftshader',
  '--ignore-gpu-blocklist',
];

/** A browser that has no WebGL at all. */
export const noWebGl = [...quiet, '--disable-gpu', '--disable-3d-apis'];
