// Makes a layer of what the importer reads: opens the sources, and finds out what they are to the map.
import { basename, join } from 'node:path';
import { boxesTouch } from '../geo/bounds-of.ts';
import type { Bounds } from '../geo/geometry.ts';
import { isArcGisAddress } from '../import/arcgis/arcgis-address.ts';
import type { OpenSource } from '../import/layer.ts';
import { NothingThere } from '../import/nothing-there.ts';
import { openShapes, type ShapeLayer } from '../import/open-shapes.ts';
import { openSource } from '../import/open-source.ts';
import { shownAddress } from '../import/shown-address.ts';
import { OperatorError } from '../runtime/operator-error.ts';
import { GROUND_KINDS, isGroundKind } from '../store/layer-folder.ts';
import { type LayerJob, type MadeLayer, titleOf } from './layer-job.ts';
import { guessKind } from './layer-kind.ts';
import { type KnownOverlay, makeVectorLayer } from './make-vector-layer.ts';
import { planFiles } from './plan-files.ts';
import { roadsOnce } from './roads-once.ts';

type Wanted = {
  sources: readonly string[];
  /** Of a catalog: what lies elsewhere is left out, and files that are not there are, too. */
  within?: readonly Bounds[];
  known?: KnownOverlay | undefined;
};

export async function makeShapesLayer(job: LayerJob, wanted: Wanted): Promise<MadeLayer | undefined> {
  const { recipe, dryRun, say, signal } = job;
  const { encoding } = recipe;
  const { sources, within } = wanted;
  const opened: OpenSource[] = [];
  try {
    if (dryRun) for (const line of await planFiles(sources.filter(isDownloaded), signal)) say(line);
    const shapes: ShapeLayer[] = [];
    const missing: NothingThere[] = [];
    for (const [at, source] of sources.entries()) {
      try {
        const folder = join(job.workFolder, String(at));
        const one = await openSource({ ...job, source, within, encoding, workFolder: folder });
        opened.push(one);
        // What a service is asked for is known without its rows.
        if (dryRun && one.plan && recipe.kind !== undefined) continue;
        shapes.push(await openShapes({ source: one, layer: recipe.layer, crs: recipe.crs, signal }));
      } catch (error) {
        // A county without a lake has no file of lakes.
        if (!within || !(error instanceof NothingThere)) throw error;
        missing.push(error);
      }
    }
    if (opened.length === 0) throw missing[0]!;
    for (const { message } of missing) say(`Left out: ${message}`);
    const kind = recipe.kind ?? guessed(shapes, sources, say);
    if (kind !== 'overlay' && !isGroundKind(kind)) {
      throw new OperatorError(
        `${basename(sources[0]!)} has shapes, which cannot become ${kind}: the kinds for shapes are ${[...GROUND_KINDS, 'overlay'].join(', ')}.`,
      );
    }
    const plan = opened.flatMap((source) => source.plan ?? []);
    // The fields and colors of a service would need its rows.
    if (dryRun && plan.length > 0) return void plan.forEach(say);
    const made = await makeVectorLayer({
      ...job,
      ...wanted,
      kind,
      title: titleOf(job),
      credit: recipe.attribution ?? creditOf(shapes),
      shapes: kind === 'roads' ? shapes.map(roadsOnce) : shapes,
    });
    if (made && job.land.length > 0 && !job.land.some((land) => boxesTouch(land, made.bounds))) {
      say('Note: it lies outside the loaded counties, so nobody sees it beside parcels.');
    }
    return made && { ...made, dataDate: newestDay(shapes) };
  } finally {
    for (const source of opened) await source.close();
  }
}

const isDownloaded = (source: string) => /^https?:/i.test(source) && !isArcGisAddress(source);

/** All must be the same. */
function guessed(layers: readonly ShapeLayer[], sources: readonly string[], say: (line: string) => void) {
  const guesses = layers.map((layer, at) => ({
    ...guessKind({ ...layer, names: [basename(shownAddress(sources[at]!)), layer.name] }),
    source: basename(shownAddress(sources[at]!)),
  }));
  const { kind, because, source } = guesses[0]!;
  const other = guesses.find((guess) => guess.kind !== kind);
  if (other) {
    throw new OperatorError(
      `${source} looks like ${kind}, and ${other.source} like ${other.kind}: add them one after the other, or say what both are with --as KIND.`,
    );
  }
  say(`Taken as ${kind}, because ${because}; --as KIND says otherwise.`);
  return kind;
}

function creditOf(layers: readonly ShapeLayer[]): string | null {
  return [...new Set(layers.flatMap(({ attribution }) => attribution || []))].join('; ') || null;
}

function newestDay(layers: readonly ShapeLayer[]): string | null {
  return (
    layers
      .flatMap(({ day }) => day ?? [])
      .toSorted()
      .at(-1) ?? null
  );
}
