// A layer of hills and contour lines, from GeoTIFFs or elevation tiles.
import { join } from 'node:path';
import { escapeHtml } from '../runtime/escape-html.ts';
import { layerFile } from '../store/layer-folder.ts';
import { type LayerJob, type MadeLayer, titleOf } from './layer-job.ts';
import type { MakeTerrainOptions } from './terrain/make-terrain.ts';

export async function makeHills(
  job: LayerJob,
  heights: Pick<MakeTerrainOptions, 'sources' | 'land' | 'crs' | 'units'>,
  credit: string | null,
): Promise<MadeLayer> {
  const { workFolder, signal, onProgress } = job;
  const title = titleOf(job);
  const tiles = layerFile(job.name, 'pmtiles');
  const contours = layerFile(job.name, 'pmtiles');
  const { makeTerrain } = await import('./terrain/make-terrain.ts');
  const made = await makeTerrain({
    ...heights,
    path: join(job.folder, tiles),
    contoursPath: join(job.folder, contours),
    workFolder,
    name: title,
    attribution: escapeHtml(credit ?? ''),
    signal,
    onProgress,
  });
  for (const note of made.notes) job.say(`Note: ${note}`);
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
