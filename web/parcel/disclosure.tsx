// A part of the panel that opens and closes, and stays so for the next parcel while the page is open.
import '../ui/disclosure.css';
import { ChevronRight } from 'lucide-react';
import type { ReactNode, SyntheticEvent } from 'react';
import { create } from 'zustand';

/** By their names; a part that nobody has touched is missing. */
export const useOpenParts = create<Record<string, boolean>>()(() => ({}));

/** For parts that are closed at first. */
export const useIsDisclosed = (name: string): boolean => useOpenParts((open) => open[name] ?? false);

type DisclosureProps = {
  /** The state is remembered under this name. */
  name: string;
  title: string;
  isOpenAtFirst?: boolean;
  children: ReactNode;
};

export function Disclosure({ name, title, isOpenAtFirst = false, children }: DisclosureProps) {
  const isOpen = useOpenParts((open) => open[name] ?? isOpenAtFirst);
  const remember = ({ currentTarget: part }: SyntheticEvent<HTMLDetailsElement>) => {
    // The browser fires this event for a part that is mounted open, too.
    if (part.open === isOpen) return;
    useOpenParts.setState({ [name]: part.open });
    // Most of what has opened lies below the edge of the panel.
    if (part.open) part.scrollIntoView({ block: 'nearest', behavior: scrollBehavior() });
  };
  return (
    <details open={isOpen} onToggle={remember} className="disclosure">
      <summary>
        <ChevronRight size={16} strokeWidth={2} aria-hidden="true" className="disclosure-mark" />
        {title}
      </summary>
      {children}
    </details>
  );
}

const scrollBehavior = () => (matchMedia('(prefers-reduced-motion: reduce)').matches ? 'instant' : 'smooth');
