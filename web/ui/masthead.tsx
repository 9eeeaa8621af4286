// The product's name, and whose land this is, as on the title of a printed sheet.
import mark from './mark.svg';

export function Masthead({ name, source }: { name: string; source: string | undefined }) {
  return (
    <header className="panel pointer-events-auto flex shrink-0 items-center gap-3 py-2 pr-4 pl-2.5">
      <img src={mark} alt="" className="size-8" />
      <div>
        <h1 className="text-base leading-tight font-semibold tracking-tight">{name}</h1>
        {source && <p className="text-xs leading-tight text-ink-soft">{source}</p>}
      </div>
    </header>
  );
}
