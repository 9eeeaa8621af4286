// Imports a layer: maps and cleans its rows, stages them in a file, groups them into parcels and hands those to the store.
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { LngLat } from '../geo/geometry.ts';
import { openWorker } from '../runtime/worker-call.ts';
import {
  type ParcelSource,
  type ParcelStore,
  type ReplaceSource,
  type SourceDescription,
  WRITING_PARCELS,
} from '../store/parcel-store.ts';
import { createPlaceCheck } from './coordinates/place-check.ts';
import type { Projection } from './coordinates/projection.ts';
import { type CsvFile, removeUnfinished } from './csv-file.ts';
import type { RowMapper } from './fields/mapping.ts';
import type { Layer, StepProgress } from './layer.ts';
import { goneInWords, LossRefused } from './loss.ts';
import { Findings, type ImportReport, removeOldReports, reportFiles } from './report.ts';
import { type ComparisonEnd, packOldRows } from './staging/compare-sets.ts';
import { type Staging, stageRows } from './staging/stage-rows.ts';
import { stagedParcels } from './staging/staged-parcels.ts';
import { newStagingFile } from './staging/staging-file.ts';
import type { StagingCalls } from './staging/staging-worker.ts';
import { checkUsableRows } from './usable-rows.ts';

/** The part of a ParcelStore that an import needs. */
export type SourceStore = Pick<ParcelStore, 'readSource'> & {
  current(): { sources: readonly Pick<ParcelSource, 'name' | 'count'>[] } | undefined;
  replaceSource(replacement: ReplaceSource): Promise<unknown>;
};

export type ImportOptions = {
  layer: Layer;
  mapper: RowMapper;
  projection: Projection;
  store: SourceStore;
  about: SourceDescription;
  /** For the staging file, which is removed at the end. */
  workFolder: string;
  /** `reports` in the work folder, unless given. */
  reportsFolder?: string;
  /** Does everything but replace the source. */
  dryRun: boolean;
  /** See ReplaceSource. */
  unlessLoaded?: boolean;
  /** Replaces the source even where many of its parcels are gone. */
  acceptLoss?: boolean;
  signal?: AbortSignal;
  onProgress?: (progress: StepProgress) => void;
};

/** Enough for a median; spread over all rows. */
const SAMPLED_CENTERS = 10_000;

/** Nothing is half imported: where this throws, the store has what it had before. */
export async function importLayer(options: ImportOptions): Promise<ImportReport> {
  const { layer, store, about, workFolder, dryRun, signal } = options;
  const path = await newStagingFile(workFolder);
  const reportsFolder = options.reportsFolder ?? join(workFolder, 'reports');
  await removeUnfinished(reportsFolder);
  const files = reportFiles({ folder: reportsFolder, at: new Date(), isDryRun: dryRun });
  const run: Run = {
    ...options,
    findings: new Findings(files.report),
    staging: openWorker<StagingCalls>(new URL('./staging/staging-worker.ts', import.meta.url), { path }),
  };
  const { staging, findings } = run;
  try {
    await staging.call('open', undefined);
    const read = await stageRows(run);
    await refuseFarRows(run);
    await groupRows(run);
    const { parcels, units } = await staging.call('count', undefined);
    // Kept even where the import ends here: it says why.
    const reportFile = await files.report.keep();
    const notes = checkUsableRows({
      layer: layer.name,
      read,
      parcels,
      refused: findings.refused,
      repaired: findings.repaired,
      reportFile,
    });
    const comparison = await compareWithLoaded(run, parcels + units);
    if (comparison) await listChanges(run, files.changes);
    const { loaded = 0, changes } = comparison ?? {};
    const loss = options.acceptLoss ? undefined : goneInWords({ loaded, gone: changes?.gone ?? 0 });
    if (loss !== undefined && !dryRun) throw new LossRefused(`${loss} Which: ${await files.changes.keep()}.`);
    if (!dryRun) {
      await store.replaceSource({
        ...about,
        parcels: stagedParcels({ staging, signal }),
        expectedCount: parcels,
        unlessLoaded: options.unlessLoaded ?? false,
        signal,
        onProgress: ({ stage, done, total }) =>
          options.onProgress?.({ stage, done, total, unit: stage === WRITING_PARCELS ? 'rows' : 'steps' }),
      });
    }
    return {
      read,
      parcels,
      units,
      repaired: findings.repaired,
      refused: findings.refused,
      notes: [
        ...notes,
        ...options.mapper.notes(),
        ...(comparison?.notes ?? []),
        ...(loss === undefined ? [] : [`${loss} An import would need --accept-loss.`]),
      ],
      changes,
      reportFile,
      changesFile: await files.changes.keep(),
    };
  } finally {
    await staging.close();
    await rm(path, { force: true });
    await files.report.drop();
    await files.changes.drop();
    // Also after a failure, which leaves a report, too. Nothing depends on it.
    await removeOldReports(reportsFolder).catch(() => {});
  }
}

