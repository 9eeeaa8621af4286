// The folder of everything that a run makes and the next one can use again.
import { join } from 'node:path';

export const root = join(import.meta.dirname, '..');
export const scratch = join(root, 'node_modules/.cache/bench');
