// A worker thread that draws tiles from the scratch file of stage-features.ts.
import { workerData } from 'node:worker_threads';
import { answerCalls } from '../runtime/worker-call.ts';
import type { TileDrawingCalls } from '../store/draw-tiles.ts';
import { type DrawnSquareTile, drawSquare, type SquareWorkerData } from './draw-square.ts';
import type { SquareJob } from './stage-features.ts';

const calls: TileDrawingCalls<SquareJob, DrawnSquareTile> = {
  draw: (job) => drawSquare(job, workerData as SquareWorkerData),
};
answerCalls(calls, () => {});
