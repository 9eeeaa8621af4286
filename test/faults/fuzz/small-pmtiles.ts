// A small PMTiles archive of a few zooms.
import { openPmtilesWriter } from '../../../basemap/pmtiles-writer.ts';

export async function writeSmallTiles(path: string): Promise<void> {
  const tiles = [0, 1, 2].flatMap((z) =>
    Array.from({ length: 4 ** z }, (_, at) => ({
      address: { z, x: at % 2 ** z, y: Math.floor(at / 2 ** z) },
      bytes: Buffer.from(`tile ${z} ${at}`),
    })),
  );
  const writer = await openPmtilesWriter({ path, type: 'mvt' });
  for (const tile of tiles) await writer.add(tile);
  await writer.finish({
    bounds: { west: -81.25, south: 35.5, east: -80.75, north: 36 },
    metadata: {
      name: 'Test',
      attribution: 'Nobody',
      vector_layers: [{ id: 'roads', fields: { name: 'String' } }],
    },
  });
}
