// The modes of the notebook's rows as a pure reducer: at most one row is being edited or deleted at a time.

export type RowMode = 'view' | 'edit-notes' | 'delete-confirm';

/** What was typed and chosen in a row and is not saved yet. */
export type Draft = { name?: string; notes?: string; folder?: string; color?: string };

export type RowModes = {
  active: { id: string; mode: Exclude<RowMode, 'view'> } | undefined;
  /** By id. Kept while another row is active or the sheet is closed. */
  drafts: Readonly<Record<string, Draft>>;
};

export type RowEvent =
  | { type: 'edit-started'; id: string }
  | { type: 'typed'; draft: Draft }
  | { type: 'delete-started'; id: string }
  | { type: 'canceled' }
  /** Back to view mode with the draft kept: it is being saved, or the sheet was closed. */
  | { type: 'left' }
  | { type: 'saved'; id: string }
  | { type: 'refused'; id: string };

export const ALL_IN_VIEW: RowModes = { active: undefined, drafts: {} };

export function modeOf({ active }: RowModes, id: string): RowMode {
  return active?.id === id ? active.mode : 'view';
}

export function nextRowModes(modes: RowModes, event: RowEvent): RowModes {
  const { active, drafts } = modes;
  switch (event.type) {
    case 'edit-started':
      return { active: { id: event.id, mode: 'edit-notes' }, drafts };
    case 'typed':
      if (active?.mode !== 'edit-notes') return modes;
      return { active, drafts: { ...drafts, [active.id]: { ...drafts[active.id], ...event.draft } } };
    case 'delete-started':
      return { active: { id: event.id, mode: 'delete-confirm' }, drafts };
    case 'canceled':
      return {
        active: undefined,
        drafts: active?.mode === 'edit-notes' ? without(drafts, active.id) : drafts,
      };
    case 'left':
      return { active: undefined, drafts };
    case 'saved':
      // The row is being edited again: its draft is newer than what was saved.
      return active?.id === event.id ? modes : { active, drafts: without(drafts, event.id) };
    case 'refused':
      // Another row is active: do not interrupt it. The draft waits in its own row.
      return active ? modes : { active: { id: event.id, mode: 'edit-notes' }, drafts };
  }
}

function without(drafts: RowModes['drafts'], id: string): RowModes['drafts'] {
  const { [id]: _, ...others } = drafts;
  return others;
}
