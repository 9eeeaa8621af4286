// @ts-check
// Draws the icons of the installed application from the logo, web/ui/mark.svg: node scripts/draw-icons.mjs
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';

const web = join(import.meta.dirname, '..', 'web');
const logo = readFileSync(join(web, 'ui', 'mark.svg'), 'utf8');

/** The background of the logo. */
const GREEN = '#1f5c3d';

/** `scale` is the logo's share of a green square. Systems cut its corners off: none are transparent then. */
const icons = [
  { name: 'icon-192', size: 192 },
  { name: 'icon-512', size: 512 },
  // Only a circle of 80 percent is sure to be shown of a maskable icon.
  { name: 'icon-maskable-512', size: 512, scale: 0.8 },
  { name: 'apple-touch-icon', size: 180, scale: 0.94 },
];

for (const { name, size, scale } of icons) {
  const width = Math.round(size * (scale ?? 1));
  const mark = await sharp(Buffer.from(logo), { density: (72 * size) / 32 })
    .resize(width, width)
    .png()
    .toBuffer();
  const background = scale ? GREEN : { r: 0, g: 0, b: 0, alpha: 0 };
  await sharp({ create: { width: size, height: size, channels: 4, background } })
    .composite([{ input: mark }])
    .png({ compressionLevel: 9, palette: true })
    .toFile(join(web, 'public', 'icons', `${name}.png`));
}
