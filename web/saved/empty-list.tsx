// A saved list with nothing in it yet: what to do about that, and a small plat with one lot marked.
import { messages } from '../../contract/messages.ts';

export function EmptyList() {
  return (
    <div className="grid justify-items-center gap-2 px-6 py-10 text-center">
      <svg viewBox="0 0 120 84" className="mb-2 w-32 fill-none stroke-ink-soft" aria-hidden="true">
        <path d="M4 20 116 8M4 76l112 0M4 20v56M116 8v68M4 48l112-4M34 17v30M64 14v32M92 11v34M48 47v29M82 46v30" />
        <path d="M48 47 82 46V76H48Z" className="fill-accent/20 stroke-accent" strokeWidth="2" />
        <path d="M59 52h12v17l-6-5-6 5Z" className="fill-accent stroke-accent" strokeLinejoin="round" />
      </svg>
      <p className="text-base font-semibold">{messages.savedListEmpty}</p>
      <p className="max-w-xs text-sm leading-relaxed text-ink-soft">
        Select a parcel on the map and click the save icon to keep it here.
      </p>
    </div>
  );
}
