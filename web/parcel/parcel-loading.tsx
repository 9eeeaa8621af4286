// While the details are on their way: the words, and the shape of what is to come.

const FACT_WIDTHS = ['w-14', 'w-24', 'w-12', 'w-20', 'w-16', 'w-28', 'w-32'];

export function ParcelLoading({ pin }: { pin: string }) {
  return (
    <>
      <div className="parcel-who">
        <p role="status" className="flex items-center gap-3">
          <span className="spinner small shrink-0" />
          <span className="text-lg leading-tight font-semibold whitespace-nowrap">Loading PIN...</span>
          <span className="text-xs text-ink-soft tabular-nums wrap-anywhere">{pin}</span>
        </p>
        <div className="mt-2 grid gap-1.5 py-0.5" aria-hidden="true">
          <div className="skeleton h-3 w-32" />
          <div className="skeleton h-3 w-44" />
        </div>
      </div>
      <div className="parcel-actions" aria-hidden="true">
        {['center', 'copy', 'save'].map((action) => (
          <div key={action} className="skeleton parcel-action-to-come" />
        ))}
      </div>
      <div className="parcel-facts" aria-hidden="true">
        {FACT_WIDTHS.map((width) => (
          <div key={width} className="grid h-9 content-center gap-1.5">
            <div className="skeleton h-2.5 w-16" />
            <div className={`skeleton h-3 ${width}`} />
          </div>
        ))}
      </div>
    </>
  );
}
