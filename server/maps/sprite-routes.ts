// The sprites of the styles: GET /maps/sprites/{name}.json and .png, also @2x. Made on first request, then cached.
import { createHash } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { LRUCache } from 'lru-cache';
import { refusals } from '../../contract/messages.ts';
import { loadSharp } from '../../runtime/load-sharp.ts';
import { Failure } from '../failure.ts';
import { revalidate } from './revalidate.ts';
import { type Icon, iconsOf, type SpriteName } from './sprite-icons.ts';

type File = { bytes: Buffer; type: string; etag: string };
type PixelRatio = 1 | 2;

/** Two sprites of four files each. */
const FILES_MAX = 8;
/** Transparent pixels around each icon, so that none bleeds into the next one. */
const MARGIN_PX = 2;
/** The resolution in dots per inch at which one SVG pixel becomes one pixel of the picture. */
const SVG_DENSITY = 72;

export function spriteRoutes(app: FastifyInstance): void {
  const files = new LRUCache<string, File>({ max: FILES_MAX, fetchMethod: makeFile });

  app.get<{ Params: { file: string } }>('/maps/sprites/:file', async (request, reply) => {
    const file = await files.fetch(request.params.file);
    if (!file) throw new Failure(404, refusals.notFound);
    if (revalidate({ request, reply, etag: file.etag })) return reply.code(304).send();
    return reply.type(file.type).send(file.bytes);
  });
}

/** Undefined if no sprite has such a file. */
async function makeFile(file: string): Promise<File | undefined> {
  const [, name, at2x, extension] = /^(paper|imagery)(@2x)?\.(json|png)$/.exec(file) ?? [];
  if (name === undefined) return undefined;
  const sprite = name as SpriteName;
  const pixelRatio = at2x ? 2 : 1;
  const isPicture = extension === 'png';
  const bytes = isPicture
    ? await spritePicture(sprite, pixelRatio)
    : Buffer.from(JSON.stringify(spriteIndex(sprite, pixelRatio)));
  const hash = createHash('sha256').update(bytes).digest('base64url').slice(0, 16);
  return { bytes, type: isPicture ? 'image/png' : 'application/json', etag: `"${hash}"` };
}

async function spritePicture(name: SpriteName, pixelRatio: PixelRatio): Promise<Buffer> {
  const placed = place(iconsOf(name));
  const width = placed.reduce((end, { x, width }) => Math.max(end, x + width + MARGIN_PX), 0);
  const height = placed.reduce((end, { y, height }) => Math.max(end, y + height + MARGIN_PX), 0);
  const drawn = placed.map(({ x, y, svg }) => `<g transform="translate(${x} ${y})">${svg}</g>`).join('');
  const sheet = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${drawn}</svg>`;
  const sharp = await loadSharp();
  return sharp(Buffer.from(sheet), { density: SVG_DENSITY * pixelRatio })
    .png({ palette: false })
    .toBuffer();
}

/** The sprite's index as the style specification defines it: positions in pixels of the picture. */
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

/** All icons side by side in one row. */
function place(icons: Icon[]): (Icon & { x: number; y: number })[] {
  let x = MARGIN_PX;
  return icons.map((icon) => {
    const placed = { ...icon, x, y: MARGIN_PX };
    x += icon.width + MARGIN_PX;
    return placed;
  });
}
