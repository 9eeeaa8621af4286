// Decodes vector tiles with Mapbox's own library, so that our encoder is tested against another implementation.
import { classifyRings, VectorTile } from '@mapbox/vector-tile';
import { PbfReader } from 'pbf';

type Point = readonly [x: number, y: number];
/** Without the closing point. */
export type DecodedRing = Point[];

export type DecodedFeature = {
  type: number;
  properties: Record<string, string | number | boolean>;
  /** Every ring as written; the decoder closes them. */
  closedRings: Point[][];
  /** As the decoder sorts the rings by their winding: outer ring, then holes. */
  polygons: DecodedRing[][];
};

export type DecodedLayer = { name: string; version: number; extent: number; features: DecodedFeature[] };

export function decodeTile(bytes: Uint8Array): DecodedLayer[] {
  const { layers } = new VectorTile(new PbfReader(bytes));
  return Object.values(layers).map((layer) => ({
    name: layer.name,
    version: layer.version,
    extent: layer.extent,
    features: Array.from({ length: layer.length }, (_, index) => {
      const feature = layer.feature(index);
      const rings = feature.loadGeometry();
      const points = (ring: (typeof rings)[number]) => ring.map(({ x, y }): Point => [x, y]);
      return {
        type: feature.type,
        properties: feature.properties,
        closedRings: rings.map(points),
        polygons: classifyRings(rings).map((polygon) => polygon.map((ring) => points(ring).slice(0, -1))),
      };
    }),
  }));
}

export function decodedFeatures(bytes: Uint8Array | undefined): DecodedFeature[] {
  return bytes ? decodeTile(bytes).flatMap((layer) => layer.features) : [];
}
