// The details could not be loaded: why, and what to do.

export function ParcelFailure({ message }: { message: string }) {
  return (
    <div role="alert" className="parcel-who grid justify-items-start gap-2">
      <h2 className="text-lg leading-tight font-semibold text-danger">Error Loading PIN</h2>
      <p className="text-sm leading-relaxed text-ink-soft wrap-anywhere">{message}</p>
      <button type="button" onClick={() => location.reload()} className="button-accent mt-1">
        Refresh Page
      </button>
    </div>
  );
}
