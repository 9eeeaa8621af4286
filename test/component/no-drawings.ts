// The drawings of a notebook that has none, for tests that look at saved parcels.
import type { NotebookDrawings } from '../../web/notebook-drawings.ts';

export const NO_DRAWINGS: NotebookDrawings = {
  list: [],
  change: () => {},
  remove: () => () => {},
  addFile: async () => ({ problem: 'No files here.' }),
  fileTypes: '.kml',
  show: () => {},
};
