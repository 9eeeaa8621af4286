// Layers by the address of tiles: imagery that the server fetches when somebody looks at it, and hills from elevation tiles.
import { join } from 'node:path';
import type { Bounds } from '../geo/geometry.ts';
import type { StepProgress } from '../import/layer.ts';
import { layerFile, type RemoteTiles } from '../store/layer-folder.ts';
import { escapeHtml } from './escape-html.ts';
import { fetchElevation, planElevation } from './fetch-elevation.ts';
import { joinedLand } from './joined-land.ts';
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
  return { count: 0, bytes: 0, bounds: joinedLand(land), files: {}, remote };
}

/** Undefined after a dry run. */
export async function makeElevationLayer(
  o: Common,
  { url, zoomMax }: { url: string; zoomMax: number },
): Promise<MadeLayer | undefined> {
  const { say, signal, onProgress, workFolder } = o;
  const bounds = joinedLand(o.land);
  const plan = planElevation({ bounds, zoomMax });
  say(
    `${url}: ${plan.tiles.toLocaleString('en-US')} tiles of zoom ${zoomMax}, about ${(plan.bytes / 1e6).toFixed(0)} MB.`,
  );
  if (o.dryRun) {
    say('A dry run: nothing was changed.');
    return undefined;
  }
  const fetched = await fetchElevation({ url, bounds, zoomMax, workFolder, signal, onProgress });
  const tiles = layerFile(o.name, 'pmtiles');
  const contours = layerFile(o.name, 'pmtiles');
  const { makeTerrain } = await import('./terrain/make-terrain.ts');
  const made = await makeTerrain({
    sources: fetched,
    bounds,
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
