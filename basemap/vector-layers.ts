// What the tiles of each map hold: told to readers in the metadata of the archive.
import type { VectorLayer } from './write-pmtiles.ts';
import type { ZoomedFeature } from './zoomed-feature.ts';

const FIELD_TYPES = { string: 'String', number: 'Number', boolean: 'Boolean' } as const;

export function vectorLayers(features: readonly ZoomedFeature[]): VectorLayer[] {
  const layers = new Map<string, Record<string, VectorLayer['fields'][string]>>();
  for (const { layer, properties } of features) {
    const fields = layers.get(layer) ?? {};
    layers.set(layer, fields);
    for (const [key, value] of Object.entries(properties)) {
      const type = typeof value;
      if (type in FIELD_TYPES) fields[key] = FIELD_TYPES[type as keyof typeof FIELD_TYPES];
    }
  }
  return [...layers].map(([id, fields]) => ({ id, fields }));
}
