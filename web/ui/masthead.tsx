// The product's logo and name, and where its parcels come from.
import mark from './mark.svg';

type MastheadProps = {
  name: string;
  source: string | undefined;
  /** Once a page: its main heading. */
  isHeading?: boolean;
};

export function Masthead({ name, source, isHeading = false }: MastheadProps) {
  const Name = isHeading ? 'h1' : 'p';
  return (
    <div className="flex items-center gap-3">
      <img src={mark} alt="" className="size-[32px] shrink-0" />
      <div className="min-w-0">
        <Name className="text-base leading-tight font-semibold tracking-tight">{name}</Name>
        {source && (
          <p title={source} className="text-xs leading-tight text-ink-soft">
            {source}
          </p>
        )}
      </div>
    </div>
  );
}
