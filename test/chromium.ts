// Which Chromium the browser tests drive, and how it is started.
import { findProgram } from './find-program.ts';

export function findChromium(): string | undefined {
  return findProgram(['chromium', 'chromium-browser', 'google-chrome']);
}

export function chromiumPath(): string {
  const found = findChromium();
  if (!found) throw new Error('No Chromium on this machine: apt-get install chromium');
  return found;
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
