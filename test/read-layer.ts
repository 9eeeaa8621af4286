// Reads a small layer whole, for tests.
import type { Layer, RawFeature, ReadOptions } from '../import/layer.ts';

export async function batchesOf(layer: Layer, options?: ReadOptions): Promise<RawFeature[][]> {
  const batches: RawFeature[][] = [];
  for await (const batch of layer.read(options)) batches.push(batch);
  return batches;
}

export async function featuresOf(layer: Layer, options?: ReadOptions): Promise<RawFeature[]> {
  return (await batchesOf(layer, options)).flat();
}
