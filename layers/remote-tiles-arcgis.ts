// An ArcGIS map or image service as a template of tiles: its cache where that is on the grid of web maps, else drawn for each tile.
import { z } from 'zod';
import { MERCATOR_HALF_METERS } from '../geo/tile-template.ts';
import { printableLine } from '../runtime/printable-text.ts';
import {
  askFor,
  cannotUse,
  type DescribedTiles,
  type DescribeOptions,
  fetchText,
  isWebMercator,
  pictureAddress,
  withQuery,
} from './remote-tiles-document.ts';

const reference = z
  .object({ wkid: z.number().optional(), latestWkid: z.number().optional() })
  .optional()
  .catch(undefined);

const description = z.object({
  error: z.object({ message: z.string().catch('') }).optional(),
  capabilities: z.string().optional().catch(undefined),
  singleFusedMapCache: z.boolean().catch(false),
  tileInfo: z
    .object({
      rows: z.number(),
      cols: z.number(),
      origin: z.object({ x: z.number(), y: z.number() }),
      spatialReference: reference,
      lods: z.array(z.object({ level: z.number(), resolution: z.number() })),
    })
    .optional()
    .catch(undefined),
  copyrightText: z.string().catch(''),
  name: z.string().optional().catch(undefined),
  mapName: z.string().optional().catch(undefined),
  documentInfo: z.object({ Title: z.string().optional() }).optional().catch(undefined),
});
type Description = z.infer<typeof description>;

/** Larger pictures are fewer requests. */
const DRAWN_PX = 512;
const DRAWN_ZOOM_MAX = 19;

export async function describeArcGis(url: URL, { signal }: DescribeOptions): Promise<DescribedTiles> {
  const service = new URL(url);
  const [, path, kind] = /^(.*\/(MapServer|ImageServer))/i.exec(url.pathname)!;
  service.pathname = path!;
  const about = parse(await fetchText(askFor(service, { f: 'json' }), signal), url.host);
  const address = await pictureAddress({ href: undefined, asked: service, known: ['f'] });
  const [base, query = ''] = address.split('?');
  const under = (part: string) => `${base}/${part}${query && `?${query}`}`;

  const words = {
    title: lineOf(about.documentInfo?.Title || about.mapName || about.name),
    credit: lineOf(about.copyrightText),
  };

  const cache = cacheOf(about);
  if (cache) return { url: under('tile/{z}/{y}/{x}'), ...cache, ...words };
  const isImages = /image/i.test(kind!);
  if (!new RegExp(isImages ? 'Image' : 'Map').test(about.capabilities ?? 'Map,Image')) {
    throw cannotUse(
      url.host,
      'has tiles of this service on another grid than that of web maps, and draws no others.',
    );
  }
  return {
    url: withQuery(under(isImages ? 'exportImage' : 'export'), {
      bbox: '{bbox}',
      bboxSR: '3857',
      imageSR: '3857',
      size: `${DRAWN_PX},${DRAWN_PX}`,
      format: isImages ? 'jpgpng' : 'png32',
      ...(!isImages && { transparent: 'true' }),
      f: 'image',
    }),
    zoomMin: 0,
    zoomMax: DRAWN_ZOOM_MAX,
    tileSizePx: DRAWN_PX,
    ...words,
  };
}

/** Whether a map service keeps its map as tiles of pictures. One that cannot be asked is left to the importer. */
export async function isMapCache(address: string, signal?: AbortSignal): Promise<boolean> {
  const url = new URL(address);
  try {
    return cacheOf(parse(await fetchText(askFor(url, { f: 'json' }), signal), url.host)) !== undefined;
  } catch {
    signal?.throwIfAborted();
    return false;
  }
}

function parse(text: string, host: string): Description {
  let about: Description;
  try {
    about = description.parse(JSON.parse(text));
  } catch {
    throw cannotUse(host, 'does not answer as an ArcGIS server does: check the address.');
  }
  if (!about.error) return about;
  throw cannotUse(
    host,
    `does not describe its pictures: ${about.error.message.slice(0, 200) || 'it reports an error'}.`,
  );
}

const isMercator = (system: z.infer<typeof reference>) =>
  isWebMercator(String(system?.latestWkid)) || isWebMercator(String(system?.wkid));

/** Undefined where the service has no cache, or one on another grid. */
function cacheOf({ singleFusedMapCache, tileInfo }: Description) {
  if (!singleFusedMapCache || !tileInfo || !isMercator(tileInfo.spatialReference)) return undefined;
  const { rows, cols, origin, lods } = tileInfo;
  const isOnGrid =
    rows === cols &&
    (rows === 256 || rows === 512) &&
    Math.abs(origin.x + MERCATOR_HALF_METERS) < 1 &&
    Math.abs(origin.y - MERCATOR_HALF_METERS) < 1;
  const levels = lods
    .filter(
      ({ level, resolution }) =>
        Math.abs(Math.log2((2 * MERCATOR_HALF_METERS) / (rows * resolution)) - level) < 1e-4,
    )
    .map(({ level }) => level);
  if (!isOnGrid || levels.length === 0) return undefined;
  return { zoomMin: Math.min(...levels), zoomMax: Math.max(...levels), tileSizePx: rows };
}

const lineOf = (text = '') => printableLine(text).trim() || undefined;