type Run = ImportOptions & { findings: Findings; staging: Staging };

/** After all rows are staged: the first ones may be the odd ones. */
async function refuseFarRows({ staging, findings, signal }: Run): Promise<void> {
  const sample = await staging.call('sampleCenters', { count: SAMPLED_CENTERS });
  if (sample.length === 0) return;
  const reasonAgainst = createPlaceCheck(lngLats(sample));
  for (;;) {
    signal?.throwIfAborted();
    const batch = await staging.call('nextCenters', undefined);
    if (!batch) return;
    const far: { id: number; reason: string }[] = [];
    for (const [i, center] of lngLats(batch.centers).entries()) {
      const reason = reasonAgainst(center);
      if (reason !== undefined) far.push({ id: batch.ids[i]!, reason });
    }
    if (far.length === 0) continue;
    const rows = await staging.call(
      'leaveOut',
      far.map(({ id }) => id),
    );
    for (const [i, row] of rows.entries()) {
      findings.add({ ...row, what: 'refused', reason: far[i]!.reason });
    }
    await findings.write();
  }
}

function lngLats(centers: readonly number[]): LngLat[] {
  return Array.from({ length: centers.length / 2 }, (_, i) => ({
    lng: centers[2 * i]!,
    lat: centers[2 * i + 1]!,
  }));
}

async function groupRows({ staging, findings, signal, onProgress }: Run): Promise<void> {
  while (await staging.call('indexOneStep', undefined)) signal?.throwIfAborted();
  for (;;) {
    const step = await staging.call('groupOneStep', undefined);
    if (!step) break;
    for (const finding of step.findings) findings.add(finding);
    await findings.write();
    onProgress?.({ stage: 'Grouping', done: step.done, total: step.total, unit: 'rows' });
    signal?.throwIfAborted();
  }
}

/** Undefined for a source that is not loaded. */
async function compareWithLoaded(
  { staging, store, about, signal, onProgress }: Run,
  total: number,
): Promise<ComparisonEnd | undefined> {
  if (!store.current()?.sources.some(({ name }) => name === about.name)) return undefined;
  for await (const parcels of store.readSource({ name: about.name, withShapes: true })) {
    await staging.call('addOld', packOldRows(parcels));
    signal?.throwIfAborted();
  }
  for (;;) {
    const done = await staging.call('compareOneStep', undefined);
    if (done === undefined) break;
    onProgress?.({ stage: 'Comparing', done, total, unit: 'rows' });
    signal?.throwIfAborted();
  }
  return staging.call('compareEnd', undefined);
}

async function listChanges({ staging }: Run, file: CsvFile): Promise<void> {
  for (;;) {
    const changes = await staging.call('nextChanges', undefined);
    // All of it, before the store is changed: a full disk afterwards would make an import look failed.
    if (!changes) return file.write({ isLast: true });
    for (const { pin, what, before, after } of changes) {
      file.add([pin, what === 'newOwner' ? 'new owner' : what, before, after]);
    }
    await file.write();
  }
}
