// Makes the terrain of one GeoTIFF, as a process of its own whose memory can be measured: make-terrain.ts FILE FOLDER
import { join } from 'node:path';
import { makeTerrain } from '../../layers/terrain/make-terrain.ts';

const [file, folder] = process.argv.slice(2) as [string, string];
await makeTerrain({
  sources: [file],
  path: join(folder, 'terrain.pmtiles'),
  contoursPath: join(folder, 'contours.pmtiles'),
  workFolder: folder,
});
