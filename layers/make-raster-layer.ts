// A layer of GeoTIFFs: hills with contour lines from heights, or imagery from pictures.
import { join } from 'node:path';
import { download } from '../import/download.ts';
import type { StepProgress } from '../import/layer.ts';
import { shownAddress } from '../import/shown-address.ts';
import { escapeHtml } from '../runtime/escape-html.ts';
import { OperatorError } from '../runtime/operator-error.ts';
import { layerFile } from '../store/layer-folder.ts';
import { type LayerJob, type MadeLayer, titleOf, withSurroundings } from './layer-job.ts';
import { makeHills } from './make-hills.ts';
import { planFiles } from './plan-files.ts';

export async function makeRasterLayer(job: LayerJob): Promise<MadeLayer | undefined> {
  const { recipe, say, signal, onProgress } = job;
  const remote = recipe.sources.filter(isRemote);
  if (job.dryRun && remote.length > 0) {
    for (const line of await planFiles(remote, signal)) say(line);
    return undefined;
  }
  const sources = await localFiles(job);
  const kind = await kindOf(job, sources);
  if (job.dryRun) return undefined;
  const credit = recipe.attribution ?? null;
  const pixels = { sources, land: withSurroundings(job.land), crs: recipe.crs };
  if (kind === 'terrain') return makeHills(job, { ...pixels, units: recipe.units }, credit);
  const title = titleOf(job);
  const tiles = layerFile(job.name, 'pmtiles');
  const { makeImagery } = await import('./imagery-from-geotiff.ts');
  const { notes, bounds, bytes, ...made } = await makeImagery({
    ...pixels,
    name: title,
    attribution: escapeHtml(credit ?? ''),
    path: join(job.folder, tiles),
    signal,
    onProgress,
  });
  for (const note of notes) say(`Note: ${note}`);
  return { kind, title, credit, dataDate: null, count: made.tiles, bytes, bounds, files: { tiles } };
}

const isRemote = (source: string) => /^https?:/i.test(source);

/** Those of addresses are downloaded one after the other: each may have gigabytes. */
async function localFiles(job: LayerJob): Promise<string[]> {
  const { sources } = job.recipe;
  const folder = join(job.workFolder, 'downloads');
  const paths: string[] = [];
  for (const [at, url] of sources.entries()) {
    const onProgress = (progress: StepProgress) =>
      job.onProgress({ ...progress, stage: `Downloading ${at + 1} of ${sources.length}` });
    paths.push(isRemote(url) ? (await download({ ...job, url, folder, onProgress })).path : url);
  }
  return paths;
}

/** All files of a layer must be of one kind. */
async function kindOf({ recipe, land, say }: LayerJob, paths: string[]): Promise<'terrain' | 'imagery'> {
  const { openGeoTiff } = await import('./terrain/open-geotiff.ts');
  const { areaOn, notCovered } = await import('./terrain/open-geotiffs.ts');
  let first: 'terrain' | 'imagery' | undefined;
  let isOnLand = false;
  for (const [at, path] of paths.entries()) {
    const tiff = await openGeoTiff(path, recipe);
    await tiff.close();
    const { kind, width, height, resolution, crsTitle, units } = tiff;
    const what = kind === 'terrain' ? `heights in ${units}` : 'imagery';
    const name = shownAddress(recipe.sources[at]!);
    say(`${name}: ${what}, ${width} × ${height} pixels of ${resolution.toFixed(2)} m, ${crsTitle}.`);
    isOnLand ||= areaOn(tiff.bounds, withSurroundings(land)).length > 0;
    first ??= kind;
    if (kind !== first)
      throw new OperatorError('Heights and pictures cannot become one layer: add them apart.');
    if (recipe.kind !== undefined && recipe.kind !== kind) {
      throw new OperatorError(
        `${name} holds ${kind === 'terrain' ? 'heights' : 'pictures'}, which cannot become ${recipe.kind}.`,
      );
    }
  }
  if (!isOnLand) throw new OperatorError(notCovered(paths));
  return first!;
}
