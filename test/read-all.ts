// All features of a layer or of the only layer of a source, for tests of the readers.
import type { Layer, OpenSource, RawFeature, ReadOptions } from '../import/layer.ts';

export async function readAll(layer: Layer, options?: ReadOptions): Promise<RawFeature[]> {
  const features: RawFeature[] = [];
  for await (const batch of layer.read(options)) features.push(...batch);
  return features;
}

export async function readOnly(source: OpenSource | Promise<OpenSource>): Promise<RawFeature[]> {
  const { layers } = await source;
  if (layers.length !== 1) throw new Error(`${layers.length} layers`);
  return await readAll(layers[0]!);
}

/** Coordinates as nested lists, which a failing test can show. */
export function shapeOf({ geometry }: RawFeature): unknown {
  if (geometry === null || geometry.kind === 'other' || geometry.kind === 'unreadable') return geometry;
  const rings = geometry.kind === 'rings' ? geometry.rings : geometry.polygons.flat();
  return rings.map((ring) =>
    Array.from({ length: ring.length / 2 }, (_, i) => [ring[2 * i], ring[2 * i + 1]]),
  );
}
