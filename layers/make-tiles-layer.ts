// Layers by the address of tiles: imagery that the server fetches when somebody looks at it, and hills from elevation tiles.
import { join } from 'node:path';
import { unionOfBounds } from '../geo/bounds-of.ts';
import type { Bounds } from '../geo/geometry.ts';
import type { StepProgress } from '../import/layer.ts';
import { escapeHtml } from '../runtime/escape-html.ts';
import { OperatorError } from '../runtime/operator-error.ts';
import { sizeInWords } from '../runtime/size-in-words.ts';
import { layerFile, type RemoteTiles } from '../store/layer-folder.ts';
import { fetchElevation, planElevation } from './fetch-elevation.ts';
import { ASK_BYTES, withSurroundings } from './make-archive-layer.ts';
import type { MadeLayer } from './make-vector-layer.ts';

type Common = {
  name: string;
  title: string;
  /** Plain text. */
  credit: string | null;
  land: readonly Bounds[];
  folder: string;
  workFolder: string;
  dryRun: boolean;
  /** Asked before a large download. */
  approve: (question: string) => Promise<boolean>;
  say: (line: string) => void;
  signal: AbortSignal;
  onProgress: (progress: StepProgress) => void;
};

/** Nothing is fetched now. Undefined after a dry run. */
export function makeTilesLayer({ land, dryRun, say }: Common, remote: RemoteTiles): MadeLayer | undefined {
  const { host } = new URL(remote.url.replace(/\{[^}]*\}/g, '0'));
  say(`Zooms ${remote.zoomMin} to ${remote.zoomMax} of ${host}, asked for when somebody looks at them.`);
  if (dryRun) {
    say('A dry run: nothing was changed.');
    return undefined;
  }
  return { count: 0, bytes: 0, bounds: unionOfBounds(withSurroundings(land)), files: {}, remote };
}

/** Undefined after a dry run. */
export async function makeElevationLayer(
  o: Common,
  { url, zoomMax }: { url: string; zoomMax: number },
): Promise<MadeLayer | undefined> {
  const { say, signal, onProgress, workFolder } = o;
  const bounds = withSurroundings(o.land);
  const plan = planElevation({ bounds, zoomMax });
  say(
    `${url}: ${plan.tiles.toLocaleString('en-US')} tiles of zoom ${zoomMax}, about ${sizeInWords(plan.bytes)}.`,
  );
  if (o.dryRun) {
    say('A dry run: nothing was changed.');
    return undefined;
  }
  if (plan.bytes > ASK_BYTES && !(await o.approve(`${sizeInWords(plan.bytes)} to download. Continue?`))) {
    throw new OperatorError('Nothing was fetched, and nothing was changed.');
  }
  const fetched = await fetchElevation({ url, bounds, zoomMax, workFolder, signal, onProgress });
  const tiles = layerFile(o.name, 'pmtiles');
  const contours = layerFile(o.name, 'pmtiles');
  const { makeTerrain } = await import('./terrain/make-terrain.ts');
  const made = await makeTerrain({
    sources: fetched,
    path: join(o.folder, tiles),
    contoursPath: join(o.folder, contours),
    workFolder,
    name: o.title,
    attribution: o.credit === null ? '' : escapeHtml(o.credit),
    signal,
    onProgress,
  });
  for (const note of [...fetched.notes, ...made.notes]) say(`Note: ${note}`);
  await fetched.remove();
  return {
    count: made.tiles,
    bytes: made.bytes + made.contourBytes,
    bounds: made.bounds,
    files: { tiles, contours },
  };
}
