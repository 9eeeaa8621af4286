// A layer cut out of a PMTiles archive: a street map, or imagery.
import { join } from 'node:path';
import { schemaProblem } from '../basemap/basemap-schema.ts';
import type { Bounds } from '../geo/geometry.ts';
import { shownAddress } from '../import/shown-address.ts';
import { plainText } from '../runtime/escape-html.ts';
import { OperatorError } from '../runtime/operator-error.ts';
import { sizeInWords } from '../runtime/size-in-words.ts';
import { layerFile } from '../store/layer-folder.ts';
import { OSM_CREDIT } from './catalog.ts';
import { type CutPlan, cutArchive, planCut } from './cut-archive.ts';
import { approveDownload, type LayerJob, type MadeLayer, titleOf, withSurroundings } from './layer-job.ts';

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
  const expects = recipe.kind === 'basemap' ? 'vector' : recipe.kind === 'imagery' ? 'raster' : undefined;
  const plan = await planCut({ source, bounds, zoomMax, expects, signal, onProgress });
  try {
    const kind = kindOf(job, plan);
    sayPlan(job, shownAddress(source), plan);
    if (kind === 'basemap' && plan.zoomMax < STREETS_ZOOM) {
      job.say(`Note: it ends at zoom ${plan.zoomMax}, and most streets begin at ${STREETS_ZOOM}.`);
    }
    if (job.dryRun) return undefined;
    if (plan.archive.isRemote) await approveDownload(job, plan.bytes);
    const tiles = layerFile(job.name, 'pmtiles');
    const { workFolder } = job;
    const made = await cutArchive(plan, { path: join(job.folder, tiles), workFolder });
    return {
      kind,
      title: titleOf(job),
      credit: recipe.attribution ?? creditOf(plan),
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

function kindOf({ recipe: { kind } }: LayerJob, { archive, type, metadata }: CutPlan) {
  const found = type === 'mvt' ? 'basemap' : 'imagery';
  if (kind !== undefined && kind !== found) {
    throw new OperatorError(
      `${archive.name} holds ${type === 'mvt' ? 'vector tiles' : 'pictures'}, which cannot become ${kind}.`,
    );
  }
  const { vector_layers: layers } = metadata;
  const problem = found === 'basemap' && schemaProblem(Array.isArray(layers) ? layers : undefined);
  if (problem) throw new OperatorError(`${archive.name} ${problem}.`);
  return found;
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
