// The named streets of a street map, read back from its tiles of the last zoom: every archive has them, whatever it was drawn or cut from.
import { VectorTile } from '@mapbox/vector-tile';
import { PbfReader } from 'pbf';
import type { StreetLine } from '../gazetteer/parcel-places.ts';
import { boxesTouch } from '../geo/bounds-of.ts';
import type { Bounds, Position, TileAddress } from '../geo/geometry.ts';
import { latOfWorldY, lngOfWorldX } from '../geo/mercator.ts';
import { tilesTouching } from '../geo/tile-address.ts';

export type StreetArchive = {
  zoomMax: number;
  bounds: Bounds;
  findUnpacked(address: TileAddress): Promise<Uint8Array | undefined>;
};

const LINE = 2;
/** Crossings with these are no crossings of streets. */
const NO_STREETS = new Set(['rail', 'ferry', 'aeroway', 'aerialway', 'pier']);

/** One batch for each tile on the land of some counties. A line is cut where its tile ends. */
export async function* readStreetLines(
  archive: StreetArchive,
  land: readonly Bounds[],
): AsyncGenerator<StreetLine[]> {
  const covered = land.filter((bounds) => boxesTouch(bounds, archive.bounds));
  for (const address of tilesTouching(covered, archive.zoomMax)) {
    const bytes = await archive.findUnpacked(address);
    if (bytes) yield linesOf(bytes, address);
  }
}

function linesOf(bytes: Uint8Array, { z, x, y }: TileAddress): StreetLine[] {
  const roads = new VectorTile(new PbfReader(bytes)).layers.roads;
  const lines: StreetLine[] = [];
  for (let i = 0; i < (roads?.length ?? 0); i++) {
    const feature = roads!.feature(i);
    const { name, ref, kind } = feature.properties;
    if (feature.type !== LINE || NO_STREETS.has(String(kind))) continue;
    const title = text(name) ?? text(ref);
    if (title === undefined) continue;
    const alias = text(ref);
    const tiles = 2 ** z * feature.extent;
    for (const line of feature.loadGeometry()) {
      lines.push({
        name: title,
        ...(alias !== undefined && alias !== title && { aliases: [alias] }),
        line: line.map(
          (point): Position => [
            lngOfWorldX((x * feature.extent + point.x) / tiles),
            latOfWorldY((y * feature.extent + point.y) / tiles),
          ],
        ),
      });
    }
  }
  return lines;
}

function text(value: unknown): string | undefined {
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined;
}
