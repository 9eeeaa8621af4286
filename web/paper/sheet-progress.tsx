// How far a map sheet is, with a way to stop it; then how it ended.
import type { SheetState } from './use-map-sheet.ts';

type SheetProgressProps = { sheet: SheetState; onStop: () => void; onWithoutMap: () => void };

export function SheetProgress({ sheet, onStop, onWithoutMap }: SheetProgressProps) {
  const isRunning = sheet.status === 'drawing' || sheet.status === 'writing';
  const isBad = sheet.status === 'failed' || sheet.status === 'no-map';
  return (
    <div className="sheet-progress">
      {/* In the document before its text, or screen readers stay silent. */}
      <p role="status" className={isBad ? 'text-danger wrap-anywhere' : 'wrap-anywhere'}>
        {textOf(sheet)}
      </p>
      {isRunning && (
        <>
          <progress aria-label="Map sheet" />
          <button type="button" className="sheet-button" onClick={onStop}>
            Stop
          </button>
        </>
      )}
      {sheet.status === 'no-map' && (
        <button type="button" className="sheet-button" onClick={onWithoutMap}>
          Make it without the map
        </button>
      )}
    </div>
  );
}

function textOf(sheet: SheetState): string {
  switch (sheet.status) {
    case 'idle':
      return '';
    case 'drawing':
      return 'Drawing the map…';
    case 'writing':
      return 'Writing the PDF…';
    case 'done':
      return `Saved as ${sheet.fileName}`;
    case 'stopped':
      return 'Stopped. Nothing was saved.';
    case 'no-map':
      return 'The map behind the parcels could not be drawn.';
    case 'failed':
      return sheet.message;
  }
}
