// The thread that draws maps while another one does something else.
import { answerCalls } from '../runtime/worker-call.ts';
import { type DrawMapsOptions, drawMaps } from './draw-maps.ts';

export type DrawMapsCalls = {
  drawMaps(options: Pick<DrawMapsOptions, 'folder' | 'county'>): Promise<void>;
};

answerCalls({ drawMaps } satisfies DrawMapsCalls, () => {});
