// Everything that an import does with a source up to the store, in this thread: rows, place on earth, fields, shapes.
import { expect } from 'vitest';
import { inspectCoordinates } from '../../../import/coordinates/inspect-coordinates.ts';
import { openProjection } from '../../../import/coordinates/projection.ts';
import { compileMapping } from '../../../import/fields/compile-mapping.ts';
import { guessMapping } from '../../../import/fields/guess-mapping.ts';
import { mappingTable } from '../../../import/fields/mapping-table.ts';
import { cleanArea } from '../../../import/geometry/clean-area.ts';
import type { Layer, OpenSource } from '../../../import/layer.ts';
import { OperatorError } from '../../../runtime/operator-error.ts';
import { featuresOf } from '../../read-layer.ts';

/** The number of parcels. Throws whatever is not said in words to the operator. */
export async function importWhole(open: () => Promise<OpenSource>): Promise<number> {
  const source = await inWords(open);
  if (source === undefined) return 0;
  let parcels = 0;
  try {
    for (const layer of source.layers) parcels += (await inWords(() => importLayer(layer))) ?? 0;
    return parcels;
  } finally {
    await source.close();
  }
}

/** Undefined where the operator was told why not. */
export async function inWords<Value>(run: () => Promise<Value> | Value): Promise<Value | undefined> {
  try {
    return await run();
  } catch (error) {
    if (!(error instanceof OperatorError)) throw error;
    expect(error.message.trim()).not.toBe('');
    expect(error.message).not.toContain('[object');
    return undefined;
  }
}

async function importLayer(layer: Layer): Promise<number> {
  const features = await featuresOf(layer);
  if (layer.crs === undefined) return 0;
  const { projection } = inspectCoordinates({
    sample: features,
    projection: await openProjection(layer.crs),
  });
  const cleaned = features.map(({ geometry }) => cleanArea({ raw: geometry, projection }));
  for (const area of cleaned) {
    if (!('geometry' in area)) continue;
    for (const position of area.geometry.coordinates.flat(3))
      expect(Math.abs(position)).toBeLessThanOrEqual(180);
  }
  const sample = features.map(({ properties }) => ({ properties, acres: undefined }));
  const { mapping } = guessMapping({ fields: layer.fields, sample });
  mappingTable({ mapping, fields: layer.fields, sample, dates: 'mdy' });
  if (mapping.pin === undefined) return 0;
  const mapper = compileMapping({ mapping, fields: layer.fields, dates: 'mdy' });
  let parcels = 0;
  for (const [at, { properties }] of features.entries()) {
    const { fields, refusal } = mapper.map(properties);
    if (refusal !== undefined || !('geometry' in cleaned[at]!)) continue;
    expect(fields.pin).toMatch(/./);
    parcels++;
  }
  return parcels;
}
