// What a key means while the draw tools are open.

export type DrawCommand = 'undo' | 'redo' | 'back' | 'point' | 'line' | 'polygon' | 'trash' | 'finish';

type Press = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'shiftKey' | 'altKey'>;

const plain: Record<string, DrawCommand> = {
  Escape: 'back',
  Enter: 'finish',
  Backspace: 'trash',
  Delete: 'trash',
  1: 'point',
  2: 'line',
  3: 'polygon',
};

/** The library answers these itself where the map has the focus. */
export const answeredOnMap: ReadonlySet<DrawCommand> = new Set([
  'point',
  'line',
  'polygon',
  'trash',
  'finish',
]);

export function drawCommand({ key, ctrlKey, metaKey, shiftKey, altKey }: Press): DrawCommand | undefined {
  if (altKey) return;
  if (!ctrlKey && !metaKey) return plain[key];
  if (key.toLowerCase() === 'z') return shiftKey ? 'redo' : 'undo';
  if (key.toLowerCase() === 'y' && ctrlKey) return 'redo';
}
