// A layer cut out of a PMTiles archive: a street map, or imagery.
import { join } from 'node:path';
import { schemaProblem } from '../basemap/basemap-schema.ts';
import { withMargin } from '../geo/bounds-of.ts';
import type { Bounds } from '../geo/geometry.ts';
import type { StepProgress } from '../import/layer.ts';
import { OperatorError } from '../runtime/operator-error.ts';
import { sizeInWords } from '../runtime/size-in-words.ts';
import { type LayerKind, layerFile } from '../store/layer-folder.ts';
import { cutArchive, planCut } from './cut-archive.ts';
import type { MadeLayer } from './make-vector-layer.ts';

export type MakeArchiveLayer = {
  name: string;
  /** A path or an address. */
  source: string;
  /** Undefined: a street map of vector tiles, imagery of pictures. */
  kind: LayerKind | undefined;
  zoomMax: number;
  /** Without any, everything that the archive has. */
  land: readonly Bounds[];
  folder: string;
  workFolder: string;
  dryRun: boolean;
  approve: (question: string) => Promise<boolean>;
  say: (line: string) => void;
  signal: AbortSignal;
  onProgress: (progress: StepProgress) => void;
};

/** What lies around a county is looked at, too: about 3 km. */
const AROUND_DEGREES = 0.03;
/** More than this is asked for before it is fetched. */
export const ASK_BYTES = 1e9;
const EVERYWHERE: Bounds = { west: -180, south: -85.05, east: 180, north: 85.05 };

/** Undefined after a dry run. */
export async function makeArchiveLayer(
  o: MakeArchiveLayer,
): Promise<(MadeLayer & { kind: LayerKind }) | undefined> {
  const { source, signal, onProgress, zoomMax } = o;
  const bounds = o.land.length === 0 ? [EVERYWHERE] : withSurroundings(o.land);
  const expects = o.kind === 'basemap' ? 'vector' : o.kind === 'imagery' ? 'raster' : undefined;
  const cut = { source, bounds, zoomMax, expects, signal, onProgress } as const;
  const plan = await planCut(cut);
  const kind = kindOf(o, plan.type);
  if (kind === 'basemap') requireSchema(source, plan.metadata);
  if (plan.tiles === 0) {
    throw new OperatorError(`${source} does not cover the loaded parcels: no tile of it lies on their land.`);
  }
  const size = `${plan.tiles.toLocaleString('en-US')} tiles to zoom ${plan.zoomMax}, ${sizeInWords(plan.bytes)}`;
  if (/^https?:/i.test(source)) {
    o.say(`${source}: ${size} in ${plan.requests.toLocaleString('en-US')} requests.`);
  } else o.say(`${source}: ${size}.`);
  if (o.dryRun) {
    for (const { offset, length } of plan.ranges.slice(0, RANGES_SHOWN)) {
      o.say(`  bytes ${offset} to ${offset + length - 1}`);
    }
    if (plan.ranges.length > RANGES_SHOWN) o.say(`  and ${plan.ranges.length - RANGES_SHOWN} more ranges`);
    o.say('A dry run: nothing was changed.');
    return undefined;
  }
  const tiles = layerFile(o.name, 'pmtiles');
  const made = await cutArchive({
    ...cut,
    path: join(o.folder, tiles),
    workFolder: o.workFolder,
    approve: async ({ bytes }) =>
      bytes <= ASK_BYTES || (await o.approve(`${sizeInWords(bytes)} are to be fetched. Go on?`)),
  });
  if (!made) throw new OperatorError('Nothing was fetched, and nothing was changed.');
  return { kind, count: made.tiles, bytes: made.bytes, bounds: made.bounds, files: { tiles } };
}

const RANGES_SHOWN = 20;

export function withSurroundings(land: readonly Bounds[]): Bounds[] {
  return land.map((bounds) => withMargin(bounds, AROUND_DEGREES));
}

function kindOf({ kind, source }: MakeArchiveLayer, type: string): LayerKind {
  const found = type === 'mvt' ? 'basemap' : 'imagery';
  if (kind === undefined || kind === found) return kind ?? found;
  throw new OperatorError(
    `${source} holds ${type === 'mvt' ? 'vector tiles' : 'pictures'}, which cannot become ${kind}.`,
  );
}

function requireSchema(source: string, { vector_layers }: Record<string, unknown>): void {
  const problem = schemaProblem(Array.isArray(vector_layers) ? vector_layers : undefined);
  if (problem !== undefined) throw new OperatorError(`${source} ${problem}.`);
}
