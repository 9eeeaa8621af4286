// A layer cut out of a PMTiles archive: a street map, imagery, or hills from elevation tiles.
import { join } from 'node:path';
import { zxyToTileId } from 'pmtiles';
import { schemaProblem } from '../basemap/basemap-schema.ts';
import { decodeHeights } from '../basemap/terrarium.ts';
import type { Bounds, TileAddress } from '../geo/geometry.ts';
import { shownAddress } from '../import/shown-address.ts';
import { plainText } from '../runtime/escape-html.ts';
import { OperatorError } from '../runtime/operator-error.ts';
import { sizeInWords } from '../runtime/size-in-words.ts';
import { type LayerKind, layerFile } from '../store/layer-folder.ts';
import { OSM_CREDIT } from './catalog.ts';
import { type CutPlan, cutArchive, planCut } from './cut-archive.ts';
import {
  approveDownload,
  type LayerJob,
  type MadeLayer,
  requireLand,
  titleOf,
  withSurroundings,
} from './layer-job.ts';
import { makeHills } from './make-hills.ts';

/** From which zoom on small streets are in a street map. */
const STREETS_ZOOM = 13;
const EVERYWHERE: Bounds = { west: -180, south: -85.05, east: 180, north: 85.05 };

/** Of an archive by its path or address: what it has of the land, or all of it without any. */
export async function makeArchiveLayer(
  job: LayerJob,
  { source, zoomMax }: { source: string; zoomMax: number },
): Promise<MadeLayer | undefined> {
  const { land, recipe, signal, onProgress } = job;
  const bounds = land.length === 0 ? [EVERYWHERE] : withSurroundings(land);
  const expects = recipe.kind && (recipe.kind === 'basemap' ? 'vector' : PICTURES[recipe.kind]);
  const deepest = recipe.kind === 'terrain' ? HEIGHTS_ZOOM_MAX : zoomMax;
  const plan = await planCut({ source, bounds, zoomMax: deepest, expects, signal, onProgress });
  try {
    const kind = kindOf(job, plan);
    sayPlan(job, shownAddress(source), plan);
    if (kind === 'basemap' && plan.zoomMax < STREETS_ZOOM) {
      job.say(`Note: it ends at zoom ${plan.zoomMax}, and most streets begin at ${STREETS_ZOOM}.`);
    }
    if (job.dryRun) return undefined;
    if (plan.archive.isRemote) await approveDownload(job, plan.bytes);
    const credit = recipe.attribution ?? creditOf(plan);
    if (kind === 'terrain') return await hillsOf(job, plan, credit);
    const tiles = layerFile(job.name, 'pmtiles');
    const { workFolder } = job;
    const made = await cutArchive(plan, { path: join(job.folder, tiles), workFolder });
    return {
      kind,
      title: titleOf(job),
      credit,
      dataDate: null,
      count: made.tiles,
      bytes: made.bytes,
      bounds: plan.bounds,
      files: { tiles },
    };
  } finally {
    await plan.archive.close();
  }
}

function kindOf({ recipe: { kind }, say }: LayerJob, { archive, type, metadata }: CutPlan) {
  const { vector_layers: layers, encoding } = metadata;
  const isHeights = encoding === 'terrarium' || encoding === 'mapbox';
  const found = type === 'mvt' ? 'basemap' : isHeights ? 'terrain' : 'imagery';
  const isPossible = kind === undefined || kind === found || (type !== 'mvt' && PICTURES[kind]);
  if (!isPossible) {
    throw new OperatorError(
      `${archive.name} holds ${type === 'mvt' ? 'vector tiles' : 'pictures'}, which cannot become ${kind}.`,
    );
  }
  const problem = found === 'basemap' && schemaProblem(Array.isArray(layers) ? layers : undefined);
  if (problem) throw new OperatorError(`${archive.name} ${problem}.`);
  const taken = kind === 'terrain' || kind === 'imagery' ? kind : found;
  if (taken === 'terrain' && encoding === 'mapbox') {
    throw new OperatorError(`${archive.name} holds heights in Mapbox's encoding: Terrarium is needed.`);
  }
  if (taken === 'terrain' && !kind) {
    say('Taken as terrain, because its pictures are heights; --as imagery says otherwise.');
  }
  return taken;
}

/** Kinds that pictures can become. */
const PICTURES: Partial<Record<LayerKind, 'raster'>> = { imagery: 'raster', terrain: 'raster' };

/** Hills need no deeper zoom. */
const HEIGHTS_ZOOM_MAX = 15;

async function hillsOf(job: LayerJob, plan: CutPlan, credit: string | null): Promise<MadeLayer> {
  const bounds = withSurroundings(requireLand(job));
  // Tiles of an address are fetched first, in few requests.
  const path = join(job.workFolder, 'heights.pmtiles');
  if (plan.archive.isRemote) await cutArchive(plan, { path, workFolder: job.workFolder });
  const { archive, entries } = plan.archive.isRemote
    ? await planCut({ source: path, bounds, zoomMax: plan.zoomMax })
    : plan;
  try {
    const places = new Map<number, number>();
    for (let at = 0; at < entries.count; at++) {
      for (let run = 0; run < entries.runLengths[at]!; run++) places.set(entries.tileIds[at]! + run, at);
    }
    const read = (at: number) => archive.read({ offset: entries.offsets[at]!, length: entries.lengths[at]! });
    const { size } = await decodeHeights(await read(0), { keepsFilled: true });
    const tile = async ({ z, x, y }: TileAddress) => {
      const at = places.get(zxyToTileId(z, x, y));
      return at === undefined ? undefined : read(at);
    };
    const zoomMax = Math.min(plan.zoomMax, HEIGHTS_ZOOM_MAX);
    return await makeHills(job, { sources: { bounds, zoomMax, tileSizePx: size, tile } }, credit);
  } finally {
    if (plan.archive.isRemote) await archive.close();
  }
}

function sayPlan({ dryRun, say }: LayerJob, source: string, plan: CutPlan): void {
  const { tiles, zoomMax, bytes, requests, ranges, archive } = plan;
  const size = `${tiles.toLocaleString('en-US')} tiles to zoom ${zoomMax}, ${sizeInWords(bytes)}`;
  say(`${source}: ${size}${archive.isRemote ? ` in ${requests.toLocaleString('en-US')} requests` : ''}.`);
  if (!dryRun || !archive.isRemote) return;
  for (const { offset, length } of ranges) say(`  GET ${source}, bytes ${offset} to ${offset + length - 1}`);
}

/** What the archive says of itself. OpenStreetMap asks for its credit where its data are in it. */
function creditOf({ metadata: { vector_layers: _, ...metadata } }: CutPlan): string | null {
  const own = typeof metadata.attribution === 'string' ? plainText(metadata.attribution) : '';
  return own || (/protomaps|openstreetmap|\bosm\b/i.test(JSON.stringify(metadata)) ? OSM_CREDIT : null);
}
