// Which row of the saved sheet is being edited or deleted: one at a time. All others are in view mode.

export type RowMode = 'view' | 'edit-notes' | 'delete-confirm';

export type RowModes = {
  active: { id: string; mode: Exclude<RowMode, 'view'> } | undefined;
  /** What was typed and is not saved yet, by id. It waits where another row takes the turn or the sheet is closed. */
  drafts: Readonly<Record<string, string>>;
};

export type RowEvent =
  | { type: 'edit-started'; id: string }
  | { type: 'typed'; text: string }
  | { type: 'delete-started'; id: string }
  | { type: 'canceled' }
  /** Back to view with what was typed kept: it is on its way to the server, or the sheet is closed. */
  | { type: 'left' }
  | { type: 'notes-saved'; id: string }
  | { type: 'notes-refused'; id: string };

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
      return { active, drafts: { ...drafts, [active.id]: event.text } };
    case 'delete-started':
      return { active: { id: event.id, mode: 'delete-confirm' }, drafts };
    case 'canceled':
      return {
        active: undefined,
        drafts: active?.mode === 'edit-notes' ? without(drafts, active.id) : drafts,
      };
    case 'left':
      return { active: undefined, drafts };
    case 'notes-saved':
      // Whoever edits it again already has newer words than those that were saved.
      return active?.id === event.id ? modes : { active, drafts: without(drafts, event.id) };
    case 'notes-refused':
      // Somebody at work in another row is left in peace: the text waits in its own.
      return active ? modes : { active: { id: event.id, mode: 'edit-notes' }, drafts };
  }
}

function without(drafts: RowModes['drafts'], id: string): RowModes['drafts'] {
  const { [id]: _, ...others } = drafts;
  return others;
}
