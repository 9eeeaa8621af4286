// Lays a style's pictures on one sheet, and says where each of them lies: the two files of a sprite.
import sharp from 'sharp';
import { type Icon, iconsOf, type SpriteName } from './icons.ts';

/** Empty pixels around each picture, so that none bleeds into the next one. */
const MARGIN_PX = 2;
/** The dots an inch at which a pixel of SVG is one pixel. */
const SVG_DENSITY = 72;

/** One or two pixels a pixel. */
export type PixelRatio = 1 | 2;

export function spritePicture(name: SpriteName, pixelRatio: PixelRatio): Promise<Buffer> {
  const placed = place(iconsOf(name));
  const width = placed.reduce((end, { x, width }) => Math.max(end, x + width + MARGIN_PX), 0);
  const height = placed.reduce((end, { y, height }) => Math.max(end, y + height + MARGIN_PX), 0);
  const drawn = placed.map(({ x, y, svg }) => `<g transform="translate(${x} ${y})">${svg}</g>`).join('');
  const sheet = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${drawn}</svg>`;
  return sharp(Buffer.from(sheet), { density: SVG_DENSITY * pixelRatio })
    .png({ palette: false })
    .toBuffer();
}

/** As the style specification has it: everything in pixels of the picture. */
export function spriteIndex(name: SpriteName, pixelRatio: PixelRatio): Record<string, object> {
  const scaled = (values: number[]) => values.map((value) => value * pixelRatio);
  return Object.fromEntries(
    place(iconsOf(name)).map(({ name: icon, x, y, width, height, stretch }) => {
      const [left, top, across, down] = scaled([x, y, width, height]);
      const stretching = stretch && {
        stretchX: [scaled(stretch.x)],
        stretchY: [scaled(stretch.y)],
        content: scaled(stretch.content),
      };
      return [icon, { x: left, y: top, width: across, height: down, pixelRatio, ...stretching }];
    }),
  );
}

function place(icons: Icon[]): (Icon & { x: number; y: number })[] {
  let x = MARGIN_PX;
  return icons.map((icon) => {
    const placed = { ...icon, x, y: MARGIN_PX };
    x += icon.width + MARGIN_PX;
    return placed;
  });
}
