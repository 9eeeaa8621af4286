// A layer of GeoTIFFs: hills with contour lines from heights, or imagery from pictures.
import { join } from 'node:path';
import type { StepProgress } from '../import/layer.ts';
import { escapeHtml } from '../runtime/escape-html.ts';
import { OperatorError } from '../runtime/operator-error.ts';
import { type LayerKind, layerFile } from '../store/layer-folder.ts';
import type { LayerRecipe } from './layer-recipe.ts';
import type { MadeLayer } from './make-vector-layer.ts';

export type MakeRasterLayer = {
  name: string;
  title: string;
  recipe: LayerRecipe;
  /** Plain text. */
  credit: string | null;
  folder: string;
  workFolder: string;
  dryRun: boolean;
  say: (line: string) => void;
  signal: AbortSignal;
  onProgress: (progress: StepProgress) => void;
};

/** Undefined after a dry run. */
export async function makeRasterLayer(
  o: MakeRasterLayer,
): Promise<(MadeLayer & { kind: LayerKind }) | undefined> {
  const { recipe, say, signal, onProgress, title: name } = o;
  const { sources, crs, units } = recipe;
  const kind = await kindOf(o);
  if (recipe.kind !== undefined && recipe.kind !== kind) {
    throw new OperatorError(
      `${sources[0]} holds ${kind === 'terrain' ? 'heights' : 'pictures'}, which cannot become ${recipe.kind}.`,
    );
  }
  if (o.dryRun) {
    say('A dry run: nothing was changed.');
    return undefined;
  }
  const tiles = layerFile(o.name, 'pmtiles');
  const shared = {
    sources,
    crs,
    name,
    attribution: o.credit === null ? '' : escapeHtml(o.credit),
    path: join(o.folder, tiles),
    signal,
    onProgress,
  };
  if (kind === 'imagery') {
    const { makeImagery } = await import('./imagery-from-geotiff.ts');
    const made = await makeImagery(shared);
    for (const note of made.notes) say(`Note: ${note}`);
    return { kind, count: made.tiles, bytes: made.bytes, bounds: made.bounds, files: { tiles } };
  }
  const contours = layerFile(o.name, 'pmtiles');
  const { makeTerrain } = await import('./terrain/make-terrain.ts');
  const made = await makeTerrain({
    ...shared,
    units,
    contoursPath: join(o.folder, contours),
    workFolder: o.workFolder,
  });
  for (const note of made.notes) say(`Note: ${note}`);
  return {
    kind,
    count: made.tiles,
    bytes: made.bytes + made.contourBytes,
    bounds: made.bounds,
    files: { tiles, contours },
  };
}

/** All files of a layer must be of one kind. */
async function kindOf({ recipe, say }: MakeRasterLayer): Promise<'terrain' | 'imagery'> {
  const { inspectGeoTiff } = await import('./terrain/open-geotiff.ts');
  let first: 'terrain' | 'imagery' | undefined;
  for (const source of recipe.sources) {
    const facts = await inspectGeoTiff(source, recipe);
    if ('problem' in facts) throw new OperatorError(facts.problem);
    const { kind, width, height, resolution, crsTitle, units } = facts;
    const what = kind === 'terrain' ? `heights in ${units}` : 'imagery';
    say(`${source}: ${what}, ${width} × ${height} pixels of ${resolution.toFixed(2)} m, ${crsTitle}.`);
    first ??= kind;
    if (kind !== first)
      throw new OperatorError('Heights and pictures cannot become one layer: add them apart.');
  }
  return first!;
}
