// A worker thread that reads a file whole: one whose reading never ends is ended with it.
import { openSource } from '../../../import/open-source.ts';
import { answerCalls } from '../../../runtime/worker-call.ts';
import { featuresOf } from '../../read-layer.ts';

const calls = {
  /** Rejects as the reader does. What it says is looked at elsewhere. */
  read: async (path: string): Promise<void> => {
    const source = await openSource({ source: path, workFolder: `${path}-work` });
    for (const layer of source.layers) await featuresOf(layer);
    await source.close();
  },
};
export type ReadCalls = typeof calls;

answerCalls(calls, () => {});
