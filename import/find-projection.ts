// The first rows of a layer, and the projection that its coordinates are in, looked at with them.
import { OperatorError } from '../runtime/operator-error.ts';
import { type InspectedCoordinates, inspectCoordinates } from './coordinates/inspect-coordinates.ts';
import { openProjection, parseCrs } from './coordinates/projection.ts';
import { areDegrees, coordinateLists, type Layer, type RawFeature } from './layer.ts';

/** Enough to judge fields and coordinates by. */
export const SAMPLE_ROWS = 1000;

export async function readSample(layer: Layer, signal: AbortSignal | undefined): Promise<RawFeature[]> {
  const sample: RawFeature[] = [];
  for await (const batch of layer.read({ limit: SAMPLE_ROWS, ...(signal && { signal }) })) {
    sample.push(...batch);
    if (sample.length >= SAMPLE_ROWS) break;
  }
  return sample;
}

/** `crs` is what the operator says; see inspectCoordinates for `things`. */
export async function findProjection(o: {
  layer: Layer;
  sample: readonly RawFeature[];
  crs: string | undefined;
  things?: string;
}): Promise<InspectedCoordinates> {
  const named = o.crs === undefined ? o.layer.crs : parseCrs(o.crs);
  if (!named) {
    const lists = o.sample.flatMap(({ geometry }) => coordinateLists(geometry));
    const hint =
      lists.some((list) => list.length > 0) && lists.every(areDegrees)
        ? 'They look like degrees: --crs EPSG:4326.'
        : "Name them, for example --crs EPSG:2264; the county's page or epsg.io has the number.";
    throw new OperatorError(`The layer ${o.layer.name} does not say which coordinates it uses. ${hint}`);
  }
  const given = await openProjection(named);
  const { projection, notes } = inspectCoordinates({
    sample: o.sample,
    projection: given,
    ...(o.things !== undefined && { things: o.things }),
  });
  return { projection, notes: [...given.notes, ...notes] };
}
