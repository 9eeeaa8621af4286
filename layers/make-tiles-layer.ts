// Layers by the address of tiles: imagery that the server fetches when somebody looks at it, and hills from elevation tiles.
import { unionOfBounds } from '../geo/bounds-of.ts';
import { tileAt } from '../geo/tile-address.ts';
import { fillTileTemplate } from '../geo/tile-template.ts';
import { fetchBytes } from '../import/fetch-bytes.ts';
import { shownAddress } from '../import/shown-address.ts';
import { isPicture } from '../runtime/is-picture.ts';
import { OperatorError } from '../runtime/operator-error.ts';
import { sizeInWords } from '../runtime/size-in-words.ts';
import { fetchElevation, planElevation } from './fetch-elevation.ts';
import { approveDownload, type LayerJob, type MadeLayer, titleOf, withSurroundings } from './layer-job.ts';
import { makeHills } from './make-hills.ts';
import type { DescribedTiles } from './remote-tiles.ts';

/** Only one tile is fetched now. */
export async function makeTilesLayer(job: LayerJob, tiles: DescribedTiles): Promise<MadeLayer | undefined> {
  const { recipe, land, dryRun, say } = job;
  const { url, zoomMin, zoomMax, tileSizePx } = tiles;
  say(`${shownAddress(url)}: zooms ${zoomMin} to ${zoomMax}, fetched on demand and kept in a cache.`);
  await tryTiles(job, tiles);
  if (dryRun) return undefined;
  return {
    kind: 'imagery',
    title: recipe.title ?? tiles.title ?? titleOf(job),
    credit: recipe.attribution ?? tiles.credit ?? null,
    dataDate: null,
    count: 0,
    bytes: 0,
    bounds: unionOfBounds(withSurroundings(land)),
    files: {},
    remote: { url, zoomMin, zoomMax, tileSizePx },
  };
}

const TRIED_ZOOMS = [15, 12, 9];
const TRIED = { bytesMax: 4e6, timeoutMs: 15_000 };

/** In the middle of a county: a host without pictures of it, or with pages in place of pictures, would be a blank map. */
async function tryTiles({ land, dryRun, say, signal }: LayerJob, o: DescribedTiles): Promise<void> {
  const { west, south, east, north } = land[0]!;
  const middle = { lng: (west + east) / 2, lat: (south + north) / 2 };
  const zooms = TRIED_ZOOMS.map((zoom) => Math.max(o.zoomMin, Math.min(o.zoomMax, zoom)));
  for (const zoom of new Set(zooms)) {
    const url = fillTileTemplate(o.url, tileAt(middle, zoom));
    if (dryRun) return say(`  for example: GET ${shownAddress(url)}`);
    const answer = await fetchBytes({ ...TRIED, url, signal });
    if (answer.kind === 'found' && isPicture(answer.bytes)) return;
    if (answer.kind === 'found') {
      throw new OperatorError(`${shownAddress(o.url)} answers with something else than JPEG, PNG or WebP.`);
    }
    // That may pass.
    if (answer.kind === 'failed') return say(`Note: a tile could not be fetched (${answer.reason}).`);
  }
  throw new OperatorError(`${shownAddress(o.url)} has no picture of the loaded parcels: check the address.`);
}

export async function makeElevationLayer(
  o: LayerJob,
  { url, zoomMax }: { url: string; zoomMax: number },
): Promise<MadeLayer | undefined> {
  const { say, signal, onProgress, workFolder } = o;
  const bounds = withSurroundings(o.land);
  const plan = planElevation({ bounds, zoomMax });
  const count = plan.tiles.toLocaleString('en-US');
  say(`${shownAddress(url)}: ${count} tiles of zoom ${zoomMax}, about ${sizeInWords(plan.bytes)}.`);
  if (o.dryRun) {
    const addresses = [plan.first, plan.last].map((tile) => shownAddress(fillTileTemplate(url, tile)));
    say(`  first: GET ${addresses[0]}\n  last: GET ${addresses[1]}`);
    return undefined;
  }
  await approveDownload(o, plan.bytes);
  const fetched = await fetchElevation({ url, bounds, zoomMax, workFolder, signal, onProgress });
  for (const note of fetched.notes) say(`Note: ${note}`);
  const made = await makeHills(o, { sources: fetched }, o.recipe.attribution ?? null);
  await fetched.remove();
  return made;
}
