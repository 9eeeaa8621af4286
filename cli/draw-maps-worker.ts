// The thread that draws maps while another one does something else.

import { type DrawMapsOptions, drawMaps } from '../basemap/draw-maps.ts';
import { answerCalls } from '../runtime/worker-call.ts';

export type DrawMapsCalls = {
  drawMaps(options: Pick<DrawMapsOptions, 'folder' | 'county'>): Promise<void>;
};

answerCalls({ drawMaps } satisfies DrawMapsCalls, () => {});
