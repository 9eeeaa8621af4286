// The product's logo and name, and where its parcels come from.
import mark from './mark.svg';

export function Masthead({ name, source }: { name: string; source: string | undefined }) {
  return (
    <div className="flex items-center gap-3">
      <img src={mark} alt="" className="size-[32px] shrink-0" />
      <div className="min-w-0">
        <h1 className="text-base leading-tight font-semibold tracking-tight">{name}</h1>
        {source && (
          <p title={source} className="text-xs leading-tight text-ink-soft">
            {source}
          </p>
        )}
      </div>
    </div>
  );
}
