// Reads a source of one layer, and its shapes as lists that a failing test can show.
import { coordinateLists, type OpenSource, type RawFeature } from '../import/layer.ts';
import { featuresOf } from './read-layer.ts';

export async function readOnly(source: OpenSource | Promise<OpenSource>): Promise<RawFeature[]> {
  const { layers } = await source;
  if (layers.length !== 1) throw new Error(`${layers.length} layers`);
  return await featuresOf(layers[0]!);
}

/** Rings, lines or points as lists of [x, y]; any other geometry as it is. */
export function shapeOf({ geometry }: RawFeature): unknown {
  if (geometry === null || geometry.kind === 'other' || geometry.kind === 'unreadable') return geometry;
  return coordinateLists(geometry).map((ring) =>
    Array.from({ length: ring.length / 2 }, (_, i) => [ring[2 * i], ring[2 * i + 1]]),
  );
}
