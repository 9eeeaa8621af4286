// Loads one layer by its recipe, and says what came of it. The layer before stays until the new one is complete.
import { mkdir, readdir, utimes } from 'node:fs/promises';
import { withoutToken } from '../import/arcgis/arcgis-address.ts';
import { tokensOf } from '../import/arcgis/source-tokens.ts';
import { shownAddress } from '../import/shown-address.ts';
import type { Catalog } from '../layers/catalog.ts';
import type { LayerRecipe } from '../layers/layer-recipe.ts';
import { makeLayer } from '../layers/make-layer.ts';
import { isTilesAddress } from '../layers/remote-tiles.ts';
import { tellGuard } from '../runtime/guarded-process.ts';
import { printable } from '../runtime/printable-text.ts';
import { layersFolderOf, removeWorkFolder, workFolderOf } from '../store/layer-folder.ts';
import { ask } from './ask.ts';
import { openAuditLog } from './audit-log.ts';
import type { Call } from './command.ts';
import { STOPPED } from './exit-codes.ts';
import type { LayerChange } from './layer-changes.ts';
import { sizeOf } from './layer-words.ts';
import { shownProgress } from './load-county.ts';
import { openParcels } from './open-parts.ts';
import { createProgressBar } from './progress-bar.ts';
import type { GuardNews } from './run-guarded.ts';
import { stopSignal } from './stop-server.ts';

export type LoadLayer = {
  call: Call;
  change: LayerChange;
  catalog: Catalog;
  name: string;
  recipe: LayerRecipe;
  /** Those to be refreshed after it. */
  left?: readonly string[] | undefined;
};

/** Returns the exit code. */
export async function loadLayer(load: LoadLayer): Promise<number> {
  const { call, change, catalog, name, left } = load;
  tellGuard({ source: name, left } satisfies GuardNews);
  const { config } = call;
  const folder = layersFolderOf(config);
  const workFolder = workFolderOf(folder, name);
  const isQuiet = call.has('quiet');
  const dryRun = call.has('dry-run');
  const stop = stopSignal();
  const bar = createProgressBar(isQuiet ? { write: () => {} } : process.stderr);
  const say = (line: string) => {
    bar.end();
    if (!isQuiet) console.log(printable(line));
  };
  const log = openAuditLog(config);
  const isNew = (await mkdir(workFolder, { recursive: true })) !== undefined;
  await utimes(workFolder, new Date(), new Date());
  // A dry run leaves what an interrupted run has downloaded.
  let isDone = dryRun && isNew;
  try {
    const { recipe, tokens } = withTokens(load);
    say(`${dryRun ? 'Reading' : 'Adding'} ${recipe.sources.map(shownAddress).join(', ')} as ${name}.`);
    const layer = await makeLayer({
      name,
      recipe,
      catalog,
      land: await loadedLand(call),
      folder,
      workFolder,
      tokens,
      dryRun,
      approve: async (question) => call.has('yes') || ask(question),
      say,
      signal: stop.signal,
      onProgress: (step) => bar.show(shownProgress(step)),
    });
    bar.end();
    if (!layer) return 0;
    const others = change.layers;
    const at = others.findIndex((other) => other.name === name);
    await change.publish(at < 0 ? [...others, layer] : others.with(at, layer));
    log.event('layer-added', { source: name, count: layer.count });
    isDone = true;
    say(`Added ${name} (${layer.kind}), ${sizeOf(layer)}. A running Platbook shows it within seconds.`);
    return 0;
  } catch (error) {
    bar.end();
    if (!stop.signal.aborted) throw error;
    console.error(`platbook: Stopped before ${name} was changed.`);
    return STOPPED;
  } finally {
    stop.release();
    // Not where a download is kept.
    if (isDone || (await readdir(workFolder)).length === 0) await removeWorkFolder(folder, name);
  }
}

/** A token is kept apart from its address, which is shown. */
function withTokens({ call, recipe }: LoadLayer) {
  const { tokens, remembered } = tokensOf({
    sources: recipe.sources,
    option: call.valueOf('token'),
    before: recipe.token,
    ofEnvironment: call.config.arcGisToken,
  });
  return { recipe: { ...recipe, sources: recipe.sources.map(storedSource), token: remembered }, tokens };
}

/** The key of an address of tiles belongs to each of its requests. */
function storedSource(source: string): string {
  return isTilesAddress(source, { kind: 'imagery' }) ? source : withoutToken(source);
}

async function loadedLand({ config }: Call) {
  const store = await openParcels(config);
  try {
    return (store.current()?.sources ?? []).map(({ bounds }) => bounds);
  } finally {
    await store.close();
  }
}
