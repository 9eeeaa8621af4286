// The thread that draws maps while another one makes and imports the county.
import { type DrawMapsOptions, drawWorld, finishMaps } from '../basemap/draw-maps.ts';
import type { Bounds } from '../geo/geometry.ts';
import { answerCalls } from '../runtime/worker-call.ts';

export type DrawMapsCalls = {
  drawWorld(options: { folder: string; without: Bounds }): Promise<void>;
  finishMaps(options: Pick<DrawMapsOptions, 'folder' | 'county'>): Promise<void>;
};

answerCalls({ drawWorld, finishMaps } satisfies DrawMapsCalls, () => {});
