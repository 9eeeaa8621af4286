// Layers by the address of tiles: imagery that the server fetches when somebody looks at it, and hills from elevation tiles.
import { join } from 'node:path';
import { unionOfBounds } from '../geo/bounds-of.ts';
import { fillTileTemplate } from '../geo/tile-template.ts';
import { shownAddress } from '../import/shown-address.ts';
import { escapeHtml } from '../runtime/escape-html.ts';
import { sizeInWords } from '../runtime/size-in-words.ts';
import { layerFile } from '../store/layer-folder.ts';
import { fetchElevation, planElevation } from './fetch-elevation.ts';
import { approveDownload, type LayerJob, type MadeLayer, titleOf, withSurroundings } from './layer-job.ts';
import type { DescribedTiles } from './remote-tiles.ts';

/** Nothing is fetched now. */
export function makeTilesLayer(job: LayerJob, tiles: DescribedTiles): MadeLayer | undefined {
  const { recipe, land, dryRun, say } = job;
  const { url, zoomMin, zoomMax, tileSizePx } = tiles;
  say(`${shownAddress(url)}: zooms ${zoomMin} to ${zoomMax}, fetched on demand and kept in a cache.`);
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

export async function makeElevationLayer(
  o: LayerJob,
  { url, zoomMax }: { url: string; zoomMax: number },
): Promise<MadeLayer | undefined> {
  const { say, signal, onProgress, workFolder } = o;
  const title = titleOf(o);
  const credit = o.recipe.attribution ?? null;
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
  const tiles = layerFile(o.name, 'pmtiles');
  const contours = layerFile(o.name, 'pmtiles');
  const { makeTerrain } = await import('./terrain/make-terrain.ts');
  const made = await makeTerrain({
    sources: fetched,
    path: join(o.folder, tiles),
    contoursPath: join(o.folder, contours),
    workFolder,
    name: title,
    attribution: escapeHtml(credit ?? ''),
    signal,
    onProgress,
  });
  for (const note of [...fetched.notes, ...made.notes]) say(`Note: ${note}`);
  await fetched.remove();
  return {
    kind: 'terrain',
    title,
    credit,
    dataDate: null,
    count: made.tiles,
    bytes: made.bytes + made.contourBytes,
    bounds: made.bounds,
    files: { tiles, contours },
  };
}
