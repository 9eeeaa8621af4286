// The message at the foot of the notebook, or of the map once the notebook is closed: what was done, and Undo.
import type { Telling } from './use-told.ts';

/** Always in the document: screen readers stay silent about a live region that comes with its text. */
export function ToldToast({ telling, onUndone }: { telling: Telling; onUndone: () => void }) {
  const { told, undo, hold } = telling;
  return (
    <div
      aria-live="polite"
      className="pointer-events-none fixed inset-x-0 bottom-[max(16px,env(safe-area-inset-bottom))] z-60 grid justify-items-center px-4"
    >
      {told && (
        // biome-ignore lint/a11y/noStaticElementInteractions: it only waits while the pointer or the focus is on it
        <div
          className="panel pointer-events-auto flex min-h-12 max-w-lg items-center gap-3 py-1 pr-1.5 pl-4"
          onMouseEnter={() => hold(true)}
          onMouseLeave={() => hold(false)}
          onFocus={() => hold(true)}
          onBlur={() => hold(false)}
        >
          <p className="line-clamp-3 text-sm wrap-anywhere">{told.text}</p>
          {told.undo && (
            <button
              type="button"
              className="button-quiet shrink-0"
              onClick={() => {
                undo();
                onUndone();
              }}
            >
              {told.undoWord ?? 'Undo'}
            </button>
          )}
        </div>
      )}
    </div>
  );
}
