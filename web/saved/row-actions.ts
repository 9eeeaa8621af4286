// What the rows of the notebook can ask for.
import type { NotebookEntry } from './notebook-entries.ts';
import type { Draft } from './row-modes.ts';

export type RowActions = {
  choose: (entry: NotebookEntry) => void;
  startEdit: (key: string) => void;
  startDelete: (key: string) => void;
  type: (draft: Draft) => void;
  cancel: () => void;
  save: (entry: NotebookEntry, draft: Draft) => void;
  confirmDelete: (entry: NotebookEntry) => void;
};
