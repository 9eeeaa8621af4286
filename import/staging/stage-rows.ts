// Reads a layer into the staging file: each row is mapped and cleaned here, while the worker writes those before it.
import { insidePoint } from '../../geo/inside-point.ts';
import type { WorkerCaller } from '../../runtime/worker-call.ts';
import type { Projection } from '../coordinates/projection.ts';
import type { RowMapper } from '../fields/mapping.ts';
import { cleanArea } from '../geometry/clean-area.ts';
import { FEATURES_PER_BATCH, type Layer, type RawFeature, type StepProgress } from '../layer.ts';
import type { Findings } from '../report.ts';
import { type NewBlock, ROWS_PER_BLOCK, RowPacker } from './packed-block.ts';
import type { StagingCalls } from './staging-worker.ts';

export type Staging = WorkerCaller<StagingCalls>;

type StageRows = {
  layer: Layer;
  mapper: RowMapper;
  projection: Projection;
  staging: Staging;
  findings: Findings;
  signal?: AbortSignal | undefined;
  onProgress?: ((progress: StepProgress) => void) | undefined;
};

/** Returns how many rows the layer has. */
export async function stageRows(o: StageRows): Promise<number> {
  const { layer, staging, findings, signal, onProgress } = o;
  const packer = new RowPacker();
  let read = 0;
  let written: Promise<void> = Promise.resolve();
  // Pipelined with backpressure: one batch is written while the next is read, and no more than that.
  const send = async (blocks: NewBlock[]) => {
    const before = written;
    written = staging.call('add', blocks);
    written.catch(() => {});
    await before;
  };
  for await (const batch of layer.read(signal ? { signal } : {})) {
    for (const feature of batch) addRow(o, feature, packer);
    read += batch.length;
    if (packer.blocks * ROWS_PER_BLOCK >= FEATURES_PER_BATCH) await send(packer.take());
    await findings.write();
    onProgress?.({ stage: 'Reading', done: read, total: layer.count, unit: 'rows' });
    signal?.throwIfAborted();
  }
  await send(packer.take({ isLast: true }));
  await written;
  return read;
}

function addRow({ mapper, projection, findings }: StageRows, feature: RawFeature, packer: RowPacker): void {
  const { row } = feature;
  const { fields, more, repairs, refusal } = mapper.map(feature.properties);
  const { pin } = fields;
  const area = refusal === undefined ? cleanArea({ raw: feature.geometry, projection }) : { refusal };
  if ('refusal' in area) {
    findings.add({ row, pin, what: 'refused', reason: area.refusal });
    return;
  }
  for (const reason of repairs) findings.add({ row, pin, what: 'repaired', reason });
  for (const reason of area.repairs) findings.add({ row, pin, what: 'repaired', reason });
  packer.add({ row, fields, more, geometry: area.geometry, center: insidePoint(area.geometry) });
}
