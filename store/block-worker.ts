// A worker thread that draws tiles from the scratch file of tile-blocks.ts.
import { workerData } from 'node:worker_threads';
import { answerCalls } from '../runtime/worker-call.ts';
import { drawBlock } from './draw-block.ts';
import type { TileDrawingCalls } from './draw-tiles.ts';
import type { BlockJob } from './tile-blocks.ts';

const { file } = workerData as { file: number };
const calls: TileDrawingCalls<BlockJob> = { draw: (job) => drawBlock(file, job) };
answerCalls(calls, () => {});
